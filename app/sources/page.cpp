// SPDX-License-Identifier: Apache-2.0
#include "app/sources/page.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "app/sources/curves.h"
#include "app/sources/hash.h"

namespace satscope::app {
namespace {

// in dots
constexpr int k_width = 176, k_height = 118, k_margin = 8;
constexpr int k_line = 10;
constexpr int k_text_top = 26, k_texture_left = 138, k_texture_size = 30, k_steps_top = 98, k_step_width = 12;

constexpr float k_paper = 242, k_ink = 112, k_shade = 0.36F;  // 242 * 0.36 is darker than 112
constexpr float k_grain = 7;

constexpr std::string_view k_title = "FOUR READS";
constexpr std::array<std::string_view, 7> k_lines{"A TABLE OF SUMS KNOWS", "EVERY BOX OF PIXELS:",  "ADD TWO CORNERS, TAKE",
                                                  "AWAY TWO. NO MATTER",   "HOW LARGE THE BOX IS,", "THE PRICE STAYS THE",
                                                  "SAME: D - B - C + A."};

/// A letter of 5 x 7 dots: five columns, the lowest bit on top.
struct Glyph {
  char letter;
  std::array<std::uint8_t, 5> columns;
};
constexpr Glyph k_glyphs[] = {
    {'A', {0x7E, 0x11, 0x11, 0x11, 0x7E}}, {'B', {0x7F, 0x49, 0x49, 0x49, 0x36}}, {'C', {0x3E, 0x41, 0x41, 0x41, 0x22}},
    {'D', {0x7F, 0x41, 0x41, 0x22, 0x1C}}, {'E', {0x7F, 0x49, 0x49, 0x49, 0x41}}, {'F', {0x7F, 0x09, 0x09, 0x09, 0x01}},
    {'G', {0x3E, 0x41, 0x49, 0x49, 0x3A}}, {'H', {0x7F, 0x08, 0x08, 0x08, 0x7F}}, {'I', {0x00, 0x41, 0x7F, 0x41, 0x00}},
    {'K', {0x7F, 0x08, 0x14, 0x22, 0x41}}, {'L', {0x7F, 0x40, 0x40, 0x40, 0x40}}, {'M', {0x7F, 0x02, 0x0C, 0x02, 0x7F}},
    {'N', {0x7F, 0x04, 0x08, 0x10, 0x7F}}, {'O', {0x3E, 0x41, 0x41, 0x41, 0x3E}}, {'P', {0x7F, 0x09, 0x09, 0x09, 0x06}},
    {'R', {0x7F, 0x09, 0x19, 0x29, 0x46}}, {'S', {0x26, 0x49, 0x49, 0x49, 0x32}}, {'T', {0x01, 0x01, 0x7F, 0x01, 0x01}},
    {'U', {0x3F, 0x40, 0x40, 0x40, 0x3F}}, {'V', {0x1F, 0x20, 0x40, 0x20, 0x1F}}, {'W', {0x3F, 0x40, 0x38, 0x40, 0x3F}},
    {'X', {0x63, 0x14, 0x08, 0x14, 0x63}}, {'Y', {0x07, 0x08, 0x70, 0x08, 0x07}}, {'+', {0x08, 0x08, 0x3E, 0x08, 0x08}},
    {'-', {0x08, 0x08, 0x08, 0x08, 0x08}}, {'.', {0x00, 0x60, 0x60, 0x00, 0x00}}, {',', {0x00, 0x50, 0x30, 0x00, 0x00}},
    {':', {0x00, 0x36, 0x36, 0x00, 0x00}}, {'1', {0x00, 0x42, 0x7F, 0x40, 0x00}}, {'2', {0x62, 0x51, 0x49, 0x49, 0x46}},
    {'5', {0x27, 0x45, 0x45, 0x45, 0x39}},
};

/// Applies light, grain and the soft edge of the shadow (its place and steepness, in pixels) to a row of greys.
SATSCOPE_WIDE void shade(std::span<std::uint32_t> rgba, const float* greys, float edge, float softness,
                         std::uint32_t grain_row) {
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    const float across = (static_cast<float>(static_cast<int>(i)) - edge) * softness + 0.5F;
    const float light = 1 - (1 - k_shade) * smooth(clamp01(across));
    const float grain = k_grain * (speckle(static_cast<std::uint32_t>(i), grain_row) - 0.5F);
    const float grey = std::clamp(greys[i] + grain, 0.0F, 255.0F) * light;
    const auto warm = static_cast<std::uint32_t>(static_cast<std::int32_t>(grey + 0.5F));
    // shade is a little bluer than light
    const auto cool =
        static_cast<std::uint32_t>(static_cast<std::int32_t>(std::min(255.0F, grey * (1 + 0.06F * (1 - light))) + 0.5F));
    rgba[i] = 0xFF000000U | cool << 16 | warm << 8 | warm;
  }
}

}  // namespace

