// SPDX-License-Identifier: Apache-2.0
// A face before lights that are out of focus, taken in too little light: smooth skin, hard edges of hair, eyes and lips, and
// the grain of a sensor over all of it. A filter that keeps edges takes the grain away and leaves the face.
#include "app/sources/scenes/paint.h"
#include "app/sources/scenes/scenes.h"

namespace satscope::app {
namespace {

using namespace scene;

constexpr float k_face_y = 0.455F, k_face_wide = 0.192F, k_face_high = 0.262F;
constexpr Colour k_skin{232, 178, 146}, k_shade{118, 66, 58}, k_blush{226, 120, 104};

/// Light on a round body at (u, v) of its unit circle, from the upper left.
float lit(float u, float v) {
  const float w = std::sqrt(std::max(0.0F, 1 - u * u - v * v));
  return std::max(0.0F, -0.46F * u - 0.42F * v + 0.78F * w);
}

Colour skin(float light) { return mixed_colour(k_shade, k_skin, clamp01(0.16F + 0.98F * light)); }

struct Portrait {
  float middle, pixel;
  std::uint64_t seed;

  Colour background(const Spot& at) const {
    Colour air = mixed_colour({24, 44, 52}, {60, 52, 74}, clamp01(at.y));
    for (std::uint64_t i = 0; i < 34; ++i) {
      const float x = 2 * middle * chance(seed + 1, 4 * i), y = 0.95F * chance(seed + 1, 4 * i + 1);
      const float size = 0.03F + 0.05F * chance(seed + 1, 4 * i + 2), kind = chance(seed + 1, 4 * i + 3);
      const Colour light = kind < 0.4F ? Colour{255, 190, 96} : kind < 0.7F ? Colour{120, 200, 214} : Colour{236, 110, 100};
      const float distance = std::sqrt((at.x - x) * (at.x - x) + (at.y - y) * (at.y - y)) - size;
      air = mixed_colour(air, light, 0.4F * within(distance, 0.008F));
    }
    return air;
  }

  /// Strands along a direction: fine light and dark lines.
  static Colour hair(float along, float across) {
    const float strand = texture(9 * along, 150 * across, 21, 2), lock = cloud(2 * along, 14 * across, 5);
    return mixed_colour({30, 17, 13}, {150, 88, 48}, clamp01(1.25F * strand * strand + 0.7F * lock - 0.42F));
  }

  void shoulders(Colour& c, const Spot& at, float x) const {
    const float y = at.y - 1.16F, distance = ellipse(x, y, 0.5F, 0.38F);
    const float rib = 0.86F + 0.14F * wave(110 * x + 0.4F * cloud(30 * x, 30 * at.y, 3));
    const float light = lit(0.8F * x / 0.5F, 0.8F * y / 0.38F);
    c = mixed_colour(c, scaled({58, 84, 128}, (0.35F + 0.9F * light) * rib), covered(distance, pixel));
    const float neck = std::max(std::abs(x) - 0.094F - 0.05F * clamp01((at.y - 0.72F) / 0.14F), std::abs(at.y - 0.72F) - 0.14F);
    const float under_chin = within(ellipse(x, at.y - 0.665F, 0.15F, 0.08F), 0.05F);
    c = mixed_colour(c, skin(lit(x / 0.16F, 0.1F) * (1 - 0.62F * under_chin)), covered(neck, pixel));
    const float collar = std::abs(ellipse(x, at.y - 0.845F, 0.155F, 0.062F)) - 0.012F;
    if (at.y > 0.835F) c = mixed_colour(c, {40, 58, 96}, covered(collar, pixel));
  }

