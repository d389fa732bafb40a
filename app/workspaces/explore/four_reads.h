// SPDX-License-Identifier: Apache-2.0
// Why four reads are enough: the lines through A cut what D sums into four parts, and each read changes how often a part
// counts. After all four, only the box counts, and it counts once. No drawing here.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "kernels/table.h"

namespace satscope::app {

class Fields;

/// The reads in the order in which the rule names them.
inline constexpr std::array k_reads{'D', 'B', 'C', 'A'};

/// How far the explanation has come.
struct FourReads {
  static constexpr const char* k_member = "explore";
  static constexpr int k_last = static_cast<int>(k_reads.size());
  static constexpr double k_fastest = 0.5, k_slowest = 12;  ///< seconds

  bool open = false;
  int done = 0;  ///< reads: 0 ... k_last
  bool playing = false;
  double seconds = 3;  ///< a read takes, when they play
  bool operator==(const FourReads&) const = default;
};
void fields(Fields& io, FourReads& reads);

/// The pixels that the entry of this letter sums: from the top left of the picture to the corner of the box.
Box summed_by(const Box& box, char letter);

/// A part of what D sums, and how often its pixels count.
struct CountedPart {
  Box pixels;
  int times = 0;
};
/// The four parts, of which some may be empty, after so many reads: left above the box, above it, left of it, the box.
std::array<CountedPart, 4> parts_after(const Box& box, int reads);

/// What the reads so far add up to; exact below 2^53.
double sum_after(const BoxSum& sum, int reads);

/// What a read does, from long to short.
std::vector<std::string> reported(const Box& box, int reads);

}  // namespace satscope::app
