// SPDX-License-Identifier: Apache-2.0
// What undo steps through: the history of the session, or that of a workspace.
#include <imgui.h>

#include <utility>

#include "app/window/actions.h"

namespace satscope::app {

static bool shows_same_source(const Edit& a, const Edit& b) {
  return a.live == b.live && a.input == b.input && a.source == b.source && a.transform == b.transform;
}

bool Actions::can_undo() const {
  const OwnHistory* const own = own_history();
  return own ? own->can_undo() : history_.can_undo();
}

bool Actions::can_redo() const {
  const OwnHistory* const own = own_history();
  return own ? own->can_redo() : history_.can_redo();
}

void Actions::note_changes() {
  if (OwnHistory* const own = own_history()) own->note(session_, model_.doing.changing || ImGui::GetIO().MouseDown[0]);
  const Extent picture = model_.frame.filtered().picture, before = std::exchange(picture_noted_, picture);
  if (!notes_session()) return;
  const Edit edit = edit_for_history();
  if (picture != before && shows_same_source(edit, history_.present()))  // rectangles keep their place in it
    history_.amend(edit);
  else
    history_.note(edit, model_.doing.changing || key_until_ > model_.now);
}

void Actions::note_held_key(bool repeated) {
  constexpr double k_released_after = 0.4;  // seconds; a held key repeats sooner than this
  if (!repeated && notes_session()) history_.note(edit_for_history(), false);
  key_until_ = model_.now + k_released_after;
}

/// What undo steps through. An undo switches no camera on: a camera or the screen is switched on by hand alone.
Edit Actions::edit_for_history() const {
  Edit edit = session_.edit;
  if (edit.live && watches(edit.source)) {
    edit.live = false;
    edit.source = k_synthetic;
  }
  return edit;
}

void Actions::undo() {
  model_.drop_drags();
  if (OwnHistory* const own = own_history()) {
    own->undo(session_);
  } else {
    if (!loading_.pending())
      history_.note(edit_for_history(), false);  // what is shown while a picture is read was left already
    loading_.apply(Edit(history_.undo()));
  }
  key_until_ = 0;
}

void Actions::redo() {
  model_.drop_drags();
  if (OwnHistory* const own = own_history())
    own->redo(session_);
  else
    loading_.apply(Edit(history_.redo()));
  key_until_ = 0;
}

}  // namespace satscope::app