  void face(Colour& c, const Spot& at, float x) const {
    const float y = at.y - k_face_y;
    // narrower towards the chin
    const float wide = k_face_wide * (1 - 0.24F * smooth(clamp01((y - 0.02F) / 0.26F)));
    for (const float side : {-1.0F, 1.0F}) {
      const float ear = ellipse(x - side * 0.192F, y - 0.006F, 0.028F, 0.055F);
      c = mixed_colour(c, skin(0.5F - 0.18F * side), covered(ear, pixel));
    }
    const float u = x / wide, v = y / k_face_high;
    Colour tone = skin(lit(0.92F * u, 0.92F * v));
    for (const float side : {-1.0F, 1.0F})
      tone = mixed_colour(tone, k_blush,
                          0.34F * glow(std::sqrt((x - side * 0.1F) * (x - side * 0.1F) + (y - 0.075F) * (y - 0.075F)), 0.06F));
    // the nose: a ridge that catches the light, and its shadow
    if (y > -0.075F && y < 0.1F) {
      const float ridge = 0.012F + 0.01F * clamp01((y + 0.06F) / 0.14F),
                  fade = smooth(clamp01((y + 0.075F) / 0.06F)) * smooth(clamp01((0.1F - y) / 0.02F));
      tone = mixed_colour(tone, {250, 214, 188}, 0.4F * fade * within(std::abs(x + 0.006F) - 0.4F * ridge, 0.012F));
      tone = mixed_colour(tone, k_shade, 0.4F * fade * within(std::abs(x - 1.7F * ridge) - 0.5F * ridge, 0.016F));
    }
    tone = mixed_colour(tone, k_shade, 0.35F * within(ellipse(x, y - 0.098F, 0.034F, 0.01F), 0.014F));
    for (const float side : {-1.0F, 1.0F})
      tone = mixed_colour(tone, {82, 38, 34}, 0.8F * within(ellipse(x - side * 0.016F, y - 0.091F, 0.007F, 0.0042F), 0.004F));
    // freckles, darker where there are many
    const float spots = cloud(210 * x, 210 * y, 8);
    const float where = glow(std::sqrt(x * x * 0.3F + (y - 0.055F) * (y - 0.055F)), 0.05F);
    tone = mixed_colour(tone, {176, 108, 82}, 0.55F * where * smooth(clamp01((spots - 0.8F) / 0.1F)));
    eyes(tone, x, y);
    mouth(tone, x, y - 0.158F);
    c = mixed_colour(c, tone, covered(ellipse(x, y, wide, k_face_high), pixel));
  }

  void eyes(Colour& tone, float x, float y) const {
    for (const float side : {-1.0F, 1.0F}) {
      const float ex = x - side * 0.08F, ey = y + 0.03F;
      tone = mixed_colour(tone, k_shade, 0.42F * within(ellipse(ex, ey + 0.004F, 0.05F, 0.033F), 0.03F));
      // an almond: two arcs
      const float lid = std::abs(ex) / 0.037F, upper = -0.0185F * (1 - lid * lid), lower = 0.0125F * (1 - lid * lid);
      const float open = std::max(upper - ey, ey - lower);
      Colour eye =
          mixed_colour({236, 230, 224}, {150, 138, 140}, clamp01(lid * lid + 0.5F * clamp01((0.004F - (ey - upper)) / 0.01F)));
      const float r = std::sqrt(ex * ex + (ey + 0.002F) * (ey + 0.002F));
      const float rays = 0.7F + 0.5F * cloud(40 * ex / (r + 0.002F), 40 * ey / (r + 0.002F), 12);
      eye = mixed_colour(eye, scaled({86, 124, 96}, rays), covered(r - 0.0155F, pixel));
      eye = mixed_colour(eye, {30, 34, 30}, 0.8F * covered(std::abs(r - 0.0152F) - 0.0012F, pixel));
      eye = mixed_colour(eye, {8, 8, 10}, covered(r - 0.0066F, pixel));
      eye = mixed_colour(eye, {255, 255, 252}, covered(ellipse(ex + 0.005F, ey + 0.0065F, 0.0034F, 0.0034F), pixel));
      tone = mixed_colour(tone, eye, covered(open, pixel));
      if (lid < 1.08F) tone = mixed_colour(tone, {34, 20, 18}, covered(std::abs(ey - upper + 0.001F) - 0.0026F, pixel));
      // the brow, in strokes
      const float out = side * ex;
      const float by = y + 0.079F + 0.1F * out - (out > 0.012F ? 3.4F * (out - 0.012F) * (out - 0.012F) : 0);
      const float brow = std::max(std::abs(by) - 0.0085F * (1 - 0.5F * clamp01(side * ex / 0.055F)), std::abs(ex) - 0.054F);
      const float hairs = 0.7F + 0.5F * cloud(170 * (ex + side * 0.8F * by), 40 * by, 4);
      tone = mixed_colour(tone, {66, 40, 28}, 0.85F * clamp01(hairs) * within(brow, 0.004F));
    }
  }

