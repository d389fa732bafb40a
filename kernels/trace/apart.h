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

struct ApartTable {
  Schedule order;  ///< of the threads of a block, between two barriers
  Extent extent;
  Scalar type = Scalar::u32;
  std::vector<Cell> cells = {};
  Provenance provenance = {};           ///< of the pixels in `cells`
  std::vector<std::size_t> wrong = {};  ///< entries that differ from the 64-bit reference
  bool provenance_exact = false;        ///< each entry is the sum of exactly its pixels, once
  std::string problem = {};             ///< what kept it from its end; empty: nothing
};

/// Runs the request with threads apart; nothing is recorded. Throws as `trace` does.
ApartTable run_apart(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                     const Schedule& order, const std::set<Barrier>& deleted_barriers = {});

/// The same run, recorded: a step is what one thread does between two barriers under one label. Its counters and races are
/// empty.
Trace trace_apart(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture, const Schedule& order,
                  const std::set<Barrier>& deleted_barriers = {});

/// What `find_wrong_table` tries, in this order: forwards, reversed, then by a few seeds.
std::vector<Schedule> thread_orders();

/// The first order of `thread_orders` that makes a wrong table without these barriers; the one whose entries at least sum other
/// pixels than they should, if the numbers never tell; none where all is as it should be.
std::optional<ApartTable> find_wrong_table(const Algorithm& algorithm, const Request& request,
                                           std::span<const std::byte> picture, const std::set<Barrier>& deleted_barriers);

/// "forwards", "reversed", "random:1".
std::string id_of_order(const Schedule& order);
/// "last thread first", "first thread first", "random order, seed 1".
std::string words_of_order(const Schedule& order);
/// "When threads run out of step (last thread first), 7 of 12 entries are wrong."
std::string sentence_of(const ApartTable& table);

}  // namespace satscope
