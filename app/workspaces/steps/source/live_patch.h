// SPDX-License-Identifier: Apache-2.0
// A patch of the live frame on its way to Steps: its numbers are read off the frame's table, which may take a frame or two.
#pragma once
#include <cstdint>
#include <optional>

#include "app/pipeline/frame.h"
#include "app/workspaces/steps/settings.h"

namespace satscope::app {

class LivePatch {
 public:
  /// fresh: the table that is shown is of the frame on the screen; it is not where filters are shown.
  void ask(const StepsSource& source, Extent picture, bool fresh, const Frame& frame);
  /// Which are waited for.
  const std::optional<Box>& pixels() const { return pixels_; }
  /// The numbers as if they were typed, once they are there. Once per step.
  std::optional<StepsSource> take(const Frame& frame);

 private:
  StepsSource source_;
  std::optional<Box> pixels_;
  std::optional<std::uint64_t> stale_table_;  ///< the one that was shown when the patch was asked for
  int waited_ = 0;                            ///< steps for another one
};

}  // namespace satscope::app
