// SPDX-License-Identifier: Apache-2.0
// Video files: frames by their time stamps, exact seeking, and an honest end.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/sources/ffmpeg/concat_list.h"
#include "app/sources/ffmpeg/stream_reader.h"
#include "app/sources/ffmpeg/to_rgba.h"
#include "app/sources/ffmpeg/versions.h"
#include "app/sources/files/standard_input.h"
#include "app/sources/live/live_open.h"

namespace satscope::app {
namespace {

using namespace ffmpeg;
using Clock = std::chrono::steady_clock;
using Got = StreamReader::Got;

double ms_since(Clock::time_point began) { return std::chrono::duration<double, std::milli>(Clock::now() - began).count(); }

/// A decoded frame and the time during which it is shown.
struct Timed {
  Frame frame;
  double from = 0, to = 0;  ///< seconds
};

/// Nothing of a video for ordinary screens.
std::optional<HdrCurve> hdr_of(const AVCodecParameters& stream) {
  switch (number_of(stream.color_trc)) {
    case AVCOL_TRC_SMPTE2084: return HdrCurve::pq;
    case AVCOL_TRC_ARIB_STD_B67: return HdrCurve::hlg;
    default: return {};
  }
}

/// primaries: as the stream names them.
std::string note_of_hdr(HdrCurve curve, ToneMap map, int primaries) {
  if (map == ToneMap::none) return fmt::format("{}; --tone-map {} maps them", hdr_note(curve), id_of(ToneMap::bt2390));
  const bool wide = primaries == AVCOL_PRI_BT2020 || primaries == AVCOL_PRI_UNSPECIFIED;
  return fmt::format("it is HDR ({}), mapped for an ordinary screen (BT.2390){}", title_of(curve),
                     wide ? "" : "; its colours are taken for those of BT.2020, although it names others");
}

/// Codecs of videos have narrow range unless they say otherwise, also where they are grey. HDR has the matrix of BT.2020.
Untagged untagged(AVCodecID codec, bool mapped) {
  constexpr std::array k_narrow{AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_AV1, AV_CODEC_ID_VP9, AV_CODEC_ID_PRORES};
  return {.space = mapped ? std::optional(SWS_CS_BT2020) : std::nullopt,
          .full = std::ranges::count(k_narrow, codec) ? std::optional(false) : std::nullopt};
}

class VideoInput : public LiveInput {
 public:
  VideoInput(Place place, const OpenContext& context) : place_(std::move(place)), context_(context) {}

  Answer open() {
    Options options;
    options.set("pattern_type", "none");  // of pictures: a name with % or * is that file, not a series
    const Answer answer = reader_.open(place_, context_, options);
    if (answer != Answer::frame) return answer;
    context_.deadline = Clock::time_point::max();
    begin();
    Orientation turn;
    if (const std::int32_t* matrix = display_matrix(reader_.stream())) {
      const std::optional<Orientation> read = read_turn(matrix);
      turn = read.value_or(Orientation{});
      if (!read) note("its rotation is not a multiple of 90 degrees; it is shown without rotation");
    }
    turn_ = turn;
    const AVCodecParameters& stored = *reader_.stream().codecpar;
    const std::optional<HdrCurve> hdr = hdr_of(stored);
    const bool mapped = hdr && context_.tone_map != ToneMap::none;
    to_rgba_.emplace(context_, turn, untagged(stored.codec_id, mapped), mapped ? hdr : std::nullopt);
    if (hdr) note(note_of_hdr(*hdr, context_.tone_map, number_of(stored.color_primaries)));
    if (const int bits = lost_depth(stored)) note(fmt::format("its {}-bit values are reduced to 8 bits", bits));
    const AVRational aspect = av_guess_sample_aspect_ratio(&reader_.file(), &reader_.stream(), nullptr);
    if (aspect.num > 0 && aspect.den > 0 && aspect.num != aspect.den)
      note(fmt::format("its pixels are {}:{} wide; they are shown as squares", aspect.num, aspect.den));
    return Answer::frame;
  }
  const std::string& why() const { return reader_.why(); }

  Description describe() const override {
    const AVCodecParameters& stored = *reader_.stream().codecpar;
    Description said{.name = place_.name,
                     .pace = Pace::stamps,
                     .requested = {},
                     .delivered = {},
                     .reduced = lost_depth(stored) > 0,
                     .hdr = hdr_of(stored).has_value(),
                     .notes = notes_};
    said.delivered.extent = shown_.area() ? shown_ : turn_.of({stored.width, stored.height});
    said.delivered.rate = rate_;
    said.delivered.format = avcodec_get_name(stored.codec_id);
    said.seconds = seconds_;
    said.can_seek = said.can_step_back = true;
    if (const std::uint64_t damaged = damaged_before_ + reader_.damaged())
      said.notes.push_back(fmt::format("{} damaged {} skipped", damaged, damaged == 1 ? "part was" : "parts were"));
    return said;
  }

