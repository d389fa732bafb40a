// SPDX-License-Identifier: Apache-2.0
// Pictures as a camera that other programs can open: what is written to a device file of v4l2loopback, a module of the kernel,
// they read from it.
#pragma once
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/sources/live/camera_list.h"
#include "kernels/types.h"

namespace satscope::app {

/// Device files that can be written like this.
std::vector<std::string> virtual_cameras(const CameraBus& bus = {});
/// How to get one, where there is none: a sentence.
std::string no_virtual_camera();

/// Numbers of one frame as the device takes them.
struct CameraForm {
  enum class Pixels : std::uint8_t { yuyv, rgb24 } pixels = Pixels::yuyv;
  Extent extent;
  std::size_t stride = 0;  ///< bytes from row to row
};
/// Puts a picture of RGBA8 words into a frame. One that is at most a pixel smaller keeps its size, its last column and row come
/// twice; any other is made larger or smaller to fit, in the middle, with black around it. YUYV is BT.601 in narrow range.
void fill_frame(const CameraForm& form, Extent picture, std::span<const std::uint32_t> rgba, std::vector<std::byte>& frame);

class VirtualCamera {
 public:
  /// picture: the size that the device is asked for; odd sides grow by a pixel, as in videos. The device may have another. No
  /// device: the first that works. The bus outlives this. Throws WriteError with a sentence.
  VirtualCamera(const std::string& device, Extent picture, const CameraBus& bus);
  ~VirtualCamera();
  VirtualCamera(const VirtualCamera&) = delete;
  VirtualCamera& operator=(const VirtualCamera&) = delete;

  /// One frame, of any size. Throws WriteError if the device takes no more.
  void write(Extent picture, std::span<const std::uint32_t> rgba);
  const std::string& device() const { return device_; }
  Extent extent() const { return form_.extent; }
  std::string describe() const;  ///< "/dev/video4, 640x480, yuyv422"

 private:
  /// What is wrong; empty: it is open.
  std::string open(const std::string& device, Extent picture);
  bool set_form(std::uint32_t fourcc, Extent picture);

  const CameraBus& bus_;
  std::string device_;
  int descriptor_ = -1;
  CameraForm form_;
  std::vector<std::byte> frame_;
};

/// A virtual camera with a thread of its own. It writes the newest picture at once, and again while no other comes, because a
/// program that opens the camera later must see it. It never makes the caller wait.
class VirtualCameraFeed {
 public:
  /// As VirtualCamera; it is opened on the thread. Throws std::system_error if no thread can begin.
  VirtualCameraFeed(std::string device, Extent picture, const CameraBus& bus);
  ~VirtualCameraFeed();
  VirtualCameraFeed(const VirtualCameraFeed&) = delete;
  VirtualCameraFeed& operator=(const VirtualCameraFeed&) = delete;

  void give(Extent picture, std::vector<std::uint32_t> rgba);

  struct Status {
    std::string camera;   ///< as VirtualCamera::describe; empty: not open yet
    std::string trouble;  ///< why it is not, or no more; empty: nothing is wrong
    std::uint64_t frames = 0;
  };
  Status status() const;

 private:
  void work();

  const std::string wanted_;
  const Extent first_;
  const CameraBus& bus_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::pair<Extent, std::vector<std::uint32_t>>> newest_;  ///< not yet written
  bool ending_ = false;
  Status status_;
  std::thread thread_;  ///< last, so that all else is there when it begins
};

}  // namespace satscope::app
