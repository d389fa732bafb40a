// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/thumbnails.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "app/sources/picture_filter.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/chain/examples.h"
#include "app/workspaces/playground/chain/presets.h"
#include "kernels/filters/luma_pass.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_of_preset = " of preset ";  // in the names of engines

/// What can be seen in a small picture at least, of the parameters that are lengths in pixels.
struct Length {
  std::string_view param;
  double least;
  std::string_view beside = {};  ///< only of a filter that has this one too
};
constexpr std::array k_lengths{Length{"r", 3}, Length{"sigma", 1.5}, Length{"cell", 3},  Length{"w", 5},
                               Length{"h", 5}, Length{"x", 0, "w"},  Length{"y", 0, "w"}};

int longer_side(Extent extent) { return std::max(extent.width, extent.height); }

std::vector<std::uint8_t> luma_bytes(const PictureWords& picture) {
  std::vector<std::uint8_t> bytes(picture.words.size());
  std::ranges::transform(picture.words, bytes.begin(),
                         [](std::uint32_t word) { return static_cast<std::uint8_t>(luma_of(word)); });
  return bytes;
}

/// Of a filter that measures: the picture in grey with the rectangles, bright and thick around those in which something moved.
/// means: in 256ths.
std::vector<std::uint32_t> with_rectangles(const PictureWords& picture, std::span<const Box> boxes,
                                           std::span<const std::uint32_t> means) {
  constexpr std::uint32_t k_moved = 0xFF30C0FFU, k_still = 0xFFC0C0C0U;  // A B G R
  std::vector<std::uint32_t> words;
  for (const std::uint8_t grey : luma_bytes(picture)) words.push_back(0xFF000000U | grey * 0x010101U);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto& [left, top, width, height] = boxes[i];
    const bool moved = means[i] > 256 * PlaygroundView{}.rings_at;
    const int rim = (moved ? 2 : 1) * std::max(1, longer_side(picture.extent) / 64);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        if (std::min({x, y, width - 1 - x, height - 1 - y}) < rim)
          words[at(left + x, top + y, picture.extent.width)] = moved ? k_moved : k_still;
  }
  return words;
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

}  // namespace