  Reading next(double not_before) override {
    const Clock::time_point began = Clock::now();
    const std::uint64_t damaged = reader_.damaged();
    Reading reading;
    double read_ms = 0;
    while (true) {
      if (ahead_.empty()) {
        const Got got = decode();
        read_ms += reader_.read_ms();
        if (got == Got::end && reader_.sound()) reader_.sound()->whole = true;
        if (got != Got::frame) return ended(got, reading.skipped);
      }
      shown_frame_ = std::move(ahead_.front());
      ahead_.pop_front();
      if (shown_frame_.to > not_before) break;
      ++reading.skipped;
    }
    std::string why;
    std::optional<SourceFrame> made = to_rgba_->convert(*shown_frame_.frame, why);
    if (!made) return {.answer = Answer::broken, .why = fmt::format("'{}': {}", place_.name, why)};
    if (is_interlaced(*shown_frame_.frame) && !std::exchange(interlaced_, true))
      note("it is interlaced; only one field of each frame is shown, stretched to full height");
    shown_ = made->extent;
    shown_any_ = true;
    at_ = shown_frame_.from;
    reading.answer = Answer::frame;
    reading.skipped += reader_.damaged() - damaged;
    reading.frame = std::move(*made);
    reading.frame.seconds = shown_frame_.from;
    reading.frame.capture_ms = read_ms;
    reading.frame.decode_ms = ms_since(began) - read_ms;
    return reading;
  }

  bool seek(double seconds) override {
    if (!(seconds > 0)) seconds = 0;
    if (seconds_ > 0) seconds = std::min(seconds, seconds_);
    if (!go_to(seconds)) return false;
    at_ = ahead_.front().from;
    return true;
  }

  Sound* sound() override { return reader_.sound(); }

  bool step(int by) override {
    for (; by < 0; ++by)
      if (!seek(at_ - 1e-4)) return false;  // a hair before the frame begins, the one before it is shown
    return true;
  }

 private:
  void note(std::string_view sentence) { notes_.emplace_back(sentence); }

  /// After opening: the clock of the stream.
  void begin() {
    const AVStream& stream = reader_.stream();
    unit_ = av_q2d(stream.time_base);
    if (!(unit_ > 0)) unit_ = 1e-3;
    start_ = stream.start_time != AV_NOPTS_VALUE ? stream.start_time : 0;
    start_known_ = stream.start_time != AV_NOPTS_VALUE;
    if (StoredSound* sound = reader_.sound()) sound->start = static_cast<double>(start_) * unit_;
    const AVRational rate = av_guess_frame_rate(&reader_.file(), const_cast<AVStream*>(&stream), nullptr);
    rate_ = rate.num > 0 && rate.den > 0 ? av_q2d(rate) : 0;
    if (rate_ > 1000) rate_ = 0;
    if (stream.duration != AV_NOPTS_VALUE && stream.duration > 0)
      stream_seconds_ = static_cast<double>(stream.duration) * unit_;
    else
      stream_seconds_ = stated_duration(stream.metadata);
    // for AVI, FFmpeg shortens the duration to what is there; the count stays as written
    if (std::string_view(reader_.file().iformat->name) == "avi" && stream.nb_frames > 0 && rate_ > 0)
      stream_seconds_ = std::max(stream_seconds_, static_cast<double>(stream.nb_frames) / rate_);
    const std::int64_t whole = reader_.file().duration;
    seconds_ = stream_seconds_ > 0 ? stream_seconds_ : whole > 0 ? static_cast<double>(whole) / AV_TIME_BASE : 0;
    forget();
  }

  /// Matroska gives the duration of a stream as text, hours:minutes:seconds.
  static double stated_duration(const AVDictionary* metadata) {
    const AVDictionaryEntry* entry = av_dict_get(metadata, "DURATION", nullptr, 0);
    int hours = 0, minutes = 0;
    double seconds = 0;
    if (!entry || std::sscanf(entry->value, "%d:%d:%lf", &hours, &minutes, &seconds) != 3) return 0;
    return 3600.0 * hours + 60.0 * minutes + seconds;
  }

  void forget() {
    ahead_.clear();
    last_end_ = -1;
  }

  bool reopen() {
    damaged_before_ += reader_.damaged();
    Options options;
    options.set("pattern_type", "none");
    if (reader_.open(place_, context_, options) != Answer::frame) return false;
    begin();
    return true;
  }

  /// Decodes one frame and appends it to the frames ahead.
  Got decode() {
    Timed timed{.frame = new_frame()};
    const Got got = reader_.next(*timed.frame);
    if (got != Got::frame) return got;
    const std::int64_t stamp = timed.frame->best_effort_timestamp;
    if (!start_known_ && stamp != AV_NOPTS_VALUE) {
      start_ = stamp;
      start_known_ = true;
    }
    if (StoredSound* sound = reader_.sound()) sound->start = static_cast<double>(start_) * unit_;
    const double usual = rate_ > 0 ? 1 / rate_ : 0.04;
    timed.from = stamp != AV_NOPTS_VALUE ? static_cast<double>(stamp - start_) * unit_ : std::max(last_end_, 0.0);
    // time stamps that run backwards or far away are damage
    constexpr double k_longest_gap = 60;
    const bool sensible =
        std::isfinite(timed.from) && (last_end_ < 0 || (timed.from > last_from_ && timed.from < last_end_ + k_longest_gap));
    if (!sensible) timed.from = std::max(last_end_, 0.0);
    timed.from = std::max(timed.from, 0.0);
    const double lasts = static_cast<double>(duration_of(*timed.frame)) * unit_;
    timed.to = timed.from + (lasts > 0 && lasts < k_longest_gap ? lasts : usual);
    last_from_ = timed.from;
    last_end_ = timed.to;
    ahead_.push_back(std::move(timed));
    return Got::frame;
  }

