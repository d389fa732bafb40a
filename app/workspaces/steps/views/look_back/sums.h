// SPDX-License-Identifier: Apache-2.0
// What the selected thread made in the present step, as sums to look at: each number with the place that it comes from,
// and which pixels the result sums. Found by the origins of numbers and by their pixels, so it holds for any algorithm.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/workspaces/steps/state.h"

namespace satscope::app {

/// A number that went into another one.
struct SumTerm {
  std::string value;   ///< "112"; of several zeros in a row "4 \u00d7 0"
  std::string place;   ///< "tile[0]"; of the same array as the term before it only "[16]"
  bool minus = false;  ///< it is taken off
  CellAt at = {};      ///< where it was read; several zeros: the first
  bool is_read = false;
  Known known = Known::nothing;  ///< what the word is that it was read in; nothing: it is no word
  double amount = 0;             ///< as a number
  PixelSet pixels = 0;           ///< that it sums
};

struct SelectedSum {
  enum class Kind : std::uint8_t { put, moved, sum, made } kind = Kind::put;
  std::vector<SumTerm> terms;    ///< made: what it was computed from
  std::string value;             ///< "206"; of a word with what it is worth, "1529 A"
  Known known = Known::nothing;  ///< what it is published as; nothing: it is not
  std::string place;             ///< "column sums[0]", or several
  std::string covers;            ///< "col 0, rows 16\u201317"; empty: its pixels are no rectangle
};

/// In the order in which it made them. Numbers that were only on the way to another one are part of its sum.
std::vector<SelectedSum> selected_sums(const StepsState& steps);

/// The sum that the step is about, in a newcomer's words: numbers that sum the same part of the picture are one, and are named
/// by that part, "own sum", "left of the tile". None: the thread added up and moved nothing.
std::optional<SelectedSum> plain_sum(const StepsState& steps);

/// Why zeros among what it read hold no pixel: "no tile lies to its left"; empty: there are none, or they have another reason.
std::string zeros_text(const StepsState& steps);

/// "What for: step 61 (down, fours) reads it; it is part of what step 112 stores in the table." A few choices, the longest
/// first; empty: it is not used.
std::vector<std::string> use_texts(const StepsState& steps);

}  // namespace satscope::app
