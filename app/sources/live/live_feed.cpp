// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/live_feed.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "app/core/threads.h"

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds k_max_wait{250};
std::atomic<int> threads_left_behind{0};

Clock::duration of_seconds(double seconds) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

/// Maps time of the source to time of the world.
class Playhead {
 public:
  /// The next frame is due at once.
  void lift() { set_ = false; }

  Clock::time_point due(double stamp) {
    if (!std::exchange(set_, true)) {
      clock_ = Clock::now();
      stamp_ = stamp;
    }
    return clock_ + of_seconds(stamp - stamp_);
  }
  /// The stamp that is due now; 0 before the first frame.
  double now() const { return set_ ? stamp_ + std::chrono::duration<double>(Clock::now() - clock_).count() : 0; }

  /// Restarts the source at 0 when the frame of this stamp has been shown for this long.
  void go_round(double last, double its_duration) {
    clock_ = due(last) + of_seconds(its_duration);
    stamp_ = 0;
  }

 private:
  bool set_ = false;
  Clock::time_point clock_;
  double stamp_ = 0;
};

struct LiveFeed::State {
  State(Opener its_opener, OpenContext its_context) : opener(std::move(its_opener)), context(std::move(its_context)) {
    context.stop = stopping.get_token();
    status.last_sign = Clock::now();
  }

  const Opener opener;
  OpenContext context;
  std::stop_source stopping;

  mutable std::mutex mutex;
  std::condition_variable changed;
  FeedStatus status;
  std::optional<SourceFrame> newest;
  std::optional<double> wanted_seconds;
  int wanted_steps = 0;
  std::optional<bool> mirrored;
  SourceTransform transform;
  std::optional<GreyRange> range;
  bool asked = false;  ///< a frame was taken or asked for, so the next is worth making
  bool finished = false, abandoned = false;

  // the thread's own
  std::unique_ptr<LiveInput> input;
  Playhead playhead;
  std::optional<SourceFrame> pending;  ///< read, but not due yet
  double last_stamp = 0, last_interval = 0;
  std::optional<GreyRange> ends;  ///< the least and the largest of deep greys so far
  int to_pass = 0;                ///< frames that a step of several goes past
  bool show_one = true;           ///< show the next frame at once, also while paused

  /// What the next turn waits for.
  enum class Awaits : std::uint8_t { nothing, request, taker, due };

  void work();
  void run();
  void go_on();
  void open();
  Awaits turn(std::unique_lock<std::mutex>& lock);
  void guarded(const std::function<void()>& act);
  bool act_on_requests(std::unique_lock<std::mutex>& lock);
  void read(std::unique_lock<std::mutex>& lock);
  void publish(SourceFrame frame);
  void widen(GreyRange& its_ends);
  void enter(Phase phase, std::string why = {}) {
    status.phase = phase;
    status.why = std::move(why);
    status.last_sign = Clock::now();
  }
  bool requested() const { return wanted_seconds || wanted_steps; }
  bool is_device() const { return status.description.pace == Pace::device; }
};

void LiveFeed::State::publish(SourceFrame frame) {
  if (newest) ++status.dropped;
  asked = false;  // because: who asked while it was made gets this one
  frame.number = ++status.delivered;
  ++status.given;
  status.seconds = frame.seconds;
  status.last_sign = Clock::now();
  newest = std::move(frame);
}

/// A range that follows each frame would flicker.
void LiveFeed::State::widen(GreyRange& its_ends) {
  if (ends) its_ends = {false, std::min(ends->black, its_ends.black), std::max(ends->white, its_ends.white)};
  ends = its_ends;
}

void LiveFeed::State::open() {
  Opened opened;
  try {
    opened = opener(context);
  } catch (const std::bad_alloc&) {
    opened = Opened::because("there is not enough memory to open it");
  } catch (const std::exception& problem) {
    opened = Opened::because(problem.what());
  }
  const std::lock_guard lock(mutex);
  if (!k_has_threads && opened.answer == Answer::end) return;  // not yet: it is asked again
  if (!opened.input) return enter(Phase::failed, opened.why.empty() ? "its format is unknown" : opened.why);
  input = std::move(opened.input);
  status.description = input->describe();
  enter(Phase::running);
}

