// SPDX-License-Identifier: Apache-2.0
#include "app/window/memory.h"

#include <malloc.h>

namespace satscope::app {
namespace {

/// Less than the table of a picture of 640x480; more than what the panels of a frame allocate and free.
constexpr int k_large_block = 1'000'000;

}  // namespace

void free_large_blocks_at_once() {
#ifdef M_MMAP_THRESHOLD
  // either one keeps glibc from learning
  mallopt(M_MMAP_THRESHOLD, k_large_block);
  mallopt(M_TRIM_THRESHOLD, 2 * k_large_block);
#endif
}

}  // namespace satscope::app
