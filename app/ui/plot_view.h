// SPDX-License-Identifier: Apache-2.0
// A plot on a Drawing: the window, or a page.
#pragma once
#include "app/plot/plot.h"
#include "app/ui/drawing.h"

namespace satscope::app {

/// Draws the plot into the area, in colours for the palette. pointer: where it is; the mark under it says its numbers. Returns
/// what that mark says; empty: none is there.
std::string paint_plot(Drawing& drawing, const Area& area, const Plot& plot, const Point* pointer = nullptr);

/// The plot as a PNG of this size, by OpenGL in the context that is current.
std::string png_of_plot(const Plot& plot, Extent size, const Palette& palette);

}  // namespace satscope::app
