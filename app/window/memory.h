// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace satscope::app {

/// From now on pictures and tables go back to the system when they are freed. Otherwise glibc learns from the first large
/// block that is freed to keep such blocks, up to 64 MB in each of its arenas, of which a core has eight: after a while that
/// is half of a window's memory. For the whole program.
void free_large_blocks_at_once();

}  // namespace satscope::app
