// SPDX-License-Identifier: Apache-2.0
// A step in words, made from its record.
#pragma once
#include <cstddef>
#include <string>

#include "kernels/trace/trace.h"

namespace satscope {

/// Step number `step` as the window describes it: what a typical thread did, its sums written out, and how the machine was
/// used.
std::string narrate(const Trace& trace, std::size_t step);

/// What a thread did in the step, written out: "thread 3: 5 + 9 = 14, stored at temp[7]", "lane 5 reads 228 from lane 4: ...".
/// Of long lists the first `most`.
std::string describe_thread(const Trace& trace, const Step& step, std::uint32_t thread, std::size_t most = 4);

/// The same of a thread that writes nothing: "thread 3 writes nothing", "no thread writes anything".
std::string describe_no_write(const Trace& trace, const Step& step, std::uint32_t thread);

/// "temp[7]", "table(2, 1)", of a register "data[2]".
std::string place_text(const Trace& trace, std::uint32_t buffer, std::uint32_t index);

/// How a number came to a place: "5 + 9 = 14", "14, copied from temp[5]", "0, put there". The write is one of the step's.
std::string describe_write(const Trace& trace, const Step& step, const Write& write);

/// How the machine was used: "9 of 16 threads are busy, 7 idle; then all wait at the barrier."
std::string describe_machine(const Trace& trace, const Step& step, std::size_t blocks);

}  // namespace satscope
