// SPDX-License-Identifier: Apache-2.0
// What filters do with sums beyond adding them: multiples, and results computed from the bare value of a sum. On machine Traced
// (traced.h has its own versions) a result keeps the pixels of the number that it was computed from.
#pragma once
#include "kernels/simt/simt.h"

namespace satscope {

/// times * value; the type wraps.
template <class T>
requires(std::is_unsigned_v<T>) SIMT T multiple(T value, int times) { return static_cast<T>(value * static_cast<T>(times)); }

/// The same for whole numbers in floating point.
template <class T>
requires(std::is_floating_point_v<T>) SIMT T multiple(T value, int times) { return value * static_cast<T>(times); }

/// The plain number, for divisions and decisions.
template <class T>
requires(std::is_arithmetic_v<T>) SIMT T bare(T value) { return value; }

/// `value` as a number computed from `source`.
template <class T, class U>
requires(std::is_arithmetic_v<U>) SIMT T made_of(T value, U) { return value; }

}  // namespace satscope
