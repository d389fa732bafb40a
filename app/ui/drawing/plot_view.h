// SPDX-License-Identifier: Apache-2.0
// A plot on a Drawing: the window, or a page.
#pragma once
#include <string>
#include <vector>

#include "app/plot/plot.h"
#include "app/ui/drawing/drawing.h"
#include "app/ui/ui.h"

namespace satscope::app {

/// What a plot reports while it is drawn.
struct PlotSeen {
  std::string pointed_at;        ///< what the mark under the pointer says; empty: none is there
  std::vector<Area> names = {};  ///< where each curve's name is; empty: there was no room
};
/// Draws the plot into the area, in colours for the palette. pointer: where it is.
PlotSeen paint_plot(Drawing& drawing, const Area& area, const Plot& plot, const Point* pointer = nullptr);

/// The plot as a part of ImGui's current window: the mark under the pointer says its numbers, and a curve whose name is pressed
/// is hidden or shown again. hidden: names of curves; null: none can be. id: of the control; that of the curve number i is
/// `id:i`. tip: for where no mark is.
void show_plot(Ui& ui, const Area& area, Plot& plot, std::vector<std::string>* hidden, const std::string& id,
               const std::string& tip = {});

/// The plot as a PNG of this size, by OpenGL in the context that is current.
std::string png_of_plot(const Plot& plot, Extent size, const Palette& palette);

}  // namespace satscope::app
