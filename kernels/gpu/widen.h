// SPDX-License-Identifier: Apache-2.0
// The floor's own kernel: reads pixels once, writes table elements once, adds nothing.
#pragma once
#include <cstddef>

#include "kernels/types.h"

namespace satscope {

/// Enqueues on a cudaStream_t: table[i] = pixels[i] for i < count, 16 bytes per store. Both are aligned to 16 bytes.
void widen(const void* pixels, void* table, std::size_t count, const TypePair& types, void* stream);

}  // namespace satscope
