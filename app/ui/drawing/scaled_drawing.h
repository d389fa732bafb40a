// SPDX-License-Identifier: Apache-2.0
// A surface over another one, whose pixels are `factor` of the other's: the same drawing, larger or smaller, with text that
// stays sharp.
#pragma once
#include "app/ui/drawing/drawing.h"

namespace satscope::app {

class ScaledDrawing final : public Drawing {
 public:
  /// height: of the main font in pixels of this surface; origin: where (0, 0) lies on the other one.
  ScaledDrawing(Drawing& under, double factor, double height, Point origin = {})
      : Drawing(under.palette, height), under_(under), factor_(factor), origin_(origin) {}

  void polyline(std::span<const Point> points, const Ink& ink, double thick) override;
  void curve(Point a, Point b, Point c, Point d, const Ink& ink, double thick) override;
  void rect(const Area& area, const Ink& ink, double round) override;
  void frame(const Area& area, const Ink& ink, double thick, double round) override;
  void cells(const Area& area, Extent grid, std::span<const std::uint32_t> words, const CellGap& gap) override;
  void circle(Point middle, double radius, const Ink& ink) override;
  void ring(Point middle, double radius, const Ink& ink, double thick) override;
  void polygon(std::span<const Point> points, const Ink& ink) override;
  void text(Point at, std::string_view words, const Ink& ink, Face face, double size, const Area* within) override;
  void clip(const Area& area) override;
  void unclip() override;
  double letters(Face face) const override;
  double width_of(std::string_view words, Face face, double size) const override;

 private:
  Point moved(Point p) const { return {origin_.x + factor_ * p.x, origin_.y + factor_ * p.y}; }
  Area moved(const Area& area) const {
    const Point corner = moved(Point{area.x, area.y});
    return {corner.x, corner.y, factor_ * area.width, factor_ * area.height};
  }
  std::vector<Point> moved(std::span<const Point> points) const;
  double size_below(Face face, double size) const { return factor_ * (size > 0 ? size : letters(face)); }

  Drawing& under_;
  const double factor_;
  const Point origin_;
};

}  // namespace satscope::app
