// SPDX-License-Identifier: Apache-2.0
// What the actions of the window do, and its undo. The table of them is in actions.cpp; keys, menus and buttons all end here.
#pragma once
#include <string>
#include <vector>

#include "app/session/history.h"
#include "app/window/loading.h"
#include "app/window/model.h"
#include "app/window/painting.h"

namespace satscope::app {

class Actions final : public Performer {
 public:
  Actions(WindowModel& model, Loading& loading, Painting& painting)
      : model_(model), session_(model.session), loading_(loading), painting_(painting) {}

  /// The window's table.
  static std::vector<ActionRow> table();
  /// Carries it out: the companion is asked first, then the workspace that is shown, then the others, then the window.
  void perform(Ui& ui, const ActionRequest& request);
  /// What has ended plays again from its beginning.
  void play_or_pause();
  bool quit_wanted() const { return quit_; }

  // Undo. A workspace may have a history of its own, so that undo affects only what is visible; else it is the session's.

  /// The first picture is there.
  void start_history() { history_.start(session_.edit); }
  bool can_undo() const;
  bool can_redo() const;
  /// Once per frame: remembers what was changed, unless it is still being changed.
  void note_changes();
  /// A key that repeats was pressed: each press is a step of its own, however long it is held.
  void note_held_key(bool repeated);
  /// Until then a held key counts as held, seconds; 0: none is.
  double& key_until() { return key_until_; }

 private:
  OwnHistory* own_history() const { return model_.shown_workspace().own_history(session_); }
  bool notes_session() const { return loading_.samples() && !loading_.pending(); }
  Edit edit_for_history() const;
  void undo();
  void redo();

  void leave(const Ui& ui);
  bool leave_class();  ///< false: something else is left first, or there is no class
  void end_class();
  void present(bool with_window);               ///< with_window: opens or closes that of the class
  void lay_over(void (Presentation::*turn)());  ///< the stage, while there is a class
  void next_panel();
  void zoom_by(double factor);
  void zoom_to_box();
  void pan(const Chord& chord);
  void change_box(const Chord& chord, int by, bool resizes);
  void place_box();
  void range_from_box();
  void transform_source(const std::string& wanted);
  void choose_algorithm(std::size_t number);
  void ask_where_to_save(const std::string& file);
  void fold_side_panel();
  void change_theme();
  void set_scale(double scale);
  void remember_choice(const std::string& asked);
  void remember_preset(const std::string& asked);
  void take_normal_scale();

  WindowModel& model_;
  Session& session_;
  Loading& loading_;
  Painting& painting_;
  History history_;
  Extent picture_noted_;  ///< the result's, when changes were last noted
  double key_until_ = 0;
  int panel_ = -1;  ///< which panel the keyboard is in
  bool quit_ = false;
  bool presented_alone_ = false;  ///< before the class got a window of its own
};

}  // namespace satscope::app
