// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/interruption.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>

#include "app/core/stopping.h"

namespace satscope::app {
namespace {

// what a signal handler may access
std::atomic<int> came{0}, wake{-1};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not wait");

void handle(int signal) {
  const int error = errno;
  came = signal;
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake, &byte, 1);
  errno = error;
}

constexpr int k_signals[]{SIGINT, SIGTERM, SIGHUP};
constexpr int k_nudge = SIGURG;  // which is ignored by default
constexpr int k_between_nudges_ms = 50;

struct sigaction before[std::size(k_signals)], before_nudge;

void nudged(int) {}  // its coming breaks a call off

void set_handlers() {
  struct sigaction action {};
  action.sa_handler = &handle;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(k_signals); ++i) {
    ::sigaction(k_signals[i], &action, &before[i]);
    // because: a caller that starts us with a signal ignored (nohup, a job of a script) means it
    if (before[i].sa_handler == SIG_IGN) ::sigaction(k_signals[i], &before[i], nullptr);
  }
  struct sigaction nudge {};
  nudge.sa_handler = &nudged;  // without SA_RESTART
  sigemptyset(&nudge.sa_mask);
  ::sigaction(k_nudge, &nudge, &before_nudge);
}

void restore_handlers() {
  for (std::size_t i = 0; i < std::size(k_signals); ++i) ::sigaction(k_signals[i], &before[i], nullptr);
  ::sigaction(k_nudge, &before_nudge, nullptr);
}

}  // namespace

std::string_view name_of_signal(int signal) { return signal == SIGINT ? "Ctrl-C" : "a signal"; }

Interruption::Interruption(bool breaks_off) {
  if (::pipe2(pipe_, O_CLOEXEC) != 0) throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  came = 0;
  wake = pipe_[1];
  worker_ = ::pthread_self();
  // because: a stop source may lock, so a handler cannot use it
  waiter_ = std::jthread([this, breaks_off] {
    char byte = 0;
    ssize_t got = 0;
    while ((got = ::read(pipe_[0], &byte, 1)) < 0 && errno == EINTR) {
    }
    if (got != 1 || came == 0) return;
    set_stopping(true);
    stop_.request_stop();
    if (!breaks_off) return;
    // repeatedly, because the first may come just before the call that then waits
    pollfd end{.fd = pipe_[0], .events = POLLIN, .revents = 0};
    while (true) {
      if (::poll(&end, 1, k_between_nudges_ms) > 0 && ::read(pipe_[0], &byte, 1) == 0) return;
      ::pthread_kill(worker_, k_nudge);
    }
  });
  set_handlers();
}

Interruption::~Interruption() {
  wake = -1;
  ::close(pipe_[1]);  // ends the thread
  waiter_.join();
  restore_handlers();
  set_stopping(false);
  ::close(pipe_[0]);
}

int Interruption::signal() const { return came; }

}  // namespace satscope::app
