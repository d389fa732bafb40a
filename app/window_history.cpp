// SPDX-License-Identifier: Apache-2.0
// Undo and redo: Explore and Steps each have a history of their own, so that nobody undoes what is not in sight.
#include <utility>

#include "app/window_screen_state.h"

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

void Screen::State::undo() {
  if (in_steps()) {
    note_steps(false);
    apply_edit(StepsEdit(steps_history.undo()), session.steps, steps.state.deleted_barriers);
    steps.draft = session.steps.source.typed;
  } else {
    history.note(session.edit, false);
    apply(Edit(history.undo()));
  }
  key_until = 0;
}

void Screen::State::redo() {
  if (in_steps()) {
    apply_edit(StepsEdit(steps_history.redo()), session.steps, steps.state.deleted_barriers);
    steps.draft = session.steps.source.typed;
  } else {
    apply(Edit(history.redo()));
  }
  key_until = 0;
}

}  // namespace satscope::app
