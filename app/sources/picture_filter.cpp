// SPDX-License-Identifier: Apache-2.0
#include "app/sources/picture_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/sources/files/cascade_file.h"
#include "kernels/faces/search.h"
#include "kernels/filters/luma_pass.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// The filter that needs to know where faces are; null: there is none.
const ChainLink* hiding(const std::vector<ChainLink>& chain) {
  const auto found = std::ranges::find_if(chain, faces::hides_faces);
  return found == chain.end() ? nullptr : &*found;
}

}  // namespace

PictureFilter::PictureFilter(std::vector<ChainLink> chain, Chosen choice, int threads, bool luma)
    : chain_(std::move(chain)),
      choice_(std::move(choice)),
      threads_(threads),
      by_channel_(!luma && std::ranges::all_of(chain_, [](const ChainLink& link) { return link.filter->by_channel; })),
      at_once_(by_channel_ && std::ranges::any_of(chain_, [](const ChainLink& link) { return link.filter->led_by_luma; })) {
  if (!hiding(chain_)) return;
  const std::string file = installed_cascade();
  if (file.empty()) throw std::runtime_error(std::string(k_no_cascade));
  cascade_ = load_cascade(file);
}

FilterPlan PictureFilter::plan_for(Extent extent) const {
  FilterRequest request{.extent = extent, .faces = static_cast<int>(faces_.size() / 4), .channels = at_once_ ? 4 : 1};
  for (const ChainLink& link : chain_) {
    request.params = link.params;
    if (const std::string why = refusal(*link.filter, request, *choice_.algorithm, choice_.machine); !why.empty())
      throw std::runtime_error(why);
  }
  request.params = {};
  return chain_plan(chain_, request, *choice_.algorithm);
}

Engine PictureFilter::make_engine(Extent extent) {
  FilterPlan plan = plan_for(extent);
  Engine engine(std::move(plan.plan), choice_.machine, threads_);
  inputs_ = std::move(plan.inputs);
  return engine;
}

void PictureFilter::find_faces(Extent extent, std::span<const std::uint32_t> rgba) {
  std::vector<std::uint8_t> luma;
  luma.reserve(rgba.size());
  for (const std::uint32_t word : rgba) luma.push_back(static_cast<std::uint8_t>(luma_of(word)));
  const Params& params = hiding(chain_)->params;
  faces::Search search = faces::search_for(params, extent);
  search.threads = threads_;
  faces_.clear();
  const auto found = faces::faces_of(params, faces::detect(*cascade_, luma, extent, search), extent);
  for (const Box& box : faces::boxes_to_hide(params, found, extent))
    for (const int side : {box.x, box.y, box.width, box.height}) faces_.push_back(side);
}

double PictureFilter::bytes_for(Extent extent) const {
  constexpr double k_words_and_plane = 5, k_words_twice = 8;
  double bytes = (at_once_ ? k_words_twice : k_words_and_plane) * extent.width * extent.height;
  try {
    if (choice_.machine == Machine::cpu)
      for (const Buffer& buffer : plan_for(extent).plan.buffers) bytes += static_cast<double>(buffer.bytes());
  } catch (const std::runtime_error&) {
    // refused with its reason when it is filtered
  }
  return bytes;
}

void PictureFilter::prepare(Extent extent) {
  if (engine_ && extent_ == extent && engine_faces_ == faces_.size()) return;
  engine_.reset();  // before the next one asks for memory
  extent_ = extent;
  engine_faces_ = faces_.size();
  engine_.emplace(with_fallback(choice_, [&] { return make_engine(extent); }));
}

bool PictureFilter::apply_at_once(std::span<std::uint32_t> rgba, Progress& progress) {
  constexpr std::uint32_t k_alpha = 0xFF000000U;
  words_.resize(rgba.size());
  engine_->write(engine_->plan().picture(), std::as_bytes(rgba));
  engine_->run(Engine::k_all_passes, &progress);
  if (progress.cancelled) return false;
  engine_->read(engine_->plan().table(), std::as_writable_bytes(std::span(words_)));
  std::ranges::transform(rgba, words_, rgba.begin(),
                         [](std::uint32_t before, std::uint32_t after) { return (before & k_alpha) | (after & ~k_alpha); });
  return true;
}

bool PictureFilter::apply(Extent extent, std::span<std::uint32_t> rgba, Progress& progress) {
  if (cascade_) find_faces(extent, rgba);
  prepare(extent);
  for (const FilterPlan::Input& input : inputs_)
    if (!faces_.empty()) engine_->write(input.buffer, std::as_bytes(std::span(faces_)));
  if (at_once_) return apply_at_once(rgba, progress);
  return filter_planes(rgba, bytes_, by_channel_, [&](std::span<std::uint8_t> plane) {
    engine_->write(engine_->plan().picture(), std::as_bytes(plane));
    engine_->run(Engine::k_all_passes, &progress);
    if (progress.cancelled) return false;
    engine_->read(engine_->plan().table(), std::as_writable_bytes(plane));
    return true;
  });
}

namespace {

constexpr std::uint32_t k_alpha = 0xFF000000U, k_grey = 0x00010101U;

bool is_grey(std::uint32_t word) { return (word & 0x00FFFFFFU) == (word & 0xFF) * k_grey; }

}  // namespace

bool filter_planes(std::span<std::uint32_t> rgba, std::vector<std::uint8_t>& scratch, bool by_channel,
                   const PlaneFilter& filter) {
  scratch.resize(rgba.size());
  if (!by_channel || std::ranges::all_of(rgba, is_grey)) {
    std::ranges::transform(rgba, scratch.begin(), [](std::uint32_t word) { return static_cast<std::uint8_t>(luma_of(word)); });
    if (!filter(scratch)) return false;
    std::ranges::transform(rgba, scratch, rgba.begin(),
                           [](std::uint32_t word, std::uint8_t value) { return (word & k_alpha) | value * k_grey; });
    return true;
  }
  for (int shift = 0; shift < 24; shift += 8) {
    std::ranges::transform(rgba, scratch.begin(), [&](std::uint32_t word) { return static_cast<std::uint8_t>(word >> shift); });
    if (!filter(scratch)) return false;
    std::ranges::transform(rgba, scratch, rgba.begin(), [&](std::uint32_t word, std::uint8_t value) {
      return (word & ~(0xFFU << shift)) | static_cast<std::uint32_t>(value) << shift;
    });
  }
  return true;
}

}  // namespace satscope::app
