// SPDX-License-Identifier: Apache-2.0
// What the panels of Steps see, and what they share. Each panel has a file of its own.
#pragma once
#include <string>
#include <utility>

#include "app/ui/drawing/cell_textures.h"
#include "app/ui/shell.h"
#include "app/ui/ui.h"
#include "app/workspaces/steps/caption/code.h"
#include "app/workspaces/steps/compare/pair.h"
#include "app/workspaces/steps/export/save.h"
#include "app/workspaces/steps/guess/guess.h"
#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/lab/student_file.h"
#include "app/workspaces/steps/predict/predict.h"
#include "app/workspaces/steps/state.h"
#include "app/workspaces/steps/trace/run_cost.h"
#include "app/workspaces/steps/view.h"
#include "app/workspaces/steps/views/stages/play.h"
#include "app/workspaces/steps/views/stages/trace.h"

namespace satscope::app {

/// Everything that Steps keeps from frame to frame.
struct StepsModel {
  StepsState state;
  StepViews views;
  CellTextures textures;              ///< of all grids that are drawn, also of the second of two at once
  StepsPairModel pair;                ///< the second of two at once
  std::string draft, fault_of_draft;  ///< of typed numbers, and what was wrong with them last
  struct Said {
    unsigned attempt = 0;
    std::string problem;
    bool operator==(const Said&) const = default;
  } said;                        ///< why there was no story, last
  std::optional<CellAt> edited;  ///< the pixel whose number is being typed
  std::string pixel_draft;
  enum class Shows : std::uint8_t { source, printed, slips };
  Shows shows = Shows::source;  ///< the kernel, or what the papers print
  Prediction prediction;
  Guess guess;
  std::vector<std::string> guessable;                  ///< ids to choose from
  bool guess_all = false;                              ///< also algorithms of no example and no lesson
  bool save_card = false;                              ///< lies over the views
  SaveRequest save_request;                            ///< on that card
  double saved_part = -1;                              ///< of what is being written, 0 ... 1; negative: nothing is
  std::uint64_t predicted_story = 0;                   ///< the number of the story that the marks are of
  std::size_t code_at = static_cast<std::size_t>(-1);  ///< the position whose line the code shows
  RunningCode code;
  std::uint64_t cost_of = 0;          ///< the number of the story whose costs these are
  std::vector<RunCost> run_cost;      ///< after each of its steps
  std::string counter_below;          ///< the counter of the level essential, where it has no room beside the sentence
  StudentFile file;                   ///< the user's own
  std::string before_file;            ///< the algorithm that was stepped when the file was opened
  std::size_t caret = 0;              ///< of its editor: where it was, bytes
  int line_to_show = 0;               ///< that the editor brings into sight; 0: none
  float state_height = 0;             ///< of what is said below its text, pixels
  std::optional<StagesClock> stages;  ///< while Stages are shown
  int stage_in_session = 0;           ///< when the clock was last set by it
  StageTracer stage_tracer;
  std::string stage_caption;        ///< of one of its entries, as it is drawn
  std::optional<Pixel> stage_cell;  ///< column and row of the stage's buffer that the pointer is about

  Clock* story_clock() { return pair.clock() ? pair.clock() : state.player(); }
  /// What the transport moves: stages, two stories at once, or the story; null: there is none yet.
  Clock* clock() { return stages ? &*stages : story_clock(); }
  const Clock* clock() const { return const_cast<StepsModel*>(this)->clock(); }
};

struct StepsUi : Ui {
  StepsModel& steps;
  /// A lesson asks for this counter, such as "bank conflicts": no view shows it.
  bool covers(std::string_view counter) const;
  bool essential() const { return session.part<StepsSettings>().level == StepsLevel::essential; }
};

/// Framebuffer pixels. A part that is folded away has no height.
struct StepsParts {
  Area heading, canvas, transport, explain;
  Area narration;  ///< one sentence, where `explain` has no room
};
inline constexpr double k_transport = 4.9;  ///< em, the height of the transport where there is room for all of it
/// Where the editor is, and what it leaves of the middle for the steps: nothing in a narrow window.
std::pair<Area, Area> editor_and_rest(const Area& middle, double em);
/// Pure geometry: parts never overlap. panel: whether the captions beside the views are wanted.
StepsParts steps_parts(const Area& middle, double em, double transport = k_transport, bool panel = true);
/// Likewise before a class: the views, what the step does, and where in the story it is.
StepsParts presented_steps_parts(const Area& middle, double em, bool narrates = true);

/// Likewise at the level for newcomers: the views have all of the width; below them a sentence and a counter.
StepsParts essential_steps_parts(const Area& middle, double em);

/// An area for each of two views: side by side, or one above the other where it is not wide.
std::pair<Area, Area> two_areas(const Area& area, double em);

/// The middle of the window: a story step by step.
void draw_story(StepsUi& ui, const Shell& shell);

/// What is saved and how, over the middle of the views, if that is asked; while a class looks at them, beside them.
void draw_save_card(StepsUi& ui, const Area& views);

/// Two stories side by side, over all of `area`.
void draw_pair(StepsUi& ui, const Area& area);

/// One view of one story over all of `area`, which reads the pointer.
void draw_step_view(StepsUi& ui, StepViews& views, const StepViewKind& kind, StepsState& steps, const Area& area);

/// The views to choose from, at the right end of the heading; a list where buttons do not leave `least` pixels. Returns where
/// they begin.
float draw_view_buttons(StepsUi& ui, const Area& heading, float least);

// The panels of Steps, each in the current window of ImGui.
void draw_steps_source(StepsUi& ui);
void draw_steps_algorithm(StepsUi& ui);
void draw_steps_second(StepsUi& ui);
void draw_transport(StepsUi& ui, const Area& area);
/// Only its buttons and the pace, at the left end of the area. Returns the rest; all of it where they have no room.
Area draw_controls(StepsUi& ui, const Area& area);
/// Before a class, which needs no buttons: the bar of phases alone.
void draw_progress(StepsUi& ui, const Area& area);
void draw_explain(StepsUi& ui);
void draw_code(StepsUi& ui);
/// What of this source the current step ran; null: nothing.
const Running* running_source(StepsModel& model, std::string_view name);
/// What both did in this step, in a line or two.
std::string pair_narration(const StepsModel& model);
/// What two at once did and cost, in place of both of these.
void draw_pair_caption(StepsUi& ui);

/// "2 steps/s", "0.25 steps/s".
std::string speed_text(double speed);

}  // namespace satscope::app
