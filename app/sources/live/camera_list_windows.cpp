// SPDX-License-Identifier: Apache-2.0
// No cameras yet: Media Foundation has them on Windows.
#include "app/sources/live/camera_list.h"

#include <fmt/format.h>

namespace satscope::app {

std::vector<std::string> CameraBus::devices() const { return camera_devices(); }
int CameraBus::open(const std::string& /*device*/) const { return -1; }
int CameraBus::control(int /*descriptor*/, unsigned long /*request*/, void* /*value*/) const { return -1; }
std::int64_t CameraBus::write(int /*descriptor*/, std::span<const std::byte> /*bytes*/) const { return -1; }
void CameraBus::close(int /*descriptor*/) const {}

std::vector<std::string> camera_devices() { return {}; }
bool takes_pictures(const std::string& /*device*/, const CameraBus& /*bus*/) { return false; }
bool takes_output(const std::string& /*device*/, const CameraBus& /*bus*/) { return false; }
std::vector<std::string> capture_devices(const CameraBus& /*bus*/) { return {}; }
std::string camera_format_name(std::uint32_t /*fourcc*/) { return {}; }
std::optional<CameraColours> camera_colours(const std::string& /*device*/, const CameraBus& /*bus*/) { return {}; }
std::vector<Camera> list_cameras(const CameraBus& /*bus*/) { return {}; }
std::string camera_refusal(const std::string& device, int /*error*/) { return fmt::format("'{}' cannot be opened", device); }

}  // namespace satscope::app
