// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/core/json.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/lessons/lesson.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/steps/export/pictures.h"
#include "app/workspaces/steps/lab/report_file.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/report.h"
#include "app/workspaces/steps/source/examples.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/steps_workspace.h"
#include "app/workspaces/steps/trace/trace_file.h"
#include "kernels/device.h"
#include "kernels/registry.h"

namespace satscope::app {

void StepsWorkspace::begin(Session& session, const WindowOptions& options) {
  StepsSettings& settings = settings_of(session);
  session.part<StepsPlace>();
  session.part<StepsPair>();
  session.part<StepsFile>();
  if (options.rehearses && !options.runs_code && !find_lesson(options.lesson))
    model_.file.forbid("this lesson runs code: read what it types, then check it with --run");
  if (!options.algorithm.empty() && options.algorithm != settings.algorithm) step_algorithm(settings, options.algorithm);
  if (!options.type.empty()) settings.type = options.type;
  if (!options.step_filter.empty()) step_filter(settings, options.step_filter);
  if (find_step_view(options.view)) settings.view = options.view;
  const std::string& level = options.level.empty() ? options.user_level : options.level;
  for (const auto& known : k_steps_levels)
    if (known.id == level) level_ = known.value;
  if (!options.level.empty() || (!settings.level && !level.empty())) take_level(settings, level_);
  const StepViewKind& view = step_view(settings.view);
  if (options.step && view.of_frame()) settings.stage = static_cast<int>(*options.step);
  const bool looks_back = view.needs_messages && !options.of_session;
  // the example begins with numbers that are read at a glance; a picture's own are taken where they are asked for
  const bool asked = options.workspace == "steps" || options.box || !options.step_filter.empty() || options.step;
  if ((!options.input.empty() && asked) || looks_back) settings.source = first_patch(options.box);
  // because: a single tile has no neighbour to look back at
  if (looks_back && !options.box) settings.source.side = k_patch_sides.back();
  in_stages_ = stages_in(session);
  if (options.step) model_.state.start_at = options.step;
}

void StepsWorkspace::keep(Session& session) const {
  StepsPlace& place = session.part<StepsPlace>();
  const Player* player = model_.state.player();
  if (model_.state.start_at)
    place.step = *model_.state.start_at;  // the story was not seen yet
  else if (player)
    place.step = player->position();
  place.first_block = model_.state.start_block.value_or(model_.state.first_block);
  place.deleted = model_.state.deleted_by_phase();
  session.part<StepsFile>().path = model_.file.path();
  pair_of(session).at = model_.pair.start_at.value_or(model_.pair.clock() ? model_.pair.clock()->position() : 0);
}

/// A title speaks of the numbers and of the algorithm that came with it.
void StepsWorkspace::drop_title(Ui& ui) {
  if (!titled_) return;
  std::optional<Notice>& message = ui.doing.message;
  if (!titled_->title) titled_->title = message && !message->bad ? message->text : "";
  const StepsSettings &then = titled_->settings, &now = settings_of(ui.session);
  if (then.source == now.source && then.algorithm == now.algorithm && then.filter == now.filter) return;
  if (message && message->text == *titled_->title) message.reset();
  titled_.reset();
}

void StepsWorkspace::opened(Session& session) {
  titled_ = Titled{settings_of(session), {}};
  in_stages_ = stages_in(session);
  const StepsPlace& place = session.part<StepsPlace>();
  model_.state.start_at = place.step;
  model_.state.start_block = place.first_block;
  model_.state.deleted_barriers = place.deleted;
  model_.draft = settings_of(session).source.typed;
  model_.state.select_nothing();
  model_.views.begin();
  model_.prediction.turn(false);
  model_.save_card = false;
  model_.guess.stop();
  model_.pair.start_at = pair_of(session).on ? std::optional(pair_of(session).at) : std::nullopt;
  StepsFile& file = session.part<StepsFile>();
  if (!file.start.empty()) wanted_template_ = std::exchange(file.start, {});
  if (const auto path = std::exchange(file.path, {}); path && *path != model_.file.path()) file_to_come_back_ = *path;
}

void StepsWorkspace::report(const Ui& ui, nlohmann::json& into) const {
  into.update(report_steps(model_.state, ui.now));
  if (model_.state.player()) model_.views.report(model_.state, into);
  into["level"] = ui.session.part<StepsSettings>().level == StepsLevel::essential ? "essential" : "full";
  into["saving"] = model_.saved_part < 0 ? nlohmann::json() : nlohmann::json(model_.saved_part);
  into["guess"] = {{"on", model_.guess.on()},
                   {"solved", model_.guess.solved()},
                   {"wrong", model_.guess.wrong()},
                   {"answer", model_.guess.answer()}};
  into["pair"] = report_pair(model_.state, model_.pair, pair_of(ui.session), ui.now);
  if (const Clock* clock = model_.pair.clock()) into["playing"] = clock->playing();
  into["file"] = model_.file.open() ? report_file(ui.session) : nlohmann::json();
  into["prediction"] = report_prediction(model_.prediction);
  const auto example = current_example(settings_of(ui.session));
  into["example"] = example ? nlohmann::json(steps_examples()[*example].id) : nlohmann::json();
  if (&ui.workspace == this && stages_in(ui.session)) into.update(report_stages(ui.frame, model_, ui.now));
}

std::vector<Hint> StepsWorkspace::hints(const Ui& ui) const {
  const Session& session = ui.session;
  if (stages_in(session)) {
    std::vector<Hint> hints{{"?", "keys"}, {"← →", "stage"}, {"Home End", "picture, table"}};
    hints.push_back(session.edit.live ? hint(WindowAction::pause, session.paused ? "run" : "freeze")
                                      : hint(StepsAction::play, model_.stages && model_.stages->playing() ? "pause" : "play"));
    hints.insert(hints.end(), {hint(WindowAction::live, session.edit.live ? "stop" : "live source"),
                               hint(WindowAction::measure, "measure"),
                               {"wheel", "zoom"},
                               {"drag", "pan"},
                               hint(WindowAction::fit, "fit"),
                               hint(StepsAction::view, next_view(step_view(settings_of(session).view), false).id),
                               hint(WindowAction::next_colour_map, "colours"),
                               hint(WindowAction::workspace, "workspaces")});
    return hints;
  }
  const Clock* clock = model_.clock();
  const StepViewKind* parts = view_with_parts(settings_of(session), model_.state.has_messages());
  return {{"?", "keys"},
          hint(StepsAction::play, clock && clock->playing() ? "pause" : "play"),
          {"← →", "step"},
          {"PgUp PgDn", "phase"},
          {"↑ ↓", parts ? parts->part : "thread"},
          {"Home End", "start, result"},
          {"< >", "pace"},
          hint(StepsAction::next_example, "next example"),
          hint(StepsAction::predict, model_.prediction.on ? "stop predicting" : "predict"),
          hint(StepsAction::pair, pair_of(session).on ? "only one" : "two at once"),
          {"hover", "its pixels"},
          {"click", "why here"},
          hint(StepsAction::level, settings_of(session).level == StepsLevel::essential ? "show all" : "show less"),
          hint(StepsAction::view, next_view(step_view(settings_of(session).view), model_.state.has_messages()).id),
          hint(WindowAction::workspace, "workspaces")};
}

std::vector<std::string> StepsWorkspace::hover_texts(const Ui& ui) const {
  if (stages_in(ui.session)) return stages_hover_texts(ui, model_.stage_cell);
  const Clock* clock = model_.clock();
  if (!clock) return {""};
  const std::string count = fmt::format("step {} / {}", clock->position(), clock->count());
  if (!model_.counter_below.empty())
    return {fmt::format("{}  ·  {}", count, model_.counter_below), model_.counter_below, count};
  return {fmt::format("{}  ·  {}", count, speed_text(clock->speed())), count};
}

/// A click without the pointer, which selects the cell, or marks it where one predicts. place: "3 temp"; empty: none is
/// selected.
void StepsWorkspace::take_cell(const std::string& place) {
  const StepsLayout* cells = model_.views.cells();
  if (place.empty()) model_.state.select_nothing();
  if (place.empty() || !cells || !model_.state.player()) return;
  const std::size_t blank = place.find(' ');
  const auto index = static_cast<std::uint32_t>(std::stoul(place.substr(0, blank)));
  const auto is_there = [&](const GridPanel& panel) {
    return panel.role != GridRole::strip && index < panel.places &&
           model_.state.player()->story().trace.buffers[panel.buffer].name == place.substr(blank + 1);
  };
  const auto panel = std::ranges::find_if(cells->panels, is_there);
  if (panel == cells->panels.end()) return;
  StepsState& state = model_.state;
  state.chosen = CellAt{panel->buffer, index};
  // because: the heading then speaks of the cell, as it does under the pointer
  if (const StoryStep* now = state.player()->current())
    state.thread = focus_in(state.player()->story().trace, *now, state.first_block, state.chosen, state.thread).thread;
}

namespace {
constexpr int k_all_passes = 1 << 20;
}  // namespace

/// What is known of the user's file, for scripts and lessons.
nlohmann::json StepsWorkspace::report_file(const Session& session) const {
  const StudentFile& file = model_.file;
  nlohmann::json out{{"path", file.path()},
                     {"asks", file.asks()},
                     {"problem", file.problem()},
                     {"findings", nullptr},
                     {"edit", session.part<StepsFile>().edit},
                     {"typing", session.part<StepsFile>().typing},
                     {"saved", !file.edited().changed()},
                     {"conflict", file.edited().theirs().has_value()}};
  if (file.report()) out.update(report_check(*file.report()));
  const Player* player = model_.state.player();
  if (!player || player->story().algorithm_id != file.path() || model_.state.building() || file.busy()) return out;
  if (kernel_work_.story != player->story().number)
    kernel_work_ = {player->story().number, report_kernels(player->story().trace)};
  out["kernels"] = kernel_work_.json;
  return out;
}

/// A file that waits to be opened.
void StepsWorkspace::open_file(Ui& ui) {
  const auto path = lab::take_offered_file();
  const auto start = std::exchange(wanted_template_, {}), back = std::exchange(file_to_come_back_, {});
  if (!path && !start && !back) return;
  try {
    if (const std::string kept = model_.file.keep_unsaved(); !kept.empty())
      ui.doing.message = news_of_file(fmt::format("What was not saved is in {}", kept), kept);
    if (path)
      model_.file.offer(*path);
    else if (start)
      model_.file.offer_template(*start, ui.window.animates());
    else
      back->empty() ? model_.file.close() : model_.file.offer(*back);
    model_.line_to_show = 1;  // because: the editor is where the file before was scrolled to
    comes_back_ = back && !path && !start && model_.file.open() && !model_.file.asks();
  } catch (const std::exception& error) {
    ui.doing.message = Notice{error.what(), std::nullopt, {}};
    return;
  }
  model_.before_file = settings_of(ui.session).algorithm;
  if (!path) return;
  step_of_file_ = model_.state.start_at;  // because: the story that is there first takes it
  ui.session.workspace = "steps";
  bool& edit = ui.session.part<StepsFile>().edit;
  edit = model_.file.is_template();
  if (model_.file.asks() && !edit) ui.session.side_panel = ui.doing.drawer = true;  // because: the button that runs it is there
}

/// Follows the user's file: offered, adopted, saved again.
bool StepsWorkspace::follow_file(Ui& ui) {
  open_file(ui);
  StudentFile& file = model_.file;
  const bool changed = file.advance(ui.now);
  if (const auto id = file.take_adopted(); id && !std::exchange(comes_back_, false)) {
    const Algorithm& algorithm = known_algorithm(*id);
    StepsSettings& settings = settings_of(ui.session);
    step_algorithm(settings, *id);
    take_level(settings, StepsLevel::full);  // because: the file and its counters are what the user looks at
    settings.form.reset();
    settings.type = lab::types_of(algorithm).id;
    if (step_of_file_) model_.state.start_at = std::exchange(step_of_file_, {});
  }
  if (file.take_saved() && settings_of(ui.session).algorithm == file.path()) {
    settings_of(ui.session).form.reset();  // because: it may make another table now
    settings_of(ui.session).type = lab::types_of(known_algorithm(file.path())).id;
    // because: another number of passes asks for a new story, and as many as no file has are all
    settings_of(ui.session).passes = settings_of(ui.session).passes == k_all_passes ? 0 : k_all_passes;
    std::optional<Notice>& message = ui.doing.message;  // that of the version before
    if (message && message->bad && message->text.starts_with(file.name() + ":")) message.reset();
  }
  return changed;
}

/// Stages show the algorithm whose steps were shown; where it cannot run, a sentence says so.
void StepsWorkspace::keep_algorithm(Ui& ui) {
  const bool stages = stages_in(ui.session);
  if (std::exchange(in_stages_, stages) || !stages || &ui.workspace != this) return;
  const StepsSettings& settings = settings_of(ui.session);
  const Algorithm* algorithm = find_algorithm(settings.algorithm);
  Edit& edit = ui.session.edit;
  if (!settings.filter.empty() || !algorithm || edit.algorithm == algorithm->id) return;
  const Extent extent = ui.samples ? ui.samples->extent : Extent{1, 1};
  const Machine machine = edit.machine.value_or(gpu_status().usable ? Machine::gpu : Machine::cpu);
  const std::string problem = refusal(*algorithm, {.extent = extent, .params = settings.params}, machine);
  if (!problem.empty()) {
    ui.doing.message =
        Notice{fmt::format("The stages are not those of {}: {}", algorithm->title, problem), std::nullopt, {}, false};
    return;
  }
  edit.algorithm = algorithm->id;
  edit.params = settings.params;
}

std::string StepsWorkspace::finish() {
  try {
    const std::string kept = model_.file.keep_unsaved();
    return kept.empty() ? std::string() : fmt::format("what was not saved of {} is in {}", model_.file.name(), kept);
  } catch (const std::exception& error) {
    return fmt::format("what was not saved of {} is lost: {}", model_.file.name(), error.what());
  }
}

bool StepsWorkspace::step(Ui& ui) {
  keep_algorithm(ui);
  if (StepsSettings& settings = settings_of(ui.session); !settings.level) take_level(settings, level_);
  drop_title(ui);
  Session& session = ui.session;
  const bool followed = follow_file(ui);
  if (const Player* player = model_.state.player(); player && model_.predicted_story != player->story().number) {
    model_.predicted_story = player->story().number;
    model_.prediction.forget();
  }
  const bool filmed = saving_ != nullptr;
  if (filmed) {
    go_on_saving(ui);
  }
  if (auto typed = patch_.take(ui.frame)) {
    model_.draft = typed->typed;
    settings_of(session).source = std::move(*typed);
    session.workspace = "steps";
  }
  model_.state.motion = ui.window.animates() && !session.reduced_motion;
  if (&ui.workspace != this || stages_in(session)) {  // the stages are the frame's
    if (Clock* clock = model_.story_clock()) clock->pause();
    if (&ui.workspace == this) model_.stage_tracer.want(ui.frame);
    const bool traced = model_.stage_tracer.advance();
    return step_stages(ui) || traced || filmed || followed;
  }
  model_.stages.reset();
  // choosing another algorithm ends the guess
  if (model_.guess.on() && (settings_of(session).algorithm != model_.guess.algorithm() || !settings_of(session).filter.empty()))
    model_.guess.stop();
  model_.state.nameless = model_.guess.hides(settings_of(session).algorithm);
  model_.state.want(settings_of(session), ui.samples);
  if (Clock* clock = model_.clock()) {
    clock->set_last(ui.doing.stop);
    ui.doing.stopped = clock->take_held() || ui.doing.stopped;
  }
  bool changed = model_.state.advance(ui.now) || followed;
  if (pair_of(session).on)
    changed = model_.pair.advance(model_.state, settings_of(session), pair_of(session), ui.samples, ui.now) || changed;
  else
    model_.pair.stop();
  return changed || filmed;
}

bool StepsWorkspace::step_stages(Ui& ui) {
  if (&ui.workspace != this) {
    model_.stages.reset();
    return false;
  }
  int& stage = settings_of(ui.session).stage;
  const FrameStatus& status = ui.frame.status();
  const auto last = static_cast<std::size_t>(last_stage(status));
  if (!model_.stages || model_.stages->count() != last || stage != model_.stage_in_session) {
    if (!model_.stages || model_.stages->count() != last) model_.stages.emplace(last);
    model_.stages->go_to(static_cast<std::size_t>(stage_in_force(ui.session, status)));
  }
  StagesClock& clock = *model_.stages;
  clock.set_speed(settings_of(ui.session).speed);
  const ShownStage& shown = ui.frame.shown().stage;
  const bool moves = clock.playing() || clock.arrived(ui.now) < 1;
  if (shown.ready && shown.stage.passes == clock.position())
    clock.advance(ui.now);
  else
    clock.hold(ui.now);
  if (!model_.state.motion) clock.stop_moving();
  // because: a stage beyond those of this algorithm comes back with the next one
  if (const auto at = static_cast<int>(clock.position()); at != stage_in_force(ui.session, status)) stage = at;
  model_.stage_in_session = stage;
  return moves;
}

WorkspaceKind steps_workspace() {
  return {.id = "steps",
          .title = "Steps",
          .about = "An algorithm step by step",
          .actions = StepsWorkspace::actions(),
          .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<StepsWorkspace>(); },
          .takes = takes_in_steps,
          .opens = session_of_trace,
          .sketch = steps_sketch,
          .write_lesson_page = write_lesson_page,
          .has_levels = true,
          .welcome = {"Press Space to play, or the right arrow for one step: this is the kernel itself, on a few numbers.",
                      "Press Space to play, or the right arrow for one step.", "Space plays, the right arrow steps."},
          .next_texts =
              {"What next? Predict a step before you see it, go to another example, or step a CUDA file of your own: File, New "
               "kernel, or drop it here.",
               "What next? Predict a step before you see it, or go to another example.", "What next?"},
          .next = {{"Predict", "Click the cells that the next step will write", StepsAction::predict},
                   {"Next example", "Another algorithm, or other numbers", StepsAction::next_example},
                   {"Lesson 3", "The tree: up-sweep and down-sweep", WindowAction::start_lesson, {}, "tree"}}};
}

}  // namespace satscope::app
