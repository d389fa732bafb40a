// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/scaled_drawing.h"

namespace satscope::app {

std::vector<Point> ScaledDrawing::moved(std::span<const Point> points) const {
  std::vector<Point> list;
  list.reserve(points.size());
  for (const Point& point : points) list.push_back(moved(point));
  return list;
}

void ScaledDrawing::polyline(std::span<const Point> points, const Ink& ink, double thick) {
  under_.polyline(moved(points), ink, factor_ * thick);
}

void ScaledDrawing::curve(Point a, Point b, Point c, Point d, const Ink& ink, double thick) {
  under_.curve(moved(a), moved(b), moved(c), moved(d), ink, factor_ * thick);
}

void ScaledDrawing::rect(const Area& area, const Ink& ink, double round) { under_.rect(moved(area), ink, factor_ * round); }

void ScaledDrawing::frame(const Area& area, const Ink& ink, double thick, double round) {
  under_.frame(moved(area), ink, factor_ * thick, factor_ * round);
}

void ScaledDrawing::cells(const Area& area, Extent grid, std::span<const std::uint32_t> words, const CellGap& gap) {
  under_.cells(moved(area), grid, words, {factor_ * gap.width, gap.ground});
}

void ScaledDrawing::circle(Point middle, double radius, const Ink& ink) { under_.circle(moved(middle), factor_ * radius, ink); }

void ScaledDrawing::ring(Point middle, double radius, const Ink& ink, double thick) {
  under_.ring(moved(middle), factor_ * radius, ink, factor_ * thick);
}

void ScaledDrawing::polygon(std::span<const Point> points, const Ink& ink) { under_.polygon(moved(points), ink); }

void ScaledDrawing::text(Point at, std::string_view words, const Ink& ink, Face face, double size, const Area* within) {
  const Area box = within ? moved(*within) : Area{};
  under_.text(moved(at), words, ink, face, size_below(face, size), within ? &box : nullptr);
}

void ScaledDrawing::clip(const Area& area) { under_.clip(moved(area)); }
void ScaledDrawing::unclip() { under_.unclip(); }

double ScaledDrawing::letters(Face face) const { return under_.letters(face) * em / under_.em; }

double ScaledDrawing::width_of(std::string_view words, Face face, double size) const {
  return under_.width_of(words, face, size_below(face, size)) / factor_;
}

}  // namespace satscope::app
