// SPDX-License-Identifier: Apache-2.0
// Memory of the host for one buffer.
//
//     small      begins at a line of the cache, as the rows of a buffer do by their own rule
//     large      begins at a huge page, and is made of such where the system has them
//
// Because: a table is stored past the cache, but the list of its pages is not; a page of 4 KB costs one more wait for memory
// wherever other work has used the cache.
#pragma once
#include <cstddef>
#include <memory>
#include <new>

namespace satscope {

struct FreeHostBlock {
  std::align_val_t alignment;
  void operator()(std::byte* block) const { ::operator delete[](block, alignment); }
};
using HostBlock = std::unique_ptr<std::byte[], FreeHostBlock>;

/// Not filled: a page takes no memory until it is written. Throws std::bad_alloc.
HostBlock make_host_block(std::size_t bytes);

}  // namespace satscope
