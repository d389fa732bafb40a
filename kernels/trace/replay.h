// SPDX-License-Identifier: Apache-2.0
// Walks a trace forwards and backwards: the content of every buffer after any number of steps.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/trace/trace.h"

namespace satscope {

/// The content of every buffer after so many steps: from there a place far away is reached soon.
struct KeyFrame {
  std::size_t steps = 0;
  std::vector<std::vector<Cell>> content = {};
};
/// One after about every `writes` writes, or as many as there are cells, because copying these takes as long. In order.
std::vector<KeyFrame> key_frames(const Trace& trace, std::size_t writes = 1 << 15);

class Replay {
 public:
  /// Before the first step. Trace and frames, which are the trace's, must outlive it.
  explicit Replay(const Trace& trace, std::span<const KeyFrame> frames = {});

  std::size_t done() const { return done_; }  ///< steps done, 0 ... trace.steps.size()
  /// Costs what the steps between wrote, or since the last key frame before `steps`.
  void go_to(std::size_t steps);
  std::span<const Cell> content(std::size_t buffer) const { return content_[buffer]; }

 private:
  std::size_t writes_between(std::size_t a, std::size_t b) const;

  const Trace& trace_;
  std::span<const KeyFrame> frames_;
  std::size_t done_ = 0;
  std::vector<std::vector<Cell>> content_;
};

/// Raw elements of the trace's result after its last step.
std::vector<std::byte> raw_result(const Trace& trace);

}  // namespace satscope
