// SPDX-License-Identifier: Apache-2.0
#include "kernels/host_block.h"
#include "kernels/types.h"

namespace satscope {

// because: Windows gives large pages only to users with a right of their own
HostBlock make_host_block(std::size_t bytes) {
  constexpr std::align_val_t k_line{k_row_bytes};
  return HostBlock(static_cast<std::byte*>(::operator new[](bytes, k_line)), {k_line});
}

}  // namespace satscope
