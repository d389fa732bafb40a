// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machine/busy_threads.h"

#include <atomic>

namespace satscope::app {

BusyThreads::BusyThreads(int count) : begun_(count + 1) {
  for (int i = 0; i < count; ++i)
    threads_.emplace_back([this](const std::stop_token& stop) {
      begun_.arrive_and_wait();
      // because: the compiler leaves out what is never read
      for (std::atomic<unsigned> steps = 0; !stop.stop_requested();) steps.fetch_add(1, std::memory_order_relaxed);
    });
  begun_.arrive_and_wait();
}

}  // namespace satscope::app
