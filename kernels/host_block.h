// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <memory>
#include <new>

#include "kernels/types.h"

namespace satscope {

/// Because: rows that begin at a line of the cache by the rule of their buffer must do so in memory.
inline constexpr std::align_val_t k_host_alignment{k_row_bytes};

struct FreeHostBlock {
  void operator()(std::byte* block) const { ::operator delete[](block, k_host_alignment); }
};
/// Memory of the host for one buffer.
using HostBlock = std::unique_ptr<std::byte[], FreeHostBlock>;

/// Not filled: a page takes no memory until it is written. Throws std::bad_alloc.
inline HostBlock make_host_block(std::size_t bytes) {
  return HostBlock(static_cast<std::byte*>(::operator new[](bytes, k_host_alignment)));
}

}  // namespace satscope
