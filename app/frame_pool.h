// SPDX-License-Identifier: Apache-2.0
// Blocks of host memory that the GPU copies by itself, used again instead of allocated again: a live picture needs the same
// few sizes sixty times a second, and pinning memory is slow.
#pragma once
#include <cstddef>
#include <memory>

namespace satscope::app {

using HostBlock = std::shared_ptr<std::byte>;

class HostPool {
 public:
  HostPool();
  /// At least 16-byte aligned, content undefined. The block comes back when its last owner lets go, in any thread, also
  /// after the pool has ended. Throws std::bad_alloc.
  HostBlock take(std::size_t bytes);

 private:
  struct State;
  std::shared_ptr<State> state_;
};

}  // namespace satscope::app
