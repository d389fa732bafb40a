// SPDX-License-Identifier: Apache-2.0
// How the numbers that a student's threads write came to be. Registers are not recorded, so this is inferred: a number that
// equals, in several runs with different pictures, the sum of two numbers that its thread has met is that sum.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "app/lab/trace/rectangles.h"
#include "kernels/trace/trace.h"

namespace satscope::app::lab {

/// The run that is shown, and some with random pictures.
inline constexpr std::size_t k_random_runs = 4, k_runs = 1 + k_random_runs;
inline constexpr std::array<std::uint32_t, k_random_runs> k_random_pictures{101, 102, 103, 104};

/// A number in each run; NaN where it is not known.
using Sample = std::array<double, k_runs>;

/// An access of one element.
struct Meeting {
  std::uint32_t block = 0, thread = 0, line = 0, buffer = 0, index = 0;
  Scalar type = Scalar::u32;
  bool global = false;
  std::uint64_t bits = 0;
  Sample sample = {};
};

class OriginFinder {
 public:
  /// several: whether there are runs with random pictures; without them nothing is inferred.
  OriginFinder(Trace& trace, Extent picture, bool several) : trace_(trace), picture_(picture), several_(several) {}

  void begin_launch() { hands_.clear(); }
  /// The cell that a thread reads where `held` is.
  Cell read(const Meeting& meeting, const Cell& held);
  /// The cell that it writes.
  Cell write(const Meeting& meeting);
  /// What a lane gets in a warp function.
  void hear(const Meeting& meeting);
  /// The cell of a register that another lane reads by a shuffle: it may hold the sum of two numbers that its thread has met.
  Cell give(const Meeting& meeting);
  /// A lane gets what another one gave.
  void take(const Meeting& meeting, const Cell& given) { keep(hand_of(meeting), {meeting, false, given.origin, given.pixels}); }
  /// Which pixels the number sums; 0 if it is not known.
  PixelSet pixels_of(const Sample& sample);
  std::int64_t additions() const { return additions_; }  ///< sums and differences so far

 private:
  struct Held {
    Meeting from;
    bool read = false;
    OriginId origin = 0;
    PixelSet pixels = 0;
  };
  using Hand = std::vector<Held>;

  Hand& hand_of(const Meeting& meeting) { return hands_[std::uint64_t{meeting.block} << 32 | meeting.thread]; }
  static void keep(Hand& hand, Held held);
  bool equal(const Sample& a, const Sample& b) const;
  bool makes(const Meeting& result, const Held& a, const Held& b, int sign) const;
  bool constant(const Sample& sample) const;
  OriginId add(const Meeting& meeting, Origin origin);
  OriginId origin_of(const Held& held, const Meeting& meeting);
  Cell combined(const Meeting& meeting, const Held& a, const Held& b, int sign);
  bool find_update(const Meeting& meeting, const Hand& hand, Cell& cell);
  bool find_pair(const Meeting& meeting, const Hand& hand, bool same_line, int sign, Cell& cell);
  bool find_copy(const Meeting& meeting, const Hand& hand, Cell& cell) const;

  Trace& trace_;
  Extent picture_;
  bool several_;
  std::unique_ptr<Rectangles> rectangles_;  ///< made when it is asked for
  std::unordered_map<std::uint64_t, Hand> hands_;
  std::int64_t additions_ = 0;
};

}  // namespace satscope::app::lab
