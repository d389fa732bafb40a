// SPDX-License-Identifier: Apache-2.0
// What one thread did in a step, written out: for each number that it stored, the numbers that went into it and where it found
// them. Found by the origins of numbers, never by values that happen to fit.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/table.h"
#include "kernels/trace/trace.h"

namespace satscope {

/// A number that went into another one.
struct Term {
  int sign = 1;
  Value value;
  const Read* read = nullptr;  ///< where the thread found it in this step; null: the kernel put it there, or it was held before
  int effect = -1;             ///< the earlier effect of the same thread and step that made this number; -1: none
};

/// What a thread stored in one place.
struct Effect {
  enum class Kind : std::uint8_t {
    put,    ///< a number of the kernel's own, such as 0
    moved,  ///< what it found elsewhere, unchanged
    sum,    ///< the sum of the terms
    made,   ///< computed in another way; the terms are what it was computed from
  } kind = Kind::put;
  Write write;
  Value result;
  std::vector<Term> terms;  ///< of moved: one
  // of made, where the first of the terms were added up and the result is computed from their sum
  std::size_t added = 0;
  Value added_up = {};
};

/// The effects of a thread in a step, in order.
std::vector<Effect> effects_of(const Trace& trace, const Step& step, std::uint32_t thread);

/// The same without those that are only on the way: where a thread adds to a number that it has put into the place before, and
/// uses for nothing else, the sum is written with all that was added, "112 + 94 = 206", up to so many terms.
std::vector<Effect> whole_effects_of(const Trace& trace, const Step& step, std::uint32_t thread, std::size_t most = 8);

/// Whether the terms add up to this number, in its type: modulo 2^bits for integers, up to rounding for floats.
bool adds_up(std::span<const Term> terms, const Value& result, Scalar type);

/// The threads that touched something in a step, ascending.
std::vector<std::uint32_t> busy_threads(const Trace& trace, const Step& step);

/// The first thread that does what most of the busy ones do: of those that add something if any does, else of those that write
/// something, and without a 0 among its numbers if there is one, because a 0 hides what moves and what is added; of a transpose
/// one off the diagonal, if there is one. 0 if none is busy.
std::uint32_t typical_thread(const Trace& trace, const Step& step);

}  // namespace satscope
