// SPDX-License-Identifier: Apache-2.0
// Words to a command or the window; what went wrong to one sentence and an exit code: 2 for the command line, 128 and its
// number for a signal, 1 for the rest. A command may choose its own.
#include <exception>
#include <new>
#include <string>
#include <system_error>
#include <vector>

#include "app/commands/shared/command.h"
#include "app/commands/shared/output.h"
#include "app/core/newest_worker.h"
#include "app/core/no_memory.h"
#include "app/core/write_stderr.h"
#include "app/sources/samples.h"

namespace {

constexpr int k_exit_failed = 1, k_exit_usage = 2, k_exit_signal = 128;

int failed(int code, const char* sentence) {
  satscope::app::note_failure(sentence);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace satscope::app;
  guard_streams();
  let_new_say_what_is_lacking();
  try {
    run_command_line(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    return 0;
  } catch (const Finished& finished) {
    return finished.code;
  } catch (const UsageError& error) {
    return failed(k_exit_usage, error.what());
  } catch (const PatternError& error) {
    return failed(k_exit_usage, error.what());
  } catch (const Interrupted& interrupted) {
    return failed(k_exit_signal + interrupted.signal, interrupted.what());
  } catch (const NoMemory& error) {
    return failed(k_exit_failed, error.what());
  } catch (const std::bad_alloc&) {
    return failed(k_exit_failed, NoMemory().what());
  } catch (const std::system_error& error) {
    const bool thread = error.code() == std::errc::resource_unavailable_try_again;
    return failed(k_exit_failed, thread ? std::string(k_no_thread).c_str() : error.what());
  } catch (const std::exception& error) {
    return failed(k_exit_failed, error.what());
  }
}
