// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/record/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "app/sources/live/live_open.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_most_waiting = 8, k_most_bytes = std::size_t{256} << 20;
constexpr double k_longest_still = 1;  // seconds without a frame, after which a video counts as paused

std::string frames_text(std::uint64_t count) { return counted(count, "frame"); }

}  // namespace

Recording::Recording(std::string file, const VideoForm& form, std::optional<VideoSound> sound, Open open)
    : file_(std::move(file)), form_(form), sound_(std::move(sound)), open_(std::move(open)) {
  form_.if_taken = IfTaken::count_up;
  thread_ = std::thread([this] { work(); });
}

Recording::~Recording() {
  stop(0);
  wait();
}

void Recording::wait() {
  if (thread_.joinable()) thread_.join();
}

void Recording::give(PictureWords picture, double seconds, bool in_step) {
  const std::lock_guard lock(mutex_);
  if (until_ || outcome_) return;
  const std::size_t bytes = picture.words.size() * sizeof picture.words[0];
  const std::size_t most = std::clamp<std::size_t>(k_most_bytes / std::max<std::size_t>(bytes, 1), 2, k_most_waiting);
  if (waiting_.size() >= most) {
    ++dropped_;
    return;
  }
  waiting_.push_back({std::move(picture), seconds, in_step});
  changed_.notify_all();
}

void Recording::stop(double seconds, std::uint64_t missed, std::string why) {
  const std::lock_guard lock(mutex_);
  if (until_) return;
  until_ = seconds;
  missed_ = missed;
  why_ = std::move(why);
  changed_.notify_all();
}

bool Recording::stopped() const {
  const std::lock_guard lock(mutex_);
  return until_.has_value();
}

std::optional<Recording::Outcome> Recording::outcome() const {
  const std::lock_guard lock(mutex_);
  return outcome_;
}

/// A reader of the video for its sound alone; null: there is none to copy.
std::unique_ptr<LiveInput> Recording::open_sound() const {
  if (!sound_) return nullptr;
  OpenContext context;
  context.sound = true;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  Opened opened = open_video(sound_->video, context);
  const bool found =
      opened.answer == Answer::frame && opened.input->sound() && opened.input->sound()->begin_alone(sound_->from);
  return found ? std::move(opened.input) : nullptr;
}

void Recording::end_sound(double seconds) {
  if (!sounds_.exchange(false)) return;
  form_.sound->drop();
  constexpr double k_least = 0.05;  // seconds, of the first packet of a sound
  heard_nothing_ = seconds < k_least;
  sound_said_ = heard_nothing_ ? "; without its sound, because the video stopped or jumped at the beginning"
                               : fmt::format("; it ends at {:.1f} s, where the video stopped or jumped", seconds);
}

/// Until it was stopped and all is written; throws WriteError.
void Recording::write_all(VideoWriter& writer) {
  Shot last;
  double heard = 0;
  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || until_; });
    if (waiting_.empty()) break;
    last = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    if (!last.in_step) end_sound(heard);
    heard = last.seconds;
    writer.write(last.picture.words, last.seconds);
    ++frames_;
  }
  if (*until_ > last.seconds + k_longest_still) end_sound(last.seconds);
  // because: a player shows a frame until the next one, and the last has none
  if (frames_ > 0 && *until_ > last.seconds + 1 / form_.rate) writer.write(last.picture.words, *until_ - 1 / form_.rate);
}

/// Returns what went wrong; empty: nothing.
std::string Recording::finish(VideoWriter& writer, std::string trouble) {
  for (int tries = 0; tries < 2; ++tries) {  // because: a full disk is reported once, then what had room is completed
    try {
      if (const auto kept = writer.flush()) frames_ = *kept;
      const auto note = [&] {
        const std::lock_guard lock(mutex_);
        return fmt::format("satscope Playground: {}, {} dropped", frames_text(frames_), dropped_ + missed_);
      }();
      writer.comment(note);
      writer.finish();
      return trouble;
    } catch (const std::exception& error) {
      trouble = error.what();
    }
  }
  frames_ = 0;
  return trouble;
}

void Recording::work() {
  std::string trouble, encoder, file = file_;
  try {
    std::string why;
    const std::unique_ptr<LiveInput> of_sound = open_sound();
    form_.sound = of_sound ? of_sound->sound() : nullptr;
    if (const auto writer = open_(file_, form_, why)) {
      sounds_ = of_sound && writer->describe().find("its sound is copied") != std::string::npos;  // what it can hold
      try {
        write_all(*writer);
      } catch (const std::exception& error) {
        trouble = error.what();
        failed_ = true;
      }
      trouble = finish(*writer, std::move(trouble));
      encoder = writer->describe();
      constexpr std::string_view k_copied = "; its sound is copied";
      if (const std::size_t at = encoder.find(k_copied); at != encoder.npos && heard_nothing_)
        encoder.erase(at, k_copied.size());
      encoder += sound_said_;
      if (const std::string name = writer->name(); !name.empty()) file = name;
    } else {
      trouble = "a video cannot be recorded: " + why;
    }
  } catch (const std::exception& error) {
    trouble = error.what();
  }
  const std::lock_guard lock(mutex_);
  waiting_.clear();
  const std::uint64_t dropped = dropped_ + missed_;
  const double seconds = until_.value_or(0);
  const std::string a_second = seconds >= 1 ? fmt::format("{:.0f} a second, ", static_cast<double>(frames_) / seconds) : "";
  std::string text = frames_ == 0 ? trouble.empty() ? "nothing was recorded: no frame came" : trouble
                                  : fmt::format("recorded as {}: {}, {} dropped, {}{}", file, frames_text(frames_), dropped,
                                                a_second, encoder);
  if (frames_ > 0 && !trouble.empty())
    text = fmt::format("the recording ended early: {}; what came before is {}", trouble, text);
  if (frames_ > 0 && trouble.empty() && !why_.empty()) text += "; it ended because " + why_;
  failed_ = !trouble.empty();
  outcome_ = Outcome{std::move(text), trouble.empty(), frames_ == 0 ? std::string() : file};
}

}  // namespace satscope::app
