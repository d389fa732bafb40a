// SPDX-License-Identifier: Apache-2.0
// Steps: an algorithm at work on a small picture, step by step, from a trace of the real kernel; or the stages of the whole
// picture on the running machine.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <random>
#include <utility>

#include "app/core/json.h"
#include "app/core/number_text.h"
#include "app/ui/bars.h"
#include "app/ui/workspace.h"
#include "app/workspaces/steps/edit.h"
#include "app/workspaces/steps/examples.h"
#include "app/workspaces/steps/explain.h"
#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/live_patch.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/report.h"
#include "app/workspaces/steps/save.h"
#include "app/workspaces/steps/source.h"
#include "app/workspaces/steps/stages.h"
#include "app/workspaces/steps/steps.h"
#include "app/workspaces/steps/trace_file.h"
#include "app/workspaces/steps/what.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr double k_poll_seconds = 0.004;  // while a story is on its way

StepsSettings& settings_of(Session& session) { return session.part<StepsSettings>(); }
const StepsSettings& settings_of(const Session& session) { return session.part<StepsSettings>(); }
StepsPair& pair_of(Session& session) { return session.part<StepsPair>(); }
const StepsPair& pair_of(const Session& session) { return session.part<StepsPair>(); }
bool stages_in(const Session& session) { return settings_of(session).view == StepsView::stages; }

class Steps final : public Workspace {
 public:
  void begin(Session& session, const WindowOptions& options) override;

  void keep(Session& session) const override {
    StepsPlace& place = session.part<StepsPlace>();
    const Player* player = room_.state.player();
    if (room_.state.start_at)
      place.step = *room_.state.start_at;  // nobody saw the story yet
    else if (player)
      place.step = player->position();
    place.first_block = room_.state.start_block.value_or(room_.state.first_block);
    place.deleted = room_.state.deleted_barriers;
    pair_of(session).at = room_.pair.start_at.value_or(room_.pair.clock() ? room_.pair.clock()->position() : 0);
  }
  void opened(Session& session) override {
    const StepsPlace& place = session.part<StepsPlace>();
    room_.state.start_at = place.step;
    room_.state.start_block = place.first_block;
    room_.state.deleted_barriers = place.deleted;
    room_.draft = settings_of(session).source.typed;
    room_.prediction.turn(false);
    room_.guess.stop();
    if (pair_of(session).on) room_.pair.start_at = pair_of(session).at;
  }

  SideShape side(double columns) const override { return {columns >= 70, 17}; }

  void draw(Ui& window, const Shell& shell) override {
    StepsUi ui{window, room_};
    stages_in(ui.session) ? draw_stages(ui, shell) : draw_story(ui, shell);
  }
  void draw_side(Ui& window, const Shell& shell) override {
    StepsUi ui{window, room_};
    if (stages_in(ui.session)) return draw_stages_side(ui, shell);
    draw_steps_source(ui);
    draw_steps_algorithm(ui);
    draw_steps_second(ui);
  }

  void add_file_items(Ui& ui) const override {
    if (stages_in(ui.session)) return;
    const bool has_steps = room_.state.player() && !room_.state.player()->story().beats.empty();
    menu_item(ui, "Save this step as PNG", StepsAction::save_png, nullptr, has_steps);
    menu_item(ui, "Save this step as SVG", StepsAction::save_svg, nullptr, has_steps);
    menu_item(ui, "Save this phase as GIF", StepsAction::save_gif, nullptr, has_steps && !film_);
  }

  bool used(const Ui& /*ui*/) const override { return room_.state.player() && room_.state.player()->position() > 0; }
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
  double due_at(double now) const override { return settled() ? 0 : now + k_poll_seconds; }
  bool settled() const override {
    return !room_.state.building() && !room_.pair.second.building() && !patch_.pixels() && !film_;
  }
  bool perform(Ui& ui, const Wish& wish) override;

