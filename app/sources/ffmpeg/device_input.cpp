// SPDX-License-Identifier: Apache-2.0
// Cameras through Video4Linux, parts of an X screen and windows on it, at their own pace.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>

#include "app/core/text/extent_text.h"
#include "app/sources/ffmpeg/stream_reader.h"
#include "app/sources/ffmpeg/to_rgba.h"
#include "app/sources/live/camera_input.h"
#include "app/sources/live/camera_list.h"
#include "app/sources/live/live_open.h"
#include "app/sources/live/x_display.h"
#include "app/sources/live/x_windows.h"

namespace satscope::app {
namespace {

using namespace ffmpeg;
using Got = StreamReader::Got;

void register_devices() {
  static std::once_flag once;
  std::call_once(once, [] { avdevice_register_all(); });
}

/// Milliseconds since a time stamp of the system clock; 0 if it is from another clock.
double age_ms(std::int64_t stamp, AVRational unit) {
  if (stamp == AV_NOPTS_VALUE) return 0;
  const std::int64_t then = av_rescale_q(stamp, unit, AVRational{1, AV_TIME_BASE});
  for (const std::int64_t now : {av_gettime(), av_gettime_relative()})
    if (now >= then && now - then < AV_TIME_BASE) return static_cast<double>(now - then) / 1e3;
  return 0;
}

Untagged untagged_by(const std::optional<CameraColours>& camera) {
  if (!camera) return {};
  using Matrix = CameraColours::Matrix;
  const int space = camera->matrix == Matrix::bt709       ? SWS_CS_ITU709
                    : camera->matrix == Matrix::bt2020    ? SWS_CS_BT2020
                    : camera->matrix == Matrix::smpte240m ? SWS_CS_SMPTE240M
                                                          : SWS_CS_ITU601;
  return {.space = space, .full = camera->full_range};
}

class DeviceInput : public LiveInput {
 public:
  /// display: of a screen; empty for a camera. window: on that screen; 0: the screen itself.
  DeviceInput(std::string name, OpenContext context, std::string display, std::uint32_t window = 0)
      : name_(std::move(name)),
        context_(std::move(context)),
        display_(std::move(display)),
        window_(window),
        is_camera_(display_.empty()),
        frame_(new_frame()) {}

  Answer open(const char* format, const std::string& url, const Mode& mode) {
    requested_ = mode;
    Options options;
    if (mode.extent.area()) options.set("video_size", extent_text(mode.extent));
    if (mode.rate > 0) options.set("framerate", fmt::format("{:.5g}", mode.rate));
    if (!mode.format.empty()) options.set("input_format", mode.format);
    if (!is_camera_) options.set("draw_mouse", "0");
    if (window_) options.set("window_id", std::to_string(window_));
    const AVInputFormat* driver = av_find_input_format(format);
    if (!driver) return Answer::not_mine;
    format_ = format;
    url_ = url;
    const Answer answer =
        reader_.open({.name = name_, .url = url, .bytes = {}, .format = driver, .is_device = true}, context_, options);
    const bool raw = answer == Answer::frame && reader_.stream().codecpar->codec_id == AV_CODEC_ID_RAWVIDEO;
    to_rgba_.emplace(context_, Orientation{}, is_camera_ && raw ? untagged_by(camera_colours(url)) : Untagged{});
    return answer;
  }
  const StreamReader& reader() const { return reader_; }

  Description describe() const override {
    const AVStream& stream = reader_.stream();
    Description said{.name = name_, .pace = Pace::device, .requested = requested_, .delivered = {}, .notes = {}};
    said.delivered.extent = {stream.codecpar->width, stream.codecpar->height};
    const AVRational rate = stream.avg_frame_rate.num > 0 ? stream.avg_frame_rate : stream.r_frame_rate;
    said.delivered.rate = rate.num > 0 && rate.den > 0 ? av_q2d(rate) : 0;
    const char* pixels = av_get_pix_fmt_name(static_cast<AVPixelFormat>(stream.codecpar->format));
    const bool raw = stream.codecpar->codec_id == AV_CODEC_ID_RAWVIDEO;
    said.delivered.format = raw && pixels ? pixels : avcodec_get_name(stream.codecpar->codec_id);
    said.mirrored = is_camera_;
    said.leaves_mark = true;
    if (const int bits = lost_depth(*stream.codecpar)) {
      said.reduced = true;
      said.notes = {fmt::format("its {}-bit values are reduced to 8 bits", bits)};
    }
    return said;
  }