  bool go_to(double seconds) {
    // If a container finds no earlier key frame, look further back; at last from the beginning.
    for (const double back : {0.0, 2.0, 10.0}) {
      const auto time = start_ + static_cast<std::int64_t>(std::floor((seconds - back) / unit_ + 1e-6));
      if (!reader_.seek(std::max(time, start_))) break;
      forget();
      if (find(seconds)) return true;
      if (seconds - back <= 0) break;
    }
    return reopen() && (find(seconds) || !ahead_.empty());
  }

  /// Decodes until the frame of this time is the first one ahead. False if even the first frame comes later.
  bool find(double seconds) {
    constexpr double k_hair = 1e-6;
    while (decode() == Got::frame) {
      const bool behind = ahead_.back().from > seconds + k_hair;
      if (behind) return ahead_.size() > 1;
      if (ahead_.size() > 1) ahead_.pop_front();
    }
    return !ahead_.empty();
  }

  Reading ended(Got got, std::uint64_t skipped) const {
    const auto broken = [&](const std::string& why) {
      return Reading{
          .answer = Answer::broken, .why = fmt::format("'{}' is a broken video: {}", place_.name, why), .skipped = skipped};
    };
    if (got == Got::broken) return broken(why());
    if (got == Got::stopped) return {.answer = Answer::end, .skipped = skipped};
    const double reached = std::max(last_end_, 0.0);
    const double frame = rate_ > 0 ? 1 / rate_ : 0.04;
    if (!shown_any_ && last_end_ < 0) return broken("no frame can be decoded");
    if (stream_seconds_ > 0 && reached < stream_seconds_ - std::max(2.5 * frame, 0.02 * std::min(stream_seconds_, 10.0)))
      return broken(fmt::format("it ends at {:.2f} s, but should last {:.2f} s", reached, stream_seconds_));
    return {.answer = Answer::end, .skipped = skipped};
  }

  Place place_;
  OpenContext context_;
  StreamReader reader_;
  std::optional<ToRgba> to_rgba_;
  Orientation turn_;
  std::deque<Timed> ahead_;  ///< decoded, not yet asked for
  Timed shown_frame_;
  double unit_ = 1, rate_ = 0, seconds_ = 0, stream_seconds_ = 0;
  double at_ = 0;                         ///< when the frame begins that was given last, or that was sought
  double last_from_ = 0, last_end_ = -1;  ///< of the frame decoded last; below 0: none since the last seek
  std::int64_t start_ = 0;
  bool start_known_ = false, interlaced_ = false, shown_any_ = false;
  std::uint64_t damaged_before_ = 0;
  Extent shown_;
  std::vector<std::string> notes_;
};

Opened open_place(Place place, const OpenContext& context) {
  if (const std::string why = absence(); !why.empty()) return needs_ffmpeg(place.name, why);
  if (context.allow_network) avformat_network_init();
  auto input = std::make_unique<VideoInput>(std::move(place), context);
  const Answer answer = input->open();
  if (answer == Answer::frame) return Opened::as(std::move(input));
  return {answer, nullptr, input->why()};
}

}  // namespace

Opened open_video(const std::string& words, const OpenContext& context) {
  if (names_a_protocol(words)) {
    if (!is_address(words))
      return Opened::because(fmt::format("'{}' begins with {}, which is not supported; use {}", words,
                                         words.substr(0, words.find("://") + 3), address_protocols()));
    if (!context.allow_network)
      return Opened::because(fmt::format("'{}' is on the network; to allow that, give --allow-network", words));
    return open_place({.name = words, .url = words, .bytes = {}}, context);
  }
  std::error_code error;
  const std::string path = path_of(words);
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return Opened::because(fmt::format("cannot read '{}': there is no such file", words));
  if (!std::filesystem::is_regular_file(status))
    return Opened::because(fmt::format("cannot read '{}': it is a folder, a device or a pipe, not a file", words));
  if (std::string why = judge_concat_list(path); !why.empty()) return Opened::because(std::move(why));
  // with its protocol, so that no name is mistaken for one
  return open_place({.name = words, .url = "file:" + path, .bytes = {}}, context);
}

Opened open_video_bytes(const std::string& name, std::span<const std::byte> bytes, const OpenContext& context) {
  return open_place({.name = name, .url = {}, .bytes = bytes}, context);
}

}  // namespace satscope::app
