// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/upload.h"

#include <algorithm>
#include <utility>

namespace satscope::app {

std::shared_ptr<Upload> UploadLane::begin(const SourceFrame& frame) {
  std::unique_ptr<Upload> place;
  {
    const std::lock_guard lock(idle_->mutex);
    // because: one that was dropped on its way may still be read by its copy
    const auto free = std::ranges::find_if(idle_->places, [](const auto& one) { return one->ended_.reached(); });
    if (free != idle_->places.end()) {
      place = std::move(*free);
      idle_->places.erase(free);
    }
  }
  if (!place) place = std::make_unique<Upload>();
  const std::size_t bytes = frame.extent.area() * sizeof(std::uint32_t);
  if (place->bytes_ != bytes) {
    place->memory_ = DeviceMemory();  // first, so that both need not fit
    place->memory_ = DeviceMemory(bytes);
    place->bytes_ = bytes;
  }
  place->from_ = frame.rgba;
  place->begun_.record(stream_);
  stream_.copy_to_device(place->memory_.get(), frame.rgba.get(), bytes);
  place->ended_.record(stream_);
  return {place.release(), [idle = idle_](Upload* used) {
            std::unique_ptr<Upload> back(used);
            const std::lock_guard lock(idle->mutex);
            idle->places.push_back(std::move(back));
          }};
}

}  // namespace satscope::app
