// SPDX-License-Identifier: Apache-2.0
// The lessons for `satscope list --lessons`.
#pragma once
#include <string>

#include "app/commands/shared/output.h"

namespace satscope::app {

Json lessons_as_json();
std::string lessons_as_text();

}  // namespace satscope::app
