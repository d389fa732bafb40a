// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/stages/trace.h"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <tuple>

#include "app/sources/samples.h"
#include "kernels/registry.h"
#include "kernels/trace/tracing.h"

namespace satscope::app {
namespace {

/// A picture of so many pixels is traced as a whole; of a larger one a corner, which costs as little.
constexpr int k_whole = 32, k_corner = 16;

Extent corner_of(Extent picture, int limit) {
  const int side = std::min(limit, std::max(picture.width, picture.height) <= k_whole ? k_whole : k_corner);
  return {std::min(picture.width, side), std::min(picture.height, side)};
}

/// The sizes of the real machine if they can be traced, else the next smaller ones.
Request traced_request(const Algorithm& algorithm, Request request, Extent corner) {
  request.extent = corner;
  request.channels = 1;
  for (std::size_t i = algorithm.trace_sizes.size(); i-- > 0;) {
    request.sizes = algorithm.trace_sizes[i];
    try {
      (void)algorithm.traced_plan(request);
      return request;
    } catch (const std::invalid_argument&) {
      if (i == 0) throw;
    }
  }
  throw std::invalid_argument(algorithm.untraced);
}

}  // namespace

StageTrace::StageTrace(const Algorithm& algorithm, const Request& request, Extent corner, std::span<const std::byte> pixels)
    : trace_(satscope::trace(algorithm, traced_request(algorithm, request, corner), pixels)) {
  for (const TracePass& pass : trace_.passes) passes_.push_back({.name = pass.name});
  std::vector<Content> content;
  for (const TraceBuffer& buffer : trace_.buffers) content.push_back(buffer.space == Space::global ? buffer.start : Content());
  std::size_t at = 0;
  for (std::size_t i = 0; i < passes_.size(); ++i) {
    Pass& pass = passes_[i];
    pass.first_origin = static_cast<OriginId>(trace_.origins.size());
    for (; at < trace_.steps.size() && trace_.steps[at].pass == static_cast<int>(i); ++at) {
      const Step& step = trace_.steps[at];
      if (step.origins > 0) pass.first_origin = std::min(pass.first_origin, step.first_origin);
      for (const Write& write : trace_.writes_of(step)) {
        if (trace_.buffers[write.buffer].space != Space::global) continue;
        content[write.buffer][write.index] = write.after;
        pass.left[write.buffer];
      }
    }
    for (auto& [buffer, left] : pass.left) left = content[buffer];
    find_typical(pass);
  }
}

// ---------------------------------------------------------------- which pass, which buffer

/// By its number where the plans are alike, else the first of its name.
std::optional<std::size_t> StageTrace::pass_of(const PlanStage& stage) const {
  if (stage.passes == 0) return std::nullopt;
  if (stage.passes <= passes_.size() && passes_[stage.passes - 1].name == stage.pass) return stage.passes - 1;
  const auto found = std::ranges::find(passes_, stage.pass, &Pass::name);
  return found == passes_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - passes_.begin()));
}

std::optional<std::uint32_t> StageTrace::number_of(const std::string& buffer) const {
  const auto found = std::ranges::find_if(
      trace_.buffers, [&](const TraceBuffer& one) { return one.space == Space::global && one.name == buffer; });
  return found == trace_.buffers.end() ? std::nullopt
                                       : std::optional(static_cast<std::uint32_t>(found - trace_.buffers.begin()));
}

/// After so many passes.
const StageTrace::Content* StageTrace::content_of(std::uint32_t buffer, std::size_t passes) const {
  for (std::size_t i = std::min(passes, passes_.size()); i-- > 0;)
    if (const auto found = passes_[i].left.find(buffer); found != passes_[i].left.end()) return &found->second;
  return nullptr;
}

EmptySides StageTrace::empty_sides(const StageBuffer& buffer, const PlanStage& stage, bool after) const {
  const auto pass = pass_of(stage);
  const auto number = number_of(buffer.name);
  const Content* content = pass && number ? content_of(*number, *pass + after) : nullptr;
  if (!content) return {};
  const Extent shape = trace_.buffers[*number].shape;
  const auto empty = [&](int length, int stride) {
    for (int i = 0; i < length; ++i)
      if ((*content)[static_cast<std::size_t>(i) * static_cast<std::size_t>(stride)].pixels != 0) return false;
    return true;
  };
  return {empty(shape.height, shape.width), empty(shape.width, 1)};
}

// ---------------------------------------------------------------- entries

