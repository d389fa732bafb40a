// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/virtual_camera.h"

#include <fmt/format.h>
#include <linux/videodev2.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

#include "app/core/files/atomic_file.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_cure =
    "v4l2loopback makes one: sudo apt install v4l2loopback-dkms, then sudo modprobe v4l2loopback";

/// The pixel of the picture that is seen at a place of one side of the frame; below 0: black.
std::vector<int> places(int picture, int frame, int shown) {
  std::vector<int> from(static_cast<std::size_t>(frame), -1);
  const int left = (frame - shown) / 2;
  for (int i = 0; i < shown; ++i)
    from[static_cast<std::size_t>(left + i)] =
        static_cast<int>((std::int64_t{2} * i + 1) * picture / (std::int64_t{2} * shown));
  return from;
}

struct Rgb8 {
  int r = 0, g = 0, b = 0;
};

Rgb8 rgb_of(std::uint32_t word) {
  return {static_cast<int>(word & 255), static_cast<int>(word >> 8 & 255), static_cast<int>(word >> 16 & 255)};
}

std::byte rounded(int sixteenth) { return static_cast<std::byte>((sixteenth + (1 << 15)) >> 16); }

/// Two pixels share one colour. The factors are those of BT.601, where R, G, B from 0 to 255 become Y from 16 to 235 and U, V
/// from 16 to 240, times 65536.
void put_pair(Rgb8 a, Rgb8 b, std::byte* to) {
  constexpr auto fixed = [](double factor) { return static_cast<int>(factor * 65536 + (factor < 0 ? -0.5 : 0.5)); };
  constexpr double k_light = 219.0 / 255, k_colour = 224.0 / 255, k_red = 0.299, k_blue = 0.114;
  constexpr int y_r = fixed(k_light * k_red), y_b = fixed(k_light * k_blue), y_g = fixed(k_light) - y_r - y_b;
  constexpr int u_b = fixed(k_colour / 2), u_r = fixed(-k_colour * k_red / (2 * (1 - k_blue))), u_g = -u_b - u_r;
  constexpr int v_r = fixed(k_colour / 2), v_b = fixed(-k_colour * k_blue / (2 * (1 - k_red))), v_g = -v_r - v_b;
  const auto light = [&](const Rgb8& one) { return rounded((16 << 16) + y_r * one.r + y_g * one.g + y_b * one.b); };
  const Rgb8 both{a.r + b.r, a.g + b.g, a.b + b.b};
  to[0] = light(a);
  to[1] = rounded((128 << 16) + (u_r * both.r + u_g * both.g + u_b * both.b) / 2);
  to[2] = light(b);
  to[3] = rounded((128 << 16) + (v_r * both.r + v_g * both.g + v_b * both.b) / 2);
}

}  // namespace

std::vector<std::string> virtual_cameras(const CameraBus& bus) {
  std::vector<std::string> devices = bus.devices();
  std::erase_if(devices, [&](const std::string& device) { return !takes_output(device, bus); });
  return devices;
}

std::string no_virtual_camera() { return fmt::format("there is no virtual camera here; {}", k_cure); }

void fill_frame(const CameraForm& form, Extent picture, std::span<const std::uint32_t> rgba, std::vector<std::byte>& frame) {
  const Extent& out = form.extent;
  frame.assign(form.stride * static_cast<std::size_t>(out.height), std::byte{0});
  const auto at_most_one = [](int more) { return more == 0 || more == 1; };
  std::vector<int> columns, rows;
  if (at_most_one(out.width - picture.width) && at_most_one(out.height - picture.height)) {
    for (int x = 0; x < out.width; ++x) columns.push_back(std::min(x, picture.width - 1));
    for (int y = 0; y < out.height; ++y) rows.push_back(std::min(y, picture.height - 1));
  } else {
    const double scale = std::min(1.0 * out.width / picture.width, 1.0 * out.height / picture.height);
    const auto shown = [&](int side, int most) { return std::clamp(static_cast<int>(std::lround(scale * side)), 1, most); };
    columns = places(picture.width, out.width, shown(picture.width, out.width));
    rows = places(picture.height, out.height, shown(picture.height, out.height));
  }
  for (std::size_t y = 0; y < rows.size(); ++y) {
    const std::span<const std::uint32_t> from =
        rows[y] < 0 ? std::span<const std::uint32_t>()
                    : rgba.subspan(static_cast<std::size_t>(rows[y]) * static_cast<std::size_t>(picture.width),
                                   static_cast<std::size_t>(picture.width));
    const auto pixel = [&](std::size_t x) {
      const int column = columns[std::min(x, columns.size() - 1)];
      return from.empty() || column < 0 ? Rgb8{} : rgb_of(from[static_cast<std::size_t>(column)]);
    };
    std::byte* to = frame.data() + y * form.stride;
    if (form.pixels == CameraForm::Pixels::yuyv) {
      for (std::size_t x = 0; x < columns.size(); x += 2, to += 4) put_pair(pixel(x), pixel(x + 1), to);
      continue;
    }
    for (std::size_t x = 0; x < columns.size(); ++x) {
      const Rgb8 one = pixel(x);
      for (const int value : {one.r, one.g, one.b}) *to++ = static_cast<std::byte>(value);
    }
  }
}

VirtualCamera::VirtualCamera(const std::string& device, Extent picture, const CameraBus& bus) : bus_(bus) {
  if (!device.empty()) {
    if (std::string why = open(device, picture); !why.empty()) throw WriteError(why);
    return;
  }
  std::string why = no_virtual_camera();
  for (const std::string& one : virtual_cameras(bus_))
    if ((why = open(one, picture)).empty()) return;
  throw WriteError(why);
}

