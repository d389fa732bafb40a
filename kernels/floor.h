// SPDX-License-Identifier: Apache-2.0
// The floor under every table: how fast this machine, now, moves the bytes that any algorithm must move, which is the picture
// once in and the table once out.
#pragma once
#include <string>

#include "kernels/plan.h"

namespace satscope {

/// Bytes of the picture plus bytes of the table.
double least_bytes(const Request& request);

struct Floor {
  double milliseconds;  ///< median
  std::string method;   ///< what was fastest
};

/// Measures a plain copy of half of these bytes, and a kernel of ours that reads the picture once and writes the table once,
/// buffers rotating past the cache; returns the faster. Takes well under a second. Throws as Engine does.
Floor measure_floor(const Request& request, Machine machine, int threads = 0);

}  // namespace satscope