  bool has_history(const Session& session) const override { return !stages_in(session); }
  bool can_undo() const override { return history_.can_undo(); }
  bool can_redo() const override { return history_.can_redo(); }
  void undo(Session& session) override {
    note(session, false);
    apply(session, history_.undo());
  }
  void redo(Session& session) override { apply(session, history_.redo()); }
  void note(Session& session, bool still_changing) override {
    if (!room_.state.player()) return;
    room_.state.drop_barriers_of_others(settings_of(session));
    StepsEdit edit = edit_of(settings_of(session), room_.state.deleted_barriers);
    edit.pair = pair_of(session);
    edit.pair.at = 0;
    if (std::exchange(history_started_, true))
      history_.note(edit, still_changing);
    else
      history_.start(edit);
  }

  void report(const Ui& ui, nlohmann::json& into) const override {
    into.update(report_steps(room_.state, ui.now));
    if (const Player* player = room_.state.player(); player && room_.grids.story == player->story().number)
      into["grids"] = report_grids(player->story(), room_.grids.layout);
    into["guess"] = {{"on", room_.guess.on()},
                     {"solved", room_.guess.solved()},
                     {"wrong", room_.guess.wrong()},
                     {"answer", room_.guess.answer()}};
    into["pair"] = report_pair(room_.state, room_.pair, pair_of(ui.session), ui.now);
    if (const Clock* clock = room_.pair.clock()) into["playing"] = clock->playing();
    into["prediction"] = report_prediction(room_.prediction);
    const auto example = current_example(settings_of(ui.session));
    into["example"] = example ? nlohmann::json(steps_examples()[*example].id) : nlohmann::json();
    if (&ui.workspace == this && stages_in(ui.session)) into.update(report_stages(ui.frame, room_.stage_cell));
  }

 private:
  void apply(Session& session, StepsEdit edit) {
    apply_edit(edit, settings_of(session), room_.state.deleted_barriers);
    pair_of(session) = edit.pair;
    room_.draft = settings_of(session).source.typed;
  }
  void take_pixels(Ui& ui);
  void save(Ui& ui, Action as);
  void choose_algorithm(Ui& ui, std::size_t number);
  void begin_guess(Ui& ui);
  void go_to_stage(Ui& ui, int stage) { settings_of(ui.session).stage = std::clamp(stage, 0, last_stage(ui.frame.status())); }

  StepsRoom room_;
  std::unique_ptr<StepsFilm> film_;  ///< that is being written
  LivePatch patch_;
  std::mt19937 random_{std::random_device{}()};  ///< what is to be guessed
  StepsHistory history_;  ///< begins with the first story
  bool history_started_ = false;
};

void Steps::begin(Session& session, const WindowOptions& options) {
  StepsSettings& settings = settings_of(session);
  session.part<StepsPlace>();
  session.part<StepsPair>();
  if (!options.algorithm.empty() && options.algorithm != settings.algorithm) step_algorithm(settings, options.algorithm);
  if (!options.type.empty()) settings.type = options.type;
  if (!options.step_filter.empty()) step_filter(settings, options.step_filter);
  for (const Named<StepsView>& view : k_steps_views)
    if (view.id == options.view) settings.view = view.value;
  if (options.step && settings.view == StepsView::stages) settings.stage = static_cast<int>(*options.step);
  const bool looks_back = settings.view == StepsView::look_back && !options.of_session;
  // the example begins with numbers that are read at a glance; a picture's own are taken where they are asked for
  const bool asked = options.workspace == "steps" || options.box || !options.step_filter.empty() || options.step;
  if ((!options.input.empty() && asked) || looks_back) settings.source = first_patch(options.box);
  // because: one tile looks back at nobody
  if (looks_back && !options.box) settings.source.side = k_patch_sides.back();
  if (options.step) room_.state.start_at = options.step;
}

