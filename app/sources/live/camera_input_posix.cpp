// SPDX-License-Identifier: Apache-2.0
// Cameras by Video4Linux alone: for greys that FFmpeg does not know, and where there is no FFmpeg. Driver and program share a
// few buffers, which go round:
//
//   S_FMT, S_PARM -> REQBUFS -> QUERYBUF, mmap, QBUF of each -> STREAMON -> ( poll -> DQBUF -> to RGBA -> QBUF ) ... ->
//   STREAMOFF
#include "app/sources/live/camera_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <thread>

#include "app/sources/live/camera_list.h"
#include "app/sources/live/live_open.h"
#include "app/sources/pixels.h"
#include "app/sources/still_input.h"

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;

struct CameraFormat {
  std::uint32_t fourcc;
  int grey_bits = 0;          ///< 0: not grey
  bool ffmpeg_lacks = false;  ///< FFmpeg has no name of it for Video4Linux
};
/// The first that a camera offers is taken: FFmpeg's order.
constexpr std::array k_camera_formats{CameraFormat{V4L2_PIX_FMT_YUYV},          CameraFormat{V4L2_PIX_FMT_GREY, 8},
                                      CameraFormat{V4L2_PIX_FMT_Y16, 16},       CameraFormat{V4L2_PIX_FMT_Y12, 12, true},
                                      CameraFormat{V4L2_PIX_FMT_Y10, 10, true}, CameraFormat{V4L2_PIX_FMT_MJPEG},
                                      CameraFormat{V4L2_PIX_FMT_JPEG}};

bool is_jpeg_stream(const CameraFormat& format) {
  return format.fourcc == V4L2_PIX_FMT_MJPEG || format.fourcc == V4L2_PIX_FMT_JPEG;
}

std::string fourcc_name(std::uint32_t fourcc) {
  std::string name = camera_format_name(fourcc);
  if (!name.empty()) return name;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const auto letter = static_cast<char>(fourcc >> shift & 0x7F);
    name += letter >= ' ' && letter <= '~' ? letter : '?';
  }
  return name.substr(0, name.find_last_not_of(' ') + 1);
}

/// R, G, B of Y, U, V, with 16 bits behind the point.
class YuvTable {
 public:
  explicit YuvTable(const CameraColours& colours) {
    using Matrix = CameraColours::Matrix;
    const auto [kr, kb] = colours.matrix == Matrix::bt709       ? std::pair{0.2126, 0.0722}
                          : colours.matrix == Matrix::bt2020    ? std::pair{0.2627, 0.0593}
                          : colours.matrix == Matrix::smpte240m ? std::pair{0.212, 0.087}
                                                                : std::pair{0.299, 0.114};
    const double light = colours.full_range ? 1 : 255.0 / 219, colour = colours.full_range ? 1 : 255.0 / 224;
    const double red = 2 * (1 - kr), blue = 2 * (1 - kb), kg = 1 - kr - kb;
    const auto fixed = [](double factor) { return static_cast<int>(std::lround(factor * 65536)); };
    black_ = colours.full_range ? 0 : 16;
    y_ = fixed(light), r_v_ = fixed(colour * red), b_u_ = fixed(colour * blue);
    g_v_ = fixed(-colour * red * kr / kg), g_u_ = fixed(-colour * blue * kb / kg);
  }
  std::uint32_t word(int y, int u, int v) const {
    const int light = y_ * (y - black_) + (1 << 15);
    const auto byte = [](int fixed) { return static_cast<std::uint32_t>(std::clamp(fixed >> 16, 0, 255)); };
    u -= 128, v -= 128;
    return rgba(byte(light + r_v_ * v), byte(light + g_u_ * u + g_v_ * v), byte(light + b_u_ * u));
  }

 private:
  int black_, y_, r_v_, g_u_, g_v_, b_u_;
};

class CameraInput : public LiveInput {
 public:
  CameraInput(std::string device, OpenContext context) : device_(std::move(device)), context_(std::move(context)) {}
  CameraInput(const CameraInput&) = delete;
  ~CameraInput() override {
    if (descriptor_ < 0) return;
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    ask(VIDIOC_STREAMOFF, type);
    for (const std::span<std::byte> buffer : buffers_) ::munmap(buffer.data(), buffer.size());
    bus_.close(descriptor_);
  }

