// SPDX-License-Identifier: Apache-2.0
// Host threads that help each other. The caller begins at once; the others join when the system gives them a core, and find no
// work left if they come too late.
//
//     caller   |== part ===== part ===== part ===|.....| returns
//     helper       wakes |== part ===== part ====|           a helper that has begun is waited for
//     helper              another program has the core       one that has not begun is not
//
// Watch: a fork that waits for every thread lasts as long as the slowest start, and on a busy machine a start takes a time
// slice, some milliseconds. Here no thread waits for work that has not begun, and none spins for more than a few microseconds.
#pragma once
#include <atomic>
#include <functional>

namespace satscope {

/// Number of threads worth using: the cores that this process may use (affinity, cgroup quota), at most OMP_NUM_THREADS.
int host_threads();

/// Runs `work` on this thread and on at most `threads` - 1 others; returns when all that began have ended. `work` is passed the
/// largest number of threads, this one included; it takes parts from a counter until none is left, and does not throw. Any
/// thread may call it, also from within `work`. After a helper lost its core while it was waited for, a few calls use no
/// helpers.
void together(int threads, const std::function<void(int most)>& work);

/// Waits until `counter` is at least `least`: spins for a few microseconds, then sleeps until announce_count() wakes it.
void await_count(const std::atomic<int>& counter, int least);
/// Stores the count and wakes who awaits it. Watch: notify_all() alone after a store that only releases may find no thread
/// asleep before the store is seen, while the other goes to sleep because it does not see it: for ever.
void announce_count(std::atomic<int>& counter, int count);

/// Waits between two polls of something that another thread will store: the first polls follow at once, later ones after a
/// short sleep.
class Backoff {
 public:
  void wait();

 private:
  int looks_ = 0;
};

}  // namespace satscope
