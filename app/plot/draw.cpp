// SPDX-License-Identifier: Apache-2.0
#include "app/plot/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "app/core/text/wrapped_lines.h"
#include "app/plot/axis.h"

namespace satscope::app {
namespace {

/// Above it a curve is a line without marks, because they would cover it.
constexpr std::size_t k_most_marks = 400;

constexpr PlotColours k_on_white{.ground = 0xffffff,
                                 .ink = 0x1a1f27,
                                 .quiet = 0x4c5664,
                                 .grid = 0xdfe3e9,
                                 .bound = 0x777777,
                                 .curves = {0x0072b2, 0xd55e00, 0x2b1f9e, 0x801354, 0xa07a30, 0x0b7a4b, 0xc0479c, 0x4a5058}};
constexpr PlotColours k_on_black{.ground = 0x101216,
                                 .ink = 0xe8ebf0,
                                 .quiet = 0xa7b0be,
                                 .grid = 0x2f3540,
                                 .bound = 0x999999,
                                 .curves = {0x56b4e9, 0xff8a4a, 0xf0e442, 0xe05a9c, 0x2fc48d, 0x8f8fff, 0xffc0b0, 0xb8c0cc}};

/// Corners of a regular star or polygon: every other one at `inner`.
std::vector<PlotPlace> around(PlotPlace at, int corners, double outer, double inner, double turn) {
  std::vector<PlotPlace> places;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * (i + turn) / corners, r = i % 2 == 0 ? outer : inner;
    places.push_back({at.x + r * std::sin(angle), at.y - r * std::cos(angle)});
  }
  return places;
}

std::vector<PlotPlace> outline(PlotMark mark, PlotPlace at, double r) {
  switch (mark) {
    case PlotMark::circle: return around(at, 16, r, r, 0);
    case PlotMark::square: return around(at, 4, 1.25 * r, 1.25 * r, 0.5);
    case PlotMark::triangle: return around(at, 3, 1.35 * r, 1.35 * r, 0);
    case PlotMark::diamond: return around(at, 4, 1.35 * r, 1.35 * r, 0);
    case PlotMark::down: return around(at, 3, 1.35 * r, 1.35 * r, 0.5 + 1);
    case PlotMark::cross: return around(at, 8, 1.45 * r, 0.55 * r, 1);
    case PlotMark::pentagon: return around(at, 5, 1.2 * r, 1.2 * r, 0);
    case PlotMark::star: return around(at, 10, 1.5 * r, 0.65 * r, 0);
  }
  return {};
}

class PlotPainter {
 public:
  PlotPainter(const Plot& plot, PlotSurface& surface, const PlotColours& colours, Extent size, double em)
      : plot_(plot),
        on_(surface),
        colours_(colours),
        width_(size.width),
        height_(size.height),
        em_(em),
        x_(scale_x()),
        y_(scale_y()) {
    lay_out();
  }

  void draw() {
    if (!plot_.title.empty())
      on_.text({pad(), pad() + em_ / 2}, cut(plot_.title, width_ - 2 * pad(), em_, true), colours_.ink, em_, -1, true);
    for (std::size_t i = 0; i < notes_.size(); ++i)
      on_.text({pad(), height_ - pad() - (static_cast<double>(notes_.size() - i) - 0.5) * line()}, notes_[i], colours_.quiet,
               small(), -1, false);
    if (right_ - left_ < 3 * em_ || bottom_ - top_ < 1.2 * em_) return;
    draw_axes();
    for (const PlotSeries& series : plot_.series)
      if (!series.hidden) draw_curve(series);
    draw_names();
  }

 private:
  double pad() const { return (plot_.title.empty() ? 0.3 : 0.7) * em_; }
  /// What is above the plot's names and axes.
  double head() const { return pad() + (plot_.title.empty() ? 0 : 2.1 * em_); }
  double small() const { return 0.85 * em_; }
  double line() const { return 1.25 * small(); }
  double sample() const { return 1.9 * em_; }

