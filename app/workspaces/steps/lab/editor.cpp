// SPDX-License-Identifier: Apache-2.0
// A small editor for the user's own file: load, edit, save; lines with numbers, the running lines lit, errors marked where the
// compiler sees them.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/core/files/atomic_file.h"
#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/drawing/area_corners.h"
#include "app/ui/imgui_versions.h"
#include "app/workspaces/steps/caption/kernel_text.h"
#include "app/workspaces/steps/lab/file_settings.h"
#include "app/workspaces/steps/steps.h"
#include "kernels/adopted.h"

namespace satscope::app {
namespace {

/// What is done with the file may fail: then a message says why.
template <class Act>
void try_with_file(StepsUi& ui, const Act& act) {
  try {
    act();
  } catch (const std::exception& error) {
    ui.doing.message = Notice{error.what(), std::nullopt, {}};
  }
}

float width_of_button(const char* label) { return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x; }

/// The name, whether it is saved, and what can be done.
void draw_head(StepsUi& ui) {
  StudentFile& file = ui.steps.file;
  const float gap = 0.4F * ui.em;
  const float buttons = width_of_button("Save") + width_of_button("Run") + width_of_button("Steps") + 2 * gap;
  const float room = ImGui::GetContentRegionAvail().x - buttons - ui.em;
  const ImVec2 at = ImGui::GetCursorPos();
  ImGui::PushFont(ui.fonts.small);
  const std::string_view state = file.edited().changed() ? "not saved" : "saved";
  const float state_width = ImGui::CalcTextSize(state.data()).x + 0.6F * ui.em;
  ImGui::PopFont();
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(ui.fonts.strong);
  coloured_text(ui.palette.text, cut_to_fit(*ui.fonts.strong, file.name(), room - state_width));
  ImGui::PopFont();
  ui.control("steps:file:name", file.path());
  ImGui::SameLine(0, 0.6F * ui.em);
  ImGui::PushFont(ui.fonts.small);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + (ui.fonts.strong->FontSize - ui.fonts.small->FontSize) / 2);
  coloured_text(file.edited().changed() ? ui.palette.warning : ui.palette.quiet, state);
  ImGui::PopFont();
  ImGui::SetCursorPos({at.x + ImGui::GetContentRegionAvail().x - buttons, at.y});
  ImGui::BeginDisabled(!file.edited().changed());
  if (ImGui::Button("Save")) ui.ask(StepsAction::save_file);
  ImGui::EndDisabled();
  ui.control("steps:file:save", "Write the text into the file", StepsAction::save_file);
  ImGui::SameLine(0, gap);
  draw_run_button(ui, 0);
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Steps")) ui.ask(StepsAction::edit_file);
  ui.control("steps:file:edit", "The steps alone; the file stays open", StepsAction::edit_file);
}

/// Another program wrote the file while the text was being changed here.
void draw_choice(StepsUi& ui) {
  StudentFile& file = ui.steps.file;
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.warning,
                fmt::format("Another program has changed {} while you edited it here. Which text goes on?", file.name()));
  ImGui::PopTextWrapPos();
  std::optional<bool> theirs;
  if (ImGui::Button("Mine")) theirs = false;
  ui.control("steps:file:mine", "Saves the text that is here; the other one is kept in a file beside it");
  ImGui::SameLine();
  if (ImGui::Button("Theirs")) theirs = true;
  ui.control("steps:file:theirs", "Shows what the file holds now; the text that is here is kept in a file beside it");
  if (!theirs) return;
  try_with_file(ui, [&] {
    const std::string kept = file.choose(*theirs);
    ui.doing.message = Notice{fmt::format("The other text is in {}", kept), std::nullopt, {}, false};
  });
}

struct Caret {
  std::size_t position = 0;
  bool active = false;
  std::size_t length = 0;  ///< of the text before this frame
};
int follow_caret(ImGuiInputTextCallbackData* data) {
  auto& caret = *static_cast<Caret*>(data->UserData);
  if (enter_pressed() && data->CursorPos > 0 && data->Buf[data->CursorPos - 1] == '\n' &&
      static_cast<std::size_t>(data->BufTextLen) == caret.length + 1)
    data->InsertChars(data->CursorPos, indent_after({data->Buf, static_cast<std::size_t>(data->CursorPos - 1)}).c_str());
  caret = {static_cast<std::size_t>(std::max(0, data->CursorPos)), true, caret.length};
  return 0;
}

