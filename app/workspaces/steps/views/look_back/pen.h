// SPDX-License-Identifier: Apache-2.0
// Marks of the look-back view: lines, bars, signs, tiles and arrows. Each differs from the others also without its colour.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "app/ui/drawing/drawing.h"
#include "app/workspaces/steps/views/look_back/look_back.h"

namespace satscope::app {

inline constexpr std::array k_all_known{Known::prefix, Known::aggregate, Known::nothing};
inline constexpr std::array k_all_states{BlockIs::no_turn_yet, BlockIs::running, BlockIs::waiting, BlockIs::finished};

inline const char* letter_of(Known known) { return known == Known::prefix ? "P" : known == Known::aggregate ? "A" : "\u2013"; }
/// Where the words go: blocks look to the left and up, so that what one publishes goes to the right and down.
inline const char* arrow_of(Direction direction) {
  return direction == Direction::left ? "\u2192" : direction == Direction::up ? "\u2193" : "";
}

/// How a line is drawn, so that colour is not needed.
enum class Dashes : std::uint8_t { solid, dashed, dotted };

class Pen {
 public:
  explicit Pen(Drawing& drawing, Face face = Face::small)
      : drawing_(drawing), palette_(drawing.palette), em_(drawing.em), face_(face) {}

  double width_of(const std::string& text) const { return drawing_.width_of(text, face_); }
  double letters() const { return drawing_.letters(face_); }
  std::string first_that_fits(const std::vector<std::string>& texts, double width) const {
    return drawing_.first_that_fits(texts, width, face_);
  }
  void text(Point at, const std::string& text, Rgb colour) { drawing_.text(at, text, {colour}, face_); }
  Rgb colour_of(Known known) const {
    return known == Known::prefix ? palette_.good : known == Known::aggregate ? palette_.warning : palette_.quiet;
  }

  void line(const std::vector<Point>& points, const Ink& ink, double thick, Dashes dashes) {
    if (dashes == Dashes::solid) {
      drawing_.polyline(points, ink, thick);
      return;
    }
    const double on = (dashes == Dashes::dashed ? 0.45 : 0.12) * em_, off = (dashes == Dashes::dashed ? 0.3 : 0.25) * em_;
    double passed = 0;  // of the line, before this part
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Point a = points[i - 1], b = points[i];
      const double length = std::hypot(b.x - a.x, b.y - a.y);
      const auto point = [&](double along) {
        return Point{a.x + (b.x - a.x) * along / length, a.y + (b.y - a.y) * along / length};
      };
      for (double dash = std::floor(passed / (on + off)) * (on + off); dash < passed + length; dash += on + off) {
        const double from = std::max(0.0, dash - passed), to = std::min(length, dash + on - passed);
        if (to > from) drawing_.line(point(from), point(to), ink, thick);
      }
      passed += length;
    }
  }

  void frame(const Area& area, const Ink& ink, double thick, Dashes dashes) {
    const Point a{area.x, area.y}, b{area.right(), area.bottom()};
    if (dashes == Dashes::solid)
      drawing_.frame(area, ink, thick);
    else
      line({a, {b.x, a.y}, b, {a.x, b.y}, a}, ink, thick, dashes);
  }

  /// Pixels that a published sum covers.
  void covered(const Area& area, Known known) {
    drawing_.rect(area, {colour_of(known), 0.4});
    frame(area, {colour_of(known)}, std::max(2.0, 0.12 * em_), known == Known::prefix ? Dashes::solid : Dashes::dashed);
  }

  /// Full: a prefix; half as high: an aggregate; empty: nothing. Framed: published in this step.
  void bar(const Area& area, const PublishedWords& published) {
    const double word = area.width / std::max(1, published.words), prefixes = word * published.prefixes;
    drawing_.rect({area.x, area.y, prefixes, area.height}, {colour_of(Known::prefix)});
    drawing_.rect({area.x + prefixes, area.middle().y, word * published.aggregates, area.height / 2},
                  {colour_of(Known::aggregate)});
    drawing_.frame(area, {palette_.quiet, 0.7});
    if (published.now > 0) drawing_.frame({area.x - 2, area.y - 2, area.width + 4, area.height + 4}, {palette_.accent}, 2);
  }

  /// The ground of a sum that is named on it.
  void chip(const Area& area, Known known) { drawing_.rect(area, {colour_of(known)}); }

