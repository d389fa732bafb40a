// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/plot_view.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/plot/draw.h"
#include "app/sources/files/png_file.h"
#include "app/ui/drawing/page.h"

namespace satscope::app {
namespace {

Rgb rgb_of(std::uint32_t colour) {
  const auto part = [&](int shift) { return static_cast<float>(colour >> shift & 255U) / 255; };
  return {part(16), part(8), part(0)};
}

class PlotDrawing final : public PlotSurface {
 public:
  PlotDrawing(Drawing& drawing, Point corner, const Point* pointer, std::size_t curves)
      : drawing_(drawing), corner_(corner), pointer_(pointer) {
    seen.names.resize(curves);
  }
  PlotSeen seen;

  void line(std::span<const PlotPlace> places, const PlotLine& look) override {
    const std::vector<Point> points = moved(places);
    const Ink ink{rgb_of(look.colour)};
    if (!look.dashed) return drawing_.polyline(points, ink, look.thick);
    const double dash = 0.5 * drawing_.em, gap = 0.3 * drawing_.em;
    double at = 0;  // along the line
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Point a = points[i - 1], b = points[i];
      const double length = std::hypot(b.x - a.x, b.y - a.y), end = at + length;
      const auto between = [&](double where) {
        const double share = (where - at) / length;
        return Point{std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share)};
      };
      for (double n = std::floor(at / (dash + gap)); length > 0 && n * (dash + gap) < end; ++n) {
        const double from = std::max(at, n * (dash + gap)), to = std::min(end, n * (dash + gap) + dash);
        if (from < to) drawing_.line(between(from), between(to), ink, look.thick);
      }
      at = end;
    }
  }

  void band(std::span<const PlotPlace> places, std::uint32_t colour, double alpha) override {
    // because: polygons of a drawing are convex. A band goes there along its upper edge and back along the lower one.
    const std::vector<Point> points = moved(places);
    for (std::size_t i = 0, last = points.size() - 1; i + 1 < points.size() / 2; ++i)
      drawing_.polygon(std::array{points[i], points[i + 1], points[last - i - 1], points[last - i]}, {rgb_of(colour), alpha});
  }

  void mark(std::span<const PlotPlace> outline, std::uint32_t colour, bool filled, std::string_view tip) override {
    std::vector<Point> points = moved(outline);
    Point middle{};
    for (const Point& point : points) {
      middle.x += point.x / static_cast<double>(points.size());
      middle.y += point.y / static_cast<double>(points.size());
    }
    if (pointer_ && std::hypot(pointer_->x - middle.x, pointer_->y - middle.y) < 0.6 * drawing_.em) seen.pointed_at = tip;
    const Ink ink{rgb_of(colour)};
    if (filled)  // stars are not convex: triangles from the middle
      for (std::size_t i = 0; i < points.size(); ++i)
        drawing_.triangle(middle, points[i], points[(i + 1) % points.size()], ink);
    points.push_back(points.front());
    drawing_.polyline(points, ink, filled ? 1 : 0.12 * drawing_.em);
  }

  void text(PlotPlace at, std::string_view words, std::uint32_t colour, double height, int end, bool strong) override {
    const double width = width_of(words, height, strong), x = corner_.x + at.x - (end < 0 ? 0 : end > 0 ? width : width / 2);
    drawing_.text({x, corner_.y + at.y - height / 2}, words, {rgb_of(colour)}, strong ? Face::strong : Face::small, height);
  }

  void named(PlotPlace corner, PlotPlace size, std::size_t series) override {
    seen.names[series] = {corner_.x + corner.x, corner_.y + corner.y, size.x, size.y};
  }

  double width_of(std::string_view words, double height, bool strong) const override {
    return drawing_.width_of(words, strong ? Face::strong : Face::small, height);
  }

 private:
  std::vector<Point> moved(std::span<const PlotPlace> places) const {
    std::vector<Point> points;
    for (const PlotPlace& place : places) points.push_back({corner_.x + place.x, corner_.y + place.y});
    return points;
  }

  Drawing& drawing_;
  const Point corner_;
  const Point* const pointer_;
};

}  // namespace

PlotSeen paint_plot(Drawing& drawing, const Area& area, const Plot& plot, const Point* pointer) {
  PlotDrawing surface(drawing, {area.x, area.y}, pointer, plot.series.size());
  const PlotColours& colours =
      plot_colours(contrast(drawing.palette.panel, {0, 0, 0}) > contrast(drawing.palette.panel, {1, 1, 1}) ? "light" : "dark");
  drawing.rect(area, {rgb_of(colours.ground)});
  const Extent size{static_cast<int>(area.width), static_cast<int>(area.height)};
  draw_plot(plot, surface, colours, size, drawing.em);
  return surface.seen;
}

void show_plot(Ui& ui, const Area& area, Plot& plot, std::vector<std::string>* hidden, const std::string& id,
               const std::string& tip) {
  for (PlotSeries& series : plot.series) series.hidden = hidden && std::ranges::find(*hidden, series.name) != hidden->end();
  const ImVec2 corner{static_cast<float>(area.x), static_cast<float>(area.y)};
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy({static_cast<float>(area.width), static_cast<float>(area.height)});
  ui.control(id);
  bool hovered = ImGui::IsItemHovered();
  const ImVec2 mouse = ImGui::GetIO().MousePos, after = ImGui::GetCursorScreenPos();
  const Point pointer{static_cast<double>(mouse.x), static_cast<double>(mouse.y)};
  ScreenDrawing drawing(ui.palette, ui.fonts, static_cast<double>(ui.em));
  const PlotSeen seen = paint_plot(drawing, area, plot, hovered ? &pointer : nullptr);
  for (std::size_t i = 0; hidden && i < seen.names.size(); ++i) {
    const Area& name = seen.names[i];
    if (name.width < 1 || name.height < 1) continue;
    ImGui::SetCursorScreenPos({static_cast<float>(name.x), static_cast<float>(name.y)});
    const std::string button = fmt::format("{}:{}", id, i);
    if (invisible_button(button.c_str(), {static_cast<float>(name.width), static_cast<float>(name.height)})) {
      if (plot.series[i].hidden)
        std::erase(*hidden, plot.series[i].name);
      else
        hidden->push_back(plot.series[i].name);
    }
    hovered = hovered && !ImGui::IsItemHovered();  // what the name says is enough
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
      ImGui::GetWindowDrawList()->AddRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), packed(ui.palette.accent));
    ui.control(button, fmt::format("{}. Press: {}", plot.series[i].name, plot.series[i].hidden ? "show it" : "hide it"));
  }
  ImGui::SetCursorScreenPos(after);
  const std::string& says = seen.pointed_at.empty() ? tip : seen.pointed_at;
  if (!hovered || says.empty()) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(22 * ui.em);
  ImGui::TextUnformatted(says.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

std::string png_of_plot(const Plot& plot, Extent size, const Palette& palette) {
  PixelPage page(size, 1);
  const auto paint = [&](Drawing& drawing) {
    paint_plot(drawing, {0, 0, static_cast<double>(size.width), static_cast<double>(size.height)}, plot);
  };
  return encode_png(page.pixels(), page.draw(palette, paint));
}

}  // namespace satscope::app
