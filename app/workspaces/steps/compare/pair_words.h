// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>

#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

/// What is stepped on either side; where both are of one name, with the values that differ: "Serial, order=columns".
std::pair<std::string, std::string> pair_names(const StepsSettings& first, const StepsSettings& second);

/// Only what differs, for a newcomer: "no padding" and "padding", "order=rows" and "order=columns"; else the names.
std::pair<std::string, std::string> pair_differences(const StepsSettings& first, const StepsSettings& second);

/// "Both make the same table.", or why not.
std::string verdict_of(const Story& first, const Story& second);

}  // namespace satscope::app
