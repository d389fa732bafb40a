// SPDX-License-Identifier: Apache-2.0
// The range bar: which table values the colour map spreads over, drawn under the histogram of the values.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/views/canvas.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/explore/explore.h"

namespace satscope::app {
namespace {

void draw_controls(Ui& ui) {
  Session& session = ui.session;
  caption(ui, "TABLE COLOURS");
  ImGui::SetNextItemWidth(7 * ui.em);
  if (ImGui::BeginCombo("##map", session.colour_map.c_str())) {
    for (const auto& known : k_colour_maps)
      if (ImGui::Selectable(std::string(known.id).c_str(), known.id == session.colour_map)) session.colour_map = known.id;
    ImGui::EndCombo();
  }
  ui.control("colour_map", "Colour map of the table", WindowAction::next_colour_map);
  ImGui::SameLine();
  if (ImGui::Checkbox("De-ramp", &session.deramp)) session.range.automatic = true;
  ui.control("deramp", "Shows the table minus mean · x · y: without the ramp that every table is, its shape becomes visible",
             WindowAction::deramp);
  ImGui::SameLine();
  ImGui::Checkbox("Auto", &session.range.automatic);
  ui.control("auto_range", "The range follows all values of the table", WindowAction::auto_range);
  ImGui::SameLine();
  const float wide = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize("Histogram").x;
  if (wide > ImGui::GetContentRegionAvail().x) {
    ImGui::NewLine();  // because: half a word is no control; the key and the menu remain
    return;
  }
  ImGui::Checkbox("Histogram", &session.histogram);
  ui.control("histogram", "How often values occur in the table", WindowAction::histogram);
}

/// The values that the bar spans: all of the table, widened to the range.
struct Span {
  double lo, hi;
};
Span span_of(const ColourRange& range, const ValueSpread* spread) {
  Span span{range.lo, range.hi};
  if (spread) span = {std::min(spread->min, range.lo), std::max(spread->max, range.hi)};
  if (!(span.hi > span.lo)) span.hi = span.lo + 1;
  return span;
}

const ValueSpread* spread_of(const Ui& ui) {
  const Shown& shown = ui.frame.shown();
  if (!shown.spreads) return nullptr;
  return ui.session.deramp ? &shown.spreads->deramped : &shown.spreads->table;
}

/// How often values around this one occur, 0 ... 1.
float frequency(const ValueSpread& spread, double value) {
  const auto bins = static_cast<double>(spread.histogram.size());
  const double bin = (value - spread.min) / std::max(1e-300, spread.max - spread.min) * bins;
  if (!(bin >= 0 && bin <= bins)) return 0;
  const auto most = static_cast<float>(*std::max_element(spread.histogram.begin(), spread.histogram.end()));
  const auto count = static_cast<float>(spread.histogram[std::min(spread.histogram.size() - 1, static_cast<std::size_t>(bin))]);
  return most > 0 ? count / most : 0;
}

/// A handle of the bar that can be dragged. (The keyboard uses the numbers below.)
bool handle(Ui& ui, const char* id, const char* tip, float x, float top, float bottom, float& moved_by) {
  const float half = 0.5F * ui.em;
  ImGui::SetCursorScreenPos({std::round(x - half), top});
  invisible_button(id, {2 * half, bottom - top});
  const bool active = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered(),
             focused = ImGui::IsItemFocused() && ui.doing.in_panels;
  if (hovered || active) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (active) ui.doing.changing = true;
  ui.control(id, tip);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rgb colour = active || hovered || focused ? ui.palette.accent : ui.palette.text;
  list.AddLine({x, top}, {x, bottom}, packed(ui.palette.panel), 4);
  list.AddLine({x, top}, {x, bottom}, packed(colour), 2);
  list.AddTriangleFilled({x - 0.35F * ui.em, bottom}, {x + 0.35F * ui.em, bottom}, {x, bottom - 0.5F * ui.em}, packed(colour));
  moved_by = active ? ImGui::GetIO().MouseDelta.x : 0;
  return active && moved_by != 0;
}

/// The ends of the range as numbers that can be dragged and typed.
void draw_ends(Ui& ui, const Span& span) {
  ColourRange& range = ui.session.range;
  const float width = std::min(9 * ui.em, ImGui::GetContentRegionAvail().x / 2 - 0.25F * ui.em);
  const float left = ImGui::GetCursorPosX(), right = left + ImGui::GetContentRegionAvail().x;
  const auto speed = static_cast<float>((span.hi - span.lo) / 500);
  const char* format = span.hi - span.lo >= 1000 ? "%.0f" : "%.6g";
  struct End {
    const char *label, *control, *tip;
    double& value;
    float x;
  };
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.4F * ui.em, 0.12F * ui.em});
  for (const End& end :
       {End{"##lo", "range_lo_value", "The value with the first colour; drag, or Ctrl+click to type", range.lo, left},
        End{"##hi", "range_hi_value", "The value with the last colour; drag, or Ctrl+click to type", range.hi,
            right - width}}) {
    ImGui::SetCursorPosX(end.x);
    ImGui::SetNextItemWidth(width);
    double value = end.value;
    if (ImGui::DragScalar(end.label, ImGuiDataType_Double, &value, speed, nullptr, nullptr, format)) {
      end.value = value;
      range.automatic = false;
    }
    ui.control(end.control, end.tip);
    ImGui::SameLine();
  }
  if (!(range.hi > range.lo)) range.hi = range.lo + 1;
  ImGui::NewLine();
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

void draw_bar(Ui& ui) {
  ColourRange& range = ui.session.range;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = 2.5F * ui.em;
  const ImVec2 to{from.x + width, from.y + height};
  const float strip = std::round(0.6F * ui.em);
  const ValueSpread* spread = spread_of(ui);
  const Span span = span_of(range, spread);
  const auto place = [&](double value) {
    return from.x + static_cast<float>(std::clamp((value - span.lo) / (span.hi - span.lo), 0.0, 1.0)) * width;
  };
  const ColourMap map = colour_map_of(ui.session);
  const auto colour_at = [&](double value) {
    return colour_of(map, (value - range.lo) / std::max(1e-300, range.hi - range.lo));
  };

  list.AddRectFilled(from, to, packed(ui.palette.backdrop), 0.2F * ui.em);
  const int steps = std::max(1, static_cast<int>(width / 3));
  for (int i = 0; i < steps; ++i) {
    const float left = from.x + width * static_cast<float>(i) / static_cast<float>(steps);
    const float right = from.x + width * static_cast<float>(i + 1) / static_cast<float>(steps);
    const double value = span.lo + (span.hi - span.lo) * (i + 0.5) / steps;
    const unsigned colour = packed(colour_at(value));
    list.AddRectFilled({left, to.y - strip}, {right, to.y}, colour);
    if (!spread || !ui.session.histogram) continue;
    // because: the first values of a table are by far the most frequent, a root keeps the others visible
    const float share = std::sqrt(frequency(*spread, value));
    list.AddRectFilled({left, to.y - strip - 1 - share * (height - strip - 3)}, {right, to.y - strip - 1},
                       packed(ui.palette.quiet, 0.75F));
  }
  ui.controls["range_bar"] = {from.x, from.y, width, height};

  const double per_unit = (span.hi - span.lo) / static_cast<double>(width);
  float by = 0;
  if (handle(ui, "range_lo", "The value with the first colour; drag", place(range.lo), from.y, to.y, by)) {
    range.automatic = false;
    range.lo = std::clamp(range.lo + static_cast<double>(by) * per_unit, span.lo, range.hi - per_unit);
  }
  if (handle(ui, "range_hi", "The value with the last colour; drag", place(range.hi), from.y, to.y, by)) {
    range.automatic = false;
    range.hi = std::clamp(range.hi + static_cast<double>(by) * per_unit, range.lo + per_unit, span.hi);
  }
  ImGui::SetCursorScreenPos({from.x, to.y + 0.2F * ui.em});
  draw_ends(ui, span);
}

}  // namespace

void draw_colours_panel(Ui& ui) {
  draw_controls(ui);
  if (ui.frame.shown().ready) draw_bar(ui);
}

}  // namespace satscope::app
