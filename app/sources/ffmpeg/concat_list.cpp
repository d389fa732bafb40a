// SPDX-License-Identifier: Apache-2.0
#include "app/sources/ffmpeg/concat_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string_view>

#include "app/core/files/read_files.h"

namespace satscope::app::ffmpeg {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_lists = 100, k_longest_list = std::size_t{1} << 24;
constexpr std::string_view k_magic = "ffconcat version";

/// The word behind "file", without quotes and backslashes, which a name that FFmpeg calls safe does not need.
std::string part_in(std::string_view line) {
  constexpr std::string_view k_space = " \t\r", k_word = "file";
  line.remove_prefix(std::min(line.find_first_not_of(k_space), line.size()));
  if (!line.starts_with(k_word) || line.find_first_of(k_space) != k_word.size()) return {};
  line.remove_prefix(k_word.size());
  line.remove_prefix(std::min(line.find_first_not_of(k_space), line.size()));
  std::string part(line.substr(0, line.find_last_not_of(k_space) + 1));
  std::erase_if(part, [](char c) { return c == '\'' || c == '\\'; });
  return part.starts_with("file:") ? part.substr(5) : part;
}

class Lists {
 public:
  /// False: it leads to itself, or there are too many.
  bool walk(const fs::path& list) {
    std::error_code error;
    const fs::path place = fs::canonical(list, error);
    if (error || !fs::is_regular_file(place, error)) return true;
    const auto [known, is_new] = is_done_.try_emplace(place, false);
    if (!is_new) return known->second;
    if (is_done_.size() > k_most_lists) return false;
    std::ifstream file(place);
    std::string line(k_magic.size(), '\0');
    if (!file.read(line.data(), static_cast<std::streamsize>(line.size())) || line != k_magic) return known->second = true;
    if (fs::file_size(place, error) > k_longest_list) return false;
    while (std::getline(file, line))
      if (const std::string part = part_in(line); !part.empty()) {
        const fs::path name = list.parent_path() / part;
        mark_as_input(name.string());
        if (!walk(name)) return false;
      }
    return known->second = true;
  }

 private:
  std::map<fs::path, bool> is_done_;  ///< false: it is being walked through
};

}  // namespace

std::string judge_concat_list(const std::string& name) {
  if (Lists().walk(name)) return {};
  return fmt::format(
      "'{}' is a list of videos that leads to itself, or to more than {} others, or is too long, which is not supported", name,
      k_most_lists);
}

}  // namespace satscope::app::ffmpeg
