// SPDX-License-Identifier: Apache-2.0
// NumPy's array files: little-endian, C order. They are written in version 1.0, and read in 1.0 to 3.0 (loaders.h).
#pragma once
#include <string>

#include "kernels/types.h"

namespace satscope::app {

/// The header of an array of height rows and width columns, with a third dimension for more than one channel: magic, length,
/// description, padded so that the elements start at a multiple of 64 bytes.
std::string npy_header(Scalar type, Extent extent, int channels = 1);

}  // namespace satscope::app