std::vector<Hint> Steps::hints(const Ui& ui) const {
  const Session& session = ui.session;
  if (stages_in(session)) {
    std::vector<Hint> hints{{"?", "keys"}, {"← →", "stage"}, {"Home End", "picture, table"}};
    if (session.edit.live) hints.push_back(hint(Action::pause, session.paused ? "run" : "freeze"));
    hints.insert(hints.end(), {hint(Action::live, session.edit.live ? "stop" : "live source"),
                               hint(Action::measure, "measure"),
                               {"wheel", "zoom"},
                               {"drag", "pan"},
                               hint(Action::fit, "fit"),
                               hint(StepsAction::view, "grids"),
                               hint(Action::next_colour_map, "colours"),
                               hint(Action::workspace, "workspaces")});
    return hints;
  }
  const Clock* clock = room_.clock();
  return {{"?", "keys"},
          hint(StepsAction::play, clock && clock->playing() ? "pause" : "play"),
          {"← →", "step"},
          {"PgUp PgDn", "phase"},
          {"↑ ↓", "thread"},
          {"Home End", "start, result"},
          {", .", "pace"},
          hint(StepsAction::next_example, "next example"),
          hint(StepsAction::predict, room_.prediction.on ? "stop predicting" : "predict"),
          hint(StepsAction::pair, pair_of(session).on ? "only one" : "two at once"),
          {"hover", "its pixels"},
          {"click", "why here"},
          hint(StepsAction::view, id_of(next_view(settings_of(session).view, room_.state.talks()))),
          hint(Action::workspace, "workspaces")};
}

std::vector<std::string> Steps::hover_texts(const Ui& ui) const {
  if (stages_in(ui.session)) return stages_hover_texts(ui, room_.stage_cell);
  const Clock* clock = room_.clock();
  if (!clock) return {""};
  const std::string count = fmt::format("step {} / {}", clock->position(), clock->count());
  return {fmt::format("{}  ·  {}", count, speed_text(clock->speed())), count};
}

bool Steps::step(Ui& ui) {
  Session& session = ui.session;
  if (const Player* player = room_.state.player(); player && room_.predicted_story != player->story().number) {
    room_.predicted_story = player->story().number;
    room_.prediction.forget();
  }
  const bool filmed = film_ != nullptr;
  if (filmed) {
    ui.doing.message = film_->go_on();
    if (!film_->running()) film_.reset();
  }
  if (auto typed = patch_.take(ui.frame)) {
    room_.draft = typed->typed;
    settings_of(session).source = std::move(*typed);
    session.workspace = "steps";
  }
  room_.state.motion = ui.window.animates() && !session.reduced_motion;
  if (&ui.workspace != this || stages_in(session)) {  // the stages are the frame's
    if (Clock* clock = room_.clock()) clock->pause();
    return filmed;
  }
  // whoever chooses another algorithm has had enough
  if (room_.guess.on() && (settings_of(session).algorithm != room_.guess.algorithm() || !settings_of(session).filter.empty()))
    room_.guess.stop();
  room_.state.nameless = room_.guess.hides(settings_of(session).algorithm);
  room_.state.want(settings_of(session), ui.samples);
  bool changed = room_.state.advance(ui.now);
  if (pair_of(session).on)
    changed = room_.pair.advance(room_.state, settings_of(session), pair_of(session), ui.samples, ui.now) || changed;
  else
    room_.pair.stop();
  return changed || filmed;
}

/// Writes the step, or begins to write its phase.
void Steps::save(Ui& ui, Action as) {
  if (!room_.state.player() || room_.state.player()->story().beats.empty()) {
    ui.doing.message = Notice{"there is no step to save yet", std::nullopt, {}};
  } else if (as != StepsAction::save_gif) {
    ui.doing.message = save_step(ui, room_.state, as == StepsAction::save_svg ? ".svg" : ".png");
  } else if (!film_) {
    try {
      film_ = std::make_unique<StepsFilm>(ui, room_.state);
    } catch (const std::exception& problem) {
      ui.doing.message = Notice{problem.what(), std::nullopt, {}};
    }
  }
}

/// Another algorithm on the same numbers, from its beginning and without its name.
void Steps::begin_guess(Ui& ui) {
  const Player* player = room_.state.player();
  if (!player) return;
  const auto id = room_.guess.begin(player->story(), random_);
  if (!id) {
    ui.doing.message = Notice{"no other algorithm makes a table of these numbers", std::nullopt, {}};
    return;
  }
  room_.guessable = guessable(player->story());
  StepsSettings& settings = settings_of(ui.session);
  settings.form = form_of(settings);  // because: the one that an algorithm makes by nature would tell
  step_algorithm(settings, *id);
  settings.panel = true;
  room_.state.start_at = 0;
  room_.state.chosen.reset();
  room_.prediction.turn(false);
  pair_of(ui.session).on = false;
}

