// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/memory.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;

/// Idle blocks beyond this are given back to the system, however short they have been idle.
constexpr std::size_t k_most_idle_bytes = std::size_t{256} << 20;

struct Block {
  std::size_t bytes;
  PinnedMemory memory;
  Clock::time_point idle_since = {};
};

}  // namespace

struct HostPool::State {
  explicit State(std::chrono::milliseconds its_longest_idle) : longest_idle(its_longest_idle) {}

  const std::chrono::milliseconds longest_idle;
  std::mutex mutex;
  std::vector<Block> idle;  // the longest idle first

  std::size_t sum() const {
    return std::accumulate(idle.begin(), idle.end(), std::size_t{0},
                           [](std::size_t sum, const Block& one) { return sum + one.bytes; });
  }

  void give_back(Block block) {
    std::vector<Block> dropped;  // freed outside of the lock
    const std::lock_guard lock(mutex);
    const Clock::time_point now = Clock::now();
    block.idle_since = now;
    idle.push_back(std::move(block));
    while (!idle.empty() && (sum() > k_most_idle_bytes || now - idle.front().idle_since > longest_idle)) {
      dropped.push_back(std::move(idle.front()));
      idle.erase(idle.begin());
    }
  }
};

HostPool::HostPool(std::chrono::milliseconds longest_idle) : state_(std::make_shared<State>(longest_idle)) {}

std::size_t HostPool::idle_bytes() const {
  const std::lock_guard lock(state_->mutex);
  return state_->sum();
}

HostBlock HostPool::take(std::size_t bytes) {
  Block block{bytes, {}, {}};
  {
    const std::lock_guard lock(state_->mutex);
    auto& idle = state_->idle;
    // the last to fall idle, so that the others stay idle and are dropped
    const auto fitting = std::find_if(idle.rbegin(), idle.rend(), [&](const Block& one) { return one.bytes == bytes; });
    if (fitting != idle.rend()) {
      block = std::move(*fitting);
      idle.erase(std::next(fitting).base());
    }
  }
  if (!block.memory.get()) block.memory = PinnedMemory(bytes);
  auto* at = static_cast<std::byte*>(block.memory.get());
  auto kept = std::make_shared<Block>(std::move(block));
  return {at, [state = state_, kept](std::byte*) { state->give_back(std::move(*kept)); }};
}

std::shared_ptr<Upload> UploadLane::begin(const SourceFrame& frame) {
  std::unique_ptr<Upload> place;
  {
    const std::lock_guard lock(idle_->mutex);
    // because: one that was dropped on its way may still be read by its copy
    const auto free = std::ranges::find_if(idle_->places, [](const auto& one) { return one->ended_.reached(); });
    if (free != idle_->places.end()) {
      place = std::move(*free);
      idle_->places.erase(free);
    }
  }
  if (!place) place = std::make_unique<Upload>();
  const std::size_t bytes = frame.extent.area() * sizeof(std::uint32_t);
  if (place->bytes_ != bytes) {
    place->memory_ = DeviceMemory();  // first, so that both need not fit
    place->memory_ = DeviceMemory(bytes);
    place->bytes_ = bytes;
  }
  place->from_ = frame.rgba;
  place->begun_.record(stream_);
  stream_.copy_to_device(place->memory_.get(), frame.rgba.get(), bytes);
  place->ended_.record(stream_);
  return {place.release(), [idle = idle_](Upload* used) {
            std::unique_ptr<Upload> back(used);
            const std::lock_guard lock(idle->mutex);
            idle->places.push_back(std::move(back));
          }};
}

}  // namespace satscope::app