  bool drawn(const PlotPoint& point) const { return x_.holds(point.x) && y_.holds(point.y); }

  bool is_known(const PlotPoint& point) const {
    return !std::isnan(point.y) && (!plot_.y.log || point.y > 0) && (!plot_.x.log || point.x > 0);
  }
  /// Else the axes have no numbers: they would be invented.
  bool has_points() const {
    return std::ranges::any_of(plot_.series, [&](const PlotSeries& series) {
      return !series.hidden && std::ranges::any_of(series.points, [&](const PlotPoint& point) { return is_known(point); });
    });
  }

  template <class Value>
  Scale scale_of(const PlotAxis& axis, std::initializer_list<Value> values) const {
    double lo = std::numeric_limits<double>::infinity(), hi = -lo;
    for (const PlotSeries& series : plot_.series)
      for (const PlotPoint& point : series.points) {
        if (series.hidden || !is_known(point)) continue;
        for (const Value value : values)
          if (const double v = point.*value; std::isfinite(v) && (!axis.log || v > 0)) {
            lo = std::min(lo, v);
            hi = std::max(hi, v);
          }
      }
    return {axis, lo, hi};
  }
  Scale scale_x() const { return scale_of(plot_.x, {&PlotPoint::x}); }
  Scale scale_y() const { return scale_of(plot_.y, {&PlotPoint::y, &PlotPoint::low, &PlotPoint::high}); }

  std::string cut(std::string text, double width, double height, bool strong = false) const {
    if (on_.width_of(text, height, strong) <= width) return text;
    while (!text.empty() && on_.width_of(text + "…", height, strong) > width) {
      while (!text.empty() && (text.back() & 0xC0) == 0x80) text.pop_back();  // what goes on with the letter before
      if (!text.empty()) text.pop_back();
    }
    return text.empty() ? text : text + "…";
  }

  void wrap(const std::string& sentence) {
    const double room = width_ - 2 * pad();
    for (std::string& each :
         wrapped_lines(sentence, [&](const std::string& l) { return on_.width_of(l, small(), false) <= room; }))
      notes_.push_back(cut(std::move(each), room, small()));
  }

  void lay_out() {
    for (const std::string& note : plot_.notes) wrap(note);
    const auto most_notes = static_cast<std::size_t>(std::max(0.0, 0.3 * height_ / line()));
    if (notes_.size() > most_notes) notes_.resize(most_notes);
    top_ = head() + (plot_.y.title.empty() ? 0.5 * em_ : line());
    titled_ = !plot_.x.title.empty() && height_ > 9 * em_;
    below_ = height_ - pad() - static_cast<double>(notes_.size()) * line();
    bottom_ = below_ - (titled_ ? 3.2 : 1.4) * em_;
    const bool numbered = has_points();
    if (numbered) ticks_y_ = y_.ticks(std::max(2, static_cast<int>((bottom_ - top_) / (2.2 * em_))));
    double widest = 0;
    for (const Scale::Tick& tick : ticks_y_) widest = std::max(widest, on_.width_of(tick.text, small(), false));
    left_ = pad() + std::min(widest, 0.25 * width_) + 0.5 * em_;
    double names = 0;
    for (const PlotSeries& series : plot_.series) names = std::max(names, on_.width_of(series.name, small(), false));
    for (names_ = std::min(names, 0.36 * width_);; names_ = 0) {  // where there is little room, the curves come first
      right_ = width_ - pad() - (names_ > 0 ? names_ + sample() + 1.2 * em_ : 0.5 * em_);
      if (names_ <= 0 || right_ - left_ >= 4 * em_) break;
    }
    if (numbered) ticks_x_ = x_.ticks(std::max(2, static_cast<int>((right_ - left_) / (4 * em_))));
  }

  PlotPlace place(double x, double y) const {
    return {left_ + x_.share(x) * (right_ - left_), bottom_ - y_.share(y) * (bottom_ - top_)};
  }

