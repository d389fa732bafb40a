// SPDX-License-Identifier: Apache-2.0
// `satscope check FOLDER`: what was found in each of many submissions, a line each.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/ordered_json.h"
#include "app/lab/check.h"

namespace satscope::app {

/// The verdict of a file that only belongs to others: neither right nor wrong.
inline constexpr std::string_view k_nothing_to_run = "nothing to run";

/// A submission, and in a few words what is to be said of it.
struct CheckedFile {
  std::string file = {};     ///< from the folder on
  std::string verdict = {};  ///< that of verdict_of(), k_nothing_to_run or "cannot be checked"
  std::string table = {};    ///< "right", "exclusive", "wrong", "unwritten", "none"
  std::size_t mistakes = 0;
  std::string kinds = {};     ///< of the mistakes, each once: "race, bounds"
  std::string first = {};     ///< "12: Race on s[3] ...": the first error or mistake with its line
  std::string smallest = {};  ///< "Right at 1x1, wrong at 1x17 (threads forward)."
  Json report = {};           ///< what check_json() says of it; null: it cannot be checked
};

/// The CUDA files of a folder and its folders, by name, as paths from it. Throws std::runtime_error if it cannot be read.
std::vector<std::string> submissions_in(const std::string& folder);

/// Checks each with the same request, some at once. done: is called after each, by one thread at a time, with how many there
/// are.
std::vector<CheckedFile> check_folder(const std::string& folder, const lab::CheckRequest& request,
                                      const lab::Compiler& compiler,
                                      const std::function<void(std::size_t done, std::size_t of)>& done);

std::string checked_text(const std::vector<CheckedFile>& files);
/// docs/check-folder.schema.json. folder: as the user named it.
Json checked_json(const std::vector<CheckedFile>& files, const std::string& folder);
std::string checked_csv(const std::vector<CheckedFile>& files);
std::string checked_html(const std::vector<CheckedFile>& files, const std::string& folder);

}  // namespace satscope::app