  Reading next(double) override {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point asked = Clock::now();
    while (true) {
      const Clock::time_point began = Clock::now();
      const Got got = reader_.next(*frame_);
      if (got == Got::again) {
        // because: an X server that is gone, or a camera that is pulled out, may answer like this forever
        const std::chrono::seconds max_wait(is_camera_ ? 5 : 2);
        if (Clock::now() - asked > max_wait)
          return {.answer = Answer::broken, .why = fmt::format("{} gives no more frames", name_)};
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        continue;
      }
      if (got == Got::stopped) return {.answer = Answer::end};
      if (got == Got::end) return {.answer = Answer::broken, .why = fmt::format("{} gives no more frames", name_)};
      const bool broken = got == Got::broken;
      if (broken && !window_) return {.answer = Answer::broken, .why = fmt::format("{} stopped: {}", name_, reader_.why())};
      if (!is_camera_ && (broken || began > next_look_)) {
        next_look_ = began + std::chrono::seconds(1);
        if (!x_display_answers(display_)) return {.answer = Answer::broken, .why = fmt::format("{} has ended", name_)};
        if (window_ && !follow_window(broken, asked)) return {.answer = Answer::broken, .why = std::move(lost_)};
        if (broken) continue;
      }
      const double aged = age_ms(frame_->best_effort_timestamp, reader_.stream().time_base);
      const double worked = std::chrono::duration<double, std::milli>(Clock::now() - began).count() - reader_.read_ms();
      const Clock::time_point decoded = Clock::now();
      Reading reading{.answer = Answer::frame};
      std::optional<SourceFrame> made = to_rgba_->convert(*frame_, reading.why);
      if (!made) return {.answer = Answer::broken, .why = fmt::format("{}: {}", name_, reading.why)};
      reading.frame = std::move(*made);
      if (first_ == Clock::time_point()) first_ = decoded;
      reading.frame.seconds = std::chrono::duration<double>(decoded - first_).count();
      reading.frame.capture_ms = std::max(aged - worked, 0.0);
      reading.frame.decode_ms = worked + std::chrono::duration<double, std::milli>(Clock::now() - decoded).count();
      return reading;
    }
  }

  bool seek(double) override { return false; }
  bool step(int) override { return false; }

