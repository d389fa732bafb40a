// SPDX-License-Identifier: Apache-2.0
// What Ehsan et al. 2015 show of memory, computed for a picture beside what they print.
#pragma once
#include <string>

#include "app/commands/shared/output.h"
#include "app/sources/samples.h"

namespace satscope::app {

/// Figures 7, 10, 11 and 15 and Tables 1 and 4 for this picture and for the paper's sizes. Filters the picture for Table 4.
/// Throws InputError if its pixels are not bytes.
Json storage_figures(const Samples& samples);
std::string storage_figures_text(const Json& figures);

}  // namespace satscope::app
