// SPDX-License-Identifier: Apache-2.0
#include "kernels/simt/thread_pool.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "kernels/simt/cores.h"

namespace satscope {
namespace {

using Clock = std::chrono::steady_clock;

/// How long this thread has waited for others within its current work.
thread_local Clock::duration waited_inside{};

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Whether `happened` within a short time of spinning. Because: going to sleep and waking up costs more than a small table.
template <class F>
bool soon(F&& happened) {
  using namespace std::chrono_literals;
  const Clock::time_point end = Clock::now() + 10us;
  do {
    if (happened()) return true;
    relax();
  } while (Clock::now() < end);
  return false;
}

int offered_threads() {
  int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (const int cores = cores_of_process(); cores > 0) threads = std::min(threads, cores);
  if (const char* asked = std::getenv("OMP_NUM_THREADS"))
    if (const int number = std::atoi(asked); number > 0) threads = std::min(threads, number);
  return threads;
}

/// Something to be done, as long as its caller is in it.
struct Job {
  const std::function<void(int)>* work;
  int most;
  int places = most - 1;       ///< for helpers that have not come yet
  std::atomic<int> inside{0};  ///< helpers that have begun and not ended
  Clock::duration lost = {};   ///< longest time for which one of them had work and no core
};

class ThreadPool {
 public:
  ~ThreadPool() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    opened_.notify_all();
  }

  void open(Job& job) {
    {
      const std::unique_lock lock = locked();
      try {
        while (helpers_.size() < static_cast<std::size_t>(job.places)) helpers_.emplace_back([this] { help(); });
      } catch (const std::system_error&) {
        // where no further thread can begin, those that are there do the work
      }
      jobs_.push_back(&job);
      open_.store(true, std::memory_order_relaxed);
    }
    for (int i = job.most - 1; i > 0; --i) opened_.notify_one();
  }

  /// No further helper begins the job; returns when all that have begun have ended.
  void close(Job& job) {
    std::unique_lock lock = locked();
    std::erase(jobs_, &job);
    open_.store(!jobs_.empty(), std::memory_order_relaxed);
    lock.unlock();
    if (soon([&] { return job.inside.load(std::memory_order_acquire) == 0; })) return;
    lock.lock();
    left_.wait(lock, [&] { return job.inside.load(std::memory_order_relaxed) == 0; });
  }

 private:
  std::unique_lock<std::mutex> locked() {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (!soon([&] { return lock.try_lock(); })) lock.lock();
    return lock;
  }

  void help() {
    while (true) {
      soon([&] { return open_.load(std::memory_order_relaxed); });
      std::unique_lock lock = locked();
      Job* job = nullptr;
      opened_.wait(lock, [&] {
        const auto found = std::find_if(jobs_.begin(), jobs_.end(), [](const Job* each) { return each->places > 0; });
        job = found == jobs_.end() ? nullptr : *found;
        return ended_ || job;
      });
      if (ended_) return;
      --job->places;
      job->inside.fetch_add(1, std::memory_order_relaxed);
      lock.unlock();
      const Clock::duration waited = waited_inside, on_core = core_time();
      const Clock::time_point began = Clock::now();
      (*job->work)(job->most);
      const Clock::duration lost = Clock::now() - began - (core_time() - on_core) - (waited_inside - waited);
      lock = locked();
      job->lost = std::max(job->lost, lost);
      // after this the job belongs to its caller again, and may be gone at once
      if (job->inside.fetch_sub(1, std::memory_order_release) == 1) left_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable opened_, left_;
  std::atomic<bool> open_{false};  ///< whether there is a job at all
  std::vector<Job*> jobs_;
  bool ended_ = false;
  std::vector<std::jthread> helpers_;  ///< last: they end before what they use
};

ThreadPool& thread_pool() {
  static ThreadPool threads;
  return threads;
}

/// Whether helpers are worth asking. A helper that loses its core to another program costs its caller a time slice, and one
/// that comes too late is useless: after such a call the next ones go without helpers, twice as many each time, until helpers
/// prove useful again.
class HelperPolicy {
 public:
  bool asks() {
    int left = alone_.load(std::memory_order_relaxed);
    while (left > 0)
      if (alone_.compare_exchange_weak(left, left - 1, std::memory_order_relaxed)) return false;
    return true;
  }
  void learn(bool in_vain) {
    const int pause = pause_.load(std::memory_order_relaxed);
    if (in_vain) alone_.store(std::min(pause * 2, k_longest_pause), std::memory_order_relaxed);
    pause_.store(in_vain ? std::min(pause * 2, k_longest_pause) : std::max(pause / 2, k_shortest_pause),
                 std::memory_order_relaxed);
  }

 private:
  static constexpr int k_shortest_pause = 4, k_longest_pause = 128;  // calls
  std::atomic<int> alone_{0}, pause_{k_shortest_pause};
};

/// Whether the wait for a helper without a core was a large part of the whole.
bool is_much(Clock::duration waited, Clock::duration whole) {
  using namespace std::chrono_literals;
  return waited > 100us && waited > whole / 4;
}

HelperPolicy helper_policy;

}  // namespace

int host_threads() {
  static const int threads = offered_threads();
  return threads;
}

void together(int threads, const std::function<void(int)>& work) {
  if (threads <= 1 || !helper_policy.asks()) return work(1);
  Job job{&work, threads};
  const Clock::duration waited_before = waited_inside;
  const Clock::time_point began = Clock::now();
  thread_pool().open(job);
  work(job.most);
  const Clock::time_point done = Clock::now();
  thread_pool().close(job);
  const Clock::time_point ended = Clock::now();
  const bool no_helper_came = job.places == threads - 1;
  helper_policy.learn(no_helper_came ||
                      is_much(std::min(job.lost, waited_inside - waited_before + (ended - done)), ended - began));
}

void await_count(const std::atomic<int>& counter, int least) {
  int now = 0;
  if (soon([&] { return (now = counter.load(std::memory_order_acquire)) >= least; })) return;
  const Clock::time_point began = Clock::now();
  for (; now < least; now = counter.load(std::memory_order_acquire)) counter.wait(now, std::memory_order_acquire);
  waited_inside += Clock::now() - began;
}

void announce_count(std::atomic<int>& counter, int count) {
  // because: an exchange is seen by all before notify_all() looks whether a thread sleeps; a store may still be on its way
  counter.exchange(count, std::memory_order_seq_cst);
  counter.notify_all();
}

void Backoff::wait() {
  constexpr int k_at_once = 64;
  if (looks_++ < k_at_once) return relax();
  const Clock::time_point began = Clock::now();
  std::this_thread::sleep_for(std::chrono::microseconds(20));
  waited_inside += Clock::now() - began;
}

}  // namespace satscope
