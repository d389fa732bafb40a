// SPDX-License-Identifier: Apache-2.0
// The pictures of a folder, sorted by name with numbers by value: 2.png before 10.png.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <utility>

#include "app/core/files/read_files.h"
#include "app/sources/live/filtered_pictures.h"
#include "app/sources/live/live_open.h"
#include "app/sources/still_input.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Takes the leading digits off the text, without leading zeros.
std::string_view take_digits(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

bool comes_before(std::string_view a, std::string_view b) {
  const std::string_view whole_a = a, whole_b = b;
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view x = take_digits(a), y = take_digits(b);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  if (a.empty() != b.empty()) return a.empty();
  return whole_a < whole_b;
}

/// Pictures that are not hidden.
std::vector<std::string> stills_in(const std::string& folder, std::error_code& error) {
  std::vector<std::string> names;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    std::error_code ignored;
    if (!name.starts_with('.') && at->is_regular_file(ignored) && belongs_to_a_folder(at->path().string()))
      names.push_back(name);
  }
  std::ranges::sort(names, comes_before);
  return names;
}

class FolderInput : public LiveInput {
 public:
  FolderInput(std::string folder, std::vector<std::string> names, const OpenContext& context)
      : folder_(std::move(folder)), names_(std::move(names)), context_(context) {}

  Description describe() const override {
    return {.name = names_[position_],
            .pace = Pace::request,
            .requested = {},
            .delivered = {.extent = extent_, .rate = 0, .format = {}},
            .count = static_cast<int>(names_.size()),
            .position = static_cast<int>(position_),
            .can_seek = true,
            .can_step_back = true,
            .reduced = reduced_,
            .notes = notes_};
  }

  /// A still that cannot be read gives its error; the others can still be reached.
  Reading next(double) override {
    if (std::exchange(given_, true)) return {.answer = Answer::end};
    const auto began = std::chrono::steady_clock::now();
    try {
      auto read =
          std::make_shared<const Samples>(load_input((fs::path(folder_) / names_[position_]).string(), context_.bytes_after));
      const Samples& samples = *read;
      notes_ = samples.notes;
      reduced_ = samples.reduced || !std::holds_alternative<std::vector<std::uint8_t>>(samples.values);
      if (std::holds_alternative<std::vector<std::uint16_t>>(samples.values))
        notes_.emplace_back("its 16-bit values are reduced to 8 bits in a folder");
      else if (reduced_ && !samples.reduced)
        notes_.emplace_back("its numbers are scaled to 8 bits in a folder");
      Reading reading{.answer = Answer::frame, .frame = frame_with_greys(std::move(read), context_)};
      extent_ = reading.frame.extent;
      reading.frame.decode_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
      return reading;
    } catch (const InputError& problem) {
      extent_ = {};
      return {.answer = Answer::broken, .why = problem.what()};
    }
  }

  bool seek(double) override {
    position_ = 0;
    given_ = false;
    return true;
  }

  /// Wraps around at both ends.
  bool step(int by) override {
    const auto count = static_cast<std::int64_t>(names_.size());
    position_ = static_cast<std::size_t>(((static_cast<std::int64_t>(position_) + by) % count + count) % count);
    given_ = false;
    return true;
  }

 private:
  std::string folder_;
  std::vector<std::string> names_;
  OpenContext context_;
  std::size_t position_ = 0;
  bool given_ = false, reduced_ = false;
  Extent extent_;
  std::vector<std::string> notes_;  ///< of the picture that was read last
};

}  // namespace

std::vector<std::string> pictures_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> pictures = stills_in(folder, error);
  if (error) throw InputError(fmt::format("the folder '{}' cannot be read: {}", folder, error.message()));
  if (pictures.empty()) throw InputError(fmt::format("the folder '{}' contains no pictures", folder));
  for (std::string& name : pictures) name = (fs::path(folder) / name).string();
  return pictures;
}

Opened open_folder(const std::string& words, const OpenContext& context) {
  std::error_code error;
  if (!fs::is_directory(words, error)) return {};
  std::vector<std::string> names = stills_in(words, error);
  if (error) return Opened::because(fmt::format("the folder '{}' cannot be read: {}", words, error.message()));
  if (names.empty()) return Opened::because(fmt::format("the folder '{}' contains no pictures", words));
  for (const std::string& name : names) mark_as_input((fs::path(words) / name).string());
  return Opened::as(std::make_unique<FolderInput>(words, std::move(names), context));
}

}  // namespace satscope::app
