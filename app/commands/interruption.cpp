// SPDX-License-Identifier: Apache-2.0
#include "app/commands/interruption.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>

namespace satscope::app {
namespace {

// what a handler may touch
std::atomic<int> came{0}, wake{-1};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler can wait for nothing");

void handle(int signal) {
  const int error = errno;
  came = signal;
  const char byte = 1;
  [[maybe_unused]] const ssize_t written = ::write(wake, &byte, 1);
  errno = error;
}

constexpr int k_signals[]{SIGINT, SIGTERM};

struct sigaction before[std::size(k_signals)];

void set_handlers() {
  struct sigaction action {};
  action.sa_handler = &handle;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < std::size(k_signals); ++i) {
    ::sigaction(k_signals[i], &action, &before[i]);
    // because: who starts us with a signal ignored (nohup, a job of a script) means it
    if (before[i].sa_handler == SIG_IGN) ::sigaction(k_signals[i], &before[i], nullptr);
  }
}

void restore_handlers() {
  for (std::size_t i = 0; i < std::size(k_signals); ++i) ::sigaction(k_signals[i], &before[i], nullptr);
}

}  // namespace

std::string_view name_of_signal(int signal) { return signal == SIGINT ? "Ctrl-C" : "a signal"; }

Interruption::Interruption() {
  if (::pipe2(pipe_, O_CLOEXEC) != 0) throw std::runtime_error(std::string("cannot make a pipe: ") + std::strerror(errno));
  came = 0;
  wake = pipe_[1];
  // because: a stop source may lock, so a handler cannot use it
  waiter_ = std::jthread([this] {
    char byte = 0;
    ssize_t got = 0;
    while ((got = ::read(pipe_[0], &byte, 1)) < 0 && errno == EINTR) {
    }
    if (got == 1 && came != 0) stop_.request_stop();
  });
  set_handlers();
}

Interruption::~Interruption() {
  restore_handlers();
  wake = -1;
  ::close(pipe_[1]);  // ends the thread
  waiter_.join();
  ::close(pipe_[0]);
}

int Interruption::signal() const { return came; }

}  // namespace satscope::app
