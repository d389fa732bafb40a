// SPDX-License-Identifier: Apache-2.0
// Live frames go up to the GPU on a stream of their own, so that the next one is on its way while this one is computed.
#pragma once
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "app/sources/live_input.h"
#include "kernels/device.h"

namespace satscope::app {

/// A frame on the device, or on its way there. Its memory is used again after the last owner lets go: whoever computes with it
/// holds it until that is finished.
class Upload {
 public:
  const void* words() const { return memory_.get(); }
  void* words() { return memory_.get(); }
  /// What comes later in the stream has the whole frame.
  void wait_in(const Stream& stream) const { stream.wait_for(ended_); }
  double milliseconds() const { return Event::milliseconds(begun_, ended_); }  ///< once it has arrived

 private:
  friend class UploadLane;
  DeviceMemory memory_;
  std::size_t bytes_ = 0;
  Event begun_, ended_;
  PixelBlock from_;  ///< stays until the next upload into this place
};

class UploadLane {
 public:
  /// Only where the GPU is usable.
  UploadLane() : idle_(std::make_shared<Idle>()) {}
  /// Starts; the host does not wait. The frame's block is best pinned.
  std::shared_ptr<Upload> begin(const SourceFrame& frame);

 private:
  struct Idle {
    std::mutex mutex;
    std::vector<std::unique_ptr<Upload>> places;
  };
  Stream stream_;
  std::shared_ptr<Idle> idle_;
};

}  // namespace satscope::app