  /// A ring, a triangle, two bars, a tick.
  void sign(const Area& area, BlockIs is) {
    const Point middle = area.middle();
    const double r = 0.5 * std::min(area.width, area.height), thick = std::max(1.5, 0.1 * em_);
    const Ink ink{is == BlockIs::no_turn_yet ? palette_.quiet : palette_.text};
    switch (is) {
      case BlockIs::no_turn_yet: drawing_.ring(middle, 0.8 * r, ink, thick); break;
      case BlockIs::running:
        drawing_.triangle({middle.x - 0.7 * r, middle.y - r}, {middle.x + r, middle.y}, {middle.x - 0.7 * r, middle.y + r},
                          ink);
        break;
      case BlockIs::waiting:
        for (const double x : {-0.75, 0.25}) drawing_.rect({middle.x + x * r, middle.y - r, 0.5 * r, 2 * r}, ink);
        break;
      case BlockIs::finished: {
        const std::array tick{Point{middle.x - r, middle.y}, Point{middle.x - 0.25 * r, middle.y + 0.8 * r},
                              Point{middle.x + r, middle.y - 0.8 * r}};
        drawing_.polyline(tick, ink, thick);
        break;
      }
    }
  }

  /// What surrounds a tile; `acts`: the present step is its own.
  void tile(const Area& area, BlockIs is, bool acts) {
    if (is != BlockIs::no_turn_yet) drawing_.rect(area, {palette_.panel});
    const Dashes dashes = is == BlockIs::waiting ? Dashes::dashed : is == BlockIs::no_turn_yet ? Dashes::dotted : Dashes::solid;
    const double thick = acts ? std::max(2.5, 0.18 * em_) : std::max(1.0, 0.07 * em_);
    frame(area,
          {acts                         ? palette_.accent
           : is == BlockIs::no_turn_yet ? palette_.quiet
                                        : palette_.text,
           acts ? 1 : 0.7},
          thick, dashes);
  }

  struct Style {
    Dashes dashes;
    Rgb colour;
    bool filled;  ///< its head
  };
  /// Of an arrow: a full head for prefixes, an empty one for aggregates, dots where nothing is known, dashes for who waits.
  Style style_of(const Look& look) const {
    const auto count = [&](Known known) { return look.found[static_cast<std::size_t>(known)]; };
    if (look.awaited > 0) return {Dashes::dashed, palette_.text, false};
    if (count(Known::nothing) > 0) return {Dashes::dotted, colour_of(Known::nothing), false};
    const Known known = count(Known::aggregate) > 0 ? Known::aggregate : Known::prefix;
    return {Dashes::solid, colour_of(known), known == Known::prefix};
  }

  void arrow(const std::vector<Point>& points, const Style& style) {
    const Point tip = points.back(), before = points[points.size() - 2];
    const bool large = face_ == Face::text;
    const double length = std::max(1e-3, std::hypot(tip.x - before.x, tip.y - before.y)), side = (large ? 0.6 : 0.45) * em_;
    const Point along{(tip.x - before.x) / length * side, (tip.y - before.y) / length * side};
    const Point base{tip.x - along.x, tip.y - along.y};
    const Point a{base.x - 0.55 * along.y, base.y + 0.55 * along.x}, b{base.x + 0.55 * along.y, base.y - 0.55 * along.x};
    const double thick = std::max(1.5, (large ? 0.16 : 0.12) * em_);
    std::vector<Point> shaft = points;
    shaft.back() = base;
    line(shaft, {style.colour}, thick, style.dashes);
    if (style.filled)
      drawing_.triangle(tip, a, b, {style.colour});
    else
      drawing_.polyline(std::array{tip, a, b, tip}, {style.colour}, thick);
  }

  Drawing& drawing_;
  const Palette& palette_;
  const double em_;
  const Face face_;  ///< of its words
};

/// A sign of the legend with its word.
struct LegendItem {
  std::string text;
  double sign;  ///< its width
  std::function<void(Pen&, const Area&)> draw;
};

/// What a newcomer sees, so that the legend explains no more than that.
struct PlainLegend {
  bool picture = false;              ///< its tiles say themselves what their blocks do; pixels of sums are coloured
  std::vector<Known> known = {};     ///< what is published, each at least once
  std::vector<BlockIs> states = {};  ///< whose signs are seen
};
/// plain: only of words, and of what tiles and arrows do not say themselves; null: of all.
std::vector<LegendItem> look_back_legend(const Pen& pen, double em, bool long_words, const PlainLegend* plain = nullptr);
/// As many of them as one line holds, those that say most.
std::vector<LegendItem> in_one_line(const Pen& pen, std::vector<LegendItem> items, double width, double em);
/// Draws the items from left to right and line by line into the area, or only measures. Returns the lines that they take.
int lay_legend(Pen& pen, const std::vector<LegendItem>& items, const Area& area, double em, bool draw);

}  // namespace satscope::app
