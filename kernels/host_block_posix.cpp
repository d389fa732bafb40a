// SPDX-License-Identifier: Apache-2.0
#include "kernels/host_block.h"

#include <sys/mman.h>

#include "kernels/types.h"

namespace satscope {

HostBlock make_host_block(std::size_t bytes) {
  constexpr std::size_t k_huge_page = std::size_t{2} << 20;
  constexpr std::align_val_t k_line{k_row_bytes}, k_page{k_huge_page};
  const auto block = [](std::size_t size, std::align_val_t alignment) {
    return HostBlock(static_cast<std::byte*>(::operator new[](size, alignment)), {alignment});
  };
  if (bytes < k_huge_page / 2) return block(bytes, k_line);
  const std::size_t whole = (bytes + k_huge_page - 1) / k_huge_page * k_huge_page;
  HostBlock large = block(whole, k_page);
  ::madvise(large.get(), whole, MADV_HUGEPAGE);  // only a hint: without it everything is as right
  return large;
}

}  // namespace satscope
