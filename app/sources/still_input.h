// SPDX-License-Identifier: Apache-2.0
// Pictures and tables of numbers as frames.
#pragma once
#include <memory>
#include <string>

#include "app/sources/live/live_input.h"
#include "app/sources/samples.h"

namespace satscope::app {

/// One frame: colours as they are, grey by its upper 8 bits or by what its file calls white, numbers scaled so that the
/// smallest is black and the largest is white.
SourceFrame frame_of(const Samples& samples, const BlockLender& blocks);

/// Whether a file is read as a still: by its first bytes, else because it is all text. Reads little of it.
bool is_a_still(const std::string& file);

/// Whether a file in a folder is one of its pictures: by its first bytes, or by its name for a table of numbers. Other text
/// files are not.
bool belongs_to_a_folder(const std::string& file);

}  // namespace satscope::app
