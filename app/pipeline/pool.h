// SPDX-License-Identifier: Apache-2.0
// Blocks of host memory that the GPU copies by itself, used again instead of allocated again: a live picture needs the same
// few sizes sixty times a second, and pinning memory is slow.
#pragma once
#include <chrono>
#include <cstddef>
#include <memory>

namespace satscope::app {

using HostBlock = std::shared_ptr<std::byte>;

class HostPool {
 public:
  /// longest_idle: blocks that nobody needed in so long are freed.
  explicit HostPool(std::chrono::milliseconds longest_idle = std::chrono::seconds(3));
  /// At least 16-byte aligned, content undefined. The block comes back when its last owner lets go, in any thread, also
  /// after the pool has ended. Throws std::bad_alloc.
  HostBlock take(std::size_t bytes);
  /// Of blocks that wait to be used again.
  std::size_t idle_bytes() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace satscope::app
