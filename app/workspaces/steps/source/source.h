// SPDX-License-Identifier: Apache-2.0
// Which small picture the steps work on: a patch of the picture, a ready table, or numbers that were typed.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/sources/samples.h"
#include "app/workspaces/steps/settings.h"
#include "kernels/table.h"
#include "kernels/trace/trace.h"

namespace satscope::app {

struct ReadyTable {
  std::string_view id, title, help;
  std::string_view numbers;  ///< a row per line; empty: a pattern of the same id, in any size
};
std::span<const ReadyTable> ready_tables();

/// The square of `side` pixels around (x, y), moved and shrunk so that it lies inside the picture.
Box patch_around(int x, int y, int side, Extent picture);

/// The least of k_patch_sides that covers a box, or the largest of them.
int patch_side_for(const Box& box);

/// The patch around a box, or in the middle of the picture.
StepsSource first_patch(const std::optional<Box>& box);

/// Whether it comes in the sizes of k_patch_sides.
bool has_sides(const StepsSource& source);

/// The same numbers typed, with another one in a place. picture: the numbers as they were traced.
StepsSource with_pixel(const StepsSource& source, const TraceBuffer& picture, std::size_t index, const std::string& value);

/// Numbers as they come from a spreadsheet or a CSV; nothing if the text is none. Throws InputError with a sentence if it
/// begins as numbers do but cannot be stepped through.
std::optional<StepsSource> pasted_numbers(const StepsSource& source, const std::string& text);

/// The numbers of the source. picture: what a patch is cut from. Throws InputError with a sentence.
Samples samples_of(const StepsSource& source, const Samples* picture);

}  // namespace satscope::app
