// SPDX-License-Identifier: Apache-2.0
// Which machine computes with which algorithm, for the commands and for a whole film.
#pragma once
#include <optional>
#include <stdexcept>
#include <string>

#include "app/sources/samples.h"
#include "kernels/plan.h"

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

}  // namespace satscope::app
