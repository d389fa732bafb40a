// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them.
#pragma once
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

#include "kernels/table.h"

namespace satscope::app {

/// Decimal with thousands separated by commas: 1,204,518. Fractions are rounded to at most `digits` significant digits, but
/// never to fewer than their whole part has.
std::string grouped(double number, int digits = 7);
std::string grouped(const Value& value, int digits = 7);
std::string grouped(std::uint64_t number);
/// Of sizes, which have 32 bits on some systems.
std::string grouped(std::unsigned_integral auto number) { return grouped(std::uint64_t{number}); }
/// Two numbers with as many digits, `digits` or more, as it takes to see that they differ; equal numbers come out alike.
std::pair<std::string, std::string> grouped_apart(const Value& a, const Value& b, int digits = 7);

/// The same without commas: for narrow places, and in Steps, where sentences name numbers as the cells show them.
std::string ungrouped(const Value& value, int digits = 7);

/// "1st", "2nd", "3rd", "4th", "11th".
std::string ordinal(int number);

/// Milliseconds with three significant digits: "0.031 ms", "12.4 ms", "1,250 ms"; "88.4 ns" below a microsecond.
std::string milliseconds_text(double milliseconds);
/// Without a unit and never in nanoseconds, as below a heading "ms"; at most six decimals: "0.000851".
std::string milliseconds_number(double milliseconds);

}  // namespace satscope::app
