// SPDX-License-Identifier: Apache-2.0
#include "app/commands/picture_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "kernels/filters/luma_pass.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr std::uint32_t k_alpha = 0xFF000000U, k_grey = 0x00010101U;

bool is_grey(std::uint32_t word) { return (word & 0x00FFFFFFU) == (word & 0xFF) * k_grey; }

}  // namespace

PictureFilter::PictureFilter(std::vector<ChainLink> chain, Choice choice, int threads)
    : chain_(std::move(chain)),
      choice_(std::move(choice)),
      threads_(threads),
      by_channel_(std::ranges::all_of(chain_, [](const ChainLink& link) { return link.filter->by_channel; })) {}

Engine PictureFilter::make_engine(Extent extent) const {
  FilterRequest request{.extent = extent};
  for (const ChainLink& link : chain_) {
    request.params = link.params;
    if (const std::string why = refusal(*link.filter, request, *choice_.algorithm, choice_.machine); !why.empty())
      throw std::runtime_error(why);
  }
  request.params = {};
  return {chain_plan(chain_, request, *choice_.algorithm).plan, choice_.machine, threads_};
}

void PictureFilter::prepare(Extent extent) {
  if (engine_ && extent_ == extent) return;
  engine_.reset();  // before the next one asks for memory
  extent_ = extent;
  bytes_.resize(extent.area());
  const bool may_fall_back = choice_.machine == Machine::gpu && !choice_.reason.empty();
  try {
    engine_.emplace(make_engine(extent));
  } catch (const std::runtime_error& error) {
    if (!may_fall_back) throw;
    choice_.machine = Machine::cpu;
    choice_.reason = fmt::format("{} runs on the CPU, because {}", choice_.algorithm->id, error.what());
    engine_.emplace(make_engine(extent));
  }
}

bool PictureFilter::run(Progress& progress) {
  engine_->write(engine_->plan().picture(), std::as_bytes(std::span(bytes_)));
  engine_->run(Engine::k_all_passes, &progress);
  if (progress.cancelled) return false;
  engine_->read(engine_->plan().table(), std::as_writable_bytes(std::span(bytes_)));
  return true;
}

bool PictureFilter::apply(Extent extent, std::span<std::uint32_t> rgba, Progress& progress) {
  prepare(extent);
  if (!by_channel_ || std::ranges::all_of(rgba, is_grey)) {
    std::ranges::transform(rgba, bytes_.begin(), [](std::uint32_t word) { return static_cast<std::uint8_t>(luma_of(word)); });
    if (!run(progress)) return false;
    std::ranges::transform(rgba, bytes_, rgba.begin(),
                           [](std::uint32_t word, std::uint8_t value) { return (word & k_alpha) | value * k_grey; });
    return true;
  }
  for (int shift = 0; shift < 24; shift += 8) {
    std::ranges::transform(rgba, bytes_.begin(), [&](std::uint32_t word) { return static_cast<std::uint8_t>(word >> shift); });
    if (!run(progress)) return false;
    std::ranges::transform(rgba, bytes_, rgba.begin(), [&](std::uint32_t word, std::uint8_t value) {
      return (word & ~(0xFFU << shift)) | static_cast<std::uint32_t>(value) << shift;
    });
  }
  return true;
}

}  // namespace satscope::app
