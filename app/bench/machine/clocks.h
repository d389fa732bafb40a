// SPDX-License-Identifier: Apache-2.0
// How fast a machine's clock runs now: times of one run compare only while it stays the same.
#pragma once
#include "kernels/types.h"

namespace satscope::app {

/// In MHz; 0: the system does not say. GPU: of its multiprocessors, from the driver's library. CPU: of the fastest core.
double clock_megahertz(Machine machine);

}  // namespace satscope::app
