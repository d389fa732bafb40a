// SPDX-License-Identifier: Apache-2.0
#include "app/frame_pool.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <vector>

#include "kernels/device.h"

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;

/// Idle blocks beyond this are given back to the system,
constexpr std::size_t k_most_idle_bytes = std::size_t{256} << 20;
/// and so are those of a size that nobody asked for in so long: the picture that needed them is gone.
constexpr std::chrono::seconds k_longest_idle{3};

struct Block {
  std::size_t bytes;
  PinnedMemory memory;
  Clock::time_point idle_since = {};
};

}  // namespace

struct HostPool::State {
  std::mutex mutex;
  std::vector<Block> idle;  // the longest idle first

  void give_back(Block block) {
    std::vector<Block> dropped;  // freed outside of the lock
    const std::lock_guard lock(mutex);
    const Clock::time_point now = Clock::now();
    block.idle_since = now;
    idle.push_back(std::move(block));
    std::size_t sum = 0;
    for (const Block& one : idle) sum += one.bytes;
    while (!idle.empty() && (sum > k_most_idle_bytes || now - idle.front().idle_since > k_longest_idle)) {
      sum -= idle.front().bytes;
      dropped.push_back(std::move(idle.front()));
      idle.erase(idle.begin());
    }
  }
};

HostPool::HostPool() : state_(std::make_shared<State>()) {}

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

}  // namespace satscope::app
