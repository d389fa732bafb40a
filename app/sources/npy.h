// SPDX-License-Identifier: Apache-2.0
// NumPy's array files, version 1.0: little-endian, C order.
#pragma once
#include <string>

#include "kernels/types.h"

namespace satscope::app {

/// What stands before the elements of a two-dimensional array (height rows of width): magic, length, description, padded so
/// that the elements start at a multiple of 64 bytes.
std::string npy_header(Scalar type, Extent extent);

}  // namespace satscope::app
