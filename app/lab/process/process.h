// SPDX-License-Identifier: Apache-2.0
// Another program, run with limits: a compiler, or a student's, which is also shut in.
#pragma once
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace satscope::app::lab {

struct ProcessLimits {
  int seconds = 30;                                   ///< of processor time; the wall clock may show four times as many
  std::uint64_t data_bytes = std::uint64_t{4} << 30;  ///< private memory
  std::uint64_t file_bytes = std::uint64_t{1} << 30;  ///< of a file that it writes
};

struct Process {
  std::vector<std::string> words;  ///< words[0]: path of the program, or a name on the PATH
  std::string folder = {};         ///< in which it runs; empty: ours
  ProcessLimits limits = {};
  int recording = -1;  ///< a file that it finds as k_recording_file; -1: none
  /// Not empty: it may write only in this folder, and may not start processes, use the network or signal others.
  std::string shut_in = {};
  bool on_gpu = false;        ///< of a program that is shut in: also threads, the GPU's devices, sockets of this machine
  std::stop_token stop = {};  ///< kills it
};

struct Ended {
  int code = -1;             ///< exit code; -1 if a signal ended it
  int signal = 0;            ///< that ended it; 0: none
  std::string output;        ///< what it printed, at most 1 MB
  double milliseconds = 0;   ///< by the wall clock
  bool out_of_time = false;  ///< it was killed for that
};

/// Why this system runs no programs for the Lab, a sentence; empty: it does.
std::string why_no_process();

/// Runs it to its end. It is killed with this process. Throws std::runtime_error if
/// it cannot be started.
Ended run_process(const Process& process);

/// What it means for a student's program that this signal ended it, a sentence.
std::string meaning_of_signal(int signal);

/// A folder that goes with this object. What a process that was killed left behind goes with the next one.
class TemporaryFolder {
 public:
  /// Throws std::runtime_error if none can be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace satscope::app::lab
