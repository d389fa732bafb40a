// SPDX-License-Identifier: Apache-2.0
// What scripts and lessons can ask of the user's own file.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "app/lab/check.h"
#include "kernels/trace/trace.h"

namespace satscope::app {

/// What was found: how many of each kind, the table, and each size that was tried.
nlohmann::json report_check(const lab::CheckReport& report);

/// Two orders of the threads, of which one makes a right table and the other one, at the same size, a wrong one.
struct OrdersThatDiffer {
  std::string right, wrong;
  int width = 0, height = 0;  ///< of the picture
};
std::optional<OrdersThatDiffer> orders_that_differ(const lab::CheckReport& report);

/// What each kernel of a trace did in its first launch, by its name.
nlohmann::json report_kernels(const Trace& trace);

}  // namespace satscope::app