/// Brings a stretch of the text into sight, in pixels from its beginning.
void show_stretch(float from, float to, float seen, float scroll, void (*set)(float)) {
  if (from < scroll)
    set(std::max(0.0F, from));
  else if (to > scroll + seen)
    set(to - seen);
}

/// Running lines and errors, behind the text; and the numbers, into the list of the window around it, so that they stay in
/// sight.
void draw_lines(StepsUi& ui, ImVec2 from, float gutter, float line_height, const std::vector<std::string_view>& lines,
                ImDrawList& numbers) {
  const StudentFile& file = ui.steps.file;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = ImGui::GetScrollY() - line_height, bottom = ImGui::GetScrollY() + ImGui::GetWindowHeight();
  const float left = ImGui::GetWindowPos().x, right = left + ImGui::GetWindowWidth();
  const bool as_run = !file.edited().changed() && adopted_source(file.path()) == file.edited().text;
  const Running* running = as_run ? running_source(ui.steps, file.path()) : nullptr;
  const std::vector<lab::CompileError>* errors = file.report() && !file.edited().changed() ? &file.report()->errors : nullptr;
  const float start = from.y + ImGui::GetStyle().FramePadding.y;
  for (std::size_t i = 0; i <= lines.size(); ++i) {
    const float down = static_cast<float>(i) * line_height;
    if (down < top || down > bottom || (i == lines.size() && i > 0)) continue;
    const float y = start + down;
    const int number = static_cast<int>(i) + 1;
    if (running && number >= running->first && number <= running->last) {
      const bool touched = running->touched.contains(static_cast<std::uint32_t>(number));
      list.AddRectFilled({left, y}, {right, y + line_height},
                         packed(touched ? ui.palette.accent : ui.palette.raised, touched ? 0.35F : 1));
    }
    bool bad = false;
    for (std::size_t k = 0; errors && k < errors->size(); ++k) {
      const lab::Place& place = (*errors)[k].place;
      if (place.line != number) continue;
      bad = true;
      if (i >= lines.size() || place.column < 1) continue;
      const std::string before(lines[i].substr(0, static_cast<std::size_t>(place.column - 1)));
      const float x = from.x + ImGui::GetStyle().FramePadding.x + ImGui::CalcTextSize(before.c_str()).x;
      const float wide = ImGui::CalcTextSize("0").x;
      list.AddRectFilled({x, y}, {x + wide, y + line_height}, packed(ui.palette.bad, 0.5F));
    }
    numbers.AddText({left - gutter + 0.2F * ui.em, y}, bad ? packed(ui.palette.bad) : packed(ui.palette.quiet, 0.7F),
                    fmt::format("{:>3}", number).c_str());
  }
}

