// SPDX-License-Identifier: Apache-2.0
// The words around the halves of Stages: their names and sizes, the ends of their colours, and the entry that the caption
// describes.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/ui/views/canvas.h"
#include "app/workspaces/steps/views/stages/half.h"
#include "app/workspaces/steps/views/stages/stages.h"

namespace satscope::app {
namespace {

float text_width(ImFont& font, const std::string& text) { return font.CalcTextSizeA(font.FontSize, 1e9F, 0, text.c_str()).x; }

/// The first that fits in this font.
std::string fitting_text(ImFont& font, const std::vector<std::string>& texts, float width) {
  ImGui::PushFont(&font);
  std::string text = first_that_fits(texts, width);
  ImGui::PopFont();
  return text;
}

/// What the pass does with the half's buffer; empty: there is no pass.
std::string role_of(const PlanStage& stage, bool after) {
  if (stage.passes == 0) return {};
  if (stage.in_place()) return after ? "after: " : "before: ";
  return after ? "writes: " : "reads: ";
}

/// "and row segment sums", the other buffers of the half; empty: none.
std::string others_of(const PlanStage& stage, const StageBuffer& buffer, bool after) {
  std::string text;
  for (const std::string& name : after ? stage.writes : stage.reads)
    if (name != buffer.name && !(stage.in_place() && name == stage.name))
      text += fmt::format("{}{}", text.empty() ? "and " : ", ", name);
  return text;
}

}  // namespace

void draw_half_title(ImDrawList& list, const StepsUi& ui, const StageHalf& half, const Area& area) {
  const PlanStage& stage = ui.frame.shown().stage.stage;
  const bool after = half.kind == ViewKind::stage;
  const std::string role = role_of(stage, after), &name = half.buffer->name;
  const std::string as_numbers = stage.passes == 0 && after ? ", as the algorithm reads it" : "";
  ImFont &strong = *ui.fonts.strong, &small = *ui.fonts.small;
  const float width = static_cast<float>(area.width) - 0.6F * ui.em, x = static_cast<float>(area.x) + 0.3F * ui.em;
  const auto middle = static_cast<float>(area.middle().y);
  const std::vector<std::string> titles{role + name + as_numbers, role + name, name};
  std::string title = fitting_text(strong, titles, width);
  ImFont& font = text_width(strong, title) <= width ? strong : small;
  if (&font == &small) title = fitting_text(small, titles, width);
  const float wide = text_width(font, title);
  if (wide > width) return;
  list.AddText(&font, font.FontSize, {x, std::round(middle - font.FontSize / 2)}, packed(ui.palette.text), title.c_str());
  std::vector<std::string> texts{""};
  if (const std::string others = others_of(stage, *half.buffer, after); !others.empty()) texts.insert(texts.begin(), others);
  const std::string more = fitting_text(small, texts, width - wide - 0.8F * ui.em);
  if (text_width(small, more) > width - wide - 0.8F * ui.em) return;
  list.AddText(&small, small.FontSize, {x + wide + 0.8F * ui.em, std::round(middle - small.FontSize / 2 + 0.06F * ui.em)},
               packed(ui.palette.quiet), more.c_str());
}

void draw_half_sides(ImDrawList& list, const StepsUi& ui, const StageHalf& half, const Area& area) {
  const PlanStage& stage = ui.frame.shown().stage.stage;
  const StageTrace* trace = ui.steps.stage_tracer.trace();
  const EmptySides empty = trace ? trace->empty_sides(*half.buffer, stage, half.kind == ViewKind::stage) : EmptySides{};
  ImFont& small = *ui.fonts.small;
  const float width = static_cast<float>(area.width) - 0.6F * ui.em;
  for (const std::string& text : side_texts(*half.buffer, ui.frame.shown().picture, empty)) {
    if (small.CalcTextSizeA(small.FontSize, 1e9F, width, text.c_str()).y > static_cast<float>(area.height)) continue;
    list.AddText(&small, small.FontSize, {static_cast<float>(area.x) + 0.3F * ui.em, static_cast<float>(area.y)},
                 packed(ui.palette.quiet), text.c_str(), nullptr, width);
    return;
  }
}

void draw_half_colours(ImDrawList& list, const StepsUi& ui, const StageHalf& half, const Area& area) {
  if (!half.shown) return;
  ImFont& small = *ui.fonts.small;
  const std::string lo = grouped(half.shown->spread.min), hi = grouped(half.shown->spread.max);
  const float gap = 0.5F * ui.em, y = static_cast<float>(area.middle().y);
  const float left = static_cast<float>(area.x) + 0.3F * ui.em, right = static_cast<float>(area.right()) - 0.3F * ui.em;
  const float from = left + text_width(small, lo) + gap, to = right - text_width(small, hi) - gap;
  if (to - from < 2 * ui.em) return;
  const float text_y = std::round(y - small.FontSize / 2);
  list.AddText(&small, small.FontSize, {left, text_y}, packed(ui.palette.text), lo.c_str());
  list.AddText(&small, small.FontSize, {right - text_width(small, hi), text_y}, packed(ui.palette.text), hi.c_str());
  constexpr int k_steps = 64;
  for (int i = 0; i < k_steps; ++i) {
    const float x0 = from + (to - from) * static_cast<float>(i) / k_steps,
                x1 = from + (to - from) * static_cast<float>(i + 1) / k_steps;
    list.AddRectFilled({x0, y - 0.3F * ui.em}, {x1, y + 0.3F * ui.em},
                       packed(colour_of(colour_map_of(ui.session), (i + 0.5) / k_steps)));
  }
}

std::string draw_caption_text(ImDrawList& list, const StepsUi& ui, const StageCaption& caption, const Area& area) {
  ImFont& font = *ui.fonts.text;
  const float side = 0.9F * ui.em, x = static_cast<float>(area.x) + 0.4F * ui.em, left = x + side + 0.5F * ui.em;
  const float width = static_cast<float>(area.right()) - left - 0.4F * ui.em, line = 1.2F * font.FontSize;
  const auto high = [&](const std::string& text) { return font.CalcTextSizeA(font.FontSize, 1e9F, width, text.c_str()).y; };
  for (const std::string& text : caption.texts) {
    if (high(text) > static_cast<float>(area.height)) continue;
    const auto y = static_cast<float>(area.y);
    list.AddRect({x, y + (line - side) / 2}, {x + side, y + (line + side) / 2}, packed(ui.palette.box), 0, 0,
                 std::max(2.0F, 0.18F * ui.em));
    list.AddText(&font, font.FontSize, {left, y}, packed(ui.palette.text), text.c_str(), nullptr, width);
    return text;
  }
  return {};
}

}  // namespace satscope::app
