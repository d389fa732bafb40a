// SPDX-License-Identifier: Apache-2.0
#include "app/frame_upload.h"

#include <algorithm>
#include <utility>

namespace satscope::app {

std::shared_ptr<Upload> UploadLane::begin(const SourceFrame& frame) {
  constexpr std::size_t k_most_idle = 3;  // one computed, one on its way, one for a change of size
  std::unique_ptr<Upload> place;
  {
    const std::lock_guard lock(idle_->mutex);
    if (!idle_->places.empty()) {
      place = std::move(idle_->places.back());
      idle_->places.pop_back();
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
            back->from_.reset();
            const std::lock_guard lock(idle->mutex);
            if (idle->places.size() < k_most_idle) idle->places.push_back(std::move(back));
          }};
}

}  // namespace satscope::app