/// The text. The running lines scroll with it, so the field itself is as large as the text.
void draw_text(StepsUi& ui, float height) {
  StepsModel& model = ui.steps;
  EditedText& edited = model.file.edited();
  ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(ui.palette.backdrop));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(ui.palette.backdrop, 0));
  ImGui::PushFont(ui.fonts.code);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.3F * ui.em, 0.2F * ui.em});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  // because: a line that is cut cannot be read
  const float line_height = ImGui::GetTextLineHeight();
  const float around = ImGui::GetStyle().FramePadding.y + ImGui::GetStyle().ScrollbarSize + std::ceil(0.08F * line_height);
  height = std::max(1.0F, std::floor((height - around) / line_height)) * line_height + around;
  const float gutter = 3.4F * ImGui::CalcTextSize("0").x;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImDrawList& outer = *ImGui::GetWindowDrawList();
  const float round = ImGui::GetStyle().ChildRounding;
  outer.AddRectFilled(corner, {corner.x + gutter + 2 * round, corner.y + height}, packed(ui.palette.backdrop), round);
  ImGui::SetCursorScreenPos({corner.x + gutter, corner.y});
  ImGui::BeginChild("text", {0, height}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const ImVec2 padding = ImGui::GetStyle().FramePadding, seen = ImGui::GetContentRegionAvail();
  const std::vector<std::string_view> lines = lines_of(edited.text);
  std::size_t longest = 0;
  for (const std::string_view line : lines) longest = std::max(longest, line.size());
  const float wide = std::max(seen.x, static_cast<float>(longest + 3) * ImGui::CalcTextSize("0").x + 2 * padding.x);
  const float high = std::max(seen.y, static_cast<float>(lines.size() + 2) * line_height + 2 * padding.y);
  outer.PushClipRect(corner, {corner.x + gutter, corner.y + height - ImGui::GetStyle().ScrollbarSize}, true);
  draw_lines(ui, ImGui::GetCursorScreenPos(), gutter, line_height, lines, outer);
  outer.PopClipRect();
  Caret caret{.length = edited.text.size()};
  const std::string before = edited.text;
  ImGui::InputTextMultiline(fmt::format("##text{}", edited.version()).c_str(), &edited.text, {wide, high},
                            ImGuiInputTextFlags_AllowTabInput | ImGuiInputTextFlags_CallbackAlways, follow_caret, &caret);
  // because: Esc leaves the field, and what was typed stays
  if (ImGui::IsItemDeactivated() && escape_pressed()) edited.text = before;
  ui.session.part<StepsFile>().typing = ImGui::IsItemActive();
  const auto [line, column] = place_in(edited.text, caret.position);
  const float y = padding.y + static_cast<float>(line) * line_height;
  if (caret.active && model.caret != caret.position) {
    const float x = padding.x + static_cast<float>(column) * ImGui::CalcTextSize("0").x, letter = 2 * line_height;
    show_stretch(y - line_height, y + 2 * line_height, ImGui::GetWindowHeight(), ImGui::GetScrollY(), ImGui::SetScrollY);
    show_stretch(column == 0 ? 0 : x - letter, x + letter, ImGui::GetWindowWidth(), ImGui::GetScrollX(), ImGui::SetScrollX);
  }
  model.caret = caret.active ? caret.position : model.caret;
  if (model.line_to_show > 0) {
    const float to = static_cast<float>(std::exchange(model.line_to_show, 0) - 1) * line_height;
    ImGui::SetScrollY(std::max(0.0F, to - ImGui::GetWindowHeight() / 3));
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  ImGui::PopStyleColor(2);
  ui.control("steps:editor");
}

}  // namespace

bool edits_file(const StepsUi& ui) { return ui.steps.file.open() && ui.session.part<StepsFile>().edit; }

void save_file(StepsUi& ui) {
  try_with_file(ui, [&] { ui.steps.file.save(); });
}

void draw_run_button(StepsUi& ui, float width) {
  StudentFile& file = ui.steps.file;
  const bool first = file.asks();
  bool pressed = false;
  {
    const AccentButtons accent(ui.palette, first);
    pressed = ImGui::Button("Run", {width, 0});
  }
  ui.control("steps:file:run", first ? "Compile it, run it, and step through it; from then on at each save"
                                     : "Save it, compile it and run it again");
  if (!pressed) return;
  if (const auto& message = ui.doing.message; message && !message->bad) ui.doing.message.reset();  // of what was before
  try_with_file(ui, [&] { file.run(); });
}

void draw_file_editor(StepsUi& ui, const Area& area) {
  begin_area("editor", area, Ground::panel);
  draw_head(ui);
  if (ui.steps.file.edited().theirs()) draw_choice(ui);
  const float left = ImGui::GetContentRegionAvail().y;
  // because: what the findings do not need, the text has
  const float state = std::clamp(ui.steps.state_height, 1.5F * ui.em, std::max(4 * ui.em, 0.42F * left));
  draw_text(ui, std::max(4 * ui.em, left - state - 0.6F * ui.em));
  ImGui::BeginChild("state of the file", {0, 0});
  draw_file_state(ui);
  if (std::exchange(ui.steps.state_height, ImGui::GetCursorPosY()) != ui.steps.state_height) ui.animating = true;
  ImGui::EndChild();
  ImGui::End();
}

}  // namespace satscope::app