  /// `frame`, or why not.
  Answer open(const Mode& wanted, std::string& why) {
    requested_ = wanted;
    const auto refused = [&] {
      why = camera_refusal(device_, errno);
      return Answer::broken;
    };
    descriptor_ = bus_.open(device_);
    if (descriptor_ < 0) return refused();
    if (!choose_format(wanted.format, why)) return Answer::not_mine;
    // a size that it does not have: then the present one
    if (!set_size(wanted.extent) && (errno != EINVAL || !set_size({}))) return refused();
    set_rate(wanted.rate);
    if (!start()) return refused();
    return Answer::frame;
  }

  Description describe() const override {
    Description said{.name = device_, .pace = Pace::device, .requested = requested_, .delivered = {}, .notes = {}};
    said.delivered = {.extent = extent_, .rate = rate_, .format = camera_format_name(format_.fourcc)};
    said.mirrored = said.leaves_mark = true;
    said.reduced = format_.grey_bits > 8;
    if (said.reduced) said.notes = {fmt::format("its {}-bit values are reduced to 8 bits", format_.grey_bits)};
    return said;
  }

  Reading next(double) override {
    constexpr std::chrono::seconds k_max_wait(5);
    const Clock::time_point asked = Clock::now();
    Reading reading{.answer = Answer::frame};
    std::string damage;  // of the last frame that was left out
    const auto broken = [&](std::string why) { return Reading{.answer = Answer::broken, .why = std::move(why)}; };
    while (!context_.stop.stop_requested()) {
      if (Clock::now() - asked > k_max_wait)
        return broken(damage.empty()
                          ? fmt::format("{} gives no {}frames", device_, first_ == Clock::time_point() ? "" : "more ")
                          : fmt::format("{} gives no whole frame: {}", device_, damage));
      pollfd ready{.fd = descriptor_, .events = POLLIN, .revents = 0};
      constexpr int k_slice_ms = 50;  // because: it may have to stop meanwhile
      ::poll(&ready, 1, k_slice_ms);
      v4l2_buffer taken = buffer(0);
      if (!ask(VIDIOC_DQBUF, taken)) {
        if (errno == ENODEV || errno == ENXIO) return broken(fmt::format("{} stopped: it is no longer connected", device_));
        if (errno != EAGAIN && errno != EIO) return broken(fmt::format("{} stopped: {}", device_, std::strerror(errno)));
        if (ready.revents) std::this_thread::sleep_for(std::chrono::milliseconds(2));  // an error that poll reports at once
        continue;
      }
      const Clock::time_point began = Clock::now();
      if (taken.index >= buffers_.size())
        return broken(fmt::format("{} stopped: its driver names a buffer of its own", device_));
      const std::span<const std::byte> bytes =
          buffers_[taken.index].first(std::min<std::size_t>(taken.bytesused, buffers_[taken.index].size()));
      const bool whole = !(taken.flags & V4L2_BUF_FLAG_ERROR) && bytes.size() >= least_bytes_;
      const bool made = whole && convert(bytes, reading.frame, damage);
      if (!whole) damage = fmt::format("{} bytes came of {}", bytes.size(), least_bytes_);
      v4l2_buffer back = buffer(taken.index);
      ask(VIDIOC_QBUF, back);  // because: where that fails, the next wait says why
      if (!made) {
        ++reading.skipped;
        continue;
      }
      if (first_ == Clock::time_point()) first_ = began;
      reading.frame.seconds = std::chrono::duration<double>(began - first_).count();
      reading.frame.capture_ms = age_ms(taken, began);
      reading.frame.decode_ms = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
      return reading;
    }
    return {.answer = Answer::end};
  }
  bool seek(double) override { return false; }
  bool step(int) override { return false; }

 private:
  template <class T>
  bool ask(unsigned long request, T& value) const {
    return bus_.control(descriptor_, request, &value) == 0;
  }
  static v4l2_buffer buffer(std::uint32_t index) {
    v4l2_buffer one{};
    one.index = index;
    one.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    one.memory = V4L2_MEMORY_MMAP;
    return one;
  }
  /// Milliseconds since the driver's time stamp; 0 if it is of another clock.
  static double age_ms(const v4l2_buffer& taken, Clock::time_point now) {
    if ((taken.flags & V4L2_BUF_FLAG_TIMESTAMP_MASK) != V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC) return 0;
    const auto stamp = std::chrono::seconds(taken.timestamp.tv_sec) + std::chrono::microseconds(taken.timestamp.tv_usec);
    const double age = std::chrono::duration<double, std::milli>(now.time_since_epoch() - stamp).count();
    return age > 0 && age < 1000 ? age : 0;
  }

