// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/live_open.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <new>

#include "app/core/text/extent_text.h"

namespace satscope::app {
namespace {

/// In this order: our own names first, then files, the most expensive check last.
constexpr std::array k_openers{&open_synthetic, &open_camera, &open_screen, &open_folder, &open_still, &open_video};

/// Takes a whole number off the text.
bool take(std::string_view& text, int& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}
bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

Opened needs_ffmpeg(const std::string& words, const std::string& why) {
  return Opened::because(fmt::format("'{}' is not supported: {}", words, why));
}

PixelBlock heap_block(std::size_t bytes) {
  constexpr std::align_val_t k_line{64};
  auto* const block = static_cast<std::byte*>(::operator new[](std::max(bytes, std::size_t{1}), k_line));
  return {block, [](std::byte* old) { ::operator delete[](old, k_line); }};
}

void mirror(SourceFrame& frame) {
  const std::span<std::uint32_t> words = frame.words();
  const auto width = static_cast<std::size_t>(frame.extent.width);
  for (std::size_t row = 0; row < words.size(); row += width) std::ranges::reverse(words.subspan(row, width));
  frame.mirrored = !frame.mirrored;
}

std::string Mode::text() const {
  std::string said;
  const auto add = [&](const std::string& part) { said += (said.empty() ? "" : ", ") + part; };
  if (extent.width > 0) add(extent_text(extent));
  if (rate > 0) add(fmt::format("{:.4g} a second", rate));
  if (!format.empty()) add(format);
  return said;
}

std::optional<std::string_view> words_behind(std::string_view words, std::string_view word) {
  if (!words.starts_with(word)) return {};
  words.remove_prefix(word.size());
  if (words.empty()) return words;
  if (words.front() != ':') return {};
  return words.substr(1);
}

std::optional<ScreenPart> read_screen_part(std::string_view text) {
  ScreenPart part;
  if (text.empty()) return part;
  if (!take(text, part.extent.width) || !take(text, 'x') || !take(text, part.extent.height)) return {};
  if (!text.empty() && (!take(text, '+') || !take(text, part.x) || !take(text, '+') || !take(text, part.y))) return {};
  const bool sensible = part.extent.width > 0 && part.extent.height > 0 && part.x >= 0 && part.y >= 0;
  if (!text.empty() || !sensible) return {};
  return part;
}

bool watches(std::string_view words) { return words_behind(words, k_camera) || words_behind(words, k_screen); }

bool names_a_protocol(std::string_view words) {
  const std::size_t end = words.find("://");
  if (end == words.npos || end < 2) return false;
  const std::string_view scheme = words.substr(0, end);
  const bool plain = std::all_of(scheme.begin(), scheme.end(), [](unsigned char c) { return std::isalnum(c) || c == '+'; });
  return plain && scheme != "file";
}

Opened open_live(const std::string& words, const OpenContext& context) {
  if (words.empty()) return Opened::because("the name of the input is empty");
  for (const auto& open : k_openers)
    if (Opened opened = open(words, context); opened.answer != Answer::not_mine) return opened;
  return Opened::because(fmt::format("'{}' is not a picture, a table of numbers or a video of a known format", words));
}

}  // namespace satscope::app
