// SPDX-License-Identifier: Apache-2.0
// Steps as a workspace: an algorithm at work on a small picture, step by step, from a trace of the real kernel; or the stages
// of the whole picture on the running machine. What its actions do is in actions.cpp.
#pragma once
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

#include "app/ui/panels/bars.h"
#include "app/ui/workspace.h"
#include "app/workspaces/steps/export/save.h"
#include "app/workspaces/steps/lab/file_settings.h"
#include "app/workspaces/steps/lab/student_file.h"
#include "app/workspaces/steps/source/edit.h"
#include "app/workspaces/steps/source/live_patch.h"
#include "app/workspaces/steps/steps.h"
#include "app/workspaces/steps/views/stages/stages.h"

namespace satscope::app {

inline StepsSettings& settings_of(Session& session) { return session.part<StepsSettings>(); }
inline const StepsSettings& settings_of(const Session& session) { return session.part<StepsSettings>(); }
inline StepsPair& pair_of(Session& session) { return session.part<StepsPair>(); }
inline const StepsPair& pair_of(const Session& session) { return session.part<StepsPair>(); }
inline bool stages_in(const Session& session) { return step_view(settings_of(session).view).of_frame(); }

/// Which actions of the window work in Steps: the stages of a whole picture have a view and no box; the grids have neither.
bool takes_in_steps(const ActionRow& row, const Session& session);

inline constexpr double k_poll_seconds = 0.004;  // while a story is on its way
inline constexpr double k_look_seconds = 0.1;    // whether the user's file was saved

class StepsWorkspace final : public Workspace, private OwnHistory {
 public:
  void begin(Session& session, const WindowOptions& options) override;

  void keep(Session& session) const override;
  void opened(Session& session) override;

  SideShape side(double columns) const override { return {columns >= 70, 17, model_.file.open()}; }

  void draw(Ui& window, const Shell& shell) override {
    StepsUi ui{window, model_};
    stages_in(ui.session) ? draw_stages(ui, shell) : draw_story(ui, shell);
  }
  void draw_side(Ui& window, const Shell& shell) override {
    StepsUi ui{window, model_};
    if (stages_in(ui.session)) return draw_stages_side(ui, shell);
    draw_student_file(ui);
    draw_steps_source(ui);
    draw_steps_algorithm(ui);
  }

  void add_file_items(Ui& ui) const override {
    if (stages_in(ui.session)) return;
    const bool has_steps = model_.state.player() && !model_.state.player()->story().steps.empty();
    menu_item(ui, "Save this step as PNG", StepsAction::save_png, nullptr, has_steps);
    menu_item(ui, "Save this step as SVG", StepsAction::save_svg, nullptr, has_steps);
    menu_item(ui, "Save this phase as GIF", StepsAction::save_gif, nullptr, has_steps && !saving_);
    menu_item(ui, "Save steps ...", StepsAction::save_card, nullptr, has_steps);
  }

  bool used(const Ui& /*ui*/) const override { return model_.state.player() && model_.state.player()->position() > 0; }
  void add_view_items(Ui& ui) const override {
    bool full = settings_of(ui.session).level != StepsLevel::essential;
    menu_item(ui, "Steps: full level", StepsAction::level, &full);
  }

  std::vector<const char*> panels() const override { return {"editor"}; }
  std::vector<Hint> hints(const Ui& ui) const override;
  std::vector<std::string> hover_texts(const Ui& ui) const override;
  std::string_view mouse_text(const Session& session) const override {
    return stages_in(session)
               ? "Click or drag in the bar of passes: any stage. In the views: wheel zooms at the cursor, drag "
                 "moves, double click "
                 "fits. Click a row of the times: its stage."
               : "Hover a cell: its pixels. Click it: the writes that made it. Wheel over the cells: other "
                 "blocks. Drag in the bar "
                 "of phases: any step. Click a pixel of the input: change it. Click a barrier in the source: take it out.";
  }

  void want(const Session& session, Wanted& wanted) const override {
    if (stages_in(session)) wanted.stage = static_cast<std::size_t>(settings_of(session).stage);
  }
  bool uses_frames(const Session& session) const override { return stages_in(session); }
  std::optional<Box> pixels_wanted() const override { return patch_.pixels(); }