  bool choose_format(const std::string& wanted, std::string& why) {
    std::vector<std::uint32_t> offered;
    constexpr std::uint32_t k_most_formats = 256;  // because: a driver's list may have no end
    v4l2_fmtdesc one{};
    for (one.type = V4L2_BUF_TYPE_VIDEO_CAPTURE; one.index < k_most_formats && ask(VIDIOC_ENUM_FMT, one); ++one.index)
      if (!std::ranges::count(offered, one.pixelformat)) offered.push_back(one.pixelformat);
    bool found = false;
    for (const CameraFormat& format : k_camera_formats) {
      if (!std::ranges::count(offered, format.fourcc)) continue;
      const bool is_wanted = !wanted.empty() && camera_format_name(format.fourcc) == wanted;
      if (!found || is_wanted) format_ = format;
      found = true;
      if (is_wanted) break;
    }
    std::vector<std::string> names;
    for (const std::uint32_t fourcc : offered) names.push_back(fourcc_name(fourcc));
    if (!found)
      why = fmt::format("{} sends {}", device_, names.empty() ? "no known format" : fmt::format("{}", fmt::join(names, ", ")));
    return found;
  }

  /// False, and errno. Nothing in the extent: the present size.
  bool set_size(Extent wanted) {
    v4l2_format format{};
    format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    v4l2_pix_format& pixels = format.fmt.pix;
    if (!wanted.area()) {
      if (!ask(VIDIOC_G_FMT, format)) return false;
      wanted = {static_cast<int>(pixels.width), static_cast<int>(pixels.height)};
    }
    pixels = {};
    pixels.width = static_cast<std::uint32_t>(wanted.width);
    pixels.height = static_cast<std::uint32_t>(wanted.height);
    pixels.pixelformat = format_.fourcc;
    pixels.field = V4L2_FIELD_NONE;
    pixels.priv = V4L2_PIX_FMT_PRIV_MAGIC;
    if (!ask(VIDIOC_S_FMT, format)) return false;
    constexpr std::uint32_t k_longest = 1 << 15;
    errno = EINVAL;
    if (pixels.pixelformat != format_.fourcc || pixels.width - 1 >= k_longest || pixels.height - 1 >= k_longest) return false;
    extent_ = {static_cast<int>(pixels.width), static_cast<int>(pixels.height)};
    yuv_ = YuvTable(colours_of(pixels));
    const std::size_t width = pixels.width;
    const std::size_t row = is_jpeg_stream(format_) ? 0
                            : !format_.grey_bits    ? (width + 1) / 2 * 4
                            : format_.grey_bits > 8 ? 2 * width
                                                    : width;
    stride_ = std::max<std::size_t>(pixels.bytesperline, row);
    least_bytes_ = row ? stride_ * (pixels.height - 1) + row : 4;
    return true;
  }

  void set_rate(double wanted) {
    v4l2_streamparm set{};
    set.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    v4l2_fract& interval = set.parm.capture.timeperframe;
    if (wanted > 0) {
      interval = {.numerator = 1000, .denominator = static_cast<std::uint32_t>(std::lround(std::min(wanted, 1e6) * 1000))};
      ask(VIDIOC_S_PARM, set);  // one that keeps its own rate is used at that
    }
    if (ask(VIDIOC_G_PARM, set) && interval.numerator) rate_ = 1.0 * interval.denominator / interval.numerator;
  }

  bool start() {
    v4l2_requestbuffers request{};
    request.count = 4;
    request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    request.memory = V4L2_MEMORY_MMAP;
    if (!ask(VIDIOC_REQBUFS, request)) return false;
    for (std::uint32_t i = 0; i < request.count; ++i) {
      v4l2_buffer one = buffer(i);
      if (!ask(VIDIOC_QUERYBUF, one)) return false;
      void* const at = ::mmap(nullptr, one.length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_, one.m.offset);
      if (at == MAP_FAILED) return false;
      buffers_.emplace_back(static_cast<std::byte*>(at), one.length);
      if (!ask(VIDIOC_QBUF, one)) return false;
    }
    int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
    return ask(VIDIOC_STREAMON, type);
  }