/// Whether there was anything to do.
bool LiveFeed::State::act_on_requests(std::unique_lock<std::mutex>& lock) {
  if (!requested()) return false;
  const std::optional<double> seconds = std::exchange(wanted_seconds, std::nullopt);
  int steps = std::exchange(wanted_steps, 0);
  if (pending && steps < 0 && !seconds) --steps;  // because: the input counts from what it gave, we from what was shown
  lock.unlock();
  bool moved = seconds && input->seek(*seconds);
  // a paced source advances by itself
  const bool forward = steps > 0 && status.description.pace != Pace::request;
  if (steps != 0) moved = forward || input->step(steps) || moved;
  lock.lock();
  if (moved) {
    if (!forward || seconds) pending.reset();
    to_pass = forward ? steps - 1 : 0;
    playhead.lift();
    show_one = true;
    enter(Phase::running);
  }
  return true;
}

void LiveFeed::State::read(std::unique_lock<std::mutex>& lock) {
  const double not_before = status.description.pace == Pace::stamps && !show_one ? playhead.now() : 0;
  lock.unlock();
  Reading reading;
  try {
    reading = input->next(not_before);
  } catch (const std::bad_alloc&) {
    reading = {.answer = Answer::broken, .why = "there is not enough memory for a frame"};
  }
  Description description = input->describe();
  lock.lock();
  status.description = std::move(description);
  if (!status.description.made_to_order) {
    status.dropped += reading.skipped;
    status.given += reading.skipped;
  }
  switch (reading.answer) {
    case Answer::frame:
      if (is_device() && status.paused && !show_one) break;
      if (!reading.frame.rgba) break;  // without threads a device does not wait for its next frame
      pending = std::move(reading.frame);
      break;
    case Answer::end:
      if (status.looping && status.delivered > 0 && status.description.can_seek) {
        lock.unlock();
        const bool again = input->seek(0);
        lock.lock();
        constexpr double k_least_interval = 0.01;  // a video of one frame goes round as well
        if (again) playhead.go_round(last_stamp, std::max(last_interval, k_least_interval));
        last_stamp = 0;
        if (again) break;
      }
      show_one = false;
      enter(Phase::ended);
      break;
    default:
      show_one = false;
      enter(Phase::failed, reading.why);
      break;
  }
}

/// One thing after another: throws what the input throws.
LiveFeed::State::Awaits LiveFeed::State::turn(std::unique_lock<std::mutex>& lock) {
  if (act_on_requests(lock)) return Awaits::nothing;
  const bool resting = status.description.pace == Pace::request || (status.paused && !is_device());
  if (status.phase != Phase::running || (resting && !show_one)) {
    if (resting) playhead.lift();
    return Awaits::request;
  }
  if (!pending && status.description.made_to_order && !show_one && !asked) return Awaits::taker;
  if (!pending) {
    asked = false;
    read(lock);
    return pending || k_has_threads ? Awaits::nothing : Awaits::taker;
  }
  if (to_pass > 0) {
    --to_pass;
    pending.reset();
    return Awaits::nothing;
  }
  if (status.description.pace == Pace::stamps && !show_one && Clock::now() < playhead.due(pending->seconds)) return Awaits::due;
  if (status.description.pace == Pace::stamps) {
    if (show_one) playhead.due(pending->seconds);
    if (pending->seconds > last_stamp) last_interval = pending->seconds - last_stamp;
    last_stamp = pending->seconds;
  }
  show_one = false;
  const bool mirrors = mirrored.value_or(status.description.mirrored);
  if (pending->greys) widen(pending->greys->ends);
  const std::optional<GreyRange> greys = pending->greys ? range : std::nullopt;
  if (const SourceTransform its = transform; mirrors || !its.none() || greys) {
    lock.unlock();
    if (greys) pending = ranged(*pending, greys->automatic ? *ends : *greys, context.blocks);
    if (!its.none()) pending = transformed(*pending, its, context.blocks);
    if (mirrors) app::mirror(*pending);
    lock.lock();
  }
  publish(std::move(*pending));
  pending.reset();
  return Awaits::nothing;
}

/// Until it is stopped.
void LiveFeed::State::run() {
  open();
  std::unique_lock lock(mutex);
  while (input && !context.stop.stop_requested()) {
    const auto stirred = [this] { return context.stop.stop_requested() || requested(); };
    switch (turn(lock)) {
      case Awaits::nothing: break;
      case Awaits::request:
        changed.wait(lock, [&, was_paused = status.paused] { return stirred() || status.paused != was_paused; });
        break;
      case Awaits::taker: changed.wait(lock, [&] { return stirred() || status.paused || asked; }); break;
      case Awaits::due:
        changed.wait_until(lock, playhead.due(pending->seconds), [&] { return stirred() || status.paused; });
        break;
    }
  }
}