bool operator==(const ThumbnailRequest& a, const ThumbnailRequest& b) {
  const auto rest = [](const ThumbnailRequest& w) {
    return std::tie(w.whole, w.longest_side, w.colour, w.moves, w.painted, w.cut, w.presets);
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
    // because: a smaller window has a smaller sum, which would fit where that of the whole picture does not
    const Param* bits = filter.find_param("bits");
    if (const double* word = bits && params.contains("bits") ? std::get_if<double>(&params.at("bits")) : nullptr)
      scaled["bits"] =
          bits->range->nearest(*word + 2 * std::log2((2 * std::get<double>(scaled[param->id]) + 1) / (2 * *number + 1)));
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

PictureWords reduced(const PictureWords& picture, Extent to) {
  std::vector<std::array<std::uint32_t, 5>> sums(to.area());  // of each channel, and the count
  for (int y = 0; y < picture.extent.height; ++y)
    for (int x = 0; x < picture.extent.width; ++x) {
      auto& sum = sums[at(x * to.width / picture.extent.width, y * to.height / picture.extent.height, to.width)];
      const std::uint32_t word = picture.words[at(x, y, picture.extent.width)];
      for (std::size_t c = 0; c < 4; ++c) sum[c] += word >> (8 * c) & 0xFF;
      ++sum[4];
    }
  PictureWords small{to, {}};
  for (const auto& sum : sums) {
    std::uint32_t mean = 0;
    for (std::size_t c = 0; c < 4; ++c) mean |= (sum[c] + sum[4] / 2) / sum[4] << (8 * c);
    small.words.push_back(mean);
  }
  return small;
}

int working_side(const Filter& filter, int longest_side) {
  struct Side {
    std::string_view filter;
    int longest;
  };
  // because: a template is compared pixel by pixel, which takes the fourth power of the side
  constexpr int k_side_of_template = 512;
  constexpr std::array k_sides{Side{"bradley", k_longest_working_side}, Side{"sauvola", k_longest_working_side},
                               Side{"lens", k_longest_working_side}, Side{"stored", k_longest_working_side},
                               Side{"correlation", k_side_of_template}};
  const auto* const found = std::ranges::find(k_sides, filter.id, &Side::filter);
  return found == k_sides.end() ? longest_side : std::max(longest_side, found->longest);
}

PictureWords coarsened(const PictureWords& picture, int longest_side, std::span<const Box> boxes) {
  const PictureWords small = shrunk(picture, longest_side);
  PictureWords coarse = picture;
  for (const Box& box : boxes)
    for (int y = box.y; y < box.y + box.height; ++y)
      for (int x = box.x; x < box.x + box.width; ++x)
        coarse.words[at(x, y, picture.extent.width)] =
            small.words[at(x * small.extent.width / picture.extent.width, y * small.extent.height / picture.extent.height,
                           small.extent.width)];
  return coarse;
}

std::vector<Box> scaled_boxes(const std::vector<Box>& boxes, Extent from, Extent to) {
  const auto place = [](int side, int whole, int small) {
    return static_cast<int>(static_cast<std::int64_t>(side) * small / std::max(1, whole));
  };
  std::vector<Box> scaled;
  for (const Box& box : boxes) {
    const int left = place(box.x, from.width, to.width), top = place(box.y, from.height, to.height);
    scaled.push_back({left, top, std::min(to.width, place(box.x + box.width, from.width, to.width) + 1) - left,
                      std::min(to.height, place(box.y + box.height, from.height, to.height) + 1) - top});
  }
  return scaled;
}

// ---------------------------------------------------------------- the maker

struct ThumbnailMaker::Kept {
  const Filter* filter;
  Params params;
  int channels;
  std::vector<FilterPlan::Input> inputs;
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
  const int regions = static_cast<int>(places_to_wave_at(extent).size());
  const FilterRequest request{.extent = extent, .params = params, .regions = regions, .channels = channels};
  const Algorithm& tables = default_algorithm(Machine::cpu);
  if (const std::string why = refusal(filter, request, tables, Machine::cpu); !why.empty()) throw std::runtime_error(why);
  FilterPlan plan = filter_plan(filter, request, tables);
  kept = std::make_unique<Kept>(
      Kept{&filter, params, channels, std::move(plan.inputs), Engine(std::move(plan.plan), Machine::cpu, 1)});
  return *kept;
}

void ThumbnailMaker::fill_inputs(Kept& kept, const Frames& frames, const ThumbnailRequest& asked) {
  const Extent extent = frames.now.extent;
  for (const FilterPlan::Input& input : kept.inputs) {
    const Buffer& buffer = kept.engine.plan().buffers[static_cast<std::size_t>(input.buffer)];
    if (input.name == "previous") {
      const std::vector<std::uint8_t> previous = luma_bytes(asked.moves ? frames.before : frames.now);
      kept.engine.write(input.buffer, std::as_bytes(std::span(previous)));
    } else if (input.name == "rectangles") {
      std::vector<std::int32_t> sides;
      for (const Box& box : places_to_wave_at(extent)) sides.insert(sides.end(), {box.x, box.y, box.width, box.height});
      kept.engine.write(input.buffer, std::as_bytes(std::span(sides)));
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
  const int result = kept.engine.plan().table();
  if (!filter.makes_picture) {
    const std::vector<std::uint8_t> now = luma_bytes(frames.now);
    const std::vector<Box> boxes = places_to_wave_at(frames.now.extent);
    std::vector<std::uint32_t> means(boxes.size());
    kept.engine.write(kept.engine.plan().picture(), std::as_bytes(std::span(now)));
    kept.engine.run(Engine::k_all_passes, &progress);
    if (!progress.cancelled) kept.engine.read(result, std::as_writable_bytes(std::span(means)));
    return with_rectangles(frames.now, boxes, means);
  }
  if (at_once) {
    kept.engine.write(kept.engine.plan().picture(), std::as_bytes(std::span(words)));
    kept.engine.run(Engine::k_all_passes, &progress);
    if (!progress.cancelled) kept.engine.read(result, std::as_writable_bytes(std::span(words)));
    return words;
  }
  std::vector<std::uint8_t> scratch;
  filter_planes(words, scratch, filter.by_channel && asked.colour, [&](std::span<std::uint8_t> plane) {
    kept.engine.write(kept.engine.plan().picture(), std::as_bytes(plane));
    kept.engine.run(Engine::k_all_passes, &progress);
    if (progress.cancelled) return false;
    kept.engine.read(result, std::as_writable_bytes(plane));
    return true;
  });
  return words;
}

const ThumbnailMaker::Frames& ThumbnailMaker::frames_of(int longest_side, const ThumbnailRequest& asked) {
  if (longest_side <= asked.longest_side) return small_;
  Frames& frames = larger_[longest_side];
  if (frames.now.words.empty()) {
    frames = {.now = shrunk(asked.frame, longest_side), .before = {}};
    for (std::uint32_t& word : frames.now.words) word |= 0xFF000000U;
    frames.before = frames.now;  // because: no filter that works on a larger picture compares two
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
  const std::vector<int> places = places_in_force(preset.edit);
  const auto entry_at = [&](int place) -> const ChainEntry& { return preset.edit.chain[static_cast<std::size_t>(place)]; };
  int side = asked.longest_side;
  for (const int place : places) side = std::max(side, working_side(*filter_of(entry_at(place)), side));
  Frames frames = frames_of(side, asked);
  const bool compares = std::ranges::any_of(places, [&](int place) { return measures(entry_at(place)); });
  for (const int place : places) {
    const std::string key = fmt::format("{}{}{}", place, k_of_preset, preset.id);
    Frames after = frames;
    after.now.words = picture_of(key, entry_at(place), frames, own, progress);
    if (compares)
      after.before.words = picture_of(key, entry_at(place), {.now = frames.before, .before = frames.before}, own, progress);
    frames = std::move(after);
  }
  if (frames.now.extent != small_.now.extent) frames.now = reduced(frames.now, small_.now.extent);
  if (!progress.cancelled) drawn_[preset.id] = {preset.edit, asked.whole, frames.now.words};
  return frames.now.words;
}

PictureWords ThumbnailMaker::picture_of_one(const ThumbnailPreset& preset, PictureWords before, PictureWords now, Extent whole,
                                            Progress& progress) {
  small_ = {.now = std::move(now), .before = std::move(before)};
  // because: these are as large as they are worked on
  const ThumbnailRequest asked{.frame = {}, .whole = whole, .longest_side = std::numeric_limits<int>::max()};
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
  const auto of_filter = [&](const Filter& filter) {
    const Frames& frames = frames_of(working_side(filter, asked.longest_side), asked);
    std::vector<std::uint32_t> words = picture_of(filter.id, fresh_entry(filter.id), frames, asked, progress);
    return frames.now.extent == cell ? words : reduced({frames.now.extent, std::move(words)}, cell).words;
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
  // because: all presets together have engines of 80 MB, and need them only when the frame is another one
  std::erase_if(kept_, [](const auto& one) { return one.first.find(k_of_preset) != std::string::npos; });
  larger_.clear();
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
