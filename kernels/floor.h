// SPDX-License-Identifier: Apache-2.0
// The floor: the shortest time in which this machine, now, moves the bytes that any algorithm must move: the picture in once
// and the table out once.
#pragma once
#include <string>
#include <vector>

#include "kernels/plan.h"

namespace satscope {

/// Bytes of the picture plus bytes of the table.
double least_bytes(const Request& request);

/// One way of moving the bytes.
struct FloorTry {
  std::string method;
  double milliseconds;  ///< median
};

struct Floor {
  double milliseconds;               ///< median
  std::string method;                ///< what was fastest
  std::vector<FloorTry> tried = {};  ///< all that was measured
};

/// Measures a plain copy of half of these bytes, and a loop of ours that reads the picture once and writes the table once,
/// buffers rotating past the cache; of bytes into bytes only the copy; on the host both also with stores past the cache, each
/// with one thread and with all. Returns the fastest. Takes a second or two. Throws as Engine does.
Floor measure_floor(const Request& request, Machine machine, int threads = 0);

}  // namespace satscope
