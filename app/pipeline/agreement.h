// SPDX-License-Identifier: Apache-2.0
// Compares the whole table that is shown, entry by entry, with the sums of its pixels in 64 bits.
#pragma once
#include <atomic>
#include <string>

#include "app/pipeline/content.h"
#include "kernels/exact.h"

namespace satscope::app {

struct Agreement {
  FrameStatus::Agreement state = FrameStatus::Agreement::unknown;
  std::string text;  ///< what was compared with what, and what came of it
  TableCheck check;
  double milliseconds = 0;  ///< that it took
};

/// The pixels as they entered the table of this content, which must outlive it.
PixelRows pixel_rows(const Content& content);

/// Of a content whose table is on the host. Computes on the calling thread, about as long as a serial table takes; what is
/// cancelled says nothing.
Agreement compare_with_definition(const Content& content, const std::atomic<bool>& cancelled);

}  // namespace satscope::app
