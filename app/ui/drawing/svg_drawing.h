// SPDX-License-Identifier: Apache-2.0
// A surface that becomes an SVG document. Text stays text: it can be searched, copied and edited. Every line of text states how
// long it is, so that it fits also where another font is used.
#pragma once
#include <string>

#include "app/ui/drawing/drawing.h"
#include "kernels/types.h"

namespace satscope::app {

class SvgDrawing final : public Drawing {
 public:
  /// fonts: by which text is measured. The ground is the palette's backdrop.
  SvgDrawing(const Palette& colours, const Fonts& fonts, double height, Extent size);

  void polyline(std::span<const Point> points, const Ink& ink, double thick) override;
  void curve(Point a, Point b, Point c, Point d, const Ink& ink, double thick) override;
  void rect(const Area& area, const Ink& ink, double round) override;
  void frame(const Area& area, const Ink& ink, double thick, double round) override;
  void circle(Point middle, double radius, const Ink& ink) override;
  void ring(Point middle, double radius, const Ink& ink, double thick) override;
  void polygon(std::span<const Point> points, const Ink& ink) override;
  void text(Point at, std::string_view words, const Ink& ink, Face face, double size, const Area* within) override;
  void clip(const Area& area) override;
  void unclip() override;
  double letters(Face face) const override;
  double width_of(std::string_view words, Face face, double size) const override;

  /// title, description: for readers that cannot see it; scale: of its size where nothing else sets that.
  /// filled_ground: else nothing is behind the drawing.
  std::string document(std::string_view title, std::string_view description, double scale = 1, bool filled_ground = true) const;

 private:
  std::string clip_path(const Area& area);

  const Fonts& fonts_;
  const double em_share_;  ///< what SVG calls the size of a font, of its height
  const Extent size_;
  std::string body_;
  int clips_ = 0;  ///< numbered from 1
};

}  // namespace satscope::app