 private:
  /// Opens a window again whose size is another one, or that could not be read. False, and a sentence, if it is gone or still
  /// cannot be read.
  bool follow_window(bool broken, std::chrono::steady_clock::time_point asked) {
    const std::optional<XWindow> now = x_window(display_, window_);
    if (!now) {
      lost_ = fmt::format("{} was closed", name_);
      return false;
    }
    const AVCodecParameters& read = *reader_.stream().codecpar;
    if (!broken && now->extent == Extent{read.width, read.height}) return true;
    Mode mode = requested_;
    mode.extent = {};
    constexpr std::chrono::seconds max_wait(2);
    context_.deadline = asked + max_wait;
    while (now->viewable && std::chrono::steady_clock::now() - asked < max_wait && !context_.stop.stop_requested()) {
      if (open(format_, url_, mode) == Answer::frame) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    lost_ = now->viewable ? fmt::format("{} cannot be read: it reaches beyond the screen", name_)
                          : fmt::format("{} is minimised, or on another desktop: it cannot be read there", name_);
    return false;
  }

  std::string name_;
  OpenContext context_;
  std::string display_;
  std::uint32_t window_;
  const char* format_ = nullptr;
  std::string url_;
  std::string lost_;  ///< why there is no window any more
  bool is_camera_;
  std::chrono::steady_clock::time_point next_look_;
  StreamReader reader_;
  std::optional<ToRgba> to_rgba_;
  Frame frame_;
  Mode requested_;
  std::chrono::steady_clock::time_point first_;
};

/// Whether the desktop is drawn by a Wayland compositor; DISPLAY is then a server for old programs, which sees them alone.
bool in_wayland() {
  const auto is = [](const char* variable, std::string_view wanted) {
    const char* const value = std::getenv(variable);
    return value && (wanted.empty() ? *value != 0 : value == wanted);
  };
  return is("WAYLAND_DISPLAY", "") || is("XDG_SESSION_TYPE", "wayland");
}

/// Whether all of a screen is black.
bool is_black(const char* display, const OpenContext& context) {
  DeviceInput screen(display, context, display);
  if (screen.open("x11grab", display, {.extent = {}, .rate = 30, .format = {}}) != Answer::frame) return false;
  const Reading reading = screen.next(0);
  return reading.answer == Answer::frame &&
         std::ranges::all_of(reading.frame.words(), [](std::uint32_t word) { return (word & 0xFFFFFF) == 0; });
}

/// One window of the screen.
Opened open_window(std::string_view words, const std::string& display, const OpenContext& context) {
  const AVInputFormat* const driver = av_find_input_format("x11grab");
  if (!driver || !av_opt_find(static_cast<void*>(const_cast<const AVClass**>(&driver->priv_class)), "window_id", nullptr, 0,
                              AV_OPT_SEARCH_FAKE_OBJ))
    return Opened::because(
        "not supported: this system's FFmpeg cannot read a window; versions from 5.1 on can, if built for X11");
  const auto windows = x_windows(display);
  if (!windows)
    return Opened::because(
        fmt::format("the windows of the X screen {} cannot be listed: no server answers, or libxcb is missing", display));
  const auto window = named_x_window(*windows, words);
  if (!window) {
    std::string titles;
    for (const XWindow& one : *windows) titles += fmt::format("{}'{}'", titles.empty() ? "; there are " : ", ", one.title);
    const std::string_view of_wayland = in_wayland() ? "; in a Wayland session only windows of old X programs can be read" : "";
    return Opened::because(fmt::format("no window is called '{}'{}{}", words, titles, of_wayland));
  }
  const std::string name = fmt::format("the window '{}'", window->title);
  if (!window->viewable)
    return Opened::because(fmt::format("{} is minimised, or on another desktop: it cannot be read there", name));
  auto input = std::make_unique<DeviceInput>(name, context, display, window->id);
  Mode mode{.extent = {}, .rate = context.wanted.rate > 0 ? context.wanted.rate : 30, .format = {}};
  if (input->open("x11grab", display, mode) == Answer::frame) return Opened::as(std::move(input));
  return Opened::because(fmt::format("{} cannot be read: {}", name, input->reader().why()));
}

}  // namespace

Opened open_camera_by_ffmpeg(const std::string& device, const OpenContext& context) {
  const auto not_here = [](std::string why) { return Opened{.answer = Answer::not_mine, .why = std::move(why)}; };
  if (std::string why = absence(); !why.empty()) return not_here(std::move(why));
  register_devices();
  const Mode k_usual{.extent = {1280, 720}, .rate = 30, .format = {}};
  const bool anything = context.wanted == Mode{};
  auto input = std::make_unique<DeviceInput>(device, context, "");
  const Mode wanted = anything ? k_usual : context.wanted;
  Answer answer = input->open("v4l2", device, wanted);
  // a mode that it does not have: then its default
  if (answer == Answer::broken && input->reader().open_error() == AVERROR(EINVAL) && !context.stop.stop_requested())
    answer = input->open("v4l2", device, {});
  if (answer == Answer::frame) return Opened::as(std::move(input));
  if (answer == Answer::not_mine) return not_here("this system's FFmpeg cannot use cameras");
  const int error = input->reader().open_error();
  if (error == AVERROR(EINVAL)) return not_here({});  // it knows none of its formats
  const bool of_system = error < 0 && error > -4096;  // FFmpeg's own codes lie further down
  return Opened::because(of_system ? camera_refusal(device, AVUNERROR(error)) : input->reader().why());
}

Opened open_screen(const std::string& words, const OpenContext& context) {
  const auto part_words = words_behind(words, k_screen);
  if (!part_words) return {};
  if (const std::string why = absence(); !why.empty()) return needs_ffmpeg(words, why);
  const auto window = words_behind(words, k_screen_window);
  const auto part = read_screen_part(window ? "" : *part_words);
  if (!part || (window && window->empty()))
    return Opened::because(
        fmt::format("'{}' is not a part of the screen; write screen, screen:WxH+X+Y or screen:window:TITLE", words));
  const char* display = std::getenv("DISPLAY");
  if (!display || !*display) return Opened::because("there is no X screen to read: DISPLAY is not set");
  register_devices();
  if (window) return open_window(*window, display, context);
  Mode mode = context.wanted;
  if (part->extent.area()) mode.extent = part->extent;
  if (!(mode.rate > 0)) mode.rate = 30;
  mode.format.clear();
  const std::string name = part->extent.area() ? fmt::format("the screen {} at {}, {}", display, part->x, part->y)
                                               : fmt::format("the screen {}", display);
  if (in_wayland() && is_black(display, context))
    return Opened::because(
        fmt::format("the screen {} is black: in a Wayland session other programs cannot read it. Log in to an X session (\"on "
                    "Xorg\"), or record with the desktop's own screen recorder and open that video",
                    display));
  auto input = std::make_unique<DeviceInput>(name, context, display);
  const Answer answer = input->open("x11grab", fmt::format("{}+{},{}", display, part->x, part->y), mode);
  if (answer == Answer::frame) return Opened::as(std::move(input));
  if (answer == Answer::not_mine) return Opened::because("not supported: this system's FFmpeg cannot read an X screen");
  return Opened::because(input->reader().why());
}

}  // namespace satscope::app
