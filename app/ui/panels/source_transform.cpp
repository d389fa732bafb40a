// SPDX-License-Identifier: Apache-2.0
// The fold of the source panel in which pictures, videos and cameras are cropped, flipped and rotated.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "app/core/json.h"
#include "app/sources/source_transform.h"
#include "app/ui/panels/camera_watch.h"
#include "app/ui/panels/panels.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

void ask(Ui& ui, const SourceTransform& wanted) { ui.requests.push_back({k_transform_source, {}, to_json(wanted).dump()}); }

std::string described(const SourceTransform& transform) {
  const FlipAndRotate& words = words_of(transform.orientation);
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (transform.crop.area() > 0) add("cropped to " + crop_text(transform.crop));
  if (words.degrees != 0) add(fmt::format("rotated by {}\u00b0", words.degrees));
  // because: it is shown as it was pressed, after the rotation, which changes what lies across and what lies down
  const bool across = (words.flip == "horizontal") == (words.degrees % 180 == 0);
  if (words.flip != "none") add(across ? "left and right flipped" : "top and bottom flipped");
  return text;
}

/// Two in a row.
bool half_button(Ui& ui, const char* label, const char* id, const char* tip, bool first) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  if (!first) ImGui::SameLine(0, gap);
  const float width = first ? (ImGui::GetContentRegionAvail().x - gap) / 2 : ImGui::GetContentRegionAvail().x;
  const bool pressed = ImGui::Button(label, {width, 0});
  ui.control(id, tip);
  return pressed;
}

void type_crop(Ui& ui) {
  const SourceTransform& transform = ui.session.edit.transform;
  std::string& text = ui.sources.crop;
  if (std::exchange(ui.sources.crop_in_force, transform.crop) != transform.crop) text = crop_text(transform.crop);
  const bool entered = ImGui::InputTextWithHint("##crop", "crop: WxH+X+Y", &text, ImGuiInputTextFlags_EnterReturnsTrue);
  const auto refused = [&]() -> std::string {
    try {
      read_crop(text);
      return {};
    } catch (const std::invalid_argument& problem) {
      return problem.what();
    }
  };
  if (entered && !refused().empty()) ImGui::SetKeyboardFocusHere(-1);  // because: who corrects it types on
  const bool done = ImGui::IsItemDeactivatedAfterEdit();
  ui.control("crop", "The part that is kept, in pixels of the source as it came: its size, then its upper left corner");
  if (!done) return;
  if (const std::string why = refused(); !why.empty()) {
    ui.doing.message = Notice{why, {}, {}};
    return;
  }
  ui.doing.message.reset();
  SourceTransform wanted = transform;
  wanted.crop = read_crop(text);
  ask(ui, wanted);
}

void draw_unfolded(Ui& ui) {
  const SourceTransform& transform = ui.session.edit.transform;
  const auto then = [&](const Orientation& next) {
    SourceTransform wanted = transform;
    wanted.orientation = both(transform.orientation, next);
    ask(ui, wanted);
  };
  if (half_button(ui, "Rotate left", "rotate_left", "By 90 degrees, counter-clockwise", true)) then(k_rotated_left);
  if (half_button(ui, "Rotate right", "rotate_right", "By 90 degrees, clockwise", false)) then(k_rotated_right);
  if (half_button(ui, "Flip left-right", "flip_across", "Left and right change places, also in pictures that you save", true))
    then(k_flipped_across);
  if (half_button(ui, "Flip top-bottom", "flip_down", "Top and bottom change places", false)) then(k_flipped_down);
  const bool has_box = ui.workspace.shows_table() && ui.session.edit.box.area() > 0;
  if (half_button(ui, "Crop to view", "crop_to_view", "Keeps the visible part: zoom in and move the picture first", true))
    ui.requests.push_back({k_transform_source, {}, k_crop_to_view});
  if (has_box && half_button(ui, "Crop to box", "crop_to_box", "Keeps the pixels of the box", false))
    ui.requests.push_back({k_transform_source, {}, k_crop_to_box});
  const std::vector<ActionRow>& own = kind_of(ui.session).actions;
  if (std::ranges::find(own, k_crop_on_picture, &ActionRow::action) != own.end()) {
    if (half_button(ui, "Crop by mouse", "crop_on_picture", "Draw the part that is kept on the picture", has_box))
      ui.ask(k_crop_on_picture);
  }
  type_crop(ui);
  ImGui::BeginDisabled(transform.none());
  if (ImGui::Button("As it came", {-1, 0})) ask(ui, {});
  ui.control("transform_none", "The whole source, neither flipped nor rotated");
  ImGui::EndDisabled();
}

}  // namespace

void draw_source_transform(Ui& ui) {
  const bool open =
      ImGui::TreeNodeEx("Crop, rotate, flip", ImGuiTreeNodeFlags_FramePadding | ImGuiTreeNodeFlags_NoTreePushOnOpen);
  ui.control("transform", "Which part of the source is kept and how it is turned, in all workspaces");
  ImGui::PushFont(ui.fonts.small);
  if (open) draw_unfolded(ui);
  ImGui::PushTextWrapPos(0);
  if (const std::string text = described(ui.session.edit.transform); !text.empty()) caption(ui, text);
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

}  // namespace satscope::app
