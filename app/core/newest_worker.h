// SPDX-License-Identifier: Apache-2.0
// One thread for slow work, of which only the newest matters: a new job replaces a waiting one and cancels a running one, and
// the caller takes the result without waiting. The thread begins with the first job; where it cannot, the job has failed. Where
// there are no threads at all, taking does the work, in slices if its caller has some (kernels/slices.h).
#pragma once
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "app/core/threads.h"
#include "kernels/plan.h"
#include "kernels/slices.h"

namespace satscope::app {

inline constexpr std::string_view k_no_thread = "this system lets no further thread begin: not supported here";

/// State shared by a job and its caller.
struct JobProgress {
  Progress progress;
  std::atomic<std::int64_t> blocks_in_all{0};  ///< 0: not known

  bool cancelled() const { return progress.cancelled.load(std::memory_order_relaxed); }
  /// 0 ... 1; negative if unknown or in steps too coarse to be useful.
  double fraction() const {
    const std::int64_t all = blocks_in_all;
    return all < 4 ? -1.0 : static_cast<double>(progress.blocks_done) / static_cast<double>(all);
  }
};

template <class Result>
class NewestWorker {
 public:
  using Job = std::function<Result(JobProgress&)>;
  /// A result, or the sentence that the job threw.
  struct Outcome {
    std::optional<Result> result;
    std::string error;
  };

  NewestWorker() = default;
  ~NewestWorker() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
      drop();
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  NewestWorker(const NewestWorker&) = delete;
  NewestWorker& operator=(const NewestWorker&) = delete;

  void submit(Job job) {
    {
      const std::lock_guard lock(mutex_);
      drop();
      if (!begun()) {
        outcome_ = Outcome{.result = {}, .error = std::string(k_no_thread)};
        return;
      }
      waiting_ = std::move(job);
      held_back_ = last_was_long_;
    }
    changed_.notify_all();
  }

  /// Drops the waiting job, the running one and an outcome that was not taken.
  void cancel() {
    const std::lock_guard lock(mutex_);
    drop();
  }

  /// Whether a job that still matters waits or runs, or an outcome is ready.
  bool busy() const {
    const std::lock_guard lock(mutex_);
    return waiting_ || outcome_ || (running_ && !running_->cancelled());
  }

  /// The outcome of the newest job, once; empty while there is none.
  std::optional<Outcome> take() {
    std::unique_lock lock(mutex_);
    if constexpr (!k_has_threads) {
      lock.unlock();
      if (slices_.going()) slices_.go_on();
      // because: a frame that says so is drawn before what takes long begins
      if (!slices_.going() && waiting_ && !std::exchange(held_back_, false)) {
        const auto began = std::chrono::steady_clock::now();
        slices_.begin([this] {
          std::unique_lock lock_of_job(mutex_);
          do_waiting(lock_of_job);
        });
        last_was_long_ = std::chrono::steady_clock::now() - began > std::chrono::milliseconds(50);
      }
      lock.lock();
    }
    return std::exchange(outcome_, std::nullopt);
  }

  /// As JobProgress::fraction, of the running job.
  double fraction() const {
    const std::lock_guard lock(mutex_);
    return running_ ? running_->fraction() : -1.0;
  }

 private:
  bool begun() {
    if (!k_has_threads || thread_.joinable()) return true;
    try {
      thread_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }

  void drop() {
    waiting_ = nullptr;
    outcome_.reset();
    if (running_) running_->progress.cancelled = true;
  }

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return ending_ || waiting_; });
      if (ending_) return;
      do_waiting(lock);
    }
  }

  void do_waiting(std::unique_lock<std::mutex>& lock) {
    Job job = std::exchange(waiting_, nullptr);
    Outcome outcome;
    std::shared_ptr<JobProgress> progress;
    try {
      progress = running_ = std::make_shared<JobProgress>();
      lock.unlock();
      outcome.result = job(*progress);
    } catch (const std::bad_alloc&) {
      outcome.error = "there is not enough memory for this table: not supported";
    } catch (const std::exception& problem) {
      outcome.error = problem.what();
    }
    job = nullptr;  // because: what it holds may be large
    if (!lock.owns_lock()) lock.lock();
    running_.reset();
    if (!progress || !progress->cancelled()) outcome_ = std::move(outcome);
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Job waiting_;
  std::shared_ptr<JobProgress> running_;
  std::optional<Outcome> outcome_;
  bool ending_ = false;
  bool held_back_ = false, last_was_long_ = false;  ///< without threads
  // last: they use all of the above
  SlicedWork slices_;  ///< without threads
  std::thread thread_;
};

}  // namespace satscope::app
