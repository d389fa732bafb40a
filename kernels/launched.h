// SPDX-License-Identifier: Apache-2.0
// What the kernels of a pass take of a multiprocessor, as the driver says it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace satscope {

/// What a multiprocessor has for the blocks that it runs at the same time.
struct Multiprocessor {
  int warps = 0;
  int blocks = 0;
  int registers = 0;             ///< of 32 bits
  std::size_t shared_bytes = 0;  ///< for all blocks together
};

/// One launch.
struct Launched {
  std::string kernel = {};  ///< its name, without namespaces and types
  std::int64_t blocks = 0;
  int threads = 0;  ///< of a block
  int registers = 0;
  std::size_t shared_bytes = 0;   ///< of a block: static, which the kernel declares, and dynamic
  std::size_t dynamic_bytes = 0;  ///< of these, what the launch asks for
  int resident_blocks = 0;        ///< that a multiprocessor runs at the same time
};

/// Share of the warps of a multiprocessor that the resident blocks fill, 0 to 1.
double occupancy(const Launched& launch, const Multiprocessor& on);

/// How many blocks fit by registers, shared memory and limits; what the driver's call says, but for how a GPU rounds: registers
/// of a warp to 256, shared memory to 128 bytes with 1 KiB more for each block, as compute capability 8 and 9 do.
int resident_blocks_by_budget(int threads, int registers, std::size_t shared_bytes, const Multiprocessor& on);

/// Of the GPU that is used. Throws NotSupported without one.
Multiprocessor multiprocessor();

/// The kernels that `enqueue` would launch on the stream that it is given, by recording them in a graph that never runs. Throws
/// NotSupported without a GPU.
std::vector<Launched> launched_by(const std::function<void(void* stream)>& enqueue);

}  // namespace satscope
