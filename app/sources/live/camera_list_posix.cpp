// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/camera_list.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/videodev2.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>

namespace satscope::app {
namespace {

/// because: the numbers of a grey sensor, and of RGB, are all used
bool uses_all_numbers(std::uint32_t fourcc) {
  return camera_format_name(fourcc).starts_with("gray") || camera_format_name(fourcc).ends_with("24");
}

/// One device while it is queried.
class Asked {
 public:
  Asked(const CameraBus& bus, const std::string& device) : bus_(bus), descriptor_(bus.open(device)) {}
  ~Asked() {
    if (open()) bus_.close(descriptor_);
  }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  bool open() const { return descriptor_ >= 0; }
  template <class T>
  bool ask(unsigned long request, T& value) const {
    return bus_.control(descriptor_, request, &value) == 0;
  }

 private:
  const CameraBus& bus_;
  int descriptor_;
};

constexpr std::uint32_t k_most = 256;  // of a list that a driver makes: one that never ends does not hang us

double rate_of(const v4l2_fract& interval) {
  return interval.numerator ? static_cast<double>(interval.denominator) / interval.numerator : 0;
}

void add_rates(const Asked& asked, std::uint32_t fourcc, const Mode& size, std::vector<Mode>& modes) {
  const std::size_t before = modes.size();
  for (std::uint32_t i = 0; i < k_most; ++i) {
    v4l2_frmivalenum interval{};
    interval.index = i;
    interval.pixel_format = fourcc;
    interval.width = static_cast<std::uint32_t>(size.extent.width);
    interval.height = static_cast<std::uint32_t>(size.extent.height);
    if (!asked.ask(VIDIOC_ENUM_FRAMEINTERVALS, interval)) break;
    Mode mode = size;
    const bool discrete = interval.type == V4L2_FRMIVAL_TYPE_DISCRETE;
    mode.rate = rate_of(discrete ? interval.discrete : interval.stepwise.min);  // the shortest interval is the highest rate
    modes.push_back(mode);
    if (!discrete) break;
  }
  if (modes.size() == before) modes.push_back(size);
}

void add_sizes(const Asked& asked, std::uint32_t fourcc, std::vector<Mode>& modes) {
  const auto add = [&](std::uint32_t width, std::uint32_t height) {
    constexpr std::uint32_t k_longest = 1 << 15;
    if (width == 0 || height == 0 || width > k_longest || height > k_longest) return;
    const Extent extent{static_cast<int>(width), static_cast<int>(height)};
    add_rates(asked, fourcc, {.extent = extent, .rate = 0, .format = camera_format_name(fourcc)}, modes);
  };
  for (std::uint32_t i = 0; i < k_most; ++i) {
    v4l2_frmsizeenum size{};
    size.index = i;
    size.pixel_format = fourcc;
    if (!asked.ask(VIDIOC_ENUM_FRAMESIZES, size)) break;
    if (size.type == V4L2_FRMSIZE_TYPE_DISCRETE) {
      add(size.discrete.width, size.discrete.height);
      continue;
    }
    // a range: its ends, and the usual sizes inside
    const auto& range = size.stepwise;
    add(range.min_width, range.min_height);
    for (const auto& [width, height] : {std::pair{640U, 480U}, {1280U, 720U}, {1920U, 1080U}})
      if (width > range.min_width && width < range.max_width && height > range.min_height && height < range.max_height)
        add(width, height);
    add(range.max_width, range.max_height);
    break;
  }
}

/// Nothing if it cannot be asked.
std::optional<v4l2_capability> ask_capability(const Asked& asked) {
  v4l2_capability able{};
  return asked.ask(VIDIOC_QUERYCAP, able) ? std::optional(able) : std::nullopt;
}

bool has_all(const v4l2_capability& able, std::uint32_t wanted) {
  const std::uint32_t what = able.capabilities & V4L2_CAP_DEVICE_CAPS ? able.device_caps : able.capabilities;
  return (what & wanted) == wanted;
}
bool captures(const v4l2_capability& able) { return has_all(able, V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING); }

/// Whether it takes pictures at all.
bool ask_camera(const CameraBus& bus, Camera& camera) {
  const Asked asked(bus, camera.device);
  if (!asked.open()) {
    camera.why = camera_refusal(camera.device, errno);
    return true;
  }
  const std::optional<v4l2_capability> able = ask_capability(asked);
  if (!able || !captures(*able)) return false;
  const auto* card = reinterpret_cast<const char*>(able->card);
  camera.name.assign(card, ::strnlen(card, sizeof able->card));
  for (std::uint32_t i = 0; i < k_most; ++i) {
    v4l2_fmtdesc format{};
    format.index = i;
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    if (!asked.ask(VIDIOC_ENUM_FMT, format)) break;
    if (!camera_format_name(format.pixelformat).empty()) add_sizes(asked, format.pixelformat, camera.modes);
  }
  // drivers list some twice
  std::vector<Mode> once;
  for (const Mode& mode : camera.modes)
    if (!std::ranges::count(once, mode)) once.push_back(mode);
  camera.modes = std::move(once);
  return true;
}

}  // namespace

std::string camera_format_name(std::uint32_t fourcc) {
  switch (fourcc) {
    case V4L2_PIX_FMT_MJPEG:
    case V4L2_PIX_FMT_JPEG: return "mjpeg";
    case V4L2_PIX_FMT_H264: return "h264";
    case V4L2_PIX_FMT_YUYV: return "yuyv422";
    case V4L2_PIX_FMT_UYVY: return "uyvy422";
    case V4L2_PIX_FMT_NV12: return "nv12";
    case V4L2_PIX_FMT_YUV420: return "yuv420p";
    case V4L2_PIX_FMT_RGB24: return "rgb24";
    case V4L2_PIX_FMT_BGR24: return "bgr24";
    case V4L2_PIX_FMT_GREY: return "gray";
    case V4L2_PIX_FMT_Y10: return "gray10le";
    case V4L2_PIX_FMT_Y12: return "gray12le";
    case V4L2_PIX_FMT_Y16: return "gray16le";
    default: return {};
  }
}

std::vector<std::string> CameraBus::devices() const {
  constexpr std::string_view k_prefix = "video";
  std::vector<int> numbers;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/dev", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    int number = 0;
    if (!name.starts_with(k_prefix)) continue;
    const char* const from = name.data() + k_prefix.size();
    const char* const to = name.data() + name.size();
    if (const auto [stop, bad] = std::from_chars(from, to, number); bad == std::errc() && stop == to) numbers.push_back(number);
  }
  std::ranges::sort(numbers);
  std::vector<std::string> names;
  for (const int number : numbers) names.push_back(fmt::format("/dev/video{}", number));
  return names;
}

