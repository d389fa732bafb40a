// SPDX-License-Identifier: Apache-2.0
// A surface for the grids of Steps that remembers what was drawn on it.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/workspaces/steps/views/grids/grid.h"

namespace satscope::app {

/// Remembers arrows, their heads, the marks in the accent's colour and the texts, in the order in which they were drawn.
class GridRecording final : public Drawing {
 public:
  struct Words {
    Area area;
    std::string text;
    std::size_t order;  ///< shapes and words before it
    bool on_ground, quiet, struck = false;
  };
  GridRecording() : Drawing(palette_of("dark"), 16) {}
  void polyline(std::span<const Point> points, const Ink& ink, double thick) override {
    ++order;
    if (is(ink.colour, palette.warning)) barriers.push_back(points.front().y);
    if (is(ink.colour, palette.box)) outlines.emplace_back(points.front(), points.back());
    if (is(ink.colour, palette.quiet) && thick == 1 && points.size() == 2) hatches.push_back(middle(points[0], points[1]));
    if (is(ink.colour, palette.accent)) arrows.emplace_back(points.begin(), points.end()), last_arrow = order;
    // because: a number that was is struck out as soon as it is drawn
    if (!numbers.empty() && numbers.back().order + 1 == order) numbers.back().struck = true;
  }
  void curve(Point a, Point, Point, Point d, const Ink& ink, double) override {
    ++curves;
    if (is(ink.colour, palette.accent)) ways.emplace_back(a, d);
  }
  void rect(const Area& area, const Ink& ink, double) override {
    last_rect = area;
    last_rect_order = ++order;
    rects.emplace_back(area, ink.colour);
    if (is(ink.colour, palette.accent)) marks.push_back(area);
  }
  void frame(const Area& area, const Ink& ink, double, double) override {
    if (is(ink.colour, palette.box)) framed.push_back(area);
  }
  void circle(Point, double, const Ink&) override {}
  void ring(Point, double, const Ink&, double) override {}
  void polygon(std::span<const Point> points, const Ink& ink) override {
    ++order;
    bad += is(ink.colour, palette.bad);
    if (is(ink.colour, palette.backdrop) || is(ink.colour, palette.bad)) return;  // the ground of one; a race
    heads.push_back(points[0]);
    triangles.push_back({points[0], points[1], points[2]});
    last_arrow = order;
  }
  void text(Point at, std::string_view words, const Ink& ink, Face face, double size, const Area*) override {
    const Area area{at.x, at.y, width_of(words, face, size), size};
    if (is(ink.colour, palette.on_accent))
      chips.emplace_back(at, std::string(words));
    else if (face == Face::text)
      numbers.push_back({area, std::string(words), order + 1, last_rect_order == order && last_rect.contains(area.middle()),
                         is(ink.colour, palette.quiet)});
    else
      names.emplace_back(at, std::string(words));
    ++order;
  }
  void clip(const Area&) override {}
  void unclip() override {}
  double letters(Face) const override { return 14; }
  double width_of(std::string_view words, Face, double size) const override {
    return 0.55 * (size > 0 ? size : 14) * static_cast<double>(words.size());
  }
  static Point middle(Point a, Point b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }
  static bool is(Rgb a, Rgb b) { return a.r == b.r && a.g == b.g && a.b == b.b; }

  std::vector<std::pair<Area, Rgb>> rects;
  std::vector<std::vector<Point>> arrows;
  std::vector<Point> heads;
  std::vector<std::array<Point, 3>> triangles;    ///< of the heads
  std::vector<double> barriers;                   ///< heights of lines in the warning's colour
  std::vector<Point> hatches;                     ///< middles of thin quiet lines
  std::vector<std::pair<Point, Point>> outlines;  ///< lines in the selection's colour
  std::vector<Area> marks;
  std::vector<Area> framed;  ///< in the selection's colour
  std::vector<std::pair<Point, std::string>> chips, names;
  std::vector<std::pair<Point, Point>> ways;  ///< ends of curves in the accent's colour
  std::vector<Words> numbers;
  std::ptrdiff_t curves = 0, bad = 0;  ///< bad: corners of races and of wrong entries
  std::size_t order = 0, last_arrow = 0, last_rect_order = 0;
  Area last_rect;
};

/// The place that is drawn under a point, in the panels that movements go to.
inline std::optional<CellAt> place_under(const StepsGridCache& cache, Point point) {
  for (const GridPanel& panel : cache.layout.panels)
    if (panel.role != GridRole::strip)
      if (const std::int64_t place = panel.place_at(point); place >= 0)
        return CellAt{panel.buffer, static_cast<std::uint32_t>(place)};
  return std::nullopt;
}

}  // namespace satscope::app
