// SPDX-License-Identifier: Apache-2.0
// The thread of any race: it runs while the race is wanted and always takes the newest picture; the window takes the results
// without waiting. Where there are no threads, each `run` does a while of it.
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
#include <utility>

#include "app/core/newest_worker.h"
#include "kernels/plan.h"

namespace satscope::app {

/// The race itself, used by the thread alone.
template <class Wanted, class Picture>
class RaceWork {
 public:
  virtual ~RaceWork() = default;
  virtual void want(const Wanted& request) = 0;  ///< another one than before, or after a rest
  virtual void take(Picture picture) = 0;
  virtual bool has_picture() const = 0;
  /// Runs for a while; returns the seconds until it wants to continue. May throw a message for the user.
  virtual double go_on(Progress& progress) = 0;
  virtual void fail(const std::string& problem, const Progress& progress) = 0;  ///< says why it does not go on
  virtual void rest() = 0;  ///< lets go of what is large, and of the picture
};

template <class Wanted, class Picture, class Results>
class RaceThread {
 public:
  using Work = RaceWork<Wanted, Picture>;
  using Supply = std::function<Picture()>;  ///< runs on the race's thread
  /// Publishes results; those of a round that is no longer wanted are dropped.
  using Publish = std::function<void(Results results, const Progress& progress)>;

  explicit RaceThread(const std::function<std::unique_ptr<Work>(Publish)>& make)
      : work_(make([this](Results results, const Progress& progress) { publish(std::move(results), progress); })) {}
  /// Waits for the running pass.
  ~RaceThread() {
    const std::lock_guard lock(mutex_);
    worker_.cancel();
    changed_.notify_all();
  }
  RaceThread(const RaceThread&) = delete;
  RaceThread& operator=(const RaceThread&) = delete;

  /// Runs until `stop`; cheap when nothing changed.
  void run(const Wanted& request) {
    std::unique_lock lock(mutex_);
    if constexpr (!k_has_threads) {
      lock.unlock();
      run_here(request);
      return;
    }
    if (request_ == request) return;
    request_ = request;
    failed_ = false;
    submit([this, request](Progress& progress) { race(request, progress); });
  }
  /// Ends the current run, at the latest with its pass, without waiting. Results stay.
  void stop() {
    std::unique_lock lock(mutex_);
    if (!request_) return;
    request_.reset();
    if constexpr (!k_has_threads) {
      next_ = nullptr;
      wanted_ = rested_ = true;
      failed_ = false;
      lock.unlock();
      work_->rest();
      return;
    }
    next_ = nullptr;
    wanted_ = true;
    failed_ = rested_ = false;
    submit([this](Progress&) {
      work_->rest();  // because: its buffers may be large
      const std::lock_guard rest_lock(mutex_);
      rested_ = true;
    });
  }
  /// Whether a newer picture is useful.
  bool wants_picture() const {
    const std::lock_guard lock(mutex_);
    return request_ && wanted_ && !failed_;
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
    return request_ && !failed_;
  }
  /// Whether nothing runs and nothing large is kept.
  bool resting() const {
    const std::lock_guard lock(mutex_);
    return !request_ && rested_;
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

  /// Replaces the running job. The caller holds the lock.
  template <class Job>
  void submit(Job job) {
    worker_.submit([job](JobProgress& progress) {
      job(progress.progress);
      return true;
    });
    changed_.notify_all();
  }

  /// A while of the race, in the caller's time.
  void run_here(const Wanted& request) {
    if (failed_ && request_ == request) return;
    Progress progress;
    try {
      if (request_ != request) {
        request_ = request;
        failed_ = rested_ = false;
        due_ = {};
        work_->want(request);
      }
      if (std::chrono::steady_clock::now() < due_ || (!next_ && !work_->has_picture())) return;
      const Supply next = std::exchange(next_, nullptr);
      wanted_ = true;
      if (next) work_->take(next());
      const double pause = work_->has_picture() ? work_->go_on(progress) : 0;
      due_ = std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(pause));
      return;
    } catch (const std::bad_alloc&) {
      work_->fail("there is not enough memory for this race: not supported", progress);
    } catch (const std::exception& problem) {
      work_->fail(problem.what(), progress);
    }
    work_->rest();
    failed_ = true;
  }

  /// Runs until it is cancelled or fails.
  void race(const Wanted& request, Progress& progress) {
    try {
      work_->want(request);
      while (!progress.cancelled) one_while(progress);
      return;
    } catch (const std::bad_alloc&) {
      work_->fail("there is not enough memory for this race: not supported", progress);
    } catch (const std::exception& problem) {
      work_->fail(problem.what(), progress);
    }
    work_->rest();
    const std::lock_guard lock(mutex_);
    failed_ = !progress.cancelled;
  }

  /// Waits for a picture, runs the work for a while, and pauses as long as it asks.
  void one_while(Progress& progress) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return progress.cancelled || next_ || work_->has_picture(); });
    const Supply next = std::exchange(next_, nullptr);
    wanted_ = true;
    lock.unlock();
    if (next) work_->take(next());
    const double pause = work_->has_picture() && !progress.cancelled ? work_->go_on(progress) : 0;
    lock.lock();
    if (pause > 0) changed_.wait_for(lock, std::chrono::duration<double>(pause), [&] { return progress.cancelled.load(); });
  }

  const std::unique_ptr<Work> work_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Wanted> request_;
  Supply next_;
  bool wanted_ = true;  ///< a picture, by the next while
  bool failed_ = false;
  bool rested_ = true;
  std::chrono::steady_clock::time_point due_ = {};  ///< of the next while, without threads
  std::shared_ptr<const Results> results_ = std::make_shared<const Results>();
  std::atomic<std::uint64_t> serial_{0};
  NewestWorker<bool> worker_;  // last: it uses all of the above
};

}  // namespace satscope::app
