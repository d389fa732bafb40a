// SPDX-License-Identifier: Apache-2.0
#include "app/window/input.h"

#include <imgui.h>

#include <utility>

#include "app/ui/window_actions.h"

namespace satscope::app {
namespace {

/// What is pressed to go on, or back: from black it leads to the stage first.
bool goes_on(const Chord& chord) {
  for (const int key : {k_key_page_down, k_key_page_up, k_key_right, k_key_left, k_key_space})
    if (chord == plain(key)) return true;
  return false;
}

/// Some clickers send the arrows, and presenters press Space.
Chord as_of_clicker(const Chord& chord) {
  const bool on = chord == plain(k_key_right) || chord == plain(k_key_space);
  return on ? plain(k_key_page_down) : chord == plain(k_key_left) ? plain(k_key_page_up) : chord;
}

/// It would leave the step that the card speaks of.
bool jumps(const Chord& chord) { return chord == plain(k_key_home) || chord == plain(k_key_end); }

/// What chooses in a dialog, as in that of all cards.
bool chooses(const Chord& chord) {
  for (const int key : {k_key_left, k_key_right, k_key_up, k_key_down, k_key_home, k_key_end, k_key_enter})
    if (chord == plain(key)) return true;
  return false;
}

}  // namespace

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
  for (Press press : std::exchange(presses_, {})) {
    if (popups.open() == Popup::key_sheet && action_of(press.chord, false, false, model_.session) == WindowAction::key_sheet) {
      popups.close();
      continue;
    }
    if (model_.doing.dialog && chooses(press.chord)) continue;
    const bool presents = model_.session.presenting;
    // because: before a class the lesson leads, and its words would not fit another step
    const Companion* const companion = model_.companion();
    if (presents && companion && companion->leads() && !typing && !model_.has_popup() && !model_.doing.in_panels) {
      if (jumps(press.chord)) continue;
      press.chord = as_of_clicker(press.chord);
    }
    // because: a tip of where the pointer rests would lie over what the class looks at
    if (presents && goes_on(press.chord) && !model_.presentation.points() && !ImGui::IsAnyMouseDown())
      queue_.push({.kind = InputEvent::Kind::leave});
    // because: a clicker has no key that closes it
    if (presents && goes_on(press.chord) && popups.open() == Popup::key_sheet) popups.close();
    const int key = press.chord.key;
    if (presents && model_.presentation.black() && goes_on(press.chord)) {
      model_.presentation.turn_black();
      continue;
    }
    if (key == k_key_escape) typed_at_ = -k_still_typing;  // it was left on purpose
    const bool digit = key >= '0' && key <= '9' && !press.chord.ctrl && !press.chord.alt;
    const bool answers = companion && !presents && companion->takes_digits();
    if (digit && !typing && !answers && model_.now - typed_at_ < k_still_typing) continue;
    const bool moves_focus = (key >= k_key_left && key <= k_key_down) || key == k_key_space || key == k_key_enter;
    if (model_.doing.in_panels && moves_focus) continue;  // ImGui's own navigation takes them
    const bool for_field = typing && !passes_text_field(press.chord);
    const auto action = action_of(press.chord, for_field || model_.has_popup(), press.repeated, model_.session);
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
