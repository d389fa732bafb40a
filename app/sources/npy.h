// SPDX-License-Identifier: Apache-2.0
// NumPy's array files, version 1.0: little-endian, C order.
#pragma once
#include <string>

#include "kernels/types.h"

namespace satscope::app {

/// What stands before the elements of an array of height rows of width, of so many channels each if there are more than one:
/// magic, length, description, padded so that the elements start at a multiple of 64 bytes.
std::string npy_header(Scalar type, Extent extent, int channels = 1);

}  // namespace satscope::app
