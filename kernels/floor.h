// SPDX-License-Identifier: Apache-2.0
// The floor: the shortest time in which this machine, now, moves the bytes that any algorithm must move: the picture in once
// and the table out once.
#pragma once
#include <memory>
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

/// The floor of the host in parts. Measures every way first, as above; then, with each turn, those that were nearly the fastest
/// once more. Because: a machine may be slower at times, so the floor must be measured when what it is compared with is.
class HostFloor {
 public:
  /// Throws as an engine does.
  HostFloor(const Request& request, int threads);
  HostFloor(const HostFloor&) = delete;
  HostFloor& operator=(const HostFloor&) = delete;
  ~HostFloor();

  /// The last turn has 1 left. From the first one on, only turns count for the ways that take part.
  void take_turn(int turns_left);
  Floor floor() const;

 private:
  struct Way;
  class Moves;
  std::unique_ptr<Moves> moves_;
  std::vector<Way> ways_;
};

}  // namespace satscope
