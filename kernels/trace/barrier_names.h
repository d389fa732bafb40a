// SPDX-License-Identifier: Apache-2.0
// Barriers by the phase that waits for them, "before up-sweep", because lines move when the code above them changes.
#pragma once
#include <set>
#include <string>
#include <string_view>

#include "kernels/trace/trace.h"

namespace satscope {

/// Whether the text names a barrier by its phase: "before PHASE".
bool is_phase_of_barrier(std::string_view text);

/// The barriers of the trace by their phases, as the file of a Barrier whose line is 0. Those with no phase below them in their
/// file stay as they are.
std::set<Barrier> by_phase(const Trace& trace, const std::set<Barrier>& barriers);
/// The same back. Throws std::invalid_argument with a sentence that names those that there are.
std::set<Barrier> by_line(const Trace& trace, const std::set<Barrier>& barriers);

/// "FILE:LINE 'before PHASE'" of each barrier that the trace reached, "they are ..." or "it has none".
std::string barriers_text(const Trace& trace);

}  // namespace satscope
