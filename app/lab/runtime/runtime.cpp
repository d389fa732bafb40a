// SPDX-License-Identifier: Apache-2.0
// The runtime as one unit, so that a hook and what it calls are compiled together.
#include "recorder.cpp"

#include "fibers.cpp"

#include "memory.cpp"

#include "hooks.cpp"

#include "warp.cpp"

#include "device.cpp"

#include "schedule.cpp"

#include "streams.cpp"

#include "host.cpp"

#include "launch.cpp"

#include "start.cpp"
