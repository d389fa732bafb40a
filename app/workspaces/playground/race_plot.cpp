// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/race_plot.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "app/core/number_text.h"
#include "app/plot/axis.h"

namespace satscope::app {
namespace {

/// How a racer is drawn: everything but the colour is told twice.
struct LineStyle {
  Rgb colour;
  int marker;                   ///< circle, square, triangle, diamond
  std::array<float, 4> dashes;  ///< ink, gap, ink, gap in ems; the first is 0: solid
};

LineStyle look_of(const Palette& palette, std::size_t i) {
  const std::array looks{LineStyle{palette.accent, 0, {}}, LineStyle{palette.bad, 1, {0.5F, 0.3F, 0.5F, 0.3F}},
                         LineStyle{palette.warning, 2, {0.15F, 0.25F, 0.15F, 0.25F}},
                         LineStyle{palette.good, 3, {0.6F, 0.25F, 0.15F, 0.25F}}};
  return looks[i % looks.size()];
}

void draw_marker(ImDrawList& list, const LineStyle& look, ImVec2 at, float r) {
  const unsigned colour = packed(look.colour);
  switch (look.marker) {
    case 0: list.AddCircleFilled(at, r, colour); break;
    case 1: list.AddRectFilled({at.x - 0.9F * r, at.y - 0.9F * r}, {at.x + 0.9F * r, at.y + 0.9F * r}, colour); break;
    case 2:
      list.AddTriangleFilled({at.x, at.y - 1.1F * r}, {at.x + 1.1F * r, at.y + r}, {at.x - 1.1F * r, at.y + r}, colour);
      break;
    default:
      list.AddQuadFilled({at.x, at.y - 1.3F * r}, {at.x + 1.3F * r, at.y}, {at.x, at.y + 1.3F * r}, {at.x - 1.3F * r, at.y},
                         colour);
  }
}

void draw_dashed(ImDrawList& list, const std::vector<ImVec2>& points, const LineStyle& look, float em, float thick) {
  const unsigned colour = packed(look.colour);
  if (look.dashes[0] <= 0) {
    list.AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, thick);
    return;
  }
  std::size_t part = 0;
  float left = look.dashes[0] * em;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const ImVec2 a = points[i - 1], b = points[i];
    const float length = std::hypot(b.x - a.x, b.y - a.y);
    for (float at = 0; at < length;) {
      const float next = std::min(length, at + left), s = at / length, t = next / length;
      if (part % 2 == 0)
        list.AddLine({std::lerp(a.x, b.x, s), std::lerp(a.y, b.y, s)}, {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)}, colour,
                     thick);
      left -= next - at;
      at = next;
      if (left > 0.01F) continue;  // because: less may be lost in rounding, and never end
      part = (part + 1) % look.dashes.size();
      left = look.dashes[part] * em;
    }
  }
}

std::string time_text(double ms) { return fmt::format("{} ms", grouped(ms, 3)); }

class RadiusPlot {
 public:
  RadiusPlot(const Ui& ui, const Area& area, const RaceResults& results, int r)
      : ui_(ui), results_(results), r_(r), list_(*ImGui::GetWindowDrawList()), font_(*ui.fonts.small), line_(font_.FontSize) {
    find_range();
    const auto x = static_cast<float>(area.x), y = static_cast<float>(area.y);
    const auto width = static_cast<float>(area.width), height = static_cast<float>(area.height);
    float axis = 0;
    for (const double tick : log_ticks(lo_, hi_)) axis = std::max(axis, width_of(time_text(tick)));
    find_labels(0.4F * width);
    left_ = x + axis + 0.6F * ui.em;
    right_ = x + width - (label_width_ > 0 ? label_width_ + 2.2F * ui.em : 0.5F * ui.em);
    top_ = y + 1.3F * line_;
    titled_ = height > 9 * ui.em;
    bottom_ = y + height - (titled_ ? 2.6F : 1.4F) * line_;
  }

  void draw() {
    if (right_ - left_ < 4 * line_ || bottom_ - top_ < line_) return;
    list_.AddRectFilled({left_, top_}, {right_, bottom_}, packed(ui_.palette.backdrop));
    draw_axes();
    for (std::size_t i = 0; i < results_.lines.size(); ++i) draw_line(results_.lines[i], look_of(ui_.palette, i));
    draw_labels();
  }