/// Goes to Steps with the pixels under the cursor, or of the box.
void Steps::take_pixels(Ui& ui) {
  Session& session = ui.session;
  const Extent picture = session.edit.live ? ui.frame.status().live_extent : ui.samples ? ui.samples->extent : Extent{};
  const Box& box = session.edit.box;
  if (picture.area() == 0) return;
  if (const Filter* filter = find_filter(ui.workspace.filter_at_hand(session))) step_filter(settings_of(session), *filter);
  StepsSource& source = settings_of(session).source;
  const std::optional<Pixel> hover = ui.doing.hover;
  const bool from_box = !hover && box.area() > 0 && ui.workspace.shows_table();
  if (from_box) source.side = patch_side_for(box);
  source.x = hover ? hover->x : from_box ? box.x + box.width / 2 : picture.width / 2;
  source.y = hover ? hover->y : from_box ? box.y + box.height / 2 : picture.height / 2;
  if (session.edit.live) {
    session.paused = true;
    patch_.ask(source, picture, ui.workspace.shows_table(), ui.frame);
    return;
  }
  source.kind = StepsSource::Kind::patch;
  session.workspace = "steps";
  ui.doing.hover.reset();
}

void Steps::choose_algorithm(Ui& ui, std::size_t number) {
  StepsSettings& settings = settings_of(ui.session);
  if (number >= algorithms().size()) return;
  const Algorithm& one = algorithms()[number];
  if (settings.filter.empty() && settings.algorithm == one.id) return;
  if (one.traced())
    step_algorithm(settings, one.id);
  else
    ui.doing.message = Notice{one.untraced, std::nullopt, {}, false};
}

