// SPDX-License-Identifier: Apache-2.0
// The list of algorithms: the only one. Window, commands, race, tests and documentation walk it.
#pragma once
#include <span>
#include <string_view>

#include "kernels/plan.h"

namespace satscope {

/// All algorithms, in the order of kernels/algorithms/list.cmake.
std::span<const Algorithm> algorithms();

/// The algorithm of this id, or null.
const Algorithm* find_algorithm(std::string_view id);

/// The algorithm a machine uses when none is asked for.
const Algorithm& default_algorithm(Machine machine);

/// Empty if the request can run on the machine here and now, else a sentence that contains "not supported".
std::string refusal(const Algorithm& algorithm, const Request& request, Machine machine);

}  // namespace satscope