 private:
  float width_of(const std::string& text) const { return font_.CalcTextSizeA(line_, 1e9F, 0, text.c_str()).x; }
  void text(float x, float y, Rgb colour, const std::string& words) {
    list_.AddText(&font_, line_, {std::round(x), std::round(y)}, packed(colour), words.c_str());
  }

  void find_range() {
    double lo = 1e300, hi = 0;
    for (const RaceLine& line : results_.lines)
      for (const RacePoint& point : line.points) {
        lo = std::min(lo, point.p10_ms);
        hi = std::max(hi, point.p90_ms);
        first_ = std::min(first_, point.r);
        last_ = std::max(last_, point.r);
      }
    if (!(hi > 0)) {
      lo = 0.1;
      hi = 10;
    }
    lo = std::max(lo, 1e-6);
    lo_ = lo / 1.25;
    hi_ = std::max(hi, lo * 2) * 1.25;
  }

  float x_of(double r) const {
    const double share = std::log(r / first_) / std::log(static_cast<double>(last_) / first_);
    return left_ + static_cast<float>(share) * (right_ - left_);
  }
  float y_of(double ms) const {
    const double share = std::log(std::clamp(ms, lo_, hi_) / lo_) / std::log(hi_ / lo_);
    return bottom_ - static_cast<float>(share) * (bottom_ - top_);
  }

  void draw_axes() {
    const unsigned grid = packed(ui_.palette.line), ink = packed(ui_.palette.quiet);
    float free = bottom_ + 0.6F * line_;  // the next label's lower edge is above this
    for (const double tick : log_ticks(lo_, hi_)) {
      const float y = y_of(tick);
      list_.AddLine({left_, y}, {right_, y}, grid);
      if (y + line_ / 2 > free || y - line_ / 2 < top_ - 0.6F * line_) continue;
      const std::string words = time_text(tick);
      text(left_ - width_of(words) - 0.35F * ui_.em, y - line_ / 2, ui_.palette.quiet, words);
      free = y - 0.6F * line_;
    }
    const std::string end = fmt::format("{}", last_);
    const float end_from = right_ + 0.3F * ui_.em - width_of(end);  // clear of the names beside it
    float taken = -1e9F;
    const auto label = [&](int r, bool must) {
      const std::string words = fmt::format("{}", r);
      const float half = width_of(words) / 2, x = x_of(r);
      list_.AddLine({x, bottom_}, {x, bottom_ + 0.25F * line_}, ink);
      if (!must && (x - half < taken + 0.5F * ui_.em || x + half > end_from - 0.5F * ui_.em)) return;
      text(must ? end_from : x - half, bottom_ + 0.3F * line_, ui_.palette.quiet, words);
      taken = x + half;
    };
    for (const double tick : log_ticks(first_, last_ - 0.5)) label(static_cast<int>(std::lround(tick)), false);
    label(last_, true);
    list_.AddLine({left_, bottom_}, {right_, bottom_}, ink);
    list_.AddLine({left_, top_}, {left_, bottom_}, ink);
    if (titled_) {
      const std::string words = "radius r, pixels";
      text(std::max(left_, (left_ + right_ - width_of(words)) / 2), bottom_ + 1.5F * line_, ui_.palette.quiet, words);
    }
    if (r_ < first_ || r_ > last_) return;
    const std::string mark = fmt::format("r = {}", r_);
    const float x = x_of(r_), half = width_of(mark) / 2;
    list_.AddLine({x, top_}, {x, bottom_}, packed(ui_.palette.text), std::max(1.0F, 0.08F * ui_.em));
    text(std::clamp(x - half, left_, right_ - 2 * half), top_ - 1.2F * line_, ui_.palette.text, mark);
  }

