// SPDX-License-Identifier: Apache-2.0
// A step in words, made from its record.
#pragma once
#include <cstddef>
#include <string>

#include "kernels/trace/trace.h"

namespace satscope {

/// One sentence about step number `step`: who does what to which memory, one example with its numbers, and whether all wait.
std::string narrate(const Trace& trace, std::size_t step);

}  // namespace satscope
