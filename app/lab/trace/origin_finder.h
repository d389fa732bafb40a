// SPDX-License-Identifier: Apache-2.0
// How the numbers that a student's threads write came to be. Registers are not recorded, so this is inferred: a number that
// equals, in several runs with different pictures, the sum of two numbers that its thread has seen is that sum.
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

/// A number that a thread accesses or gets, in each run.
struct ObservedValue {
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

  void begin_launch() { known_values_.clear(); }
  /// The cell that a thread reads where `held` is.
  Cell read(const ObservedValue& observed, const Cell& held);
  /// The cell that it writes.
  Cell write(const ObservedValue& observed);
  /// What a lane gets in a warp function.
  void observe(const ObservedValue& observed);
  /// The cell of a register that another lane reads by a shuffle: it may hold the sum of two numbers that its thread has seen.
  Cell give(const ObservedValue& observed);
  /// A lane gets what another one gave.
  void take(const ObservedValue& observed, const Cell& given) {
    keep(known_values_of(observed), {observed, false, given.origin, given.pixels});
  }
  /// Which pixels the number sums; 0 if it is not known.
  PixelSet pixels_of(const Sample& sample);
  std::int64_t additions() const { return additions_; }  ///< sums and differences so far

 private:
  struct KnownValue {
    ObservedValue from;
    bool read = false;
    OriginId origin = 0;
    PixelSet pixels = 0;
  };
  using KnownValues = std::vector<KnownValue>;

  KnownValues& known_values_of(const ObservedValue& observed) {
    return known_values_[std::uint64_t{observed.block} << 32 | observed.thread];
  }
  static void keep(KnownValues& values, KnownValue held);
  bool equal(const Sample& a, const Sample& b) const;
  bool makes(const ObservedValue& result, const KnownValue& a, const KnownValue& b, int sign) const;
  bool constant(const Sample& sample) const;
  OriginId add(const ObservedValue& observed, Origin origin);
  OriginId origin_of(const KnownValue& held, const ObservedValue& observed);
  Cell combined(const ObservedValue& observed, const KnownValue& a, const KnownValue& b, int sign);
  bool find_update(const ObservedValue& observed, const KnownValues& values, Cell& cell);
  bool find_pair(const ObservedValue& observed, const KnownValues& values, bool same_line, int sign, Cell& cell);
  bool find_copy(const ObservedValue& observed, const KnownValues& values, Cell& cell) const;

  Trace& trace_;
  Extent picture_;
  bool several_;
  std::unique_ptr<Rectangles> rectangles_;  ///< made when it is asked for
  std::unordered_map<std::uint64_t, KnownValues> known_values_;
  std::int64_t additions_ = 0;
};

}  // namespace satscope::app::lab
