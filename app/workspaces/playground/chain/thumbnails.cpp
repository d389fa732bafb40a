// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/thumbnails.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "app/sources/colour_planes.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "kernels/filters/luma_pass.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// What can be seen in a small picture at least, of the parameters that are lengths in pixels.
struct Length {
  std::string_view param;
  double least;
  std::string_view beside = {};  ///< only of a filter that has this one too
};
constexpr std::array k_lengths{Length{"r", 3}, Length{"sigma", 1.5}, Length{"cell", 3},  Length{"w", 5},
                               Length{"h", 5}, Length{"x", 0, "w"},  Length{"y", 0, "w"}};

/// Buffer that a thumbnail shows: the result, or of a filter that measures the last picture that it measures in.
int shown_buffer(const Filter& filter, const FilterPlan& plan) {
  if (filter.makes_picture) return plan.plan.table();
  const Buffer& picture = plan.plan.buffers[static_cast<std::size_t>(plan.plan.picture())];
  for (int n = plan.plan.table(); n > 0; --n) {
    const Buffer& buffer = plan.plan.buffers[static_cast<std::size_t>(n)];
    if (buffer.type == picture.type && buffer.shape == picture.shape &&
        std::ranges::find(plan.inputs, n, &FilterPlan::Input::buffer) == plan.inputs.end())
      return n;
  }
  throw std::runtime_error(filter.id + " makes no picture that could be shown");
}

std::vector<std::uint8_t> luma_bytes(const PictureWords& picture) {
  std::vector<std::uint8_t> bytes(picture.words.size());
  std::ranges::transform(picture.words, bytes.begin(),
                         [](std::uint32_t word) { return static_cast<std::uint8_t>(luma_of(word)); });
  return bytes;
}

std::vector<std::uint8_t> map_for(const PaintedMap* painted, Extent extent) {
  std::vector<std::uint8_t> map;
  map.reserve(extent.area());
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) {
      const int column = (2 * x + 1) * PaintedMap::k_side / (2 * extent.width);
      const int row = (2 * y + 1) * PaintedMap::k_side / (2 * extent.height);
      map.push_back(painted ? painted->bytes[static_cast<std::size_t>(row * PaintedMap::k_side + column)] : 0);
    }
  return map;
}

/// Every so many pixels one, to the size that the template has in small.
std::vector<std::uint8_t> shrunk_template(const TemplateCut& cut, Extent to) {
  std::vector<std::uint8_t> pixels;
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x) {
      const int column = (2 * x + 1) * cut.extent.width / (2 * to.width),
                row = (2 * y + 1) * cut.extent.height / (2 * to.height);
      pixels.push_back(cut.pixels[at(column, row, cut.extent.width)]);
    }
  return pixels;
}

bool same_picture(const PictureWords& a, const PictureWords& b) { return a.extent == b.extent && a.words == b.words; }

int longer_side(Extent extent) { return std::max(extent.width, extent.height); }

}  // namespace

bool operator==(const ThumbnailRequest& a, const ThumbnailRequest& b) {
  const auto rest = [](const ThumbnailRequest& w) {
    return std::tie(w.whole, w.longest_side, w.chain, w.place, w.colour, w.painted, w.cut, w.presets);
  };
  return rest(a) == rest(b) && same_picture(a.frame, b.frame);
}

const AtlasCell* Atlas::find(std::string_view filter) const {
  const auto found = std::ranges::find(cells, filter, &AtlasCell::filter);
  return found == cells.end() ? nullptr : &*found;
}

Params scaled_params(const Filter& filter, const Params& params, double scale) {
  Params scaled = params;
  for (const Length& length : k_lengths) {
    const Param* param = filter.find_param(length.param);
    if (!param || !param->range || (!length.beside.empty() && !filter.find_param(length.beside))) continue;
    const ParamValue value = param->value_in(params);
    const double* number = std::get_if<double>(&value);
    if (!number) continue;
    const double small = std::max(*number * scale, std::min(*number, length.least));
    scaled[param->id] = param->range->nearest(small);
  }
  return scaled;
}