  bool step(Ui& ui) override;
  std::string finish() override;
  double due_at(double now) const override {
    if (settled() && !model_.file.open()) return 0;
    return now + (settled() ? k_look_seconds : k_poll_seconds);
  }
  bool settled() const override {
    return !model_.state.building() && !model_.pair.second.building() && !patch_.pixels() && !saving_ &&
           !model_.stage_tracer.busy() && !model_.file.busy() && !wanted_template_ && !file_to_come_back_;
  }
  static std::vector<ActionRow> actions();

  OwnHistory* own_history(const Session& session) override { return stages_in(session) ? nullptr : this; }
  void report(const Ui& ui, nlohmann::json& into) const override;

 private:
  bool can_undo() const override { return history_.can_undo(); }
  bool can_redo() const override { return history_.can_redo(); }
  void undo(Session& session) override {
    note(session, false);
    apply(session, history_.undo());
  }
  void redo(Session& session) override { apply(session, history_.redo()); }
  void note(Session& session, bool still_changing) override {
    if (!model_.state.player()) return;
    model_.state.drop_barriers_of_others(settings_of(session));
    note_edit(session, still_changing);
  }
  void note_edit(const Session& session, bool still_changing) {
    StepsEdit edit = edit_of(settings_of(session), model_.state.deleted_by_phase());
    edit.pair = pair_of(session);
    edit.pair.at = 0;
    if (std::exchange(history_started_, true))
      history_.note(edit, still_changing);
    else
      history_.start(edit);
  }

  void apply(Session& session, StepsEdit edit) {
    apply_edit(edit, settings_of(session), model_.state.deleted_barriers);
    pair_of(session) = edit.pair;
    model_.draft = settings_of(session).source.typed;
  }
  bool follow_file(Ui& ui);
  void keep_algorithm(Ui& ui);
  void open_file(Ui& ui);
  nlohmann::json report_file(const Session& session) const;
  void take_pixels(Ui& ui);
  SaveRequest like_card(const Ui& ui, SaveRequest request) const;
  void save(Ui& ui, const SaveRequest& request);
  void go_on_saving(Ui& ui);
  void stop_saving() {
    saving_.reset();
    model_.saved_part = -1;
  }
  bool shows_story(const Ui& ui) const { return &ui.workspace == this && !stages_in(ui.session); }

  // What its actions do.
  void move(Ui& ui, void (*by)(Clock&));
  void go(Ui& ui, void (*by)(Clock&));  ///< likewise, and what was predicted is forgotten
  void step_forward(Ui& ui);
  void move_focus(const Ui& ui, int direction);  ///< to another thread, or another part of the step
  void finish(Ui& ui);
  void change_speed(Ui& ui, bool faster);
  void turn_prediction(Ui& ui);
  void turn_two_at_once(Ui& ui);
  void change_level(Ui& ui);
  void next_view_of(Ui& ui);
  void next_beside_of(Ui& ui);
  void go_to_example(Ui& ui, int by);
  bool go_on(Ui& ui, bool on);
  bool paste(Ui& ui);
  bool leave(Ui& ui);
  void choose_algorithm(Ui& ui, std::size_t number);
  void begin_guess(Ui& ui);
  /// The clock of Stages, and the stage of the session; true if something moves.
  bool step_stages(Ui& ui);

  StepsModel model_;
  bool in_stages_ = false;                      ///< in the frame before
  StepsLevel level_ = StepsLevel::full;         ///< the user's; a session may have another one
  std::optional<std::size_t> step_of_file_;     ///< at which the user's file is shown, once it is adopted
  std::optional<std::string> wanted_template_;  ///< that a session or a lesson opens
  /// The file that was open before a lesson; empty: none was.
  std::optional<std::string> file_to_come_back_;
  bool comes_back_ = false;  ///< then the session says whether it is stepped
  struct KernelWork {
    std::uint64_t story = 0;
    nlohmann::json json = {};
  };
  mutable KernelWork kernel_work_;       ///< for scripts
  std::unique_ptr<StepsSaving> saving_;  ///< what is being written
  LivePatch patch_;
  std::mt19937 random_{std::random_device{}()};  ///< what is to be guessed
  StepsHistory history_;                         ///< begins with the first story
  bool history_started_ = false;
  /// What a session that was opened shows, and what its title says of it.
  struct Titled {
    StepsSettings settings;
    std::optional<std::string> title;  ///< none: not set yet
  };
  std::optional<Titled> titled_;
  void drop_title(Ui& ui);
  void jump_to_place(Ui& ui, Player& player);
  void show_cells(StepsSettings& settings);
  void take_cell(const std::string& place);
  void take_row(Ui& ui, const std::string& typed);
};

}  // namespace satscope::app