/// Down to what the pass read. False: it is more than sums and differences of that.
bool StageTrace::take_apart(OriginId whole, OriginId first, std::map<Place, StageTerm>& into) const {
  // how often each counts; the newest first, because a number is made of older ones
  std::map<OriginId, int, std::greater<>> open{{whole, 1}};
  while (!open.empty()) {
    const auto [id, times] = *open.begin();
    open.erase(open.begin());
    const Origin& origin = trace_.origins[id];
    switch (origin.kind) {
      case Origin::Kind::constant:
        if (origin.bits != 0) return false;
        break;
      case Origin::Kind::made: return false;
      case Origin::Kind::sum:
      case Origin::Kind::difference:
        open[origin.first] += times;
        open[origin.second] += origin.kind == Origin::Kind::sum ? times : -times;
        break;
      case Origin::Kind::load: {
        // because: what the pass itself has written there is no input of it
        if (origin.first >= first) {
          open[origin.first] += times;
          break;
        }
        const TraceBuffer& buffer = trace_.buffers[origin.buffer];
        const auto width = static_cast<std::uint32_t>(buffer.shape.width);
        const Pixel at{static_cast<int>(origin.index % width), static_cast<int>(origin.index / width)};
        const StageTerm fresh{buffer.name, at, 0, value_of_bits(origin.bits, buffer.type)};
        into.try_emplace({origin.buffer, origin.index}, fresh).first->second.times += times;
        break;
      }
    }
  }
  return true;
}

std::optional<std::vector<StageTerm>> StageTrace::terms_of(const Pass& pass, std::uint32_t buffer, Pixel at) const {
  const auto left = pass.left.find(buffer);
  const Extent shape = trace_.buffers[buffer].shape;
  if (left == pass.left.end() || at.x < 0 || at.y < 0 || at.x >= shape.width || at.y >= shape.height) return std::nullopt;
  const Cell& cell =
      left->second[static_cast<std::size_t>(at.y) * static_cast<std::size_t>(shape.width) + static_cast<std::size_t>(at.x)];
  std::map<Place, StageTerm> terms;
  if (cell.origin != 0 && cell.origin < pass.first_origin) return std::nullopt;  // the pass did not write it
  if (!take_apart(cell.origin, pass.first_origin, terms)) return std::nullopt;
  std::vector<StageTerm> all;
  for (const auto& [place, term] : terms)
    if (term.times != 0) all.push_back(term);
  return all;
}

std::optional<std::vector<StageTerm>> StageTrace::terms_of(const PlanStage& stage, Pixel at) const {
  const auto pass = pass_of(stage);
  const auto buffer = number_of(stage.name);
  return pass && buffer ? terms_of(passes_[*pass], *buffer, at) : std::nullopt;
}

void StageTrace::find_typical(Pass& pass) const {
  constexpr int k_few = 4;
  for (const auto& [number, left] : pass.left) {
    const Extent shape = trace_.buffers[number].shape;
    using Worth = std::tuple<bool, bool, bool, bool, int, bool, int>;
    std::optional<Worth> best;
    for (int y = 0; y < shape.height; ++y)
      for (int x = 0; x < shape.width; ++x) {
        const auto terms = terms_of(pass, number, {x, y});
        if (!terms) continue;
        const bool no_zero = std::ranges::none_of(*terms, [](const StageTerm& term) { return to_double(term.traced) == 0; });
        const auto count = static_cast<int>(terms->size());
        // off the diagonal it is seen where a number went; in the middle, what lies around it
        const Worth worth{count > 0,
                          no_zero,
                          count > 1,
                          x > 0 && y > 0,
                          -std::abs(count - k_few),
                          x != y,
                          -std::abs(x - shape.width / 3) - std::abs(y - shape.height / 2)};
        if (best && worth <= *best) continue;
        best = worth;
        pass.typical[number] = {x, y};
      }
  }
}

std::optional<Pixel> StageTrace::typical(const PlanStage& stage) const {
  const auto pass = pass_of(stage);
  const auto buffer = number_of(stage.name);
  if (!pass || !buffer) return std::nullopt;
  const auto found = passes_[*pass].typical.find(*buffer);
  return found == passes_[*pass].typical.end() ? std::nullopt : std::optional(found->second);
}

// ---------------------------------------------------------------- beside a frame

void StageTracer::want(const Frame& frame) {
  const Shown& shown = frame.shown();
  const FrameStatus& status = frame.status();
  const Algorithm* algorithm = find_algorithm(status.algorithm);
  if (!shown.stage.ready || !algorithm || shown.serial == serial_) return;
  serial_ = shown.serial;
  const Extent corner = corner_of(shown.picture, algorithm->trace_limit);
  Asked asked{status.algorithm, status.type, status.request.params, shown.picture, {}};
  for (int y = 0; y < corner.height; ++y)
    for (int x = 0; x < corner.width; ++x) asked.pixels.push_back(frame.pixel(x, y).value_or(0));
  if (asked_ == asked) return;
  asked_ = asked;
  trace_.reset();
  maker_.cancel();
  if (!algorithm->traced()) return;
  maker_.submit([algorithm, request = status.request, corner, numbers = std::move(asked.pixels)](JobProgress&) {
    const Samples samples{.name = {}, .extent = corner, .values = numbers, .colours = {}};
    const std::vector<std::byte> pixels = pixels_as(samples, request.types.in);
    return std::make_shared<const StageTrace>(*algorithm, request, corner, pixels);
  });
}

bool StageTracer::advance() {
  auto outcome = maker_.take();
  if (!outcome) return false;
  // what cannot be traced is shown without an example
  trace_ = outcome->result ? *std::move(outcome->result) : nullptr;
  return true;
}

}  // namespace satscope::app
