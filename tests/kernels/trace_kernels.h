// SPDX-License-Identifier: Apache-2.0
// Small kernels, right and wrong on purpose, that show what machine Traced finds. Each runs as one block of 32 threads or
// more over one global buffer.
#pragma once
#include "kernels/simt/traced.h"

namespace satscope::testing {

constexpr int k_lanes = 32;

/// Runs `body(machine)` as `blocks` blocks of `threads` threads over a global buffer of `elements` numbers.
template <int threads = k_lanes, class Body>
Trace record(int elements, int blocks, Body&& body, RecorderOptions options = {}) {
  Recorder recorder(std::move(options));
  recorder.add_buffer({.name = "data", .space = Space::global, .type = Scalar::u32, .shape = {elements, 1}});
  recorder.run_pass("test", blocks, 1, threads, k_lanes, [&](int bx, int by) {
    using M = Traced<threads, k_lanes>;
    M machine{bx, by};
    body(machine, typename M::template global<std::uint32_t>{0});
  });
  return recorder.take();
}

using Block = Traced<k_lanes, k_lanes>;
using Data = Block::global<std::uint32_t>;

/// Kogge-Stone in place: each thread adds the element d before it, which its owner changes in the same step.
inline void kogge_stone_in_place(Block& m, Data) {
  shared<Block, std::uint32_t, k_lanes> s{"s"};
  for (int d = 1; d < k_lanes; d *= 2) {
    m.each({"add d=", d}, [&](auto t) {
      if (t.lane() >= d) s[t.x] += s[t.x - d];
    });
    m.sync();
  }
}

/// The same with two buffers that change roles.
inline void kogge_stone_double_buffered(Block& m, Data) {
  shared<Block, std::uint32_t, 2 * k_lanes> s{"s"};
  int from = 0;
  for (int d = 1; d < k_lanes; d *= 2, from ^= 1) {
    const int a = from * k_lanes, b = (from ^ 1) * k_lanes;
    m.each({"add d=", d}, [&](auto t) {
      if (t.lane() >= d)
        s[b + t.x] = s[a + t.x] + s[a + t.x - d];
      else
        s[b + t.x] = s[a + t.x];
    });
    m.sync();
  }
}

/// A warp hands values on through shared memory.
template <bool synced>
void rotate_in_warp(Block& m, Data data) {
  shared<Block, std::uint32_t, k_lanes> s{"s"};
  m.each("write", [&](auto t) { s[t.x] = data[t.x]; });
  if (synced) m.sync_warp();
  m.each("read", [&](auto t) { data[t.x] = s[(t.x + 1) % k_lanes]; });
}

/// Reads a column of a 32 x pitch array of shared memory.
template <int pitch>
void read_column(Block& m, Data data) {
  shared<Block, std::uint32_t, k_lanes * pitch> s{"s"};
  m.each("column", [&](auto t) { data[t.x] = s[t.x * pitch]; });
}

}  // namespace satscope::testing