PictureWords shrunk(const PictureWords& picture, int longest_side) {
  const int step = std::max(1, (longer_side(picture.extent) + longest_side - 1) / longest_side);
  if (step == 1) return picture;
  const Extent from = picture.extent;
  PictureWords small{{(from.width + step - 1) / step, (from.height + step - 1) / step}, {}};
  small.words.reserve(small.extent.area());
  for (int top = 0; top < from.height; top += step)
    for (int left = 0; left < from.width; left += step) {
      const int right = std::min(left + step, from.width), bottom = std::min(top + step, from.height);
      const auto count = static_cast<std::uint32_t>((right - left) * (bottom - top));
      std::array<std::uint32_t, 4> sums{};
      for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x) {
          const std::uint32_t word =
              picture.words[static_cast<std::size_t>(y) * static_cast<std::size_t>(from.width) + static_cast<std::size_t>(x)];
          for (std::size_t c = 0; c < 4; ++c) sums[c] += word >> (8 * c) & 0xFF;
        }
      std::uint32_t mean = 0;
      for (std::size_t c = 0; c < 4; ++c) mean |= (sums[c] + count / 2) / count << (8 * c);
      small.words.push_back(mean);
    }
  return small;
}

PictureWords coarsened(const PictureWords& picture, int longest_side) {
  const PictureWords small = shrunk(picture, longest_side);
  PictureWords coarse{picture.extent, {}};
  coarse.words.reserve(picture.words.size());
  for (int y = 0; y < picture.extent.height; ++y)
    for (int x = 0; x < picture.extent.width; ++x)
      coarse.words.push_back(small.words[at(x * small.extent.width / picture.extent.width,
                                            y * small.extent.height / picture.extent.height, small.extent.width)]);
  return coarse;
}

// ---------------------------------------------------------------- the maker

struct ThumbnailMaker::Kept {
  const Filter* filter;
  Params params;
  int channels;
  std::vector<FilterPlan::Input> inputs;
  int shown;
  Engine engine;
};

ThumbnailMaker::ThumbnailMaker() = default;
ThumbnailMaker::~ThumbnailMaker() = default;

ThumbnailMaker::Kept& ThumbnailMaker::engine_for(const std::string& key, const Filter& filter, Extent extent,
                                                 const Params& params, int channels) {
  std::unique_ptr<Kept>& kept = kept_[key];
  if (kept && kept->filter == &filter && kept->params == params && kept->channels == channels &&
      kept->engine.plan().buffers.front().shape == extent)
    return *kept;
  kept.reset();
  const FilterRequest request{.extent = extent, .params = params, .channels = channels};
  const Algorithm& tables = default_algorithm(Machine::cpu);
  if (const std::string why = refusal(filter, request, tables, Machine::cpu); !why.empty()) throw std::runtime_error(why);
  FilterPlan plan = filter_plan(filter, request, tables);
  const int shown = shown_buffer(filter, plan);
  kept = std::make_unique<Kept>(
      Kept{&filter, params, channels, std::move(plan.inputs), shown, Engine(std::move(plan.plan), Machine::cpu, 1)});
  return *kept;
}

void ThumbnailMaker::fill_inputs(Kept& kept, const Frames& frames, const ThumbnailRequest& asked) {
  const Extent extent = frames.now.extent;
  for (const FilterPlan::Input& input : kept.inputs) {
    const Buffer& buffer = kept.engine.plan().buffers[static_cast<std::size_t>(input.buffer)];
    if (input.name == "previous") {
      const std::vector<std::uint8_t> previous = luma_bytes(frames.before);
      kept.engine.write(input.buffer, std::as_bytes(std::span(previous)));
    } else if (input.name == "rectangles") {
      const std::array<std::uint32_t, 4> all{0, 0, static_cast<std::uint32_t>(extent.width),
                                             static_cast<std::uint32_t>(extent.height)};
      kept.engine.write(input.buffer, std::as_bytes(std::span(all)));
    } else if (input.name.ends_with(" map")) {
      const std::vector<std::uint8_t> map = map_for(asked.painted.get(), extent);
      kept.engine.write(input.buffer, std::as_bytes(std::span(map)));
    } else if (input.name == "template" && asked.cut) {
      const std::vector<std::uint8_t> pixels = shrunk_template(*asked.cut, buffer.shape);
      kept.engine.write(input.buffer, std::as_bytes(std::span(pixels)));
    } else {
      kept.engine.write(input.buffer, std::vector<std::byte>(buffer.packed_bytes()));
    }
  }
}