  void mouth(Colour& tone, float x, float y) const {
    const float part = std::abs(x) / 0.068F;
    if (part > 1.05F) return;
    const float bow = 0.0035F * (1 - clamp01(std::abs(x) / 0.016F));  // the dip in the middle of the upper lip
    const float smile = -0.013F * part * part, seam = smile;
    const float top = -0.0165F * (1 - part * part) + bow + smile, bottom = 0.021F * (1 - part * part) + smile;
    const float light = clamp01(0.62F - 0.25F * x / 0.068F + 9 * (y > seam ? (0.012F - std::abs(y - seam - 0.01F)) : -0.008F));
    const Colour lip = mixed_colour({118, 40, 46}, {214, 104, 102}, light);
    tone = mixed_colour(tone, lip, covered(std::max(top - y, y - bottom), 1.5F * pixel));
    tone = mixed_colour(tone, {252, 206, 200}, 0.5F * within(ellipse(x + 0.016F, y - 0.0105F, 0.016F, 0.0028F), 0.004F));
    tone = mixed_colour(tone, {70, 22, 26}, 0.9F * covered(std::abs(y - seam) - 0.0016F, pixel));
  }

  Colour operator()(const Spot& at) const {
    const float x = at.x - middle;
    Colour c = background(at);
    // hair behind the face, falling to the shoulders
    const float fall = std::max(ellipse(x, at.y - 0.43F, 0.262F, 0.33F), -1.0F);
    const float locks = std::max(std::abs(x) - 0.25F - 0.02F * wave(3 * at.y), std::max(0.4F - at.y, at.y - 0.9F));
    const float edge = 0.012F * (cloud(60 * at.x, 6 * at.y, 2) - 0.5F);
    c = mixed_colour(c, scaled(hair(at.y, x / (0.6F + 0.5F * at.y)), 0.8F), covered(std::min(fall, locks) + edge, pixel));
    shoulders(c, at, x);
    face(c, at, x);
    // hair before it: parted on one side, sweeping over the forehead
    const float parting = x + 0.045F,
                sweep = parting < 0 ? 0.62F * parting * parting / 0.09F : 0.40F * parting * parting / 0.06F;
    const float line = 0.235F + sweep + 0.008F * (cloud(50 * x, 3, 6) - 0.5F);
    const float front = std::max(at.y - line, ellipse(x, at.y - 0.43F, 0.262F, 0.33F));
    const float angle = parting / (0.05F + std::abs(at.y - 0.1F));
    Colour strands = hair(2 * at.y + std::abs(parting), 0.25F * angle);
    const float shine = glow(at.y - 0.19F - 0.4F * x * x, 0.035F) * clamp01(1 - 2.4F * std::abs(x + 0.07F));
    strands = mixed_colour(strands, {222, 164, 108}, 0.5F * shine);
    c = mixed_colour(c, strands, covered(front, pixel));
    // too little light: grain in every channel, the most in blue
    return {c.r + 15 * grain(at, 1), c.g + 13 * grain(at, 2), c.b + 19 * grain(at, 3)};
  }
};

}  // namespace

void draw_portrait(Extent extent, std::uint64_t seed, std::span<std::uint32_t> rgba) {
  const float pixel = 1.0F / static_cast<float>(extent.height);
  paint(extent, rgba, Portrait{0.5F * static_cast<float>(extent.width) * pixel, pixel, seed});
}

}  // namespace satscope::app
