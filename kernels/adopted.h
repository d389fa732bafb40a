// SPDX-License-Identifier: Apache-2.0
// Algorithms that are not compiled in: each joins the list while the program runs, and brings its traces with it.
#pragma once
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "kernels/plan.h"
#include "kernels/trace/tracing.h"

namespace satscope {

/// Makes a whole trace of a request on a picture of raw elements. Throws std::invalid_argument with a sentence where it cannot.
using TraceMaker = std::function<Trace(const Request&, std::span<const std::byte> picture, const TraceOptions&)>;

/// How many can join; each stays to the end of the program.
inline constexpr std::size_t k_most_adopted = 64;

/// Appends it to `algorithms()`; if one of this id is adopted already, that one stays and is returned. Its traced_plan gives
/// buffers and no passes: what a trace is made of is known once it is made. Throws std::invalid_argument if the list is full.
const Algorithm& adopt(Algorithm algorithm, TraceMaker trace);

/// Null for an algorithm that is compiled in.
const TraceMaker* trace_maker_of(const Algorithm& algorithm);

/// The text of a source that a trace names, as it was when the trace was made. Empty: none was kept. Texts stay.
std::string_view adopted_source(std::string_view path);
void keep_adopted_source(const std::string& path, std::string text);

}  // namespace satscope
