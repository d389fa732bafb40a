// SPDX-License-Identifier: Apache-2.0
#include "app/frame_pool.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "kernels/device.h"

namespace satscope::app {
namespace {

/// Idle blocks beyond this are given back to the system.
constexpr std::size_t k_most_idle_bytes = std::size_t{256} << 20;

struct Block {
  std::size_t bytes;
  PinnedMemory memory;
};

}  // namespace

struct HostPool::State {
  std::mutex mutex;
  std::vector<Block> idle;  // the longest idle first

  void give_back(Block block) {
    std::vector<Block> dropped;  // freed outside of the lock
    const std::lock_guard lock(mutex);
    idle.push_back(std::move(block));
    std::size_t sum = 0;
    for (const Block& one : idle) sum += one.bytes;
    while (sum > k_most_idle_bytes) {
      sum -= idle.front().bytes;
      dropped.push_back(std::move(idle.front()));
      idle.erase(idle.begin());
    }
  }
};

HostPool::HostPool() : state_(std::make_shared<State>()) {}

HostBlock HostPool::take(std::size_t bytes) {
  Block block{bytes, {}};
  {
    const std::lock_guard lock(state_->mutex);
    auto& idle = state_->idle;
    const auto fitting = std::find_if(idle.begin(), idle.end(), [&](const Block& one) { return one.bytes == bytes; });
    if (fitting != idle.end()) {
      block = std::move(*fitting);
      idle.erase(fitting);
    }
  }
  if (!block.memory.get()) block.memory = PinnedMemory(bytes);
  auto* at = static_cast<std::byte*>(block.memory.get());
  auto kept = std::make_shared<Block>(std::move(block));
  return {at, [state = state_, kept](std::byte*) { state->give_back(std::move(*kept)); }};
}

}  // namespace satscope::app
