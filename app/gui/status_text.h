// SPDX-License-Identifier: Apache-2.0
// The status corner in words, from long to short.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/frame.h"

namespace satscope::app {

/// From the longest to the shortest.
std::vector<std::string> status_texts(const FrameStatus& status);

/// The same where a chain of filters is shown.
std::vector<std::string> chain_texts(const FrameStatus& status, const Filtered& filtered);

/// Name and sentence of everything there is to know.
std::vector<std::pair<std::string_view, std::string>> status_lines(const FrameStatus& status);

}  // namespace satscope::app
