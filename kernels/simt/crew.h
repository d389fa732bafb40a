// SPDX-License-Identifier: Apache-2.0
// Threads of the host that help each other. The caller begins at once; the others join when the system gives them a core, and
// find nothing left where they come too late.
//
//     caller   |== share ==== share ==== share ==|.....| returns
//     helper       wakes |== share ==== share ===|           one that has begun is waited for
//     helper              another program has the core       one that has not begun is not
//
// Watch: a fork that waits for every thread lasts as long as the slowest start, and beside a busy program a start takes a time
// slice, some milliseconds. Nobody here waits for work that has not begun, and nobody spins for longer than a few microseconds.
#pragma once
#include <atomic>
#include <functional>

namespace satscope {

/// Threads worth using: the cores that this process may use (affinity, the quota of its cgroup), at most OMP_NUM_THREADS.
int host_threads();

/// Runs `work` on this thread and on at most `threads` - 1 others; returns when all that began have ended. `work` is told how
/// many threads may come, this one included, takes shares from a counter until none is left, and does not throw. Any thread may
/// call it, also from within `work`. After a helper lost its core while it was waited for, a few calls go without helpers.
void together(int threads, const std::function<void(int most)>& work);

/// Waits until `counter` is at least `least`: a few microseconds awake, then asleep until a store is told by notify_all().
void await_count(const std::atomic<int>& counter, int least);

/// Gives the core away between two looks at something that another thread will store: the first looks follow at once, later
/// ones after a short sleep.
class Patience {
 public:
  void wait();

 private:
  int looks_ = 0;
};

}  // namespace satscope