  void draw_line(const RaceLine& line, const LineStyle& look) {
    std::vector<ImVec2> middle;
    for (const RacePoint& p : line.points) middle.push_back({x_of(p.r), y_of(p.median_ms)});
    for (std::size_t i = 1; i < middle.size(); ++i) {
      const RacePoint &a = line.points[i - 1], &b = line.points[i];
      list_.AddQuadFilled({middle[i - 1].x, y_of(a.p10_ms)}, {middle[i - 1].x, y_of(a.p90_ms)}, {middle[i].x, y_of(b.p90_ms)},
                          {middle[i].x, y_of(b.p10_ms)}, packed(look.colour, 0.22F));
    }
    const float thick = std::max(1.5F, 0.11F * ui_.em);
    if (middle.size() > 1) draw_dashed(list_, middle, look, ui_.em, thick);
    for (const ImVec2 at : middle) draw_marker(list_, look, at, 0.2F * ui_.em);
    if (line.left_out_from > 0 && !middle.empty()) {  // a wall: from here on it is too slow
      const ImVec2 at = middle.back();
      list_.AddLine({at.x + 0.35F * ui_.em, at.y - 0.4F * ui_.em}, {at.x + 0.35F * ui_.em, at.y + 0.4F * ui_.em},
                    packed(look.colour), thick);
    }
  }

  /// The longest text of each racer that is no wider than this.
  void find_labels(float most) {
    for (const RaceLine& line : results_.lines) {
      std::vector<std::string> texts;
      if (!line.wrong.empty())
        texts = {line.name + ": wrong"};
      else if (!line.problem.empty())
        texts = {line.name + ": not here"};
      else if (line.left_out_from > 0)
        texts = {fmt::format("{}: out from {}", line.name, line.left_out_from)};
      texts.push_back(line.name);
      const float sample = 2.2F * ui_.em;
      const auto fits = std::ranges::find_if(texts, [&](const std::string& t) { return width_of(t) + sample <= most; });
      labels_.push_back(fits == texts.end() ? std::string() : *fits);
      label_width_ = std::max(label_width_, labels_.back().empty() ? 0 : width_of(labels_.back()));
    }
  }

  void draw_labels() {
    std::vector<std::size_t> order(results_.lines.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return labels_[i].empty(); });
    const auto wanted = [&](std::size_t i) {
      const RaceLine& line = results_.lines[i];
      return line.points.empty() ? static_cast<double>(bottom_) : static_cast<double>(y_of(line.points.back().median_ms));
    };
    std::ranges::stable_sort(order, {}, wanted);
    std::vector<double> places;
    for (const std::size_t i : order) places.push_back(wanted(i));
    places = spread_labels(places, 1.15 * static_cast<double>(line_), static_cast<double>(top_ - line_),
                           static_cast<double>(bottom_ + 1.2F * line_));
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::size_t i = order[k];
      const RaceLine& line = results_.lines[i];
      const auto y = static_cast<float>(places[k]);
      const float x = right_ + 0.4F * ui_.em, sample = 1.5F * ui_.em;
      const LineStyle look = look_of(ui_.palette, i);
      draw_dashed(list_, {{x, y}, {x + sample, y}}, look, ui_.em, std::max(1.5F, 0.11F * ui_.em));
      draw_marker(list_, look, {x + sample / 2, y}, 0.22F * ui_.em);
      text(x + sample + 0.3F * ui_.em, y - line_ / 2, ui_.palette.text, labels_[i]);
      if (line.wrong.empty()) continue;
      const float from = std::round(x + sample + 0.3F * ui_.em);
      list_.AddLine({from, y}, {from + width_of(line.name), y}, packed(ui_.palette.bad), std::max(1.5F, 0.1F * ui_.em));
    }
  }

  const Ui& ui_;
  const RaceResults& results_;
  int r_;
  ImDrawList& list_;
  ImFont& font_;
  float line_;  ///< height of a line of text
  double lo_ = 0, hi_ = 0;
  int first_ = 1, last_ = 300;  ///< radii
  std::vector<std::string> labels_;
  float label_width_ = 0;
  float left_ = 0, right_ = 0, top_ = 0, bottom_ = 0;  ///< of the plot without its texts
  bool titled_ = false;
};

}  // namespace

void draw_race_plot(const Ui& ui, const Area& area, const RaceResults& results, int r) {
  RadiusPlot(ui, area, results, r).draw();
}

}  // namespace satscope::app
