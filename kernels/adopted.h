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

struct HowToMeasure;
struct Measured;

/// Makes a whole trace of a request on a picture of raw elements. Throws std::invalid_argument with a sentence where it cannot.
using TraceMaker = std::function<Trace(const Request&, std::span<const std::byte> picture, const TraceOptions&)>;

/// On a GPU an adopted algorithm runs in a process of its own, which also times it.
struct OwnGpuProcess {
  /// Empty if a request can be measured here, else why not, with "not supported".
  std::function<std::string(const Request&)> refusal = {};
  /// Throws NotSupported with a sentence.
  std::function<Measured(const Request&, std::span<const std::byte> picture, const HowToMeasure&)> measure = {};
};

/// How many can join; each stays to the end of the program.
inline constexpr std::size_t k_most_adopted = 64;

/// Appends it to `algorithms()`; if one of this id is adopted already, that one stays and is returned. Its traced_plan gives
/// buffers and no passes: what a trace is made of is known once it is made. Throws std::invalid_argument if the list is full.
const Algorithm& adopt(Algorithm algorithm, TraceMaker trace, OwnGpuProcess on_gpu = {});
/// It is another program now, which may make another form and be traced in another size.
void change_adopted(const Algorithm& algorithm, Form natural_form, const Sizes& trace_sizes);

/// How often that has happened; 0 for an algorithm that is compiled in.
int changes_of(const Algorithm& algorithm);

/// Null for an algorithm that is compiled in.
const TraceMaker* trace_maker_of(const Algorithm& algorithm);
/// Null on the CPU, and for one that runs in this process.
const OwnGpuProcess* own_process_of(const Algorithm& algorithm, Machine machine);
/// Why it cannot be timed: as `refusal` (registry.h), or of its own process. Empty if it can.
std::string why_not_timed(const Algorithm& algorithm, const Request& request, Machine machine);

/// The text of a source that a trace names, as it was when the trace was made. Empty: none was kept. Texts stay.
std::string_view adopted_source(std::string_view path);
void keep_adopted_source(const std::string& path, std::string text);

}  // namespace satscope
