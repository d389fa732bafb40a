// SPDX-License-Identifier: Apache-2.0
#include "app/window/input.h"

#include <imgui.h>

#include <utility>

namespace satscope::app {

bool Input::feed() {
  ImGuiIO& io = ImGui::GetIO();
  presses_ = queue_.feed(io, model_.session.presenting);
  had_popup_ = model_.has_popup();
  const bool navigates = model_.doing.in_panels || had_popup_;
  io.ConfigFlags = navigates ? ImGuiConfigFlags_NavEnableKeyboard : 0;
  return !presses_.empty();
}

void Input::read_keys(const std::function<Ui()>& make_ui) {
  constexpr double k_still_typing = 1;  // seconds: what was meant for a field that is gone
  const bool typing = ImGui::GetIO().WantTextInput;
  if (typing) typed_at_ = model_.now;
  Popups& popups = model_.popups;
  for (const Press& press : std::exchange(presses_, {})) {
    if (popups.open() == Popup::key_sheet && action_of(press.chord, false, false, model_.session) == WindowAction::key_sheet) {
      popups.close();
      continue;
    }
    const int key = press.chord.key;
    if (key == k_key_escape) typed_at_ = -k_still_typing;  // it was left on purpose
    const bool digit = key >= '0' && key <= '9' && !press.chord.ctrl && !press.chord.alt;
    if (digit && !typing && model_.now - typed_at_ < k_still_typing) continue;
    const bool moves_focus = (key >= k_key_left && key <= k_key_down) || key == k_key_space || key == k_key_enter;
    if (model_.doing.in_panels && moves_focus) continue;  // ImGui's own navigation takes them
    const auto action = action_of(press.chord, typing || model_.has_popup(), press.repeated, model_.session);
    if (!action) continue;
    if (typing && *action == WindowAction::leave && popups.open() == Popup::none) continue;  // the field takes it
    // because: ImGui has closed the menu or the list, so nothing else is left
    if (*action == WindowAction::leave && had_popup_ && !model_.has_popup()) continue;
    if (row_of(*action).when.repeats) actions_.note_held_key(press.repeated);
    Ui ui = make_ui();
    actions_.perform(ui, {*action, press.chord, {}});
  }
  Ui ui = make_ui();
  for (const auto& workspace : model_.workspaces) workspace->read_held_keys(ui, queue_, typing);
}

}  // namespace satscope::app
