// SPDX-License-Identifier: Apache-2.0
// Undo and redo: Explore and Steps each have a history of their own, so that nobody undoes what is not in sight.
#include <utility>

#include "app/sources/live_open.h"
#include "app/window/screen_state.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {

bool Screen::State::in_steps() const { return key_room(session) == "steps"; }

bool Screen::State::can_undo() const { return in_steps() ? steps_history.can_undo() : history.can_undo(); }
bool Screen::State::can_redo() const { return in_steps() ? steps_history.can_redo() : history.can_redo(); }

void Screen::State::note_steps(bool still_changing) {
  if (!in_steps() || !steps.state.player()) return;
  steps.state.drop_barriers_of_others(session.steps);
  const StepsEdit edit = edit_of(session.steps, steps.state.deleted_barriers);
  if (std::exchange(steps_history_started, true))
    steps_history.note(edit, still_changing);
  else
    steps_history.start(edit);
}

/// What undo steps through. Nobody is watched again by an undo: a camera or the screen is switched on by hand alone.
Edit Screen::State::edit_for_history() const {
  Edit edit = session.edit;
  if (edit.live && watches(edit.source)) {
    edit.live = false;
    edit.source = k_synthetic;
  }
  return edit;
}

void Screen::State::drop_drags() {
  cancel_tool(session, doing.playground);
  doing.drag.reset();
}

void Screen::State::undo() {
  drop_drags();
  if (in_steps()) {
    note_steps(false);
    apply_edit(StepsEdit(steps_history.undo()), session.steps, steps.state.deleted_barriers);
    steps.draft = session.steps.source.typed;
  } else {
    if (!pending) history.note(edit_for_history(), false);  // what is shown while a picture is read was left already
    apply(Edit(history.undo()));
  }
  key_until = 0;
}

void Screen::State::redo() {
  drop_drags();
  if (in_steps()) {
    apply_edit(StepsEdit(steps_history.redo()), session.steps, steps.state.deleted_barriers);
    steps.draft = session.steps.source.typed;
  } else {
    apply(Edit(history.redo()));
  }
  key_until = 0;
}

}  // namespace satscope::app
