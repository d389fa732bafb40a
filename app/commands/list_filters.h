// SPDX-License-Identifier: Apache-2.0
// The filters for satscope list.
#pragma once
#include <string>

#include "app/commands/output.h"

namespace satscope::app {

/// An array: id, title, paper, definition, text, rival_of (an id or null), params, borders, tables, reads, reads_per_pixel
/// (with its defaults), makes_picture, by_channel (colour stays), inputs (besides the picture, with its defaults), machines,
/// available, reason.
Json filters_as_json();
std::string filters_as_text();

}  // namespace satscope::app
