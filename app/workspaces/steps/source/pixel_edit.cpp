// SPDX-License-Identifier: Apache-2.0
// A pixel of the input is changed where it is: click it, type a number or turn the wheel.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/ui/imgui_versions.h"
#include "app/workspaces/steps/caption/explain.h"
#include "app/workspaces/steps/source/source.h"

namespace satscope::app {
namespace {

/// The number of a text, or nothing.
std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc() || stopped != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

void put(StepsUi& ui, const Trace& trace, CellAt pixel, double value) {
  StepsSource& source = ui.session.part<StepsSettings>().source;
  source = with_pixel(source, trace.buffers[0], pixel.index, fmt::format("{}", value));
  ui.steps.draft = source.typed;
}

}  // namespace

void draw_pixel_edit(StepsUi& ui, const Player& player, CellAt pixel) {
  StepsModel& model = ui.steps;
  const Trace& trace = player.story().trace;
  const TraceBuffer& picture = trace.buffers[0];
  const double now = to_double(number(picture.start[pixel.index], picture.type));
  const auto columns = static_cast<std::uint32_t>(picture.shape.width);
  caption(ui, fmt::format("PIXEL ({}, {})", pixel.index % columns, pixel.index / columns));
  if (model.edited != pixel) {
    model.edited = pixel;
    model.pixel_draft = fmt::format("{}", now);
    focus_next_item();
  }
  ImGui::SetNextItemWidth(6 * ui.em);
  const bool done =
      ImGui::InputText("##pixel", &model.pixel_draft, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.control("steps:pixel", "A number; Enter takes it and goes to the next pixel");
  if (done) {
    if (const auto value = number_in(model.pixel_draft)) {
      if (*value != now) put(ui, trace, pixel, *value);
      model.state.chosen = CellAt{0, (pixel.index + 1) % static_cast<std::uint32_t>(picture.start.size())};
      model.edited.reset();
    } else {
      ui.doing.message = Notice{
          fmt::format("'{}' is not a number; a pixel is a number such as 7 or 0.5", model.pixel_draft), std::nullopt, {}};
      ImGui::SetKeyboardFocusHere(-1);
    }
  }
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel != 0 && model.state.hover == pixel) {
    const double next = std::max(0.0, now + (wheel > 0 ? 1 : -1));
    if (next != now) {
      put(ui, trace, pixel, picture.type == Scalar::u8 ? std::min(255.0, next) : next);
      model.edited.reset();
    }
  }
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet, "Type and press Enter, or turn the wheel over the pixel. Ctrl+Z takes it back.");
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

}  // namespace satscope::app
