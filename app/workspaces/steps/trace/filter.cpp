// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <stdexcept>

#include "app/workspaces/steps/caption/kernel_text.h"
#include "app/workspaces/steps/trace/flow.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

std::vector<std::byte> raw(std::span<const std::int32_t> numbers) {
  const auto bytes = std::as_bytes(numbers);
  return {bytes.begin(), bytes.end()};
}

/// The picture before it moved one pixel to the right.
std::vector<std::byte> moved_back(std::span<const std::byte> picture, Extent extent) {
  std::vector<std::byte> before(picture.size());
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x)
      before[static_cast<std::size_t>(y * extent.width + x)] =
          picture[static_cast<std::size_t>(y * extent.width + std::min(x + 1, extent.width - 1))];
  return before;
}

/// x, y, width, height: one in the middle, one on the right, both away from the first row and column.
std::vector<std::byte> two_rectangles(Extent extent) {
  const int w = extent.width, h = extent.height;
  const int wide = (w + 1) / 2, high = (h + 1) / 2;
  const std::array<std::int32_t, 4 * k_made_up_regions> numbers{w / 4, h / 4, wide, high, w / 2, std::min(1, h - 1),
                                                                wide,  high};
  return raw(numbers);
}

/// The middle of the picture, of this size.
std::vector<std::byte> middle_of(std::span<const std::byte> picture, Extent extent, Extent size) {
  std::vector<std::byte> bytes;
  const int left = (extent.width - size.width) / 2, top = (extent.height - size.height) / 2;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) bytes.push_back(picture[at(left + x, top + y, extent.width)]);
  return bytes;
}

/// 0 to 255 from left to right.
std::vector<std::byte> ramp(Extent extent) {
  std::vector<std::byte> bytes(extent.area());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int x = static_cast<int>(i % static_cast<std::size_t>(extent.width));
    bytes[i] = static_cast<std::byte>(255 * x / std::max(1, extent.width - 1));
  }
  return bytes;
}

}  // namespace

bool is_filter_source(std::string_view path) { return kernel_name(path).starts_with("filters/"); }

Params params_for_patch(const Filter& filter) {
  constexpr double k_radius = 1, k_largest_of_a_map = 3, k_sigma = 1, k_side = 3;
  Params params;
  if (filter.find_param("r")) params["r"] = filter.find_param("map") ? k_largest_of_a_map : k_radius;
  if (filter.find_param("sigma")) params["sigma"] = k_sigma;
  for (const char* id : {"cell", "w", "h"})
    if (filter.find_param(id)) params[id] = k_side;
  // few tables and few reads, which one can follow
  if (filter.find_param("bins")) params["bins"] = std::string("4");
  if (filter.find_param("kernel")) params["kernel"] = std::string("box");
  return params;
}

std::vector<std::string> traced_table_makers(const Filter& filter, const FilterRequest& request) {
  std::vector<std::pair<std::size_t, std::string>> makers;  // passes, id
  for (const Algorithm& algorithm : traced_algorithms()) try {
      makers.emplace_back(traced_filter_plan(filter, request, algorithm).plan.passes.size(), algorithm.id);
    } catch (const std::invalid_argument&) {  // it does not make such tables, or is not traced with them
    }
  std::stable_sort(makers.begin(), makers.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> ids;
  for (auto& [passes, id] : makers) ids.push_back(std::move(id));
  return ids;
}

MadeUp made_up_inputs(const FilterPlan& plan, std::span<const std::byte> picture) {
  MadeUp made;
  const auto describe = [&](std::string_view what) {
    made.sentence += fmt::format("{}{}", made.sentence.empty() ? "Made up: " : "; ", what);
  };
  const Extent extent = plan.plan.buffers.front().shape;
  for (const FilterPlan::Input& input : plan.inputs) {
    const Buffer& buffer = plan.plan.buffers[static_cast<std::size_t>(input.buffer)];
    if (buffer.type == Scalar::u32 && buffer.shape == Extent{4, k_made_up_regions}) {
      made.inputs.push_back(two_rectangles(extent));
      describe("two rectangles");
    } else if (buffer.type == Scalar::u8 && buffer.shape == extent && input.name == "previous") {
      made.inputs.push_back(moved_back(picture, extent));
      describe("the previous frame, these pixels before they moved one to the right");
    } else if (input.name == "template") {
      made.inputs.push_back(middle_of(picture, extent, buffer.shape));
      describe("the template, the middle of these pixels");
    } else if (buffer.type == Scalar::u8 && buffer.shape == extent) {
      made.inputs.push_back(ramp(extent));
      describe(fmt::format("the {}, a ramp from 0 to 255", input.name));
    } else {
      throw std::invalid_argument(fmt::format("nothing is made up for '{}': this filter is not stepped", input.name));
    }
  }
  if (!made.sentence.empty()) made.sentence += ".";
  return made;
}

CountedReads counted_reads(const Trace& trace) {
  struct OfPixel {
    std::map<std::uint32_t, int> by_buffer;
    std::map<int, int> by_pass;
    int all = 0;
    PixelSet made_of = 0;  ///< of the last that was written
  };
  std::vector<OfPixel> pixels(trace.picture.area());
  std::map<std::array<int, 3>, std::vector<std::uint32_t>> read_before;  // buffers, by pass, block and thread
  for (const Step& step : trace.steps) {
    if (!is_filter_source(step.file)) continue;
    const auto of_thread = [&](std::uint32_t thread) -> std::vector<std::uint32_t>& {
      return read_before[{step.pass, step.block, static_cast<int>(thread)}];
    };
    for (const Read& read : trace.reads_of(step))
      if (trace.buffers[read.buffer].space == Space::global) of_thread(read.thread).push_back(read.buffer);
    // what a thread has read, in this step or since it last wrote a pixel, is for the pixel that it writes
    for (const Write& write : trace.writes_of(step)) {
      const TraceBuffer& about = trace.buffers[write.buffer];
      if (about.space != Space::global || about.shape != trace.picture) continue;
      OfPixel& of = pixels[write.index];
      of.made_of = write.after.pixels;
      for (const std::uint32_t buffer : of_thread(write.thread)) {
        ++of.by_buffer[buffer];
        ++of.by_pass[step.pass];
        ++of.all;
      }
      of_thread(write.thread).clear();
    }
  }
  CountedReads counted;
  counted.by_pass.assign(trace.passes.size(), 0);
  std::map<std::uint32_t, int> of;
  int all = 0, first = -1;
  for (const OfPixel& pixel : pixels) {
    const Box window = pixels_of(trace.provenance, trace.picture, pixel.made_of).bounds;
    const bool within = window.area() > 0 && window.x > 0 && window.y > 0 && window.x + window.width < trace.picture.width &&
                        window.y + window.height < trace.picture.height;
    if (!within) continue;
    if (first < 0) first = pixel.all;
    counted.alike &= pixel.all == first;
    ++counted.pixels;
    all += pixel.all;
    for (const auto& [buffer, reads] : pixel.by_buffer) of[buffer] += reads;
    for (const auto& [pass, reads] : pixel.by_pass) counted.by_pass[static_cast<std::size_t>(pass)] += reads;
  }
  if (counted.pixels == 0) return counted;
  counted.per_pixel = static_cast<double>(all) / counted.pixels;
  for (const auto& [buffer, reads] : of)
    counted.of.push_back({trace.buffers[buffer].name, static_cast<double>(reads) / counted.pixels});
  for (double& reads : counted.by_pass) reads /= counted.pixels;
  return counted;
}

}  // namespace satscope::app
