// SPDX-License-Identifier: Apache-2.0
#include "app/core/files/atomic_file.h"
#include "app/sources/live/virtual_camera.h"

namespace satscope::app {
namespace {

constexpr const char* k_none = "virtual cameras are supported on Linux alone";

}  // namespace

std::vector<std::string> virtual_cameras(const CameraBus& /*bus*/) { return {}; }
std::string no_virtual_camera() { return k_none; }
void fill_frame(const CameraForm& /*form*/, Extent /*picture*/, std::span<const std::uint32_t> /*rgba*/,
                std::vector<std::byte>& /*frame*/) {}

VirtualCamera::VirtualCamera(const std::string& /*device*/, Extent /*picture*/, const CameraBus& bus) : bus_(bus) {
  throw WriteError(k_none);
}
VirtualCamera::~VirtualCamera() = default;
void VirtualCamera::write(Extent /*picture*/, std::span<const std::uint32_t> /*rgba*/) {}
std::string VirtualCamera::describe() const { return {}; }

VirtualCameraFeed::VirtualCameraFeed(std::string device, Extent picture, const CameraBus& bus)
    : wanted_(std::move(device)), first_(picture), bus_(bus) {
  status_.trouble = k_none;
}
VirtualCameraFeed::~VirtualCameraFeed() = default;
void VirtualCameraFeed::give(Extent /*picture*/, std::vector<std::uint32_t> /*rgba*/) {}
VirtualCameraFeed::Status VirtualCameraFeed::status() const { return status_; }

}  // namespace satscope::app
