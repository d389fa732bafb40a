// SPDX-License-Identifier: Apache-2.0
// Pictures and tables of numbers as frames.
#pragma once
#include <memory>
#include <string>

#include "app/sources/live_input.h"
#include "app/sources/samples.h"

namespace satscope::app {

/// One frame: colours as they are, 8- and 16-bit grey by their upper 8 bits, numbers stretched so that the least is black and
/// the greatest is white.
SourceFrame frame_of(const Samples& samples, const BlockLender& blocks);

/// Whether a file of this name is read as a still: by what it begins with, else because all of that is text. Reads little of
/// it.
bool is_a_still(const std::string& file);

/// Whether a file of a folder is one of its pictures: by its first bytes, or a table of numbers by its name. Other texts that
/// lie there are none.
bool belongs_to_a_folder(const std::string& file);

}  // namespace satscope::app
