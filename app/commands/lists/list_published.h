// SPDX-License-Identifier: Apache-2.0
// The numbers that papers print, for `satscope list --published`.
#pragma once
#include <string>

#include "app/commands/shared/output.h"

namespace satscope::app {

/// {"times": [...], "figures": [...]}; what a paper does not say is null.
Json published_as_json();

/// For each table of a paper, a line for each of its columns, over the sizes.
std::string published_as_text();

}  // namespace satscope::app
