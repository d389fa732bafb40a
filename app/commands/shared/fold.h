// SPDX-License-Identifier: Apache-2.0
// A help folded to the width of the terminal.
#pragma once
#include <cstddef>
#include <string>

namespace satscope::app {

/// The same words in lines of at most this width, where a word is not longer. What is explained beside a name stays beside it.
/// Lines that were broken by hand are joined first. A command line stays whole, so that it can be copied. width 0: the text as
/// it is.
std::string folded(const std::string& help, std::size_t width);

/// $COLUMNS, else the width of the terminal that stdout is; 0: it is none.
std::size_t width_of_help();

}  // namespace satscope::app
