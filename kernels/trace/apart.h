// SPDX-License-Identifier: Apache-2.0
// The table that an algorithm makes when every thread of a block runs apart from the others. A trace runs the threads of a step
// one after the other and all of them before the next step, so a missing barrier cannot spoil it. Here each thread executes the
// kernel's own source for itself, from barrier to barrier, in an order that a GPU may take as well.
#pragma once
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "kernels/plan.h"
#include "kernels/trace/fibers.h"
#include "kernels/trace/trace.h"

namespace satscope {

/// What of a run is judged.
struct JudgedBuffer {
  int passes = 0;         ///< that run; 0: all
  int buffer = -1;        ///< of the plan; negative: the table
  std::string name = {};  ///< of the buffer; empty: the table
};

struct ApartTable {
  Schedule order;  ///< of the threads of a block, between two barriers
  Extent extent;
  Scalar type = Scalar::u32;
  std::vector<Cell> cells = {};
  Provenance provenance = {};  ///< of the pixels in `cells`
  /// Entries that differ from the 64-bit reference; in another buffer than the table, from the run with all barriers.
  std::vector<std::size_t> wrong = {};
  bool provenance_exact = false;  ///< each entry is the sum of exactly its pixels, once
  std::string problem = {};       ///< what kept it from its end; empty: nothing
  JudgedBuffer judged = {};       ///< what `cells` are
};

/// Runs the request with threads apart; nothing is recorded. Throws as `trace` does. Only `find_wrong_table` knows what is
/// wrong in another buffer than the table.
ApartTable run_apart(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                     const Schedule& order, const std::set<Barrier>& deleted_barriers = {}, const JudgedBuffer& judged = {});

/// The same run, recorded: a step is what one thread does between two barriers under one label. Its counters and races are
/// empty.
Trace trace_apart(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture, const Schedule& order,
                  const std::set<Barrier>& deleted_barriers = {});

/// What `find_wrong_table` tries, in this order: forwards, reversed, then by a few seeds.
std::vector<Schedule> thread_orders();

/// The first order of `thread_orders` that makes a wrong table without these barriers; the one whose entries at least sum other
/// pixels than they should, if no number is wrong. Where no order does, likewise what a pass hands on, the last pass first,
/// because a table may hide it: that of one row, in its exclusive form, is all zeros. passes: that are looked at; fewer than
/// there are make no table, so the last of them is judged. None where all is as it should be.
std::optional<ApartTable> find_wrong_table(const Algorithm& algorithm, const Request& request,
                                           std::span<const std::byte> picture, const std::set<Barrier>& deleted_barriers,
                                           int passes = 0);

/// "forwards", "reversed", "random:1".
std::string id_of_order(const Schedule& order);
/// "last thread first", "first thread first", "random order, seed 1".
std::string words_of_order(const Schedule& order);
/// "With threads in another order (last thread first), 7 of 12 entries are wrong."
std::string sentence_of(const ApartTable& table);

}  // namespace satscope
