// SPDX-License-Identifier: Apache-2.0
#include "app/render/colouring.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "app/render/texel_rows.h"
#include "kernels/filters/luma_pass.h"
#include "kernels/simt/thread_pool.h"
#include "kernels/wide.h"

namespace satscope::app {
namespace {

constexpr int k_rows_at_once = 32;  ///< that a thread takes
constexpr int k_outside_left = -1;

// ---------------------------------------------------------------- where the samples of a pixel lie

/// Along one axis, in the shader's own floats, so that both round alike.
struct Axis {
  int centre;
  float inside, per_pixel, half_view;
  int samples;

  Axis(int its_centre, float its_inside, float its_per_pixel, int view)
      : centre(its_centre),
        inside(its_inside),
        per_pixel(its_per_pixel),
        half_view(static_cast<float>(view) / 2),
        samples(static_cast<int>(std::clamp(std::ceil(its_per_pixel - 0.001F), 1.0F, static_cast<float>(k_most_samples)))) {}

  float position(int pixel) const { return inside + (static_cast<float>(pixel) + 0.5F - half_view) * per_pixel; }
  int texel_at(float place) const {
    constexpr float k_far = 1e9F;  // because: what lies beyond is outside of every picture, and fits into an int
    return centre + static_cast<int>(std::clamp(std::floor(place), -k_far, k_far));
  }
  /// The texel that a sample of a pixel reads.
  int texel(int pixel, int sample) const {
    const float within = ((static_cast<float>(sample) + 0.5F) / static_cast<float>(samples) - 0.5F) * per_pixel;
    return texel_at(position(pixel) + within);
  }
  /// Whether the line before a texel lies on this pixel.
  bool on_line(int pixel) const {
    const float place = position(pixel);
    return place - std::floor(place) < per_pixel;
  }
};

Axis across(const TexelLook& look) { return {look.centre_x, look.inside_x, look.per_pixel_x, look.view.width}; }
Axis down(const TexelLook& look) { return {look.centre_y, look.inside_y, look.per_pixel_y, look.view.height}; }

bool has_grid(const TexelLook& look) {
  return look.grid && std::max(look.per_pixel_x, look.per_pixel_y) * k_smallest_grid <= 1;
}

// ---------------------------------------------------------------- which entries of a row they are

/// A row in memory: the background, the needed texels, the background behind the last one; with a grid all of it once more,
/// as it looks on lines.
struct RowPlan {
  TexelColumns columns;
  int samples = 1;                           ///< of a pixel, along the row
  std::vector<std::uint32_t> picks;          ///< entries of the samples of each pixel
  std::vector<std::uint32_t> picks_on_line;  ///< the same in a row that a line of the grid lies on

  std::size_t end() const { return columns.count + 1; }
  std::size_t entries() const { return columns.count + 2; }
};

TexelColumns columns_of(const std::vector<int>& wanted, int width) {
  TexelColumns columns;
  std::vector<int> each;
  int before = k_outside_left;
  for (const int x : wanted) {
    if (x < 0 || x >= width || x == before) continue;
    each.push_back(x);
    before = x;
  }
  if (each.empty()) return columns;
  columns.first = each.front();
  const std::size_t from_first_to_last = static_cast<std::size_t>(each.back() - each.front()) + 1;
  // a row without gaps is read as it lies, even if some of it is for nothing
  const bool whole = from_first_to_last <= each.size() + each.size() / 4;
  columns.count = whole ? from_first_to_last : each.size();
  if (!whole) columns.each = std::move(each);
  return columns;
}

RowPlan plan_row(const TexelLook& look) {
  const Axis axis = across(look);
  const int width = look.texels.width;
  std::vector<int> wanted;
  wanted.reserve(static_cast<std::size_t>(look.view.width) * static_cast<std::size_t>(axis.samples));
  for (int x = 0; x < look.view.width; ++x)
    for (int i = 0; i < axis.samples; ++i) wanted.push_back(axis.texel(x, i));
  RowPlan plan{.columns = columns_of(wanted, width), .samples = axis.samples, .picks = {}, .picks_on_line = {}};
  std::size_t seen = 0;  // because: wanted texels never go back
  const auto entry = [&](int x) -> std::uint32_t {
    if (x < 0) return 0;
    if (x >= width) return static_cast<std::uint32_t>(plan.end());
    if (plan.columns.each.empty()) return static_cast<std::uint32_t>(x - plan.columns.first + 1);
    while (plan.columns.each[seen] < x) ++seen;
    return static_cast<std::uint32_t>(seen + 1);
  };
  for (const int x : wanted) plan.picks.push_back(entry(x));
  if (!has_grid(look)) return plan;
  const auto lined = static_cast<std::uint32_t>(plan.entries());
  plan.picks_on_line = plan.picks;
  for (int x = 0; x < look.view.width; ++x) {
    const auto i = static_cast<std::size_t>(x);
    const bool on_line = axis.on_line(x), inside = wanted[i] >= 0 && wanted[i] < width, at_end = wanted[i] == width;
    if (on_line && (inside || at_end)) plan.picks[i] += lined;
    if (inside || (at_end && on_line)) plan.picks_on_line[i] += lined;
  }
  return plan;
}

// ---------------------------------------------------------------- loops

SATSCOPE_WIDE void add_row(const DeepColour* __restrict from, DeepColour* __restrict to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] += from[i];
}

template <int samples>
void pick(const DeepColour* row, const std::uint32_t* picks, DeepColour* to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x, picks += samples) {
    DeepColour sum = row[picks[0]];
    for (int i = 1; i < samples; ++i) sum += row[picks[i]];
    to[x] = sum;
  }
}