// non-blocking: a camera that hangs must not hang the list
int CameraBus::open(const std::string& device) const { return ::open(device.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC); }
int CameraBus::control(int descriptor, unsigned long request, void* value) const {
  int result;
  do result = ::ioctl(descriptor, request, value);
  while (result < 0 && errno == EINTR);
  return result;
}
std::int64_t CameraBus::write(int descriptor, std::span<const std::byte> bytes) const {
  return ::write(descriptor, bytes.data(), bytes.size());
}
void CameraBus::close(int descriptor) const { ::close(descriptor); }

std::vector<std::string> camera_devices() { return CameraBus().devices(); }

bool takes_pictures(const std::string& device, const CameraBus& bus) {
  const Asked asked(bus, device);
  if (!asked.open()) return true;
  const std::optional<v4l2_capability> able = ask_capability(asked);
  return able && captures(*able);
}

bool takes_output(const std::string& device, const CameraBus& bus) {
  const Asked asked(bus, device);
  if (!asked.open()) return false;
  const std::optional<v4l2_capability> able = ask_capability(asked);
  return able && has_all(*able, V4L2_CAP_VIDEO_OUTPUT | V4L2_CAP_READWRITE);
}

std::vector<std::string> capture_devices(const CameraBus& bus) {
  std::vector<std::string> devices = bus.devices();
  std::erase_if(devices, [&](const std::string& device) { return !takes_pictures(device, bus); });
  return devices;
}

CameraColours colours_of(const v4l2_pix_format& pixels) {
  // because: a driver that does not return this number has left the members behind it as they were
  const bool says = pixels.priv == V4L2_PIX_FMT_PRIV_MAGIC;
  std::uint32_t coding = says ? pixels.ycbcr_enc : std::uint32_t{V4L2_YCBCR_ENC_DEFAULT};
  std::uint32_t range = says ? pixels.quantization : std::uint32_t{V4L2_QUANTIZATION_DEFAULT};
  if (coding == V4L2_YCBCR_ENC_DEFAULT) coding = V4L2_MAP_YCBCR_ENC_DEFAULT(pixels.colorspace);
  if (range == V4L2_QUANTIZATION_DEFAULT)
    range = V4L2_MAP_QUANTIZATION_DEFAULT(uses_all_numbers(pixels.pixelformat), pixels.colorspace, coding);
  CameraColours colours{.full_range = range == V4L2_QUANTIZATION_FULL_RANGE};
  using Matrix = CameraColours::Matrix;
  if (coding == V4L2_YCBCR_ENC_709 || coding == V4L2_YCBCR_ENC_XV709) colours.matrix = Matrix::bt709;
  if (coding == V4L2_YCBCR_ENC_BT2020 || coding == V4L2_YCBCR_ENC_BT2020_CONST_LUM) colours.matrix = Matrix::bt2020;
  if (coding == V4L2_YCBCR_ENC_SMPTE240M) colours.matrix = Matrix::smpte240m;
  return colours;
}

std::optional<CameraColours> camera_colours(const std::string& device, const CameraBus& bus) {
  const Asked asked(bus, device);
  v4l2_format format{};
  format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  format.fmt.pix.priv = V4L2_PIX_FMT_PRIV_MAGIC;
  if (!asked.open() || !asked.ask(VIDIOC_G_FMT, format)) return {};
  return colours_of(format.fmt.pix);
}

std::vector<Camera> list_cameras(const CameraBus& bus) {
  std::vector<Camera> cameras;
  for (const std::string& device : bus.devices()) {
    Camera camera{.device = device, .name = {}, .modes = {}, .why = {}};
    if (ask_camera(bus, camera)) cameras.push_back(std::move(camera));
  }
  return cameras;
}

std::string camera_refusal(const std::string& device, int error) {
  switch (error) {
    case ENOENT:
    case ENODEV:
    case ENXIO: return fmt::format("no camera is connected as {}", device);
    case EBUSY: return fmt::format("{} is used by another program", device);
    case EACCES:
    case EPERM: return fmt::format("this user may not use {}; members of the group 'video' may", device);
    default: return fmt::format("{} cannot be opened: {}", device, std::strerror(error));
  }
}

}  // namespace satscope::app
