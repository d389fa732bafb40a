// SPDX-License-Identifier: Apache-2.0
// The end of `satscope filter --help`: what a chain is, which filters keep colour, what is written.
#pragma once
#include <string>

namespace satscope::app {

std::string filter_explanation();

}  // namespace satscope::app
