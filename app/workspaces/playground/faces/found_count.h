// SPDX-License-Identifier: Apache-2.0
// How many places look like the template: groups of windows whose pixels are all lit, counted by a table of what is lit.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "kernels/types.h"

namespace satscope::app {

struct Ui;

/// source, result: RGBA8 words before and after the filter with show=found. Windows that touch count once. window: of the
/// template.
int places_found(std::span<const std::uint32_t> source, std::span<const std::uint32_t> result, Extent picture, Extent window);

/// The count of the result that is shown, counted again when there is another one.
class FoundCount {
 public:
  /// Of a chain that is this filter alone, whose result shows what was found; else nothing.
  std::optional<int> of(const Ui& ui, Extent window);

 private:
  std::uint64_t serial_ = 0;  ///< of the result that was counted
  double at_ = -1e9;          ///< seconds
  std::optional<int> places_;
};

}  // namespace satscope::app
