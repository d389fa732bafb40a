// SPDX-License-Identifier: Apache-2.0
// How a plot looks, on any surface: a window, pixels, SVG. Each curve has a colour and a mark, so that
// it can be read without colours.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "app/plot/plot.h"
#include "kernels/types.h"

namespace satscope::app {

/// A place on the surface, in its pixels; y grows downward.
struct PlotPlace {
  double x = 0, y = 0;
};

enum class PlotMark : std::uint8_t { circle, square, triangle, diamond, down, cross, pentagon, star };
inline constexpr int k_plot_looks = 8;

/// Colours as 0xRRGGBB.
struct PlotColours {
  std::uint32_t ground, ink, quiet, grid, bound;
  std::array<std::uint32_t, k_plot_looks> curves;  ///< at least 3:1 against the ground
};
/// `theme` is "light" or "dark".
const PlotColours& plot_colours(std::string_view theme);

struct PlotLine {
  std::uint32_t colour;
  double thick = 1;
  bool dashed = false;
};

class PlotSurface {
 public:
  virtual ~PlotSurface() = default;
  virtual void line(std::span<const PlotPlace> places, const PlotLine& look) = 0;
  /// Filled.
  virtual void band(std::span<const PlotPlace> places, std::uint32_t colour, double alpha) = 0;
  /// A closed outline around a point; tip: what it says when it is pointed at.
  virtual void mark(std::span<const PlotPlace> outline, std::uint32_t colour, bool filled, std::string_view tip) = 0;
  /// One line of text of this height; its left end, middle or right end (-1, 0, 1) is at the place, vertically its middle.
  virtual void text(PlotPlace at, std::string_view words, std::uint32_t colour, double height, int end, bool strong) = 0;
  /// A curve's name is written here, `size` from its upper left corner: what can be pressed to hide the curve.
  virtual void named(PlotPlace /*corner*/, PlotPlace /*size*/, std::size_t /*series*/) {}
  virtual double width_of(std::string_view words, double height, bool strong) const = 0;
};

/// Draws into 0, 0 ... size. em: height of a line of text. Texts stay within and never meet; where there is no room for a
/// curve's name, a line says how many are left out.
void draw_plot(const Plot& plot, PlotSurface& surface, const PlotColours& colours, Extent size, double em);

}  // namespace satscope::app