bool Steps::perform(Ui& ui, const Wish& wish) {
  StepsSettings& settings = settings_of(ui.session);
  Player* player = room_.state.player();
  Clock* clock = room_.clock();
  const bool shows_story = &ui.workspace == this && !stages_in(ui.session);
  const auto moved = [&](auto&& move) {
    if (!clock) return;
    const std::size_t before = clock->position();
    move(*clock);
    if (wish.action != StepsAction::step_forward) room_.prediction.forget();
    if (room_.state.motion && clock->position() == before + 1) clock->show_moving(ui.now);
  };
  switch (wish.action) {
    case Action::to_steps: take_pixels(ui); return true;
    case StepsAction::play:
      if (clock) clock->toggle(ui.now);
      return true;
    case StepsAction::step_forward:
      if (room_.prediction.on && player && player->position() < player->count())
        room_.prediction.judge(player->story(), player->position(),
                               [&](CellAt cell) { return is_drawn(room_.grids.layout, cell); });
      moved([](Clock& p) { p.step(1); });
      return true;
    case StepsAction::step_back: moved([](Clock& p) { p.step(-1); }); return true;
    case StepsAction::predict:
      if (clock) clock->pause();
      room_.prediction.turn(!room_.prediction.on);
      room_.state.chosen.reset();
      if (!room_.prediction.on) return true;
      settings.view = StepsView::grids;
      pair_of(ui.session).on = false;
      return true;
    case StepsAction::guess:
    case StepsAction::guess_another:
      if (wish.action == StepsAction::guess && room_.guess.on())
        room_.guess.stop();
      else
        begin_guess(ui);
      return true;
    case StepsAction::pair:
      if (clock) clock->pause();
      room_.guess.stop();
      turn_pair(pair_of(ui.session), settings, !pair_of(ui.session).on);
      room_.prediction.turn(false);
      room_.state.chosen.reset();
      return true;
    case StepsAction::pair_link: {
      PairLink& link = pair_of(ui.session).link;
      link = link == PairLink::step ? PairLink::work : PairLink::step;
      return true;
    }
    case StepsAction::next_phase: moved([](Clock& p) { p.next_chapter(1); }); return true;
    case StepsAction::previous_phase: moved([](Clock& p) { p.next_chapter(-1); }); return true;
    case StepsAction::first_step: moved([](Clock& p) { p.go_to(0); }); return true;
    case StepsAction::last_step: moved([](Clock& p) { p.go_to(p.count()); }); return true;
    case StepsAction::slower:
    case StepsAction::faster:
      if (!clock) return true;
      clock->change_speed(wish.action == StepsAction::faster);
      settings.speed = clock->speed();
      return true;
    case StepsAction::view:
      settings.view = next_view(shown_view(settings.view, room_.state.talks()), room_.state.talks());
      ui.doing.hover.reset();
      return true;
    case StepsAction::save_png:
    case StepsAction::save_svg:
    case StepsAction::save_gif: save(ui, wish.action); return true;
    case StepsAction::next_conflict:
      if (!player) return true;
      if (const auto place = next_conflict(player->story(), player->position(), room_.state.first_block)) {
        room_.state.first_block = place->block;
        room_.prediction.turn(false);
        settings.view = StepsView::banks;
        player->go_to(place->position);
      } else {
        ui.doing.message = Notice{no_conflict_text(player->story()), std::nullopt, {}, false};
      }
      return true;
    case StepsAction::panel: settings.panel = !settings.panel; return true;
    case StepsAction::all_blocks: room_.state.all_blocks = !room_.state.all_blocks; return true;
    case StepsAction::next_example:
    case StepsAction::previous_example:
      if (const auto next = next_example(settings, wish.action == StepsAction::next_example ? 1 : -1)) {
        apply_example(settings, steps_examples()[*next]);
        room_.state.deleted_barriers.clear();
        room_.draft.clear();
      }
      return true;
    case StepsAction::next_barrier: room_.state.take_out_next_barrier(); return true;
    case StepsAction::all_barriers: room_.state.deleted_barriers.clear(); return true;
    case StepsAction::swap_runs: room_.state.swap_runs(); return true;
    case StepsAction::next_thread: room_.state.move_focus(1); return true;
    case StepsAction::previous_thread: room_.state.move_focus(-1); return true;
    case StepsAction::next_stage: go_to_stage(ui, stage_in_force(ui.session, ui.frame.status()) + 1); return true;
    case StepsAction::previous_stage: go_to_stage(ui, stage_in_force(ui.session, ui.frame.status()) - 1); return true;
    case StepsAction::first_stage: go_to_stage(ui, 0); return true;
    case StepsAction::last_stage: go_to_stage(ui, last_stage(ui.frame.status())); return true;
    case Action::paste:
      if (!shows_story) return false;
      try {
        const char* text = ImGui::GetClipboardText();
        const auto pasted = pasted_numbers(settings.source, text ? text : "");
        if (!pasted) return false;  // perhaps the name of a file
        settings.source = *pasted;
        room_.draft = pasted->typed;
      } catch (const InputError& error) {
        ui.doing.message = Notice{error.what(), std::nullopt, {}};
      }
      return true;
    case Action::choose_algorithm:
      if (shows_story && (room_.prediction.on || room_.state.nameless)) return true;  // the digit is part of a prediction
      if (shows_story) choose_algorithm(ui, static_cast<std::size_t>(wish.chord.key - '1'));
      return shows_story;
    case Action::leave:
      if (film_ && !ui.window.has_popup()) {
        ui.doing.message = film_->stopped();
        film_.reset();
        return true;
      }
      if (!shows_story || ui.window.has_popup()) return false;
      if (room_.prediction.on) {
        room_.prediction.turn(false);
        return true;
      }
      if (room_.state.chosen) {
        room_.state.chosen.reset();
        return true;
      }
      if (!room_.guess.on()) return false;
      room_.guess.stop();
      return true;
    default: return false;
  }
}

}  // namespace

WorkspaceKind steps_workspace() {
  return {.id = "steps",
          .title = "Steps",
          .about = "An algorithm step by step",
          .keys = steps_keys,
          .works = works_in_steps,
          .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Steps>(); },
          .opens = session_of_trace,
          .welcome = {"Press Space to play, or the right arrow for one step: this is the kernel itself, on a few numbers.",
                      "Press Space to play, or the right arrow for one step.", "Space plays, the right arrow steps."},
          .next_texts = {"What next? Predict a step before you see it, or go to another example.", "What next?"},
          .next = {{"Predict", "Click the cells that the next step will write", StepsAction::predict},
                   {"Next example", "Another algorithm, or other numbers", StepsAction::next_example},
                   {"Lesson 3", "The tree: up-sweep and down-sweep", Action::start_lesson, {}, "tree"}}};
}

}  // namespace satscope::app
