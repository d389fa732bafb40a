// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/record/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "app/core/files/user_folders.h"
#include "app/core/newest_worker.h"
#include "app/sources/files/png_file.h"
#include "app/ui/ui.h"

namespace satscope::app {
namespace {

constexpr double k_usual_rate = 30;  // of a source that names none, and of a still picture
constexpr double k_tick_seconds = 0.1;
constexpr double k_in_step = 1;  // seconds that a video may be ahead of the clock or behind it
constexpr std::string_view k_whole_film = ". It has no sound; of a video file, Whole film gives sound and every frame";

/// The video file that plays, and where it is; none: what is recorded has no sound of its own.
std::optional<VideoSound> sound_of_source(const Ui& ui) {
  const Session& session = ui.session;
  const Description& source = ui.frame.status().source.feed.description;
  const bool file = source.pace == Pace::stamps && source.can_seek && session.edit.source != "-";
  if (!session.edit.live || session.paused || !file) return {};
  return VideoSound{session.edit.source, ui.frame.filtered().seconds};
}

std::string free_file(UserFolder folder, std::string_view ending) {
  return free_name((user_folder(folder) / "satscope-result").string(), ending);
}

}  // namespace

void save_photo(Ui& ui) {
  auto result = ui.frame.snapshot();
  if (!result) {
    ui.doing.message = Notice{"there is no result to save yet", std::nullopt, {}};
    return;
  }
  const auto picture = std::make_shared<PictureWords>(std::move(*result));
  ui.window.write_aside([file = free_file(UserFolder::pictures, ".png"), picture] {
    return saved([&] { return write_png(file, picture->extent, picture->words, IfTaken::count_up); });
  });
}

void copy_result(Ui& ui) {
  const auto result = ui.frame.snapshot();
  if (!result) {
    ui.doing.message = Notice{"there is no result to copy yet", std::nullopt, {}};
    return;
  }
  const std::string png = encode_png(result->extent, result->words);
  const auto bytes = std::as_bytes(std::span(png));
  const std::string why = ui.window.set_clipboard_picture({bytes.begin(), bytes.end()});
  ui.doing.message = Notice{
      .text = why.empty() ? "the result is copied: paste it into another program" : why + "; Photo saves the result as a file",
      .action = std::nullopt,
      .action_label = {},
      .bad = !why.empty(),
      .passes = why.empty()};
}

void Recorder::ask(What what, Ui& ui) {
  if (counting_)
    counting_.reset();
  else if (timer > 0)
    counting_ = Counting{what, ui.now + timer};
  else
    begin(what, ui);
}

void Recorder::ask_photo(Ui& ui) { ask(What::photo, ui); }

void Recorder::ask_film(Ui& ui) {
  if (recording_)
    stop();
  else
    ask(What::film, ui);
}

void Recorder::begin(What what, Ui& ui) {
  if (what == What::photo)
    save_photo(ui);
  else
    begin_film(ui);
}

void Recorder::begin_film(Ui& ui) {
  if (recording_) return;
  const Filtered& filtered = ui.frame.filtered();
  if (!filtered.ready) {
    ui.doing.message = Notice{"there is no result to record yet", std::nullopt, {}};
    return;
  }
  rate_ = ui.session.edit.live ? ui.frame.status().source.feed.description.delivered.rate : 0;
  extent_ = filtered.picture;
  begun_ = now_ = ui.now;
  const std::optional<VideoSound> sound = sound_of_source(ui);
  video_began_ = sound ? std::optional(sound->from) : std::nullopt;
  video_said_ = ahead_ = 0;
  dropped_before_ = missed_ = 0;
  dropped_before_ = missed(ui);
  try {
    recording_ = std::make_unique<Recording>(free_file(UserFolder::videos, ".mp4"),
                                             VideoForm{.extent = extent_, .rate = rate_ > 0 ? rate_ : k_usual_rate}, sound);
  } catch (const std::system_error&) {
    ui.doing.message = Notice{std::string(k_no_thread), std::nullopt, {}};
    return;
  }
  if (ui.doing.message && !ui.doing.message->bad) ui.doing.message.reset();  // news of what was saved before
  take_frame(ui);
}

std::uint64_t Recorder::missed(const Ui& ui) const {
  const std::uint64_t dropped = ui.session.edit.live ? ui.frame.status().budget.dropped : 0;
  return dropped - std::min(dropped, dropped_before_);
}

void Recorder::take_frame(Ui& ui) {
  auto picture = ui.frame.snapshot();
  serial_ = ui.frame.filtered().serial;
  if (!picture) return;
  if (picture->extent != extent_) return stop("the picture has another size now");
  double seconds = ui.now - begun_;
  if (video_began_) {
    // because: frames are shown a little late, by another time each, and the sound belongs to the video's own time
    const double of_video = ui.frame.filtered().seconds - *video_began_;
    if (of_video >= video_said_ && std::abs(of_video - seconds) < k_in_step) {
      video_said_ = of_video;
      ahead_ = of_video - seconds;
      return recording_->give(std::move(*picture), of_video);
    }
    video_began_.reset();
    ahead_ = 0;
  }
  // because: the window shows a frame a little late, by another time each; the source sent them evenly
  recording_->give(std::move(*picture), rate_ > 0 ? std::round(seconds * rate_) / rate_ : seconds, false);
}

void Recorder::stop(std::string why) { recording_->stop(now_ - begun_ + ahead_, missed_, std::move(why)); }

std::string Recorder::finish() {
  if (!recording_) return {};
  stop();
  recording_->wait();
  const auto outcome = recording_->outcome();
  recording_.reset();
  return outcome ? outcome->text : std::string();
}

bool Recorder::step(Ui& ui, bool shown) {
  now_ = ui.now;
  if (recording_) missed_ = missed(ui);
  if (counting_ && !shown) counting_.reset();
  if (counting_ && ui.now >= counting_->until) begin(std::exchange(counting_, std::nullopt)->what, ui);
  bool ended = false;
  if (recording_ && !recording_->stopped()) {
    if (!shown)
      stop("Playground was left");
    else if (recording_->failed())
      stop();
    else if (ui.frame.filtered().ready && ui.frame.filtered().serial != serial_)
      take_frame(ui);
  }
  if (recording_)
    if (const auto outcome = recording_->outcome()) {
      Notice notice =
          outcome->file.empty() ? Notice{outcome->text, std::nullopt, {}} : news_of_file(outcome->text, outcome->file);
      notice.bad = !outcome->good;
      if (outcome->good && ui.session.edit.live && outcome->text.find("its sound") == std::string::npos)
        notice.text += k_whole_film;
      ui.doing.message = std::move(notice);
      recording_.reset();
      ended = true;
    }
  std::string reported = mark() + std::to_string(countdown(ui.now));
  return std::exchange(reported_, reported) != reported || ended;
}

double Recorder::due_at(double now) const { return settled() ? 0 : now + k_tick_seconds; }

int Recorder::countdown(double now) const {
  return counting_ ? std::max(1, static_cast<int>(std::ceil(counting_->until - now))) : 0;
}

std::string Recorder::mark() const {
  if (!records()) return {};
  const int seconds = static_cast<int>(now_ - begun_);
  const std::string dropped = recording_->dropped() > 0 ? fmt::format(", {} dropped", recording_->dropped()) : "";
  return fmt::format("REC {}:{:02}{}{}", seconds / 60, seconds % 60, recording_->sounds() ? "" : ", no sound", dropped);
}

}  // namespace satscope::app
