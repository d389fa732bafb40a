// SPDX-License-Identifier: Apache-2.0
// Plots as files.
#pragma once
#include <string>
#include <string_view>

#include "app/core/ordered_json.h"
#include "app/plot/plot.h"
#include "kernels/types.h"

namespace satscope::app {

/// An SVG document, or only its <svg> element, for a page. Text stays text, and each mark says its numbers when it is pointed
/// at. theme: "light" or "dark".
std::string plot_svg(const Plot& plot, Extent size, std::string_view theme);
std::string plot_svg_element(const Plot& plot, Extent size, std::string_view theme);

/// A line for each point that has a value: series, kind, at, x, y, low, high. Numbers have all their digits; what is not known
/// is empty.
std::string plot_csv(const Plot& plot);

/// {"title", "x", "y", "notes", "series": [{"name", "kind", "points": [{"at", "x", "y", "low", "high"}]}]}; null: not known.
Json plot_json(const Plot& plot);

/// A cell of CSV: in quotes where needed.
std::string csv_cell(std::string_view text);

}  // namespace satscope::app