/// Sums of colours become levels; share: 2^20 / (samples * k_deep_per_level).
SATSCOPE_WIDE void to_levels(const std::uint16_t* __restrict sums, std::uint32_t share, std::uint8_t* __restrict levels,
                             std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) levels[i] = static_cast<std::uint8_t>((sums[i] * share + (1U << 19)) >> 20);
}

/// A colour on a line of the grid, which is light on dark and dark on light.
class GridLine {
 public:
  explicit GridLine(const TexelLook& look) {
    const float narrow = std::max(look.per_pixel_x, look.per_pixel_y);
    strength_ = 0.35F * std::clamp(1 / narrow / k_smallest_grid - 0.8F, 0.2F, 1.0F);
  }
  DeepColour on(DeepColour below) const {
    constexpr LumaWeights weights;
    constexpr float k_white = 255.0F * k_deep_per_level;
    const std::array part{static_cast<float>(below & 0xffff), static_cast<float>(below >> 16 & 0xffff),
                          static_cast<float>(below >> 32 & 0xffff)};
    const float light = (part[0] * weights.r + part[1] * weights.g + part[2] * weights.b) / weights.sum;
    const float line = light > 0.5F * k_white ? 0 : k_white;
    DeepColour colour = below & ~DeepColour{0xffffffffffff};
    for (int channel = 0; channel < 3; ++channel) {
      const float mixed = part[static_cast<std::size_t>(channel)] * (1 - strength_) + line * strength_;
      colour |= static_cast<DeepColour>(mixed + 0.5F) << (16 * channel);
    }
    return colour;
  }

 private:
  float strength_;
};

// ---------------------------------------------------------------- rows of pixels

/// What the threads of one view share.
struct ViewPlan {
  const TexelLook& look;
  const HostTexels& texels;
  const DeepMap& map;
  const Colouring::Canvas& to;
  RowPlan row;
  Axis down;
  DeepColour background;
  std::optional<GridLine> grid;
};

/// One thread's room.
class Bench {
 public:
  void begin(const ViewPlan& plan);
  void colour_rows(int from, int to);

 private:
  /// What a row of pixels shows: equal rows look equal.
  struct Shows {
    std::array<int, k_most_samples> texels{};
    bool on_line = false;
    bool operator==(const Shows&) const = default;
  };
  struct Kept {
    int texel = k_outside_left;  ///< row of texels
    std::vector<DeepColour> colours;
  };

  bool outside(int texel) const { return texel < 0 || texel >= plan_->look.texels.height; }
  Shows shows(int y) const;
  const DeepColour* coloured(int texel);
  void colour_row(const Shows& shows, std::uint32_t* to);

  const ViewPlan* plan_ = nullptr;
  TexelRows rows_;
  std::array<Kept, 2 * k_most_samples> kept_;  ///< the rows above are often needed again
  std::vector<DeepColour> outside_, sums_, picked_;
};

void Bench::begin(const ViewPlan& plan) {
  plan_ = &plan;
  rows_.begin(plan.look, plan.texels, plan.map, plan.row.columns);
  for (Kept& kept : kept_) kept.texel = k_outside_left;
  const std::size_t entries = plan.row.entries();
  outside_.assign(entries * (plan.grid ? 2 : 1), plan.background);
  if (plan.grid)
    std::fill(outside_.begin() + static_cast<std::ptrdiff_t>(entries), outside_.end(), plan.grid->on(plan.background));
  sums_.resize(entries);
  picked_.resize(static_cast<std::size_t>(plan.look.view.width));
}

Bench::Shows Bench::shows(int y) const {
  Shows shows;
  for (int i = 0; i < plan_->down.samples; ++i) shows.texels[static_cast<std::size_t>(i)] = plan_->down.texel(y, i);
  if (!plan_->grid) return shows;
  const int texel = shows.texels[0];
  shows.on_line = texel >= 0 && texel <= plan_->look.texels.height && plan_->down.on_line(y);
  return shows;
}

