// SPDX-License-Identifier: Apache-2.0
// From a request to a finished table, for the commands that need one.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/sources/samples.h"
#include "kernels/engine.h"
#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

/// The machine that computes, and the algorithm.
struct Chosen {
  Machine machine;
  const Algorithm* algorithm;
  std::string reason;  ///< why this machine was chosen, a sentence; empty if the user named it
};

/// machine: nothing chooses the GPU if it is usable here, else the CPU. algorithm: null for the machine's
/// default. Throws std::runtime_error, with "not supported" in it, if the named machine is not usable.
Chosen choose(std::optional<Machine> machine, const Algorithm* algorithm);

/// What run() makes on the machine that was chosen. A choice made for the user falls back to the CPU, with a new reason in
/// `choice`, where run throws std::runtime_error; InputError is no machine's fault.
template <class Run>
auto with_fallback(Chosen& choice, Run run) {
  const bool may_fall_back = choice.machine == Machine::gpu && !choice.reason.empty();
  try {
    return run();
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    if (!may_fall_back) throw;
    choice.machine = Machine::cpu;
    choice.reason = choice.algorithm->id + " runs on the CPU, because " + error.what();
    return run();
  }
}

/// A finished table, on the host, in packed rows.
class Computed {
 public:
  Computed(Engine engine, const Request& request);
  TableView view() const;

 private:
  Request request_;
  std::unique_ptr<Engine> engine_;  ///< holds the table where it was made on the host in packed rows
  std::vector<std::byte> copy_;     ///< else
};

/// pixels_as. What it throws of a value that does not fit also names a type that fits.
std::vector<std::byte> pixels_for(const Samples& samples, const TypePair& types);

/// Bytes of host memory that `compute` needs for a picture of this size, besides its samples; 0 where it refuses.
double bytes_to_compute(const Chosen& choice, Request request, Extent extent);

/// Computes the table. A choice made for the user falls back to the CPU, with a new reason in `choice`, if the GPU refuses
/// this request. Throws std::runtime_error or InputError with a sentence. threads: of the host, 0 for all.
Computed compute(const Samples& samples, Chosen& choice, Request request, int threads = 0);

}  // namespace satscope::app