bool has_ink(std::string_view text, int column, int row) {
  const auto which = static_cast<std::size_t>(column / k_letter_cell);
  const auto within = static_cast<std::size_t>(column % k_letter_cell);
  if (column < 0 || row < 0 || row >= k_letter_dots || which >= text.size() || within >= 5) return false;
  for (const Glyph& glyph : k_glyphs)
    if (glyph.letter == text[which]) return (glyph.columns[within] >> row & 1) != 0;
  return false;
}

Page::Page(Extent extent, double seconds) : extent_(extent) {
  constexpr int k_border = 12;
  dot_ = std::min(extent.height / (2 * k_height), extent.width / (k_width + 2 * k_border));
  if (!there()) return;
  const int sway = 6 * dot_;
  left_ = k_border * dot_ + static_cast<int>(static_cast<float>(sway) * wave(fraction(seconds / 23)) + 100) - 100;
  top_ = extent.height - (k_height + k_border) * dot_ +
         static_cast<int>(static_cast<float>(sway) * wave(fraction(seconds / 31)) + 100) - 100;
  shadow_ = static_cast<float>(k_width) * (0.5F + 0.18F * wave(fraction(seconds / 17)));
}

float Page::print(int column, int row) const {
  if (row >= k_margin && row < k_margin + 2 * k_letter_dots)
    return has_ink(k_title, (column - k_margin) / 2, (row - k_margin) / 2) && column >= k_margin ? k_ink : k_paper;
  if (row >= k_steps_top && row < k_steps_top + k_margin && column >= k_margin && column < k_margin + 13 * k_step_width)
    return static_cast<float>(20 * ((column - k_margin) / k_step_width));  // 0, 20, ... 240
  if (column < k_texture_left && row >= k_text_top && row < k_text_top + k_line * static_cast<int>(k_lines.size()))
    return has_ink(k_lines[static_cast<std::size_t>((row - k_text_top) / k_line)], column - k_margin,
                   (row - k_text_top) % k_line)
               ? k_ink
               : k_paper;
  return k_paper;
}

void Page::draw_row(int y, std::span<std::uint32_t> rgba) const {
  const int row = y - top_;
  if (!there() || row < 0 || row >= k_height * dot_) return;
  const int width = std::min(k_width * dot_, extent_.width - left_);
  if (width <= 0) return;
  const int line = row / dot_;
  std::vector<float> greys(static_cast<std::size_t>(width));
  for (int x = 0; x < width; x += dot_) {
    const float grey = print(x / dot_, line);
    std::fill(greys.begin() + x, greys.begin() + std::min(x + dot_, width), grey);
  }
  // two squares of texture: a checkerboard of single pixels, and rings that grow finer outward
  const auto each_pixel = [&](int top, auto grey) {
    if (line < top || line >= top + k_texture_size) return;
    const int from = k_texture_left * dot_, to = std::min((k_texture_left + k_texture_size) * dot_, width);
    for (int x = from; x < to; ++x) greys[static_cast<std::size_t>(x)] = grey(x - from, row - top * dot_);
  };
  each_pixel(k_text_top, [](int x, int z) { return (x + z) % 2 ? k_ink : k_paper; });
  const float middle = 0.5F * static_cast<float>(k_texture_size * dot_);
  each_pixel(k_text_top + k_texture_size + 5, [&](int x, int z) {
    const float across = static_cast<float>(x) - middle, down = static_cast<float>(z) - middle;
    return blend(k_ink, k_paper, 0.5F + 0.5F * wave((across * across + down * down) / (4 * middle)));
  });
  const auto dot = static_cast<float>(dot_);
  const float slant = 0.35F * (static_cast<float>(row) - 0.5F * static_cast<float>(k_height) * dot);
  shade(rgba.subspan(static_cast<std::size_t>(left_), static_cast<std::size_t>(width)), greys.data(), shadow_ * dot + slant,
        1 / (14 * dot), static_cast<std::uint32_t>(row));
}

}  // namespace satscope::app