/// The entries of a row of texels.
const DeepColour* Bench::coloured(int texel) {
  if (outside(texel)) return outside_.data();
  Kept& kept = kept_[static_cast<std::size_t>(texel) % kept_.size()];
  if (kept.texel == texel) return kept.colours.data();
  kept.texel = texel;
  kept.colours.resize(outside_.size());
  const std::size_t count = plan_->row.columns.count, entries = plan_->row.entries();
  kept.colours.front() = kept.colours[plan_->row.end()] = plan_->background;
  if (count > 0) rows_.colour(texel, kept.colours.data() + 1);
  if (plan_->grid)
    std::transform(kept.colours.begin(), kept.colours.begin() + static_cast<std::ptrdiff_t>(entries),
                   kept.colours.begin() + static_cast<std::ptrdiff_t>(entries),
                   [this](DeepColour below) { return plan_->grid->on(below); });
  return kept.colours.data();
}

void Bench::colour_row(const Shows& shows, std::uint32_t* to) {
  const ViewPlan& plan = *plan_;
  const auto width = static_cast<std::size_t>(plan.look.view.width);
  const int rows = plan.down.samples;
  const auto all = std::span(shows.texels).first(static_cast<std::size_t>(rows));
  if (std::ranges::all_of(all, [&](int texel) { return outside(texel); }) && !shows.on_line) {
    std::fill_n(picked_.begin(), width, plan.background);
    to_levels(reinterpret_cast<const std::uint16_t*>(picked_.data()), (1U << 20) / k_deep_per_level,
              reinterpret_cast<std::uint8_t*>(to), 4 * width);
    return;
  }
  const DeepColour* row = coloured(all[0]);
  if (rows > 1) {
    std::copy_n(row, sums_.size(), sums_.begin());
    for (const int texel : all.subspan(1)) add_row(coloured(texel), sums_.data(), sums_.size());
    row = sums_.data();
  }
  const std::uint32_t* picks = (shows.on_line ? plan.row.picks_on_line : plan.row.picks).data();
  switch (plan.row.samples) {
    case 1: pick<1>(row, picks, picked_.data(), width); break;
    case 2: pick<2>(row, picks, picked_.data(), width); break;
    case 3: pick<3>(row, picks, picked_.data(), width); break;
    default: pick<4>(row, picks, picked_.data(), width); break;
  }
  const auto samples = static_cast<std::uint32_t>(rows * plan.row.samples);
  to_levels(reinterpret_cast<const std::uint16_t*>(picked_.data()),
            ((1U << 20) + samples * k_deep_per_level / 2) / (samples * k_deep_per_level), reinterpret_cast<std::uint8_t*>(to),
            4 * width);
}

void Bench::colour_rows(int from, int to) {
  const Colouring::Canvas& canvas = plan_->to;
  Shows before;
  for (int y = from; y < to; ++y) {
    std::uint32_t* row = canvas.top_left + y * canvas.pitch;
    const Shows now = shows(y);
    if (y > from && now == before)
      std::copy_n(row - canvas.pitch, plan_->look.view.width, row);
    else
      colour_row(now, row);
    before = now;
  }
}

}  // namespace

struct Colouring::State {
  std::array<std::optional<DeepMap>, k_colour_maps.size()> maps;
  std::vector<Bench> benches;

  const DeepMap& map_of(ColourMap colours) {
    std::optional<DeepMap>& map = maps[static_cast<std::size_t>(colours)];
    if (!map) map.emplace(colours);
    return *map;
  }
};

Colouring::Colouring() : state_(std::make_unique<State>()) {}
Colouring::~Colouring() = default;

void Colouring::colour(const TexelLook& look, const HostTexels& texels, const Canvas& to, int threads) {
  const int height = look.view.height, parts = (height + k_rows_at_once - 1) / k_rows_at_once;
  threads = std::clamp(threads, 1, parts);
  ViewPlan plan{look,           texels,     state_->map_of(look.colours), to,
                plan_row(look), down(look), deep(look.background),        std::nullopt};
  if (has_grid(look)) plan.grid.emplace(look);
  if (state_->benches.size() < static_cast<std::size_t>(threads)) state_->benches.resize(static_cast<std::size_t>(threads));
  std::atomic<int> next_part = 0;
  std::atomic<std::size_t> next_bench = 0;
  together(threads, [&](int) {
    const std::size_t number = next_bench++;
    if (number >= state_->benches.size() || next_part >= parts) return;
    Bench& bench = state_->benches[number];
    bench.begin(plan);
    for (int part = next_part++; part < parts; part = next_part++)
      bench.colour_rows(part * k_rows_at_once, std::min(height, (part + 1) * k_rows_at_once));
  });
}

}  // namespace satscope::app
