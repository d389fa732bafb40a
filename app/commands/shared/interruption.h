// SPDX-License-Identifier: Apache-2.0
// Ctrl-C as a request that work polls, so that it can end with everything closed.
#pragma once
#include <stop_token>
#include <string_view>
#include <thread>

namespace satscope::app {

/// "Ctrl-C", or "a signal".
std::string_view name_of_signal(int signal);

/// While it lives, the first SIGINT, SIGTERM or SIGHUP only requests a stop; the second one ends the process as usual. One at a
/// time. After the first, blocking system calls (opening a pipe without a reader) are interrupted, repeatedly, in the thread
/// that made this object.
class Interruption {
 public:
  /// breaks_off: false leaves system calls alone, where a callback of the token wakes the thread.
  explicit Interruption(bool breaks_off = true);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  std::stop_token token() const { return stop_.get_token(); }
  /// The signal that came; 0: none yet.
  int signal() const;

 private:
  std::stop_source stop_;
  std::jthread::native_handle_type worker_;
  int pipe_[2];  ///< the handler writes, the thread reads
  std::jthread waiter_;
};

}  // namespace satscope::app
