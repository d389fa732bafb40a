// SPDX-License-Identifier: Apache-2.0
// The only lists of algorithms and of filters. Window, commands, race, tests and documentation walk them.
#pragma once
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "kernels/filter.h"
#include "kernels/plan.h"

namespace satscope {

/// All algorithms, in the order of kernels/algorithms/list.cmake.
std::span<const Algorithm> algorithms();

/// The algorithms whose passes are kernels, so that their steps can be recorded.
std::vector<std::reference_wrapper<const Algorithm>> traced_algorithms();

/// The algorithm of this id, or null; the other one throws std::invalid_argument with the ids there are.
const Algorithm* find_algorithm(std::string_view id);
const Algorithm& known_algorithm(std::string_view id);

/// The default algorithm of a machine; it takes every request. Does not check that the machine is there.
const Algorithm& default_algorithm(Machine machine);

/// Empty if the request can run on the machine here and now, else a sentence that contains "not supported".
std::string refusal(const Algorithm& algorithm, const Request& request, Machine machine);

/// All filters, in the order of kernels/filters/list.cmake.
std::span<const Filter> filters();

// As for algorithms.
const Filter* find_filter(std::string_view id);
const Filter& known_filter(std::string_view id);

/// Empty if the filter, with tables made by the algorithm, can run on the machine here and now, else a sentence that contains
/// "not supported". Throws std::invalid_argument for an unknown parameter or a value that is not allowed.
std::string refusal(const Filter& filter, const FilterRequest& request, const Algorithm& tables, Machine machine);

}  // namespace satscope