std::vector<std::uint32_t> ThumbnailMaker::picture_of(const std::string& key, const ChainEntry& entry, const Frames& frames,
                                                      const ThumbnailRequest& asked, Progress& progress) {
  const Filter& filter = *find_filter(entry.filter);
  const double scale = static_cast<double>(longer_side(frames.now.extent)) / std::max(1, longer_side(asked.whole));
  const Params params = scaled_params(filter, entry.params, std::min(1.0, scale));
  // because: where the luma leads, a plane alone would come out otherwise
  const bool at_once = filter.led_by_luma && asked.colour;
  Kept& kept = engine_for(key, filter, frames.now.extent, params, at_once ? 4 : 1);
  fill_inputs(kept, frames, asked);
  std::vector<std::uint32_t> words = frames.now.words;
  if (at_once) {
    kept.engine.write(kept.engine.plan().picture(), std::as_bytes(std::span(words)));
    kept.engine.run(Engine::k_all_passes, &progress);
    if (!progress.cancelled) kept.engine.read(kept.shown, std::as_writable_bytes(std::span(words)));
    return words;
  }
  std::vector<std::uint8_t> scratch;
  filter_planes(words, scratch, filter.by_channel && asked.colour, [&](std::span<std::uint8_t> plane) {
    kept.engine.write(kept.engine.plan().picture(), std::as_bytes(plane));
    kept.engine.run(Engine::k_all_passes, &progress);
    if (progress.cancelled) return false;
    kept.engine.read(kept.shown, std::as_writable_bytes(plane));
    return true;
  });
  return words;
}

ThumbnailMaker::Frames ThumbnailMaker::led_to(const Filter& filter, const ThumbnailRequest& asked, Progress& progress) {
  Frames frames = small_;
  for (std::size_t i = 0; i < asked.chain.size(); ++i) {
    const ChainEntry& entry = asked.chain[i];
    const Filter* earlier = filter_of(entry);
    // nothing follows what measures: it comes behind all others
    const bool comes_before = static_cast<int>(i) < asked.place || !filter.makes_picture;
    if (!entry.on || !comes_before || static_cast<int>(i) == asked.place || !earlier || !earlier->makes_picture) continue;
    const std::string key = fmt::format("{} of the chain", i);
    Frames after = frames;
    after.now.words = picture_of(key, entry, frames, asked, progress);
    after.before.words = picture_of(key, entry, {.now = frames.before, .before = frames.before}, asked, progress);
    frames = std::move(after);
  }
  return frames;
}

std::vector<std::uint32_t> ThumbnailMaker::picture_of(const ThumbnailPreset& preset, const ThumbnailRequest& asked,
                                                      Progress& progress) {
  if (const auto drawn = drawn_.find(preset.id);
      drawn != drawn_.end() && drawn->second.edit == preset.edit && drawn->second.whole == asked.whole)
    return drawn->second.words;
  ThumbnailRequest own{.frame = {}, .whole = asked.whole};
  own.colour = preset.edit.colour;
  own.painted = preset.edit.painted;
  own.cut = preset.edit.cut;
  Frames frames = small_;
  const std::vector<int> places = places_in_force(preset.edit);
  const auto entry_at = [&](int place) -> const ChainEntry& { return preset.edit.chain[static_cast<std::size_t>(place)]; };
  const bool compares = std::ranges::any_of(places, [&](int place) { return measures(entry_at(place)); });
  for (const int place : places) {
    const std::string key = fmt::format("{} of preset {}", place, preset.id);
    Frames after = frames;
    after.now.words = picture_of(key, entry_at(place), frames, own, progress);
    if (compares)
      after.before.words = picture_of(key, entry_at(place), {.now = frames.before, .before = frames.before}, own, progress);
    frames = std::move(after);
  }
  if (!progress.cancelled) drawn_[preset.id] = {preset.edit, asked.whole, frames.now.words};
  return frames.now.words;
}

