// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands/shared/command.h"
#include "app/core/files/atomic_file.h"
#include "app/core/files/user_folders.h"
#include "kernels/near_word.h"

namespace satscope::app {

namespace {

void write_out(std::string_view text) {
  if (standard_output_is_taken()) return write_stderr(text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    throw std::runtime_error(fmt::format("cannot write to the standard output: {}", std::strerror(errno)));
}

}  // namespace

void print(std::string_view text) { write_out(safe_lines(text)); }
void print_json_text(std::string_view json) { write_out(safe_json(json)); }

std::string json_text(const Json& json) {
  constexpr int k_indent = 2;
  Json whole = json;
  if (json.is_object() && !json.contains("version")) {
    whole = Json{{"version", k_json_version}};
    whole.update(json);
  }
  // because: a file name need not be UTF-8, JSON must be
  return whole.dump(k_indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

void print_json(const Json& json) { print_json_text(json_text(json)); }

namespace {

/// Where it is kept which notes were read; empty: nowhere.
std::filesystem::path file_of_notes() {
  const std::filesystem::path folder = own_folder(OwnFolder::state);
  return folder.empty() ? folder : folder / "notes";
}

}  // namespace

void note_once(const std::string& sentence) {
  constexpr std::size_t k_most = 20;
  const std::filesystem::path name = file_of_notes();
  std::error_code error;
  std::vector<std::string> said;
  if (std::filesystem::is_regular_file(name, error)) {
    std::ifstream file(name);
    for (std::string line; said.size() < k_most && std::getline(file, line);) said.push_back(line);
  }
  const std::string line = one_line(sentence);
  if (std::ranges::find(said, line) != said.end()) return;
  note(sentence);
  if (name.empty()) return;
  said.insert(said.begin(), line);
  said.resize(std::min(said.size(), k_most));
  try {
    std::filesystem::create_directories(name.parent_path());
    write_file(name.string(), fmt::format("{}\n", fmt::join(said, "\n")));
  } catch (const std::exception&) {  // then it is said again
    return;
  }
}

void require_ending(const std::string& name, std::string_view ending, std::string_view what) {
  const std::string given = ending_of(name);
  if (!given.empty() && given != ending) throw wrong_ending(fmt::format("the output must end in {} ({})", ending, what), name);
}

UsageError wrong_ending(const std::string& must, const std::string& name) {
  const std::regex an_ending("\\.[a-z0-9]+");
  std::vector<std::string> endings;
  for (std::sregex_iterator at(must.begin(), must.end(), an_ending), end; at != end; ++at) endings.push_back(at->str());
  const std::string nearest = near_word(ending_of(name), endings);
  return UsageError(
      fmt::format("{}, not '{}'{}", must, name, nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest)));
}

}  // namespace satscope::app
