// SPDX-License-Identifier: Apache-2.0
// The template of a Haar feature, laid over the picture by hand: where it lies, and what it gives there.
#pragma once
#include <array>
#include <optional>
#include <string>

#include "app/sources/live/live_input.h"
#include "app/workspaces/playground/settings.h"
#include "kernels/filters/haar.h"

namespace satscope::app {

/// Its rectangles lie in `box` row by row, each as large as the others.
struct LaidFeature {
  Box box;
  filter_kernels::haar::Template form;
  Border border = Border::clamp;

  Box part(int i) const;
};

/// Empty if the filter has no such template, or there is no picture.
std::optional<LaidFeature> laid_feature(const PlaygroundEdit& edit, const ChainEntry& entry, Extent picture);
/// Lays it there from now on; its rectangles share the box as evenly as whole pixels allow.
void lay_feature(PlaygroundEdit& edit, ChainEntry& entry, const Box& box);

struct FeatureValue {
  std::array<std::int64_t, 4> sums{};  ///< of the luma in each rectangle
  std::int64_t value = 0;              ///< these times their weights
  int reads = 0;                       ///< of the table
};
/// What the table of this frame's luma gives.
FeatureValue value_of(const LaidFeature& feature, const SourceFrame& frame);

}  // namespace satscope::app
