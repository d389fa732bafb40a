// SPDX-License-Identifier: Apache-2.0
// The papers' items for `satscope list --papers`.
#pragma once
#include <string>

#include "app/core/ordered_json.h"

namespace satscope::app {

Json papers_as_json();  ///< [{"paper", "item", "kind", "title", "opens", "reason"}]; null: none
std::string papers_as_text();

}  // namespace satscope::app