  /// False, and the fault, if it is damaged.
  bool convert(std::span<const std::byte> bytes, SourceFrame& frame, std::string& damage) const {
    if (is_jpeg_stream(format_)) {
      try {
        const Loaded picture = load_jpeg({.name = device_, .bytes = bytes});
        if (!picture) damage = "it is no JPEG";
        if (picture) frame = frame_of(*picture, context_.blocks);
        return picture.has_value();
      } catch (const InputError& error) {
        damage = error.what();
        return false;
      }
    }
    const auto* from = reinterpret_cast<const std::uint8_t*>(bytes.data());
    if (format_.grey_bits > 8) {
      Samples samples = deep_greys_of(extent_, format_.grey_bits, from, static_cast<std::ptrdiff_t>(stride_));
      frame = frame_with_greys(std::make_shared<const Samples>(std::move(samples)), context_);
      return true;
    }
    frame = {.extent = extent_, .rgba = context_.blocks(extent_.area() * sizeof(std::uint32_t))};
    const auto width = static_cast<std::size_t>(extent_.width);
    for (std::size_t y = 0; y * width < extent_.area(); ++y, from += stride_) {
      const std::span<std::uint32_t> to = frame.words().subspan(y * width, width);
      if (format_.grey_bits)
        std::transform(from, from + width, to.begin(), [](std::uint8_t value) { return rgba(value, value, value); });
      else  // Y U Y V: two pixels share one colour
        for (std::size_t x = 0; x < width; ++x) to[x] = yuv_.word(from[2 * x], from[x / 2 * 4 + 1], from[x / 2 * 4 + 3]);
    }
    return true;
  }

  std::string device_;
  OpenContext context_;
  CameraBus bus_;
  int descriptor_ = -1;
  std::vector<std::span<std::byte>> buffers_;
  CameraFormat format_{};
  Extent extent_;
  Mode requested_;
  double rate_ = 0;
  YuvTable yuv_{CameraColours{}};
  std::size_t stride_ = 0, least_bytes_ = 0;  ///< of a row; of a whole frame
  Clock::time_point first_;
};

}  // namespace

bool reads_without_ffmpeg(std::string_view format) {
  return std::ranges::any_of(k_camera_formats,
                             [&](const CameraFormat& ours) { return camera_format_name(ours.fourcc) == format; });
}

Opened open_camera_by_v4l2(const std::string& device, const OpenContext& context) {
  auto input = std::make_unique<CameraInput>(device, context);
  const Mode k_usual{.extent = {1280, 720}, .rate = 30, .format = {}};
  std::string why;
  const Answer answer = input->open(context.wanted == Mode{} ? k_usual : context.wanted, why);
  if (answer == Answer::frame) return Opened::as(std::move(input));
  return {.answer = answer, .why = why};
}

Opened open_camera(const std::string& words, const OpenContext& context) {
  const auto device_word = words_behind(words, k_camera);
  if (!device_word) return {};
  std::string device(*device_word);
  if (device.empty()) {
    const std::vector<std::string> devices = capture_devices();
    if (devices.empty()) return Opened::because("no camera is connected");
    device = devices.front();
  } else if (!takes_pictures(device)) {
    return Opened::because(fmt::format("{} takes no pictures: it is another part of a camera, or no camera", device));
  }
  // because: asked for a format without a name of its own, FFmpeg takes another one
  const bool ours_alone = std::ranges::any_of(k_camera_formats, [&](const CameraFormat& format) {
    return format.ffmpeg_lacks && camera_format_name(format.fourcc) == context.wanted.format;
  });
  Opened by_ffmpeg = ours_alone ? Opened{} : open_camera_by_ffmpeg(device, context);
  if (by_ffmpeg.answer != Answer::not_mine) return by_ffmpeg;
  Opened ours = open_camera_by_v4l2(device, context);
  if (ours.answer != Answer::not_mine) return ours;
  return Opened::because(
      fmt::format("{}, which is not supported{}{}", ours.why, by_ffmpeg.why.empty() ? "" : ": ", by_ffmpeg.why));
}

}  // namespace satscope::app
