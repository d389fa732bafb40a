// SPDX-License-Identifier: Apache-2.0
// Numbers of machine Traced. Their type is that of the request, set at run time: so a kernel is compiled for traces once and
// not once per type. Outside a traced run there is no such type.
#pragma once
#include <cstdint>

namespace satscope {

/// An element of the picture.
struct AnyPixel {
  std::uint64_t bits = 0;
};

/// A number of the table's type.
struct AnySum {
  std::uint64_t bits = 0;

  AnySum() = default;
  explicit AnySum(int whole);
  explicit AnySum(AnyPixel pixel);  ///< squared where the request says so
  friend AnySum operator+(AnySum a, AnySum b);
  friend AnySum operator-(AnySum a, AnySum b);
};

}  // namespace satscope
