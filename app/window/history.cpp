// SPDX-License-Identifier: Apache-2.0
// Undo and redo. A workspace may have a history of its own, so that undo affects only the visible workspace; else it is the
// session's.
#include <imgui.h>

#include "app/sources/live/live_open.h"
#include "app/window/screen_state.h"

namespace satscope::app {

bool Screen::State::can_undo() const {
  const OwnHistory* const own = shown_workspace().own_history(session);
  return own ? own->can_undo() : history.can_undo();
}

bool Screen::State::can_redo() const {
  const OwnHistory* const own = shown_workspace().own_history(session);
  return own ? own->can_redo() : history.can_redo();
}

void Screen::State::note_changes() {
  if (OwnHistory* const own = shown_workspace().own_history(session))
    own->note(session, doing.changing || ImGui::GetIO().MouseDown[0]);
  if (history_started && !pending) history.note(edit_for_history(), doing.changing || key_until > now);
}

/// What undo steps through. An undo switches no camera on: a camera or the screen is switched on by hand alone.
Edit Screen::State::edit_for_history() const {
  Edit edit = session.edit;
  if (edit.live && watches(edit.source)) {
    edit.live = false;
    edit.source = k_synthetic;
  }
  return edit;
}

void Screen::State::drop_drags() {
  shown_workspace().drop_drag(session);
  doing.drag.reset();
}

void Screen::State::undo() {
  drop_drags();
  if (OwnHistory* const own = shown_workspace().own_history(session)) {
    own->undo(session);
  } else {
    if (!pending) history.note(edit_for_history(), false);  // what is shown while a picture is read was left already
    apply(Edit(history.undo()));
  }
  key_until = 0;
}

void Screen::State::redo() {
  drop_drags();
  if (OwnHistory* const own = shown_workspace().own_history(session))
    own->redo(session);
  else
    apply(Edit(history.redo()));
  key_until = 0;
}

}  // namespace satscope::app
