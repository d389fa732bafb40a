// SPDX-License-Identifier: Apache-2.0
#include "app/sources/landscape.h"

#include <algorithm>
#include <cmath>

#include "app/sources/curves.h"
#include "app/sources/hash.h"

namespace satscope::app {
namespace {

using app::blend;
Colour blend(const Colour& from, const Colour& to, float part) {
  return {blend(from.r, to.r, part), blend(from.g, to.g, part), blend(from.b, to.b, part)};
}

// Colours and places of the scene.
constexpr Colour k_zenith{58, 104, 176}, k_sky{128, 176, 220}, k_horizon{252, 222, 182};
constexpr Colour k_sun{255, 246, 214}, k_glow{112, 74, 22}, k_cloud{255, 250, 244};
constexpr float k_sun_radius = 0.045F, k_glow_radius = 0.16F;
constexpr float k_sky_bottom = 0.62F;

struct HillShape {
  float base, height;  ///< of the ridge
  float per_x, speed;  ///< waves per height, heights per second
  float trees;         ///< height of the firs on the ridge
  Colour crest, foot;
  float mist_depth, texture;
};
constexpr HillShape k_hills[] = {
    {0.56F, 0.060F, 0.55F, 0.002F, 0.000F, {150, 172, 204}, {206, 208, 214}, 0.12F, 0},
    {0.63F, 0.055F, 0.80F, 0.005F, 0.000F, {104, 138, 160}, {172, 192, 190}, 0.14F, 4},
    {0.73F, 0.050F, 1.00F, 0.010F, 0.038F, {48, 84, 82}, {112, 150, 122}, 0.16F, 14},
    {0.84F, 0.040F, 0.70F, 0.020F, 0.000F, {116, 142, 62}, {58, 92, 40}, 0.22F, 38},
};

struct BalloonPath {
  float x, y, radius;  ///< x in picture widths
  float sway_seconds;
  Colour stripe, other;
};
constexpr BalloonPath k_balloons[] = {
    {0.44F, 0.30F, 0.092F, 61, {206, 52, 44}, {250, 232, 196}},
    {0.86F, 0.44F, 0.040F, 83, {40, 98, 150}, {246, 196, 78}},
};

constexpr int k_bayer[8][8] = {{0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26},
                               {12, 44, 4, 36, 14, 46, 6, 38}, {60, 28, 52, 20, 62, 30, 54, 22},
                               {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25},
                               {15, 47, 7, 39, 13, 45, 5, 37}, {63, 31, 55, 23, 61, 29, 53, 21}};

}  // namespace

Landscape::Landscape(Extent extent, double seconds, bool with_sheet)
    : extent_(extent), seconds_(seconds), pixel_(1.0F / static_cast<float>(extent.height)) {
  const std::size_t columns = static_cast<std::size_t>(extent.width);
  const float width = static_cast<float>(extent.width) * pixel_;
  x_.resize(columns);
  for (std::size_t i = 0; i < columns; ++i) x_[i] = (static_cast<float>(static_cast<int>(i)) + 0.5F) * pixel_;
  for (auto* channel : {&r_, &g_, &b_}) channel->resize(columns);
  for (std::size_t row = 0; row < 8; ++row) {
    dither_[row].resize(columns);
    for (std::size_t i = 0; i < columns; ++i) dither_[row][i] = (static_cast<float>(k_bayer[row][i % 8]) + 0.5F) / 64;
  }

  sun_x_ = width * (0.68F + 0.12F * wave(fraction(seconds / 127)));
  sun_y_ = 0.24F + 0.05F * wave(fraction(seconds / 127 + 0.25));

  // flat waves that run against each other; their turns per height are not multiples, so that no pattern repeats
  constexpr float k_waves[][3] = {{0.61F, 1.9F, 1.0F},  {-0.93F, 2.7F, 0.8F},  {1.57F, 4.3F, 0.6F},  {-2.41F, 6.1F, 0.42F},
                                  {4.13F, 9.7F, 0.26F}, {-6.7F, 14.9F, 0.18F}, {10.9F, 23.3F, 0.11F}};
  for (const auto& [per_x, per_y, weight] : k_waves) {
    CloudWave cloud{.per_x = per_x, .per_y = per_y, .weight = weight, .phase = 0, .sine = {}, .cosine = {}};
    const double index = static_cast<double>(clouds_.size());
    cloud.phase = fraction(index * 0.381966 + seconds * (0.011 + 0.003 * index) * (per_x < 0 ? 1 : -1));
    cloud.sine.resize(columns);
    cloud.cosine.resize(columns);
    for (std::size_t i = 0; i < columns; ++i) {
      cloud.sine[i] = wave(per_x * x_[i]);
      cloud.cosine[i] = wave(per_x * x_[i] + 0.25F);
    }
    clouds_.push_back(std::move(cloud));
  }

  for (const HillShape& shape : k_hills) {
    Hill hill{.ridge = std::vector<float>(columns),
              .light = std::vector<float>(columns),
              .highest = 2,
              .lowest = -1,
              .crest = shape.crest,
              .foot = shape.foot,
              .mist_depth = shape.mist_depth,
              .texture = shape.texture,
              .scrolled = 0};
    // whole pixels, so that a range's speckle moves with its ridge
    const double scrolled = std::floor(shape.speed * seconds / static_cast<double>(pixel_));
    hill.scrolled = static_cast<std::uint32_t>(static_cast<std::uint64_t>(std::fmod(scrolled, 4294967296.0)));
    const float shift = static_cast<float>(std::fmod(scrolled * static_cast<double>(pixel_), 4096.0)) + 3.7F * shape.base;
    for (std::size_t i = 0; i < columns; ++i) {
      const float at = (x_[i] + shift) * shape.per_x;
      const float slow = wave(at), quick = wave(2.3F * at + 0.3F), fine = wave(5.1F * at + 0.7F), rough = wave(13.7F * at);
      hill.ridge[i] = shape.base - shape.height * (0.55F * slow + 0.3F * quick + 0.13F * fine + 0.03F * rough);
      // the slope by the cosines of the same waves: ridges are lit where they fall towards the sun
      const float slope = 0.55F * wave(at + 0.25F) + 0.69F * wave(2.3F * at + 0.55F) + 0.6F * wave(5.1F * at + 0.95F);
      hill.light[i] = 1 - 0.075F * slope;
    }
    if (shape.trees > 0) {
      constexpr float k_firs_per_height = 58;
      for (std::size_t i = 0; i < columns; ++i) {
        const float at = (x_[i] + shift) * k_firs_per_height;
        const float cell = std::floor(at), within = 2 * (at - cell) - 1;
        const auto which = static_cast<std::uint32_t>(static_cast<std::int64_t>(cell));
        const float size = 0.35F + 0.65F * speckle(which, 7);
        hill.ridge[i] -= shape.trees * size * (1 - (within < 0 ? -within : within));
      }
    }
    for (const float height : hill.ridge) {
      hill.highest = std::min(hill.highest, height);
      hill.lowest = std::max(hill.lowest, height);
    }
    hills_.push_back(std::move(hill));
  }

  for (const BalloonPath& path : k_balloons)
    balloons_.push_back({.x = width * path.x + 0.11F * wave(fraction(seconds / static_cast<double>(path.sway_seconds))),
                         .y = path.y + 0.03F * wave(fraction(seconds * 2.3 / static_cast<double>(path.sway_seconds))),
                         .radius = path.radius,
                         .stripe = path.stripe,
                         .other = path.other});

  constexpr int k_sheet_columns = 60, k_sheet_rows = 40;  // in units
  sheet_.unit = with_sheet ? std::min(extent.height / 130, extent.width / 130) : 0;
  sheet_.width = k_sheet_columns * sheet_.unit;
  sheet_.height = k_sheet_rows * sheet_.unit;
  sheet_.left = 5 * sheet_.unit;
  sheet_.top = extent.height - sheet_.height - 5 * sheet_.unit;
}

SATSCOPE_WIDE void Landscape::draw_sky(float y) {
  const float down = clamp01(y / k_sky_bottom);
  const Colour air = down < 0.5F ? blend(k_zenith, k_sky, smooth(down * 2)) : blend(k_sky, k_horizon, smooth(down * 2 - 1));
  const float up = y - sun_y_, scale = 1 / (k_glow_radius * k_glow_radius), edge = 1 / (2 * k_sun_radius * pixel_);
  for (std::size_t i = 0; i < r_.size(); ++i) {
    const float across = x_[i] - sun_x_, distance2 = across * across + up * up;
    const float glow = 1 / (1 + distance2 * scale);
    const float disc = clamp01((k_sun_radius * k_sun_radius - distance2) * edge + 0.5F);
    r_[i] = blend(air.r + k_glow.r * glow, k_sun.r, disc);
    g_[i] = blend(air.g + k_glow.g * glow, k_sun.g, disc);
    b_[i] = blend(air.b + k_glow.b * glow, k_sun.b, disc);
  }
}

SATSCOPE_WIDE void Landscape::draw_clouds(float y) {
  constexpr float k_top = -0.05F, k_bottom = 0.52F;
  if (y > k_bottom) return;
  // clouds flatten towards the horizon, and thin out at both ends
  const float high = (y - k_top) / (k_bottom - k_top);
  const float cover = 0.75F * smooth(clamp01(4 * high)) * smooth(clamp01(2.5F * (1 - high)));
  const float perspective = y * (1 + 0.8F * y);
  const std::size_t columns = r_.size();
  for (auto* sum : {&coarse_, &fine_}) sum->assign(columns, 0);
  constexpr std::size_t k_coarse_waves = 3;
  for (std::size_t k = 0; k < clouds_.size(); ++k) {
    const CloudWave& cloud = clouds_[k];
    const float turns = cloud.per_y * perspective + cloud.phase;
    const float of_sine = cloud.weight * wave(turns + 0.25F), of_cosine = cloud.weight * wave(turns);
    // local pointers, here and below: only then does the compiler see that no store changes them
    const float *const sine = cloud.sine.data(), *const cosine = cloud.cosine.data();
    float* const sum = (k < k_coarse_waves ? coarse_ : fine_).data();
    for (std::size_t i = 0; i < columns; ++i) sum[i] = sum[i] + sine[i] * of_sine + cosine[i] * of_cosine;
  }
  const float *const coarse = coarse_.data(), *const fine = fine_.data();
  float *const r = r_.data(), *const g = g_.data(), *const b = b_.data();
  for (std::size_t i = 0; i < columns; ++i) {
    const float density = cover * smooth(clamp01(0.55F * coarse[i] + 0.6F * fine[i]));
    const float lit = 1 - 0.05F * clamp01(coarse[i]);  // thick parts are a little darker, and bluer
    r[i] = blend(r[i], k_cloud.r * lit, density);
    g[i] = blend(g[i], k_cloud.g * lit, density);
    b[i] = blend(b[i], k_cloud.b * (0.4F + 0.6F * lit), density);
  }
}

SATSCOPE_WIDE void Landscape::draw_hill(const Hill& hill, int row, float y) {
  const float sharp = 1 / pixel_, mist = 1 / hill.mist_depth;
  const auto speckle_row = static_cast<std::uint32_t>(row);
  const bool speckled = hill.texture > 0;
  const Colour crest = hill.crest, foot = hill.foot;
  const float *const ridge = hill.ridge.data(), *const lit = hill.light.data();
  const float texture = hill.texture;
  const std::uint32_t scrolled = hill.scrolled;
  float *const r = r_.data(), *const g = g_.data(), *const b = b_.data();
  for (std::size_t i = 0, columns = r_.size(); i < columns; ++i) {
    const float depth = y - ridge[i];
    const float covered = clamp01(depth * sharp + 0.5F);
    const float down = clamp01(depth * mist);
    float light = lit[i];
    if (speckled) {
      const float grain = speckle(static_cast<std::uint32_t>(i) + scrolled, speckle_row) - 0.5F;
      light += grain * texture * (0.4F + 0.6F * down) * (1.0F / 128);
    }
    r[i] = blend(r[i], blend(crest.r, foot.r, down) * light, covered);
    g[i] = blend(g[i], blend(crest.g, foot.g, down) * light, covered);
    b[i] = blend(b[i], blend(crest.b, foot.b, down) * light, covered);
  }
}

void Landscape::draw_balloon(const Balloon& balloon, float y) {
  constexpr float k_waist = 1.0F, k_mouth = 1.28F, k_basket_top = 1.55F, k_basket_bottom = 1.8F, k_stripes = 3.5F;
  const float down = (y - balloon.y) / balloon.radius;  // in radii below the middle of the envelope
  if (down < -k_waist || down > k_basket_bottom) return;
  // half the width: a ball above, drawn in to the mouth below; then ropes, then the basket
  float half;
  if (down <= 0.45F)
    half = std::sqrt(std::max(0.0F, 1 - down * down));
  else if (down <= k_mouth)
    half = blend(0.893F, 0.2F, (down - 0.45F) / (k_mouth - 0.45F));
  else
    half = 0.2F;
  const int from = std::max(0, static_cast<int>((balloon.x - balloon.radius) / pixel_) - 1);
  const int to = std::min(extent_.width, static_cast<int>((balloon.x + balloon.radius) / pixel_) + 2);
  for (int column = from; column < to; ++column) {
    const auto i = static_cast<std::size_t>(column);
    const float across = (x_[i] - balloon.x) / balloon.radius;
    const float inside = clamp01((half - std::abs(across)) * balloon.radius / pixel_ + 0.5F);
    if (inside <= 0) continue;
    Colour paint;
    float part = inside;
    if (down <= k_mouth) {
      const float around = std::asin(std::clamp(across / half, -1.0F, 1.0F));  // the stripes run down a round body
      const float stripe = around * (2 * k_stripes / 3.14159265F) + 8;
      const float light = 0.86F + 0.26F * across - 0.22F * down;
      paint = (static_cast<int>(stripe + 0.5F) & 1) ? balloon.other : balloon.stripe;
      paint = blend({0, 0, 0}, paint, light);
    } else if (down < k_basket_top) {
      const bool rope = std::abs(std::abs(across) - 0.17F) * balloon.radius < 0.6F * pixel_;
      if (!rope) continue;
      paint = {70, 52, 40};
    } else {
      paint = {122, 82, 44};
      part *= down > k_basket_top ? 1.0F : 0.0F;
    }
    r_[i] = blend(r_[i], paint.r, part);
    g_[i] = blend(g_[i], paint.g, part);
    b_[i] = blend(b_[i], paint.b, part);
  }
}

void Landscape::draw_sheet(int row) {
  const int unit = sheet_.unit;
  if (unit < 1 || row < sheet_.top || row >= sheet_.top + sheet_.height + unit) return;
  const auto darken = [&](int from, int to, float part) {
    for (int column = std::max(0, from); column < std::min(extent_.width, to); ++column) {
      const auto i = static_cast<std::size_t>(column);
      r_[i] *= part;
      g_[i] *= part;
      b_[i] *= part;
    }
  };
  const auto fill = [&](int from, int to, float grey) {
    for (int column = std::max(0, from); column < std::min(extent_.width, to); ++column) {
      const auto i = static_cast<std::size_t>(column);
      r_[i] = g_[i] = b_[i] = grey;
    }
  };
  // the shadow that the sheet throws on the grass
  if (row >= sheet_.top + unit) darken(sheet_.left + unit, sheet_.left + sheet_.width + unit, 0.55F);
  if (row >= sheet_.top + sheet_.height) return;

  constexpr float k_paper = 244, k_ink = 26;
  const int left = sheet_.left, line = (row - sheet_.top) / unit;
  fill(left, left + sheet_.width, k_paper);
  const auto print = [&](int from, int units, float grey) { fill(left + from * unit, left + (from + units) * unit, grey); };
  if (line >= 3 && line < 6) {
    print(4, 26, k_ink);  // the title
  } else if (line >= 9 && line < 29) {
    // lines of words: two units of print, two of space; a word's letters are strokes with gaps
    const int text_line = (line - 9) / 4;
    if ((line - 9) % 4 < 2) {
      const int end = text_line == 4 ? 24 : 36;
      for (int at = 4, word = 0; at < end; ++word) {
        const int letters = 2 + noise_byte(static_cast<std::uint64_t>(text_line) + 3, static_cast<std::uint64_t>(word)) % 5;
        for (int letter = 0; letter < letters && at < end; ++letter, ++at) {
          const bool tall = noise_byte(static_cast<std::uint64_t>(text_line) + 90, static_cast<std::uint64_t>(at)) & 1;
          if (tall || (line - 9) % 4 == 1) fill(left + at * unit, left + (at + 1) * unit - std::max(1, unit / 3), k_ink);
        }
        ++at;
      }
    }
    // beside the text a checkerboard of single units
    if (line >= 10 && line < 28)
      for (int square = 39; square < 57; ++square)
        if ((square + line) % 2 == 0) print(square, 1, k_ink);
  } else if (line >= 31 && line < 37) {
    for (int step = 0; step < 13; ++step) print(4 + 4 * step, 4, static_cast<float>(20 * step));  // 0, 20, ... 240
  }
  // a soft shade lies over half of it and wanders
  const float height = static_cast<float>(sheet_.height);
  const float middle =
      static_cast<float>(left) + static_cast<float>(sheet_.width) * (0.62F + 0.2F * wave(fraction(seconds_ / 29)));
  const float slant = 0.35F * (static_cast<float>(row - sheet_.top) - 0.5F * height);
  for (int column = left; column < std::min(extent_.width, left + sheet_.width); ++column) {
    const auto i = static_cast<std::size_t>(column);
    const float lit = 1 - 0.52F * smooth(clamp01((static_cast<float>(column) - middle - slant) / (0.22F * height) + 0.5F));
    r_[i] *= lit;
    g_[i] *= lit;
    b_[i] *= blend(1, lit, 0.94F);  // shade is a little bluer than light
  }
}

SATSCOPE_WIDE void Landscape::pack(int row, std::span<std::uint32_t> rgba) const {
  const auto& dither = dither_[static_cast<std::size_t>(row % 8)];
  const auto byte = [](float v, float threshold) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(255 * clamp01(v * (1.0F / 255)) + threshold * 0.999F));
  };
  for (std::size_t i = 0; i < r_.size(); ++i) {
    const float threshold = dither[i];  // turns the rounding of a smooth gradient into grain that the eye does not see
    rgba[i] = 0xFF000000U | byte(b_[i], threshold) << 16 | byte(g_[i], threshold) << 8 | byte(r_[i], threshold);
  }
}

void Landscape::draw_row(int y, std::span<std::uint32_t> rgba) {
  const float at = (static_cast<float>(y) + 0.5F) * pixel_;
  // rows that are hidden need not be drawn: start with the nearest range that covers the whole row
  std::size_t first = hills_.size();
  while (first > 0 && at - pixel_ <= hills_[first - 1].lowest) --first;
  if (first == 0) {
    draw_sky(at);
    draw_clouds(at);
  } else {
    draw_hill(hills_[first - 1], y, at);
  }
  for (std::size_t i = first; i < hills_.size(); ++i)
    if (at + pixel_ >= hills_[i].highest) draw_hill(hills_[i], y, at);
  for (const Balloon& balloon : balloons_) draw_balloon(balloon, at);
  draw_sheet(y);
  pack(y, rgba);
}

}  // namespace satscope::app
