// SPDX-License-Identifier: Apache-2.0
// What the system says of itself: facts of a measurement.
#pragma once
#include <string>

namespace satscope::app {

/// Name and version: "Debian GNU/Linux 12 (bookworm), Linux 6.1.0". Empty parts are left out.
std::string system_text();
/// Empty if it is not known; so is the next.
std::string processor_name();
/// Of the first core: "performance".
std::string frequency_governor();
/// Of the fastest core now; 0: not known.
double cpu_megahertz();
/// How many threads wanted to run in the last minute, on average, ours among them; below 0: the system does not say.
double machine_load();
/// How many threads want to run now beside the one that asks, the median of some moments; below 0: the system does not say.
double other_threads_now();

}  // namespace satscope::app
