// SPDX-License-Identifier: Apache-2.0
// The template of a filter that looks for one: where it lies in the picture, and how it is cut out and kept.
#pragma once
#include <optional>
#include <string>

#include "app/sources/live/live_input.h"
#include "app/ui/views/box_drag.h"
#include "app/workspaces/playground/settings.h"

namespace satscope::app {

/// Whether the filter compares with a template that can be cut out of the picture.
bool takes_template(const ChainEntry& entry);
/// Where the template is cut from each frame; empty where one is kept, or none is wanted.
std::optional<Box> template_box(const ChainEntry& entry, Extent picture);
/// Cuts it there from now on.
void set_template(ChainEntry& entry, const Box& box);
/// Unless its place was chosen before: cuts it where this frame has the most contrast, since an even window finds what it is
/// not about.
void begin_template(ChainEntry& entry, const SourceFrame& frame);
/// A box of at most the size that a template can have; it keeps the side from which it was drawn.
Box template_sized(Box box, Point from);
/// What is said beside it: "template", and the limit where it is as large as it can be.
std::string template_label(const Box& box);
/// Keeps the template as it is in this frame, for the frames to come.
void keep_template(PlaygroundEdit& edit, ChainEntry& entry, const SourceFrame& frame);

}  // namespace satscope::app