  void draw_axes() {
    const auto straight = [&](PlotPlace a, PlotPlace b, std::uint32_t colour) {
      on_.line(std::array{a, b}, {.colour = colour});
    };
    double free = bottom_ + em_;  // the next number is above it
    for (const Scale::Tick& tick : ticks_y_) {
      const double y = bottom_ - y_.share(tick.value) * (bottom_ - top_);
      straight({left_, y}, {right_, y}, colours_.grid);
      if (y + small() / 2 > free) continue;
      free = y - small() / 2;
      on_.text({left_ - 0.4 * em_, y}, cut(tick.text, 0.25 * width_, small()), colours_.quiet, small(), 1, false);
    }
    double taken = left_ - 2 * em_;
    for (const Scale::Tick& tick : ticks_x_) {
      const double x = left_ + x_.share(tick.value) * (right_ - left_);
      straight({x, top_}, {x, bottom_}, colours_.grid);
      const double half = on_.width_of(tick.text, small(), false) / 2;
      if (x - half < taken + 0.4 * em_ || x + half > right_ + 0.5 * em_) continue;
      on_.text({x, bottom_ + 0.9 * em_}, tick.text, colours_.quiet, small(), 0, false);
      taken = x + half;
    }
    straight({left_, bottom_}, {right_, bottom_}, colours_.quiet);
    straight({left_, top_}, {left_, bottom_}, colours_.quiet);
    if (x_.holds(plot_.marked)) {
      const double x = left_ + x_.share(plot_.marked) * (right_ - left_);
      on_.line(std::array{PlotPlace{x, top_}, PlotPlace{x, bottom_}}, {.colour = colours_.ink, .thick = 0.08 * em_});
    }
    if (!plot_.y.title.empty())
      on_.text({pad(), top_ - line()}, cut(plot_.y.title, width_ - 2 * pad(), small()), colours_.ink, small(), -1, false);
    if (titled_)
      on_.text({(left_ + right_) / 2, bottom_ + 2.2 * em_}, cut(plot_.x.title, right_ - left_, small()), colours_.ink, small(),
               0, false);
  }

  std::uint32_t colour_of(const PlotSeries& series) const {
    return series.kind == PlotKind::bound ? colours_.bound
                                          : colours_.curves[static_cast<std::size_t>(series.look % k_plot_looks)];
  }

  PlotLine line_of(const PlotSeries& series) const {
    return {.colour = colour_of(series), .thick = 0.13 * em_, .dashed = series.kind == PlotKind::emulated};
  }

  void draw_mark(const PlotSeries& series, PlotPlace at, const std::string& tip) {
    if (series.kind == PlotKind::bound) return;
    const double r = (series.kind == PlotKind::published ? 0.36 : 0.26) * em_;
    // a second round of colours has its marks the other way round
    const auto mark = static_cast<PlotMark>((series.look + series.look / k_plot_looks * 3) % k_plot_looks);
    on_.mark(outline(mark, at, r), colour_of(series), series.kind != PlotKind::published, tip);
  }

  void draw_spread(const PlotSeries& series, std::size_t begin, std::size_t end) {
    const auto from = series.points.begin() + static_cast<std::ptrdiff_t>(begin),
               to = series.points.begin() + static_cast<std::ptrdiff_t>(end);
    std::vector<PlotPlace> edge;
    for (auto point = from; point != to; ++point) edge.push_back(place(point->x, point->high));
    for (auto point = to; point != from;) {
      --point;
      edge.push_back(place(point->x, point->low));
    }
    if (end - begin > 1) return on_.band(edge, colour_of(series), 0.18);
    on_.line(edge, {.colour = colour_of(series), .thick = 0.08 * em_});  // one alone is a bar
  }

