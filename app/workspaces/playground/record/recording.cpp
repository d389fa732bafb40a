// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/record/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "kernels/plural.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_most_waiting = 8, k_most_bytes = std::size_t{256} << 20;

std::string frames_text(std::uint64_t count) { return counted(count, "frame"); }

}  // namespace

Recording::Recording(std::string file, const VideoForm& form, Open open)
    : file_(std::move(file)), form_(form), open_(std::move(open)) {
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

void Recording::give(PictureWords picture, double seconds) {
  const std::lock_guard lock(mutex_);
  if (until_ || outcome_) return;
  const std::size_t bytes = picture.words.size() * sizeof picture.words[0];
  const std::size_t most = std::clamp<std::size_t>(k_most_bytes / std::max<std::size_t>(bytes, 1), 2, k_most_waiting);
  if (waiting_.size() >= most) {
    ++dropped_;
    return;
  }
  waiting_.push_back({std::move(picture), seconds});
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

/// Until it was stopped and all is written; throws WriteError.
void Recording::write_all(VideoWriter& writer) {
  Shot last;
  while (true) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty() || until_; });
    if (waiting_.empty()) break;
    last = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    writer.write(last.picture.words, last.seconds);
    ++frames_;
  }
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
    if (const auto writer = open_(file_, form_, why)) {
      encoder = writer->describe();
      try {
        write_all(*writer);
      } catch (const std::exception& error) {
        trouble = error.what();
        failed_ = true;
      }
      trouble = finish(*writer, std::move(trouble));
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
  std::string text = frames_ == 0
                         ? trouble.empty() ? "nothing was recorded: no frame came" : trouble
                         : fmt::format("recorded as {}: {}, {} dropped, {}", file, frames_text(frames_), dropped, encoder);
  if (frames_ > 0 && !trouble.empty())
    text = fmt::format("the recording ended early: {}; what came before is {}", trouble, text);
  if (frames_ > 0 && trouble.empty() && !why_.empty()) text += "; it ended because " + why_;
  failed_ = !trouble.empty();
  outcome_ = Outcome{std::move(text), trouble.empty(), frames_ == 0 ? std::string() : file};
}

}  // namespace satscope::app
