// SPDX-License-Identifier: Apache-2.0
// A student's file on a GPU: compiled by nvcc, run and timed in a process of its own, so that a kernel that fails ends only
// that.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/lab/build.h"
#include "app/lab/process/process.h"
#include "kernels/types.h"

namespace satscope::app::lab {

struct Nvcc {
  std::string command;
  std::string version;  ///< all that it says of itself
};
/// That on the PATH, else that of /usr/local/cuda. Looked for once.
const std::optional<Nvcc>& found_nvcc();

/// Empty if a file can be compiled for the GPU and run on it here, else why not: a sentence with "not supported".
const std::string& why_no_gpu_program();

/// A program that runs and times table(), kept where the Lab keeps its programs. architecture: "sm_90". Throws NotSupported
/// with the first error of nvcc.
std::string built_for_gpu(const LabProgram& program, const Nvcc& nvcc, const std::string& architecture,
                          const std::stop_token& stop);

struct GpuTimes {
  std::vector<double> kernels_ms;      ///< of a run: the kernels of table(), without copies between host and device
  std::vector<double> with_copies_ms;  ///< the whole call, by the clock of the host
  int sets = 1;                        ///< of memory that the runs of kernels went round
  bool by_events = false;              ///< kernels one by one, because a graph would not do what the file does
};
/// What a program wrote of its times. Throws std::runtime_error if it is not that.
GpuTimes times_in(const std::string& text);

/// The pictures and results of one program.
class GpuRunner {
 public:
  GpuRunner(std::string program, Extent extent, std::span<const std::byte> picture, std::stop_token stop);

  /// The bytes that table() wrote. Throws NotSupported with the reason if it does not come to its end; empty if stopped.
  std::vector<std::byte> table(std::size_t bytes) const;
  /// samples: 0: as many as fit. Throws likewise; no times if stopped.
  GpuTimes times(int sets, int samples) const;

 private:
  /// Empty, or why there is no result.
  std::string run(std::vector<std::string> words, int seconds) const;

  std::string program_;
  Extent extent_;
  std::stop_token stop_;
  TemporaryFolder folder_;
};

}  // namespace satscope::app::lab
