// SPDX-License-Identifier: Apache-2.0
// The thread of any race: it runs while the race is wanted and always takes the newest picture; the window takes the results
// without waiting.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "kernels/plan.h"

namespace satscope::app {

/// The race itself, used by the thread alone.
template <class Wish, class Picture>
class RaceWork {
 public:
  virtual ~RaceWork() = default;
  virtual void want(const Wish& wish) = 0;  ///< another one than before, or after a rest
  virtual void take(Picture picture) = 0;
  virtual bool has_picture() const = 0;
  /// Runs for a while; returns the seconds until it wants to continue. May throw a message for the user.
  virtual double go_on(Progress& progress) = 0;
  virtual void fail(const std::string& problem, const Progress& progress) = 0;  ///< says why it does not go on
  virtual void rest() = 0;  ///< lets go of what is large, and of the picture
};

template <class Wish, class Picture, class Results>
class RaceThread {
 public:
  using Work = RaceWork<Wish, Picture>;
  using Supply = std::function<Picture()>;  ///< runs on the race's thread
  /// Publishes results; those of a round that is no longer wanted are dropped.
  using Publish = std::function<void(Results results, const Progress& progress)>;

  explicit RaceThread(const std::function<std::unique_ptr<Work>(Publish)>& make)
      : work_(make([this](Results results, const Progress& progress) { publish(std::move(results), progress); })),
        thread_([this] { loop(); }) {}
  /// Waits for the running pass.
  ~RaceThread() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      if (progress_) progress_->cancelled = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  RaceThread(const RaceThread&) = delete;
  RaceThread& operator=(const RaceThread&) = delete;

  /// Runs until `stop`; cheap when nothing changed.
  void run(const Wish& wish) {
    {
      const std::lock_guard lock(mutex_);
      if (wish_ == wish) return;
      wish_ = wish;
      failed_ = false;
      if (progress_) progress_->cancelled = true;
    }
    changed_.notify_all();
  }
  /// Ends the current run, at the latest with its pass, without waiting. Results stay.
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      if (!wish_) return;
      wish_.reset();
      next_ = nullptr;
      wanted_ = true;
      failed_ = false;
      if (progress_) progress_->cancelled = true;
    }
    changed_.notify_all();
  }
  /// Whether a newer picture is useful.
  bool wants_picture() const {
    const std::lock_guard lock(mutex_);
    return wish_ && wanted_ && !failed_;
  }
  void give(Supply picture) {
    {
      const std::lock_guard lock(mutex_);
      next_ = std::move(picture);
      wanted_ = false;
    }
    changed_.notify_all();
  }

  bool running() const {
    const std::lock_guard lock(mutex_);
    return wish_ && !failed_;
  }
  /// Whether nothing runs and nothing large is kept.
  bool resting() const {
    const std::lock_guard lock(mutex_);
    return !wish_ && rested_;
  }
  std::uint64_t serial() const { return serial_; }  ///< grows with every change of the results
  std::shared_ptr<const Results> results() const {  ///< never null
    const std::lock_guard lock(mutex_);
    return results_;
  }

 private:
  void publish(Results results, const Progress& progress) {
    auto shown = std::make_shared<const Results>(std::move(results));
    const std::lock_guard lock(mutex_);
    if (progress.cancelled) return;
    results_ = std::move(shown);
    ++serial_;
  }

  /// Runs the work for a while; true if it continues after `pause` seconds.
  bool one_while(const Supply& next, Progress& progress, double& pause) {
    try {
      if (next) work_->take(next());
      pause = work_->has_picture() ? work_->go_on(progress) : 0;
      return true;
    } catch (const std::bad_alloc&) {
      work_->fail("there is not enough memory for this race: not supported", progress);
    } catch (const std::exception& problem) {
      work_->fail(problem.what(), progress);
    }
    return false;
  }

  void loop() {
    std::optional<Wish> begun;
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!wish_ && !rested_) {
        begun.reset();
        lock.unlock();
        work_->rest();  // because: its buffers may be large
        lock.lock();
        rested_ = true;
        continue;
      }
      changed_.wait(lock, [&] {
        return ending_ || (!wish_ && !rested_) || (wish_ && !failed_ && (next_ || work_->has_picture() || begun != wish_));
      });
      if (ending_) return;
      if (!wish_) continue;
      const Wish wish = *wish_;
      const Supply next = std::exchange(next_, nullptr);
      const auto progress = std::make_shared<Progress>();
      progress_ = progress;
      wanted_ = true;
      rested_ = false;
      lock.unlock();
      if (begun != wish) {
        work_->want(wish);
        begun = wish;
      }
      double pause = 0;
      const bool well = one_while(next, *progress, pause);
      if (!well) {
        work_->rest();
        begun.reset();
      }
      lock.lock();
      progress_.reset();
      if (!well && !progress->cancelled) failed_ = true;
      if (pause > 0) changed_.wait_for(lock, std::chrono::duration<double>(pause), [&] { return ending_ || wish_ != wish; });
    }
  }

  const std::unique_ptr<Work> work_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Wish> wish_;
  Supply next_;
  bool wanted_ = true;  ///< a picture, by the next while
  bool failed_ = false;
  bool ending_ = false;
  bool rested_ = true;
  std::shared_ptr<Progress> progress_;  ///< of the while that runs
  std::shared_ptr<const Results> results_ = std::make_shared<const Results>();
  std::atomic<std::uint64_t> serial_{0};
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace satscope::app
