// SPDX-License-Identifier: Apache-2.0
// A dark room, exposed for the view from its window: shelves and a table are in the picture, but too dark to be seen, until
// each place is spread over all greys of its own.
#include "app/sources/scenes/paint.h"
#include "app/sources/scenes/scenes.h"

namespace satscope::app {
namespace {

using namespace scene;

struct Room {
  float width, pixel;
  std::uint64_t seed;
  float left, right, top, bottom;  ///< of the window
  Extent view;
  std::vector<std::uint32_t> outside;

  /// Light that the window throws on a place of the wall.
  float light(float x, float y) const {
    const float dx = std::max({left - x, x - right, 0.0F}), dy = std::max({top - y, y - bottom, 0.0F});
    return 0.16F + 0.4F * glow(std::sqrt(dx * dx + dy * dy), 0.34F);
  }

  void shelves(Colour& c, const Spot& at) const {
    const float wide = 0.62F * left, x = at.x - 0.1F * left, y = at.y - 0.06F;
    if (x < 0 || x > wide || y < 0 || y > 0.465F) return;
    c = {58, 38, 26};
    constexpr float k_shelf = 0.155F;
    const float shelf = std::floor(y / k_shelf), v = y - shelf * k_shelf;
    if (v < 0.012F || x < 0.012F || x > wide - 0.012F) {
      c = scaled({120, 82, 54}, 0.8F + 0.3F * texture(20 * at.x, 90 * at.y, 3, 2));
      return;
    }
    const float thick = 0.017F, book = std::floor((x + 0.004F * shelf) / thick), u = (x + 0.004F * shelf) / thick - book;
    const auto number = static_cast<std::uint32_t>(static_cast<int>(book + 50 * shelf));
    const float high = 0.095F + 0.042F * speckle(number, 3);
    if (v < k_shelf - high || speckle(number, 9) < 0.07F) return;
    const float hue = speckle(number, 5);
    const Colour cloth = hue < 0.3F    ? Colour{170, 62, 52}
                         : hue < 0.55F ? Colour{60, 104, 150}
                         : hue < 0.8F  ? Colour{186, 158, 92}
                                       : Colour{76, 124, 82};
    c = scaled(cloth, (0.55F + 0.9F * u * (1 - u) * 2) * (0.7F + 0.5F * speckle(number, 7)));
    if (std::abs(v - k_shelf + 0.7F * high) < 0.004F || std::abs(v - k_shelf + 0.25F * high) < 0.003F) c = {226, 200, 130};
  }

  void table(Colour& c, const Spot& at) const {
    const float middle = 0.5F * left, y = at.y - 0.79F;
    const float top_half = 0.34F;
    if (box(at.x - middle, y, top_half, 0.016F) < 0)
      c = scaled({150, 104, 68}, 0.8F + 0.4F * texture(6 * at.x, 120 * at.y, 6, 3));
    for (const float side : {-0.29F, 0.29F})
      if (box(at.x - middle - side, at.y - 0.9F, 0.016F, 0.1F) < 0) c = {96, 64, 42};
    // a vase with stalks, and a cup
    const float vx = at.x - middle + 0.12F, vy = at.y - 0.71F;
    for (int i = 0; i < 7; ++i) {
      const float lean = 0.03F * static_cast<float>(i - 3);
      const float stalk = stroke(vx, at.y, 0, 0.66F, lean, 0.56F, 0.0022F);
      c = mixed_colour(c, {84, 128, 70}, covered(stalk, pixel));
      const float blossom = ellipse(vx - lean, at.y - 0.555F - 0.012F * static_cast<float>(i % 3), 0.016F, 0.016F);
      c = mixed_colour(c, i % 2 ? Colour{226, 120, 140} : Colour{236, 214, 130}, covered(blossom, pixel));
    }
    const float body = ellipse(vx, vy, 0.036F + 0.01F * clamp01(vy / 0.06F), 0.066F);
    c = mixed_colour(c, scaled({92, 132, 176}, 0.6F + 0.5F * clamp01(0.5F + vx / 0.07F)), covered(body, pixel));
    c = mixed_colour(c, {206, 196, 180}, covered(box(at.x - middle - 0.14F, at.y - 0.745F, 0.026F, 0.028F), pixel));
  }

  Colour operator()(const Spot& at) const {
    if (at.x > left && at.x < right && at.y > top && at.y < bottom) {
      const float bar = std::min(std::abs(at.x - (left + right) / 2), std::abs(at.y - (top + 0.36F * (bottom - top))));
      const auto column = static_cast<std::size_t>(std::min(static_cast<int>((at.x - left) / pixel), view.width - 1));
      const auto row = static_cast<std::size_t>(std::min(static_cast<int>((at.y - top) / pixel), view.height - 1));
      // the view is a little too bright, as cameras have it
      const Colour seen = lighter(scaled(colour_of(outside[row * static_cast<std::size_t>(view.width) + column]), 0.5F), 116);
      return mixed_colour(seen, {30, 25, 22}, covered(bar - 0.006F, pixel));
    }
    const bool floor = at.y > 0.88F;
    const float paper = wave(24 * at.x) * wave(24 * at.y + 0.5F * std::floor(12 * at.x));
    Colour c = scaled({176, 160, 136}, 0.86F + 0.12F * paper);
    if (floor) {
      const float board = at.x / 0.09F + 2.2F * (at.y - 0.88F) * (at.x / width - 0.5F) * 9;
      c = scaled({150, 112, 76}, 0.7F +
                                     0.3F * speckle(static_cast<std::uint32_t>(static_cast<int>(std::floor(board)) + 99), 4) +
                                     0.15F * texture(90 * at.x, 8 * at.y, 7, 2));
      if (board - std::floor(board) < 0.04F) c = {60, 42, 30};
    }
    const float frame =
        box(at.x - (left + right) / 2, at.y - (top + bottom) / 2, (right - left) / 2 + 0.02F, (bottom - top) / 2 + 0.02F);
    if (frame < 0) c = {190, 176, 150};
    shelves(c, at);
    table(c, at);
    return lighter(scaled(c, 0.5F * light(at.x, at.y)), 2 + 0.6F * grain(at, 0));
  }
};

}  // namespace

void draw_room(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba) {
  const float pixel = 1.0F / static_cast<float>(extent.height), width = static_cast<float>(extent.width) * pixel;
  Room room{.width = width,
            .pixel = pixel,
            .seed = seed,
            .left = 0.56F * width,
            .right = 0.94F * width,
            .top = 0.1F,
            .bottom = 0.68F,
            .view = {},
            .outside = {}};
  room.view = {std::max(1, static_cast<int>((room.right - room.left) / pixel)),
               std::max(1, static_cast<int>((room.bottom - room.top) / pixel))};
  room.outside = valley(room.view, seed, false);
  paint(extent, rgba, room);
}

}  // namespace satscope::app
