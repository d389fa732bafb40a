// SPDX-License-Identifier: Apache-2.0
#include <emscripten.h>
#include <fmt/format.h>

#include "app/sources/live/camera_list.h"

// clang-format off
EM_JS(int, camera_may_be_there, (void), { return typeof navigator !== 'undefined' && navigator.mediaDevices?.getUserMedia && Module['page']?.camera ? 1 : 0; });
// clang-format on

namespace satscope::app {
namespace {

constexpr const char* k_camera_of_browser = "browser";  // which asks the user, who chooses one

}  // namespace

std::vector<std::string> CameraBus::devices() const { return camera_devices(); }
int CameraBus::open(const std::string& /*device*/) const { return -1; }
int CameraBus::control(int /*descriptor*/, unsigned long /*request*/, void* /*value*/) const { return -1; }
std::int64_t CameraBus::write(int /*descriptor*/, std::span<const std::byte> /*bytes*/) const { return -1; }
void CameraBus::close(int /*descriptor*/) const {}

std::vector<std::string> camera_devices() {
  if (camera_may_be_there() == 0) return {};
  return {k_camera_of_browser};
}
bool takes_pictures(const std::string& device, const CameraBus& /*bus*/) { return device == k_camera_of_browser; }
bool takes_output(const std::string& /*device*/, const CameraBus& /*bus*/) { return false; }
std::vector<std::string> capture_devices(const CameraBus& /*bus*/) { return camera_devices(); }
std::string camera_format_name(std::uint32_t /*fourcc*/) { return {}; }
std::optional<CameraColours> camera_colours(const std::string& /*device*/, const CameraBus& /*bus*/) { return {}; }

std::vector<Camera> list_cameras(const CameraBus& /*bus*/) {
  std::vector<Camera> cameras;
  for (const std::string& device : camera_devices())
    cameras.push_back({.device = device, .name = "Camera", .modes = {}, .why = {}});
  return cameras;
}

std::string camera_refusal(const std::string& device, int /*error*/) { return fmt::format("'{}' cannot be opened", device); }

}  // namespace satscope::app
