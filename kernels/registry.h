// SPDX-License-Identifier: Apache-2.0
// The lists of algorithms and of filters: the only ones. Window, commands, race, tests and documentation walk it.
#pragma once
#include <ranges>
#include <span>
#include <string_view>

#include "kernels/filter.h"
#include "kernels/plan.h"

namespace satscope {

/// All algorithms, in the order of kernels/algorithms/list.cmake.
std::span<const Algorithm> algorithms();

/// Those that are written in the vocabulary of the machines, so that their steps can be recorded.
inline auto traced_algorithms() { return algorithms() | std::views::filter(&Algorithm::traced); }

/// The algorithm of this id, or null; the other one throws std::invalid_argument with the ids there are.
const Algorithm* find_algorithm(std::string_view id);
const Algorithm& known_algorithm(std::string_view id);

/// The algorithm a machine uses when none is asked for; it takes every request. Whether the machine is there is not asked.
const Algorithm& default_algorithm(Machine machine);

/// Empty if the request can run on the machine here and now, else a sentence that contains "not supported".
std::string refusal(const Algorithm& algorithm, const Request& request, Machine machine);

/// All filters, in the order of kernels/filters/list.cmake.
std::span<const Filter> filters();

// As for algorithms.
const Filter* find_filter(std::string_view id);
const Filter& known_filter(std::string_view id);

/// Empty if the filter, with tables made by the algorithm, can run on the machine here and now, else a sentence that contains
/// "not supported". Throws std::invalid_argument for a parameter that is unknown or not allowed.
std::string refusal(const Filter& filter, const FilterRequest& request, const Algorithm& tables, Machine machine);

}  // namespace satscope
