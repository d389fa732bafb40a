// SPDX-License-Identifier: Apache-2.0
// JSON for documents that we write: members are in the order in which they were made.
#pragma once
#include "app/core/json.h"

namespace satscope::app {

using Json = nlohmann::ordered_json;

}  // namespace satscope::app
