// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/source/live_patch.h"

#include <fmt/format.h>

#include <utility>

#include "app/workspaces/steps/source/source.h"

namespace satscope::app {

void LivePatch::ask(const StepsSource& source, Extent picture, bool fresh, const Frame& frame) {
  source_ = source;
  pixels_ = patch_around(source.x, source.y, source.side, picture);
  stale_table_ = fresh ? std::nullopt : std::optional(frame.shown().serial);
  waited_ = 0;
}

std::optional<StepsSource> LivePatch::take(const Frame& frame) {
  if (!pixels_) return std::nullopt;
  if (stale_table_) {
    constexpr int k_max_wait = 8;  // steps: the table may be of this very frame, and then no other comes
    if (frame.shown().serial == *stale_table_ && (frame.active() || ++waited_ < k_max_wait)) return std::nullopt;
    stale_table_.reset();
  }
  source_.typed.clear();
  for (int y = pixels_->y; y < pixels_->y + pixels_->height; ++y)
    for (int x = pixels_->x; x < pixels_->x + pixels_->width; ++x) {
      const auto pixel = frame.pixel(x, y);
      if (!pixel) return std::nullopt;
      source_.typed += fmt::format("{}{}", *pixel, x + 1 == pixels_->x + pixels_->width ? "\n" : " ");
    }
  source_.kind = StepsSource::Kind::typed;
  source_.from = fmt::format("the live frame at {},{}", pixels_->x, pixels_->y);
  pixels_.reset();
  return source_;
}

}  // namespace satscope::app
