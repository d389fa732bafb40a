// SPDX-License-Identifier: Apache-2.0
// Memory that frames lie in on their way, used again instead of allocated again: a live picture needs the same few sizes sixty
// times a second, and pinning memory is slow. On the host these are blocks that the GPU copies by itself; on the GPU, places
// that frames go up to on a stream of their own, so that the next one is on its way while this one is computed.
#pragma once
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "app/sources/live/live_input.h"
#include "kernels/device.h"

namespace satscope::app {

using HostBlock = std::shared_ptr<std::byte>;

class HostPool {
 public:
  /// longest_idle: blocks that were not needed for so long are freed.
  explicit HostPool(std::chrono::milliseconds longest_idle = std::chrono::seconds(3));
  /// At least 16-byte aligned, content undefined. The block comes back when its last owner lets go, in any thread, also
  /// after the pool has ended. Throws std::bad_alloc.
  HostBlock take(std::size_t bytes);
  /// Of blocks that wait to be used again.
  std::size_t idle_bytes() const;

 private:
  struct State;
  std::shared_ptr<State> state_;
};

/// A frame on the device, or on its way there. Its memory is used again after the last owner lets go: a user of it
/// holds it until that is finished.
class Upload {
 public:
  const void* words() const { return memory_.get(); }
  void* words() { return memory_.get(); }
  /// What comes later in the stream has the whole frame.
  void wait_in(const Stream& stream) const { stream.wait_for(ended_); }
  double milliseconds() const { return satscope::Event::milliseconds(begun_, ended_); }  ///< once it has arrived

 private:
  friend class UploadLane;
  DeviceMemory memory_;
  std::size_t bytes_ = 0;
  satscope::Event begun_, ended_;  // Steps has an Event of its own
  PixelBlock from_;                ///< stays until the next upload into this place
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
