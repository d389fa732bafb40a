// SPDX-License-Identifier: Apache-2.0
// Pictures and tables of numbers as frames.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "app/sources/live/live_input.h"
#include "app/sources/samples.h"

namespace satscope::app {

/// One frame: colours as they are, grey by its upper 8 bits or by what its file calls white, numbers scaled so that the
/// smallest is black and the largest is white; with a range all greys by that.
SourceFrame frame_of(const Samples& samples, const BlockLender& blocks, const std::optional<GreyRange>& range = {});

/// The same with its values beside it where these are deep greys.
SourceFrame frame_with_greys(std::shared_ptr<const Samples> samples, const OpenContext& context);

/// load_input of a file that stays free to be written over: it is not marked as an input.
Samples look_at_file(const std::string& file, const BytesAfter& after);

/// Whether a file is read as a still: by its first bytes, else because it is all text. Reads little of it.
bool is_a_still(const std::string& file);

/// Whether a file in a folder is one of its pictures: by its first bytes, or by its name for a table of numbers. Other text
/// files are not.
bool belongs_to_a_folder(const std::string& file);

}  // namespace satscope::app