/// Without threads: up to the next frame, or to what has to be waited for.
void LiveFeed::State::go_on() {
  if (finished) return;
  guarded([this] {
    if (!input && status.phase == Phase::opening) open();
    std::unique_lock lock(mutex);
    while (input && !newest && turn(lock) == Awaits::nothing) continue;
  });
  if (status.phase != Phase::failed) return;
  finished = true;
  input.reset();
}

void LiveFeed::State::guarded(const std::function<void()>& act) {
  const auto fail = [this](const char* why) {
    const std::lock_guard lock(mutex);
    enter(Phase::failed, why);
  };
  try {
    act();
  } catch (const std::bad_alloc&) {
    fail("there is not enough memory for a frame");
  } catch (const std::exception& problem) {
    fail(problem.what());
  }
}

void LiveFeed::State::work() {
  guarded([this] { run(); });
  pending.reset();  // because: who lent its block may be gone once `finished` is seen
  input.reset();    // may take its time, as may a driver
  const std::lock_guard lock(mutex);
  newest.reset();
  finished = true;
  if (abandoned) --threads_left_behind;
  changed.notify_all();
}

LiveFeed::LiveFeed(Opener opener, OpenContext context)
    : state_(std::make_shared<State>(std::move(opener), std::move(context))) {
  if (!k_has_threads) return;
  try {
    std::thread([state = state_] { state->work(); }).detach();
  } catch (const std::system_error&) {
    state_->finished = true;
    state_->enter(Phase::failed, "this system lets no further thread begin: not supported here");
  }
}

LiveFeed::~LiveFeed() {
  if (state_) end(k_max_wait);
}

void LiveFeed::end(std::chrono::milliseconds max_wait) {
  std::unique_lock lock(state_->mutex);
  state_->stopping.request_stop();
  state_->newest.reset();
  if (!k_has_threads) return;
  state_->changed.notify_all();
  if (state_->changed.wait_for(lock, max_wait, [this] { return state_->finished; })) return;
  state_->abandoned = true;
  ++threads_left_behind;
}

void LiveFeed::let_go(std::unique_ptr<LiveFeed> feed) {
  feed->end(std::chrono::milliseconds(0));
  feed->state_.reset();
}

int LiveFeed::left_behind() { return threads_left_behind; }

std::optional<SourceFrame> LiveFeed::take() {
  if (!k_has_threads) state_->go_on();
  const std::lock_guard lock(state_->mutex);
  if (!std::exchange(state_->asked, true)) state_->changed.notify_all();
  return std::exchange(state_->newest, std::nullopt);
}

FeedStatus LiveFeed::status() const {
  const std::lock_guard lock(state_->mutex);
  return state_->status;
}

void LiveFeed::pause(bool paused) {
  const std::lock_guard lock(state_->mutex);
  state_->status.paused = paused;
  state_->changed.notify_all();
}

void LiveFeed::loop(bool looping) {
  const std::lock_guard lock(state_->mutex);
  const bool again = looping && state_->status.phase == Phase::ended;
  state_->status.looping = looping;
  if (again) state_->wanted_seconds = 0;
  state_->changed.notify_all();
}

void LiveFeed::mirror(std::optional<bool> mirrored) {
  const std::lock_guard lock(state_->mutex);
  state_->mirrored = mirrored;
}

void LiveFeed::transform(const SourceTransform& transform) {
  const std::lock_guard lock(state_->mutex);
  state_->transform = transform;
}

void LiveFeed::range(const std::optional<GreyRange>& range) {
  const std::lock_guard lock(state_->mutex);
  state_->range = range;
}

void LiveFeed::seek(double seconds) {
  const std::lock_guard lock(state_->mutex);
  state_->wanted_seconds = seconds;
  state_->wanted_steps = 0;
  state_->changed.notify_all();
}

void LiveFeed::step(int by) {
  const std::lock_guard lock(state_->mutex);
  state_->wanted_steps += by;
  state_->changed.notify_all();
}

}  // namespace satscope::app