PictureWords ThumbnailMaker::picture_of_one(const ThumbnailPreset& preset, PictureWords before, PictureWords now, Extent whole,
                                            Progress& progress) {
  small_ = {.now = std::move(now), .before = std::move(before)};
  const ThumbnailRequest asked{.frame = {}, .whole = whole};
  return {small_.now.extent, picture_of(preset, asked, progress)};
}

Atlas ThumbnailMaker::make(const ThumbnailRequest& asked, Progress& progress) {
  PictureWords frame = shrunk(asked.frame, asked.longest_side);
  for (std::uint32_t& word : frame.words) word |= 0xFF000000U;
  if (!same_picture(frame, small_.now)) {
    small_.before = small_.now.extent == frame.extent ? std::move(small_.now) : frame;
    small_.now = std::move(frame);
    drawn_.clear();
  }
  const Extent cell = small_.now.extent;
  const int own = static_cast<int>(filters().size()), count = own + static_cast<int>(asked.presets.size());
  const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(count))));
  Atlas atlas{.picture = {{columns * cell.width, (count + columns - 1) / columns * cell.height}, {}}, .cells = {}};
  atlas.picture.words.resize(atlas.picture.extent.area());
  std::optional<Frames> for_pictures, for_measures;
  const auto of_filter = [&](const Filter& filter) {
    std::optional<Frames>& frames = filter.makes_picture ? for_pictures : for_measures;
    if (!frames) frames = led_to(filter, asked, progress);
    const auto place = static_cast<std::size_t>(std::max(0, asked.place));
    const bool there = place < asked.chain.size() && asked.chain[place].filter == filter.id;
    const ChainEntry entry{.filter = filter.id, .params = there ? asked.chain[place].params : Params{}};
    return picture_of(filter.id, entry, *frames, asked, progress);
  };
  for (int i = 0; i < count && !progress.cancelled; ++i) {
    const auto n = static_cast<std::size_t>(i), preset = static_cast<std::size_t>(std::max(0, i - own));
    AtlasCell made{i < own ? filters()[n].id : asked.presets[preset].id,
                   {i % columns * cell.width, i / columns * cell.height, cell.width, cell.height},
                   {}};
    try {
      const std::vector<std::uint32_t> words =
          i < own ? of_filter(filters()[n]) : picture_of(asked.presets[preset], asked, progress);
      for (int y = 0; y < cell.height; ++y) {
        const auto row = static_cast<std::ptrdiff_t>(y) * cell.width;
        const auto to = static_cast<std::ptrdiff_t>(made.area.y + y) * atlas.picture.extent.width + made.area.x;
        std::copy_n(words.begin() + row, cell.width, atlas.picture.words.begin() + to);
      }
    } catch (const std::exception& problem) {
      made.problem = problem.what();
    }
    atlas.cells.push_back(std::move(made));
  }
  return atlas;
}

// ---------------------------------------------------------------- its thread

bool Thumbnails::give(ThumbnailRequest asked, double now) {
  if (asked == given_) return false;
  given_ = std::move(asked);
  given_at_ = now;
  worker_.submit([maker = maker_, work = given_](JobProgress& job) {
    const auto before = std::chrono::steady_clock::now();
    Atlas atlas = maker->make(work, job.progress);
    atlas.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
    return atlas;
  });
  return true;
}

bool Thumbnails::advance() {
  auto outcome = worker_.take();
  if (!outcome || !outcome->result) return false;
  atlas_ = std::move(*outcome->result);
  return true;
}

}  // namespace satscope::app
