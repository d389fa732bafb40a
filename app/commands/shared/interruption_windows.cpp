// SPDX-License-Identifier: Apache-2.0
// Windows calls a handler in a thread of its own, so it may do what a handler of a signal may not.
#include "app/commands/shared/interruption.h"

#include <windows.h>

#include <atomic>
#include <csignal>

#include "app/core/stopping.h"

namespace satscope::app {
namespace {

std::atomic<int> came{0};
std::stop_source* to_stop = nullptr;
HANDLE worker = nullptr;  ///< whose calls are broken off
std::atomic<bool> ended{false};

BOOL WINAPI handle(DWORD event) {
  int none = 0;
  if (!came.compare_exchange_strong(none, event == CTRL_C_EVENT ? SIGINT : SIGTERM)) return FALSE;  // the second one ends us
  set_stopping(true);
  to_stop->request_stop();
  if (event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT) {
    if (worker) ::CancelSynchronousIo(worker);
    return TRUE;
  }
  // because: when it returns from a window that closes, Windows ends the process
  while (!ended) ::Sleep(10);
  return TRUE;
}

}  // namespace

std::string_view name_of_signal(int signal) { return signal == SIGINT ? "Ctrl-C" : "a signal"; }

Interruption::Interruption(bool breaks_off) : worker_{}, pipe_{-1, -1} {
  came = 0;
  to_stop = &stop_;
  const HANDLE process = ::GetCurrentProcess();
  if (breaks_off) ::DuplicateHandle(process, ::GetCurrentThread(), process, &worker, THREAD_TERMINATE, FALSE, 0);
  ::SetConsoleCtrlHandler(&handle, TRUE);
}

Interruption::~Interruption() {
  ::SetConsoleCtrlHandler(&handle, FALSE);
  ended = true;
  if (worker) ::CloseHandle(worker);
  worker = nullptr;
  set_stopping(false);
}

int Interruption::signal() const { return came; }

}  // namespace satscope::app