  void draw_curve(const PlotSeries& series) {
    const auto spread = [&](const PlotPoint& p) { return drawn(p) && y_.holds(p.low) && y_.holds(p.high); };
    const auto runs = [&](auto belongs, auto draw) {
      for (std::size_t begin = 0, end = 0; begin < series.points.size(); begin = std::max(end, begin + 1)) {
        for (end = begin; end < series.points.size() && belongs(series.points[end]);) ++end;
        if (end > begin) draw(begin, end);
      }
    };
    runs(spread, [&](std::size_t begin, std::size_t end) { draw_spread(series, begin, end); });
    if (series.kind != PlotKind::published)
      runs([&](const PlotPoint& p) { return drawn(p); },
           [&](std::size_t begin, std::size_t end) {
             std::vector<PlotPlace> places;
             for (std::size_t i = begin; i < end; ++i) places.push_back(place(series.points[i].x, series.points[i].y));
             if (places.size() > 1) on_.line(places, line_of(series));
           });
    if (series.points.size() > k_most_marks) return;
    for (const PlotPoint& point : series.points)
      if (drawn(point)) draw_mark(series, place(point.x, point.y), tip_of(series, point));
  }

  std::string unit() const { return plot_.y.unit.empty() ? "" : " " + plot_.y.unit; }

  std::string tip_of(const PlotSeries& series, const PlotPoint& point) const {
    std::string tip =
        fmt::format("{}, {}: {}", series.name, point.at.empty() ? tick_text(point.x) : point.at, value_text(point.y) + unit());
    if (!std::isnan(point.low)) tip += fmt::format(" ({} to {})", value_text(point.low), value_text(point.high));
    return tip;
  }

  void draw_names() {
    if (names_ <= 0) return;
    const double x = right_ + 0.9 * em_, from = head();
    const auto room = static_cast<std::size_t>(std::max(1.0, (below_ - from) / line()));
    std::vector<std::size_t> named;
    for (std::size_t i = 0; i < plot_.series.size(); ++i)
      if (!plot_.series[i].name.empty()) named.push_back(i);
    const std::size_t shown = named.size() <= room ? named.size() : room - 1;
    // because: a name can be pressed, and is large enough to be hit where there is room
    const double row = std::clamp((below_ - from) / static_cast<double>(named.size() + 1), line(), 1.85 * em_);
    for (std::size_t i = 0; i < shown; ++i) {
      const double y = from + (static_cast<double>(i) + 0.5) * row;
      const PlotSeries& series = plot_.series[named[i]];
      if (!series.hidden) {
        if (series.kind != PlotKind::published)
          on_.line(std::array{PlotPlace{x, y}, PlotPlace{x + sample(), y}}, line_of(series));
        draw_mark(series, {x + sample() / 2, y}, series.name);
      }
      on_.text({x + sample() + 0.3 * em_, y}, cut(series.name, names_, small()), series.hidden ? colours_.quiet : colours_.ink,
               small(), -1, false);
      on_.named({x, y - row / 2}, {sample() + 0.3 * em_ + names_, row}, named[i]);
    }
    if (shown < named.size())
      on_.text({x, from + (static_cast<double>(shown) + 0.5) * row}, fmt::format("and {} more", named.size() - shown),
               colours_.quiet, small(), -1, false);
  }

  const Plot& plot_;
  PlotSurface& on_;
  const PlotColours& colours_;
  const double width_, height_, em_;
  const Scale x_, y_;
  std::vector<std::string> notes_;
  std::vector<Scale::Tick> ticks_x_, ticks_y_;
  double left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;  ///< of the plot without its texts
  double below_ = 0;                                    ///< where the sentences begin
  bool titled_ = false;                                 ///< there is room for the title of x
  double names_ = 0;                                    ///< width of the curves' names
};

}  // namespace

const PlotColours& plot_colours(std::string_view theme) { return theme == "light" ? k_on_white : k_on_black; }

void draw_plot(const Plot& plot, PlotSurface& surface, const PlotColours& colours, Extent size, double em) {
  PlotPainter(plot, surface, colours, size, em).draw();
}

}  // namespace satscope::app
