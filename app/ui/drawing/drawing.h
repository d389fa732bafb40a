// SPDX-License-Identifier: Apache-2.0
// The surface that a view draws on. A view says what it draws, in pixels and in the colours of a palette; where that goes, to
// the screen or into a file, is the surface's matter. y grows downward.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/drawing/theme.h"
#include "app/ui/views/view_transform.h"
#include "kernels/types.h"

struct ImDrawList;

namespace satscope::app {

struct Fonts;
class CellTextures;

struct Ink {
  Rgb colour;
  double alpha = 1;
};

/// Between the cells of a grid, at the right and the lower edge of each.
struct CellGap {
  double width = 0;
  Rgb ground = {};  ///< what is there already
};

/// Every so many places of a row can be named, where a place has this step and a name needs this room: 1, 2, 4, ...; at least
/// `count` if only one can, or none.
constexpr int names_apart(double step, double room, int count) {
  int apart = 1;
  while (apart < count && !(apart * step >= room)) apart *= 2;
  return apart;
}

enum class Face : std::uint8_t { text, strong, small, caption };

class Drawing {
 public:
  /// em: height of the main font, the unit of all sizes.
  Drawing(const Palette& colours, double height) : palette(colours), em(height) {}
  virtual ~Drawing() = default;
  const Palette& palette;
  const double em;
  /// What is drawn in the colour of the ground is left out, because there is none: the page is transparent.
  void leave_out_ground() { has_ground_ = false; }

  virtual void polyline(std::span<const Point> points, const Ink& ink, double thick) = 0;
  /// A cubic curve from a to d.
  virtual void curve(Point a, Point b, Point c, Point d, const Ink& ink, double thick) = 0;
  /// Filled; round: radius of its corners.
  virtual void rect(const Area& area, const Ink& ink, double round = 0) = 0;
  virtual void frame(const Area& area, const Ink& ink, double thick = 1, double round = 0) = 0;
  /// A grid of equal cells, row by row from the top, each filled with its RGBA8 word; what has no alpha is left out. Without a
  /// better way a rectangle for each.
  virtual void cells(const Area& area, Extent grid, std::span<const std::uint32_t> words, const CellGap& gap);
  virtual void circle(Point middle, double radius, const Ink& ink) = 0;
  virtual void ring(Point middle, double radius, const Ink& ink, double thick) = 0;
  /// Filled and convex.
  virtual void polygon(std::span<const Point> points, const Ink& ink) = 0;
  /// One line of text. at: its upper left corner; size: height of the font, 0: the face's own. What leaves `within` is not
  /// drawn.
  virtual void text(Point at, std::string_view words, const Ink& ink, Face face = Face::small, double size = 0,
                    const Area* within = nullptr) = 0;
  /// About so many shapes are to come, some with rings and heads: a surface may make room for all of them at once.
  virtual void expect(std::size_t /*shapes*/) {}
  /// Until `unclip`, only what lies within the area is drawn.
  virtual void clip(const Area& area) = 0;
  virtual void unclip() = 0;

  virtual double letters(Face face) const = 0;  ///< its own height
  virtual double width_of(std::string_view words, Face face = Face::small, double size = 0) const = 0;

  /// The first of `texts` that is no wider than this, from the longest to the shortest; empty if none is.
  std::string first_that_fits(const std::vector<std::string>& texts, double width, Face face = Face::small) const;
  void line(Point a, Point b, const Ink& ink, double thick = 1) { polyline(std::array{a, b}, ink, thick); }
  void triangle(Point a, Point b, Point c, const Ink& ink) { polygon(std::array{a, b, c}, ink); }
  /// Text in the middle of an area, and cut at its edges.
  void text_in(const Area& area, std::string_view words, const Ink& ink, Face face = Face::small, double size = 0);

 protected:
  bool is_left_out(const Ink& ink) const { return !has_ground_ && ink.colour == palette.backdrop; }

 private:
  bool has_ground_ = true;
};

/// The current window of ImGui.
class ScreenDrawing final : public Drawing {
 public:
  /// textures: of grids, of this context of ImGui; null: cells are rectangles.
  ScreenDrawing(const Palette& colours, const Fonts& fonts, double height, CellTextures* textures = nullptr);
  void polyline(std::span<const Point> points, const Ink& ink, double thick) override;
  void curve(Point a, Point b, Point c, Point d, const Ink& ink, double thick) override;
  void rect(const Area& area, const Ink& ink, double round) override;
  void frame(const Area& area, const Ink& ink, double thick, double round) override;
  void cells(const Area& area, Extent grid, std::span<const std::uint32_t> words, const CellGap& gap) override;
  void circle(Point middle, double radius, const Ink& ink) override;
  void ring(Point middle, double radius, const Ink& ink, double thick) override;
  void polygon(std::span<const Point> points, const Ink& ink) override;
  void text(Point at, std::string_view words, const Ink& ink, Face face, double size, const Area* within) override;
  void expect(std::size_t shapes) override;
  void clip(const Area& area) override;
  void unclip() override;
  double letters(Face face) const override;
  double width_of(std::string_view words, Face face, double size) const override;

 private:
  const Fonts& fonts_;
  ImDrawList& list_;
  CellTextures* const textures_;
};

}  // namespace satscope::app
