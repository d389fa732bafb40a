// SPDX-License-Identifier: Apache-2.0
// Walks a trace forwards and backwards: the content of every buffer after any number of steps.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/trace/trace.h"

namespace satscope {

class Replay {
 public:
  explicit Replay(const Trace& trace);  ///< before the first step; the trace must outlive it

  std::size_t done() const { return done_; }  ///< steps done, 0 ... trace.steps.size()
  void go_to(std::size_t steps);              ///< costs what the steps between wrote
  std::span<const Cell> content(std::size_t buffer) const { return content_[buffer]; }

 private:
  const Trace& trace_;
  std::size_t done_ = 0;
  std::vector<std::vector<Cell>> content_;
};

/// Raw elements of the trace's result after its last step.
std::vector<std::byte> raw_result(const Trace& trace);

}  // namespace satscope
