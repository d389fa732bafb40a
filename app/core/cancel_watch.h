// SPDX-License-Identifier: Apache-2.0
// Stops work that asks a stop token when the result of a Progress is no longer wanted.
#pragma once
#include <chrono>
#include <stop_token>
#include <thread>

#include "app/core/threads.h"
#include "kernels/plan.h"

namespace satscope::app {

class CancelWatch {
 public:
  /// progress: may be null, and outlives this.
  explicit CancelWatch(const Progress* progress) {
    if (!k_has_threads) return;  // what runs cannot be cancelled then
    thread_ = std::jthread([this, progress](const std::stop_token& over) {
      while (!over.stop_requested()) {
        if (progress && progress->cancelled) stop_.request_stop();
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    });
  }
  std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread thread_;
};

}  // namespace satscope::app
