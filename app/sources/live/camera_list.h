// SPDX-License-Identifier: Apache-2.0
// Which cameras are connected and what they can do, from Video4Linux itself. Querying starts no camera.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/sources/live/live_input.h"

struct v4l2_pix_format;

namespace satscope::app {

struct Camera {
  std::string device;       ///< "/dev/video0"
  std::string name;         ///< what it calls itself; empty if it could not be asked
  std::vector<Mode> modes;  ///< what it offers, formats in FFmpeg's names, each once
  std::string why;          ///< a sentence if it cannot be used; else empty
};

/// Access to devices; tests replace it.
struct CameraBus {
  virtual ~CameraBus() = default;
  virtual std::vector<std::string> devices() const;                               ///< device files, in order of their numbers
  virtual int open(const std::string& device) const;                              ///< a descriptor, or -1 and errno
  virtual int control(int descriptor, unsigned long request, void* value) const;  ///< ioctl
  virtual std::int64_t write(int descriptor, std::span<const std::byte> bytes) const;  ///< how many were taken, or -1 and errno
  virtual void close(int descriptor) const;
};

/// The devices alone; cheap enough to be called once a second.
std::vector<std::string> camera_devices();

/// Whether a device takes pictures; many cameras have a second one for other data. True also where it cannot be asked, so that
/// opening says why.
bool takes_pictures(const std::string& device, const CameraBus& bus = {});
/// Whether pictures can be written to it, as to a virtual camera.
bool takes_output(const std::string& device, const CameraBus& bus = {});
/// Those of the devices that take pictures.
std::vector<std::string> capture_devices(const CameraBus& bus = {});

/// How the numbers of a camera that sends YUV become colours.
struct CameraColours {
  enum class Matrix : std::uint8_t { bt601, bt709, bt2020, smpte240m } matrix = Matrix::bt601;
  bool full_range = false;
};
/// Of this format, by the rules of Video4Linux where it says "default".
CameraColours colours_of(const v4l2_pix_format& pixels);
/// FFmpeg's name of one of Video4Linux's formats (of Mode); empty if it is none of ours.
std::string camera_format_name(std::uint32_t fourcc);
/// Of its present format. Nothing if it cannot be asked.
std::optional<CameraColours> camera_colours(const std::string& device, const CameraBus& bus = {});

/// All that can take pictures. May wait for a driver, so do not call it on the window's thread.
std::vector<Camera> list_cameras(const CameraBus& bus = {});

/// Why a device cannot be opened, as a sentence that names it.
std::string camera_refusal(const std::string& device, int error);

}  // namespace satscope::app
