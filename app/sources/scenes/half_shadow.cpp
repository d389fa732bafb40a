// SPDX-License-Identifier: Apache-2.0
// A printed page, half of it in the shadow of something beside it: ink in the light is brighter than paper in the shade.
#include <array>

#include "app/sources/page.h"
#include "app/sources/scenes/paint.h"
#include "app/sources/scenes/scenes.h"

namespace satscope::app {
namespace {

using namespace scene;

constexpr std::array<std::string_view, 13> k_text{"THE PRICE OF A BOX",
                                                  "",
                                                  "A TABLE HOLDS THE SUM OF",
                                                  "ALL PIXELS ABOVE AND TO",
                                                  "THE LEFT. ONE PASS OVER",
                                                  "THE PICTURE MAKES IT.",
                                                  "",
                                                  "THEN ANY BOX TAKES FOUR",
                                                  "READS: D - B - C + A. SO",
                                                  "THE MEAN OF A THOUSAND",
                                                  "PIXELS COSTS AS LITTLE",
                                                  "AS THE MEAN OF FOUR, AND",
                                                  "THE SHADOW IS NO MATTER."};
constexpr int k_columns = 24 * k_letter_cell, k_line = 11;  // dots

}  // namespace

void draw_half_shadow(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba) {
  const float pixel = 1.0F / static_cast<float>(extent.height), width = static_cast<float>(extent.width) * pixel;
  // the text fills the page, whichever side is short
  const float dot = std::min(0.84F / (k_line * static_cast<float>(k_text.size())), 0.88F * width / k_columns);
  const float left = (width - dot * k_columns) / 2, top = (1 - dot * k_line * static_cast<float>(k_text.size())) / 2;
  const float edge = width * (0.42F + 0.16F * chance(seed + 3, 0)), slant = 0.3F + 0.2F * chance(seed + 3, 1);
  const auto ink = [&](float x, float y) {
    const float u = (x - left) / dot, v = (y - top) / dot;
    if (u < 0 || v < 0 || v >= k_line * static_cast<float>(k_text.size())) return 0.0F;
    const int line = static_cast<int>(v) / k_line;
    return has_ink(k_text[static_cast<std::size_t>(line)], static_cast<int>(u), static_cast<int>(v) % k_line) ? 1.0F : 0.0F;
  };
  paint(extent, rgba, [&](const Spot& at) {
    float printed = 0;
    for (const float dx : {-0.3F, 0.3F})
      for (const float dy : {-0.3F, 0.3F}) printed += 0.25F * ink(at.x + dx * pixel, at.y + dy * pixel);
    const float fibre = texture(90 * at.x, 90 * at.y, 4, 3) - 0.5F, bump = texture(5 * at.x, 5 * at.y, 9, 3) - 0.5F;
    const Colour paper = lighter({236, 230, 216}, 16 * fibre + 20 * bump);
    Colour c = mixed_colour(paper, {64, 58, 62}, 0.9F * printed);
    // a soft edge; a lamp at the upper right; shade is a little bluer than light
    const float shade = smooth(clamp01((edge + slant * (at.y - 0.5F) - at.x) / 0.12F + 0.5F));
    const float lamp = 0.74F + 0.3F * glow(std::sqrt((at.x - width) * (at.x - width) + at.y * at.y), 1.1F);
    const float light = lamp * (1 - 0.76F * shade);
    c = {c.r * light, c.g * light, c.b * light * (1 + 0.12F * shade)};
    return lighter(c, 1.6F * grain(at, 0));
  });
}

}  // namespace satscope::app