VirtualCamera::~VirtualCamera() {
  if (descriptor_ >= 0) bus_.close(descriptor_);
}

std::string VirtualCamera::open(const std::string& device, Extent picture) {
  device_ = device;
  descriptor_ = bus_.open(device);
  if (descriptor_ < 0) {
    const std::string why = camera_refusal(device, errno);
    const bool missing = errno == ENOENT || errno == ENODEV || errno == ENXIO;
    return missing ? fmt::format("{}; {}", why, k_cure) : why;
  }
  std::string why;
  if (!takes_output(device, bus_))
    why = fmt::format("{} is no virtual camera that is free; {}", device, k_cure);
  else if (!set_form(V4L2_PIX_FMT_YUYV, picture) && !set_form(V4L2_PIX_FMT_RGB24, picture))
    why = errno == EBUSY ? fmt::format("{} is written by another program", device)
                         : fmt::format("{} takes neither YUYV nor RGB24", device);
  if (!why.empty()) {
    bus_.close(descriptor_);
    descriptor_ = -1;
  }
  return why;
}

/// False, and errno, if the device takes another format.
bool VirtualCamera::set_form(std::uint32_t fourcc, Extent picture) {
  v4l2_format format{};
  format.type = V4L2_BUF_TYPE_VIDEO_OUTPUT;
  v4l2_pix_format& pixels = format.fmt.pix;
  const bool yuyv = fourcc == V4L2_PIX_FMT_YUYV;
  const auto even = [](int side) { return static_cast<std::uint32_t>(side + side % 2); };
  const auto least_stride = [&] { return yuyv ? (std::size_t{pixels.width} + 1) / 2 * 4 : 3 * std::size_t{pixels.width}; };
  pixels.width = even(picture.width);
  pixels.height = even(picture.height);
  pixels.pixelformat = fourcc;
  pixels.field = V4L2_FIELD_NONE;
  pixels.bytesperline = static_cast<std::uint32_t>(least_stride());
  pixels.sizeimage = pixels.bytesperline * pixels.height;
  pixels.colorspace = V4L2_COLORSPACE_SRGB;
  pixels.priv = V4L2_PIX_FMT_PRIV_MAGIC;
  if (yuyv) {
    pixels.ycbcr_enc = V4L2_YCBCR_ENC_601;
    pixels.quantization = V4L2_QUANTIZATION_LIM_RANGE;
  }
  errno = 0;
  if (bus_.control(descriptor_, VIDIOC_S_FMT, &format) != 0) return false;
  constexpr std::uint32_t k_longest = 1 << 15;
  if (pixels.pixelformat != fourcc || pixels.width - 1 >= k_longest || pixels.height - 1 >= k_longest) return false;
  form_ = {yuyv ? CameraForm::Pixels::yuyv : CameraForm::Pixels::rgb24,
           {static_cast<int>(pixels.width), static_cast<int>(pixels.height)},
           std::max<std::size_t>(pixels.bytesperline, least_stride())};
  return true;
}

void VirtualCamera::write(Extent picture, std::span<const std::uint32_t> rgba) {
  fill_frame(form_, picture, rgba, frame_);
  const std::int64_t taken = bus_.write(descriptor_, frame_);
  if (taken == static_cast<std::int64_t>(frame_.size())) return;
  if (taken >= 0) throw WriteError(fmt::format("{} took {} bytes of a frame, not {}", device_, taken, frame_.size()));
  if (errno == EAGAIN || errno == EINTR) return;  // because: the next frame comes soon
  if (errno == ENODEV || errno == ENXIO) throw WriteError(fmt::format("{} is gone: it was removed", device_));
  throw WriteError(fmt::format("{} takes no more pictures: {}", device_, std::strerror(errno)));
}

std::string VirtualCamera::describe() const {
  return fmt::format("{}, {}x{}, {}", device_, form_.extent.width, form_.extent.height,
                     form_.pixels == CameraForm::Pixels::yuyv ? "yuyv422" : "rgb24");
}

VirtualCameraFeed::VirtualCameraFeed(std::string device, Extent picture, const CameraBus& bus)
    : wanted_(std::move(device)), first_(picture), bus_(bus) {
  thread_ = std::thread([this] { work(); });
}

VirtualCameraFeed::~VirtualCameraFeed() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void VirtualCameraFeed::give(Extent picture, std::vector<std::uint32_t> rgba) {
  {
    const std::lock_guard lock(mutex_);
    newest_.emplace(picture, std::move(rgba));
  }
  changed_.notify_all();
}

VirtualCameraFeed::Status VirtualCameraFeed::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

void VirtualCameraFeed::work() {
  constexpr std::chrono::milliseconds k_again{100};
  std::unique_lock lock(mutex_, std::defer_lock);
  try {
    VirtualCamera camera(wanted_, first_, bus_);
    std::pair<Extent, std::vector<std::uint32_t>> shown;
    lock.lock();
    status_.camera = camera.describe();
    while (!ending_) {
      changed_.wait_for(lock, k_again, [this] { return newest_ || ending_; });
      if (newest_) shown = std::move(*std::exchange(newest_, std::nullopt));
      if (ending_ || shown.second.empty()) continue;
      lock.unlock();
      camera.write(shown.first, shown.second);
      lock.lock();
      ++status_.frames;
    }
  } catch (const std::exception& error) {
    if (!lock.owns_lock()) lock.lock();
    status_.trouble = error.what();
    newest_.reset();
  }
}

}  // namespace satscope::app
