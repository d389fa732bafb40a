// SPDX-License-Identifier: Apache-2.0
// Loads every input: asks the loaders in a visible order.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "app/core/files/atomic_file.h"
#include "app/core/files/named_file.h"
#include "app/core/files/read_files.h"
#include "app/sources/files/orientation.h"
#include "app/sources/files/session_file.h"
#include "app/sources/files/standard_input.h"
#include "app/sources/loaders.h"
#include "app/sources/still_input.h"

namespace satscope::app {
namespace {

/// In this order: formats with a magic number first, numbers as text last, because any text could be meant as numbers.
constexpr std::array k_loaders{&refuse_stored, &load_jpeg, &load_picture, &load_netpbm, &load_npy, &load_other, &load_numbers};
const std::string& formats() {
  static const std::string text = fmt::format("{}, a session (.satscope), or pattern:NAME:WxH[:SEED]", k_file_formats);
  return text;
}

/// As its window shows it.
Samples load_picture_of_session(const std::string& words, const BytesAfter& after) {
  const SessionPicture picture = picture_of_session(words);
  Samples samples = load_input(picture.input, after);
  return picture.transform.none() ? samples : transformed(samples, picture.transform);
}

}  // namespace

bool FileBytes::has_ending(std::string_view ending) const {
  if (name.size() < ending.size()) return false;
  return std::equal(ending.begin(), ending.end(), name.end() - static_cast<std::ptrdiff_t>(ending.size()),
                    [](char wanted, char c) { return wanted == std::tolower(static_cast<unsigned char>(c)); });
}

Samples load_input(const std::string& input, const BytesAfter& after) {
  if (input.empty()) throw InputError(fmt::format("the name of the input is empty; an input is {}", formats()));
  if (input.starts_with(k_pattern_prefix)) return make_pattern(input, after);
  if (input.starts_with(k_figure_prefix) || ending_of(input) == k_session_ending)
    return mark_as_input(input), load_picture_of_session(input, after);
  mark_as_input(input);
  try {
    return look_at_file(input, after);
  } catch (const InputError& error) {
    constexpr std::string_view k_quoted = "'-'";
    std::string sentence = error.what();
    const std::size_t at = sentence.find(k_quoted);
    if (input != k_standard_input || at == sentence.npos) throw;
    throw InputError(sentence.replace(at, k_quoted.size(), input_in_words(input)));
  }
}

Samples look_at_file(const std::string& input, const BytesAfter& after) {
  const std::vector<std::byte> bytes = whole_file(input);
  if (bytes.empty()) throw InputError(fmt::format("'{}' is empty; an input is {}", input, formats()));
  const FileBytes file{input, bytes, after};
  for (const auto& load : k_loaders)
    if (Loaded samples = load(file)) {
      turn_as_it_says(*samples, file);
      return std::move(*samples);
    }
  throw InputError(fmt::format("'{}' has an unknown format; an input is {}", input, formats()));
}

}  // namespace satscope::app
