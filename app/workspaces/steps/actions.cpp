// SPDX-License-Identifier: Apache-2.0
// What the actions of Steps do.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <ranges>
#include <string>
#include <utility>

#include "app/core/text/number_text.h"
#include "app/ui/lesson_acts.h"
#include "app/ui/views/canvas.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/steps/caption/explain.h"
#include "app/workspaces/steps/lab/file_settings.h"
#include "app/workspaces/steps/source/examples.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/steps_workspace.h"
#include "app/workspaces/steps/view.h"
#include "kernels/described.h"
#include "kernels/registry.h"

namespace satscope::app {

/// Another algorithm on the same numbers, from its beginning and without its name.
void StepsWorkspace::begin_guess(Ui& ui) {
  const Player* player = model_.state.player();
  if (!player) return;
  const auto id = model_.guess.begin(player->story(), random_, model_.guess_all);
  if (!id) {
    ui.doing.message = Notice{"no other algorithm makes a table of these numbers", std::nullopt, {}};
    return;
  }
  model_.guessable = guessable(player->story(), model_.guess_all);
  StepsSettings& settings = settings_of(ui.session);
  settings.form.reset();  // because: in another form than its own an algorithm may do little that can be seen
  // because: in a single row most of them do the same
  if (player->story().request.extent.height < 2) settings.source = {.kind = StepsSource::Kind::ready, .ready = "bilgic"};
  step_algorithm(settings, *id);
  settings.panel = true;
  model_.state.start_at = 0;
  model_.state.chosen.reset();
  model_.prediction.turn(false);
  pair_of(ui.session).on = false;
}

/// Essential or full, for the next start as well.
void StepsWorkspace::change_level(Ui& ui) {
  StepsSettings& settings = settings_of(ui.session);
  level_ = settings.level == StepsLevel::essential ? StepsLevel::full : StepsLevel::essential;
  take_level(settings, level_);
  ui.requests.push_back({k_remember_choice, {}, fmt::format("level {}", k_steps_levels[static_cast<std::size_t>(level_)].id)});
}

/// Goes to Steps with the pixels under the cursor, or of the box.
void StepsWorkspace::take_pixels(Ui& ui) {
  Session& session = ui.session;
  const Extent picture = session.edit.live ? ui.frame.status().live_extent : ui.samples ? ui.samples->extent : Extent{};
  const Box& box = session.edit.box;
  if (picture.area() == 0 || !ui.workspace.uses_frames(session)) return;
  note_edit(session, false);  // because: what was typed comes back by undo, even if Steps was not shown before
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

void StepsWorkspace::choose_algorithm(Ui& ui, std::size_t number) {
  StepsSettings& settings = settings_of(ui.session);
  if (number >= algorithms().size()) return;
  const Algorithm& one = algorithms()[number];
  if (settings.filter.empty() && settings.algorithm == one.id) return;
  if (one.traced())
    step_algorithm(settings, one.id);
  else
    ui.doing.message = Notice{one.untraced, std::nullopt, {}, false};
}

/// To the next place of the view; where it has none, of the view whose places are for all, which is then shown.
void StepsWorkspace::jump_to_place(Ui& ui, Player& player) {
  StepsSettings& settings = settings_of(ui.session);
  const bool has_messages = model_.state.has_messages();
  const StepViewKind *shown = &shown_view(settings.view, has_messages), *finder = shown;
  std::optional<ViewPlace> place;
  if (!shown->of_frame()) place = model_.views.of(*shown).next_place(model_.state);
  for (const StepViewKind& kind : step_views())
    if (!place && kind.for_all) place = model_.views.of(*(finder = &kind)).next_place(model_.state);
  if (!place) return;
  if (!place->none.empty()) {
    ui.doing.message = Notice{place->none, std::nullopt, {}, false};
    return;
  }
  model_.state.first_block = place->block;
  model_.prediction.turn(false);
  if (finder != shown && finder != shown_beside(settings, has_messages)) settings.view = finder->id;
  player.go_to(place->position);
}

/// A view in which cells can be predicted.
void StepsWorkspace::show_cells(StepsSettings& settings) {
  const auto has_cells = [&](const StepViewKind& kind) { return !kind.of_frame() && model_.views.of(kind).cells(); };
  const StepViewKind* beside = shown_beside(settings, model_.state.has_messages());
  const auto first = std::ranges::find_if(step_views(), has_cells);
  if ((!beside || !has_cells(*beside)) && first != step_views().end()) settings.view = first->id;
}

/// Moves the clock; one step on is seen as a movement.
void StepsWorkspace::move(Ui& ui, void (*by)(Clock&)) {
  Clock* clock = model_.clock();
  if (!clock) return;
  const std::size_t before = clock->position();
  by(*clock);
  if (model_.state.motion && !model_.stages && clock->position() == before + 1) clock->show_moving(ui.now);
}

void StepsWorkspace::go(Ui& ui, void (*by)(Clock&)) {
  if (model_.clock() && !model_.stages) model_.prediction.forget();
  move(ui, by);
}

void StepsWorkspace::step_forward(Ui& ui) {
  const Player* player = model_.stages ? nullptr : model_.state.player();
  const bool stops = player && ui.doing.stop && player->position() >= *ui.doing.stop;
  if (model_.prediction.on && player && player->position() < player->count() && !stops)
    model_.prediction.judge(player->story(), player->position(),
                            [&](CellAt cell) { return model_.views.cells() && is_drawn(*model_.views.cells(), cell); });
  move(ui, [](Clock& clock) { clock.step(1); });
}

void StepsWorkspace::move_focus(const Ui& ui, int direction) {
  const StepViewKind* const parts = view_with_parts(settings_of(ui.session), model_.state.has_messages());
  if (!parts) return model_.state.move_focus(direction);
  model_.views.of(*parts).turn(direction);
  model_.pair.views.of(*parts).turn(direction);
}

void StepsWorkspace::finish(Ui& ui) {
  Clock* clock = model_.clock();
  if (!clock) return;
  StepsSettings& settings = settings_of(ui.session);
  clock->finish_in(settings.finish_in);
  settings.speed = clock->speed();
  if (!clock->playing()) clock->toggle(ui.now);
}

void StepsWorkspace::change_speed(Ui& ui, bool faster) {
  Clock* clock = model_.clock();
  if (!clock) return;
  clock->change_speed(faster);
  settings_of(ui.session).speed = clock->speed();
}

constexpr const char* k_predict_first = "A digit changes nothing here. To predict a number, press P first, then type it.";

void StepsWorkspace::turn_prediction(Ui& ui) {
  if (const auto& message = ui.doing.message; message && message->text == k_predict_first) ui.doing.message.reset();
  if (Clock* clock = model_.clock()) clock->pause();
  model_.prediction.turn(!model_.prediction.on);
  model_.state.chosen.reset();
  if (!model_.prediction.on) return;
  show_cells(settings_of(ui.session));
  pair_of(ui.session).on = false;
}

void StepsWorkspace::turn_two_at_once(Ui& ui) {
  if (Clock* clock = model_.clock()) clock->pause();
  model_.guess.stop();
  turn_pair(pair_of(ui.session), settings_of(ui.session), !pair_of(ui.session).on);
  model_.prediction.turn(false);
  model_.state.chosen.reset();
}

void StepsWorkspace::next_view_of(Ui& ui) {
  StepsSettings& settings = settings_of(ui.session);
  if (pair_of(ui.session).on)  // each of the two has one view
    settings.view = next_view(shown_view(settings.view, model_.state.has_messages()), model_.state.has_messages()).id;
  else
    choose_next_view(settings, model_.state.has_messages());
  ui.doing.hover.reset();
}

void StepsWorkspace::next_beside_of(Ui& ui) {
  if (pair_of(ui.session).on)
    ui.doing.message = Notice{"each of two algorithms has one view; choose it with W", std::nullopt, {}, false};
  else
    choose_next_beside(settings_of(ui.session), model_.state.has_messages());
}

void StepsWorkspace::go_to_example(Ui& ui, int by) {
  StepsSettings& settings = settings_of(ui.session);
  const auto next = next_example(settings, by);
  if (!next) return;
  apply_example(settings, steps_examples()[*next]);
  model_.state.deleted_barriers.clear();
}

/// A point of a class, while Steps is shown.
bool StepsWorkspace::go_on(Ui& ui, bool on) {
  if (&ui.workspace != this) return false;
  if (on)
    step_forward(ui);
  else
    go(ui, [](Clock& clock) { clock.step(-1); });
  return true;
}

/// Numbers of the clipboard become the input; false: it holds none.
bool StepsWorkspace::paste(Ui& ui) {
  StepsSettings& settings = settings_of(ui.session);
  if (!shows_story(ui)) return false;
  try {
    const char* text = ImGui::GetClipboardText();
    const auto pasted = pasted_numbers(settings.source, text ? text : "");
    if (!pasted) return false;  // perhaps the name of a file
    settings.source = *pasted;
    model_.draft = pasted->typed;
  } catch (const InputError& error) {
    ui.doing.message = Notice{error.what(), std::nullopt, {}};
  }
  return true;
}

/// Numbers that a lecturer typed, in one tree where the algorithm has a machine for that.
void StepsWorkspace::take_row(Ui& ui, const std::string& typed) {
  try {
    StepsSource source{.kind = StepsSource::Kind::typed, .typed = typed + "\n"};
    const Samples numbers = samples_of(source, nullptr);
    // because: a short row is one tile, and then nothing looks back; so each number begins a tile of its own
    const int tile = model_.state.look_back() ? model_.state.look_back()->tiles.front().box.width : 0;
    if (numbers.extent.width <= tile) {
      if (const int most = k_trace_limit / tile; numbers.extent.width > most)
        throw InputError(fmt::format("Look-back shows at most {} numbers: each begins a tile.", most));
      source.typed.clear();
      for (int i = 0; i < numbers.extent.width * tile; ++i)
        source.typed += fmt::format("{}{}", i > 0 ? " " : "", i % tile == 0 ? numbers.value(i / tile, 0) : 0);
      source.typed += "\n";
    }
    StepsSettings& settings = settings_of(ui.session);
    // because: from the middle on, another row would look half done; where the parts of one step are shown it has no other
    const bool begins = settings.source != source && !view_with_parts(settings, model_.state.has_messages());
    if (Clock* clock = model_.clock(); clock && begins) clock->go_to(0);
    settings.source = source;
    settings.size = k_size_auto;
    model_.draft = source.typed;
  } catch (const InputError& error) {
    ui.doing.message = Notice{error.what(), std::nullopt, {}};
  }
}

/// Ends what is going on, one thing at a time; false: nothing is.
bool StepsWorkspace::leave(Ui& ui) {
  if (saving_ && !ui.window.has_popup()) {
    ui.doing.message = saving_->stopped();
    stop_saving();
    return true;
  }
  if (!shows_story(ui) || ui.window.has_popup()) return false;
  if (std::exchange(model_.save_card, false)) return true;
  if (model_.prediction.on) {
    model_.prediction.turn(false);
    return true;
  }
  if (model_.state.chosen) {
    model_.state.chosen.reset();
    return true;
  }
  if (!model_.guess.on()) return false;
  model_.guess.stop();
  return true;
}

bool takes_in_steps(const ActionRow& row, const Session& session) {
  if (row.group == k_box_keys) return false;
  // because: Space plays the passes of a picture that stands still, and freezes one that does not
  if (row.action == WindowAction::pause) return !stages_in(session) || session.edit.live;
  return row.group != k_view_keys || stages_in(session);
}

/// "next bank conflict; in sectors: uncoalesced access"
static std::string places_of_views() {
  std::string all = "next", own;
  for (const StepViewKind& kind : std::views::reverse(step_views()))
    if (kind.for_all)
      all += " " + std::string(kind.place);
    else if (!kind.place.empty())
      own += "; in " + std::string(kind.id) + ": " + std::string(kind.place);
  return all + own;
}

std::vector<ActionRow> StepsWorkspace::actions() {
  using Steps = StepsWorkspace;
  using Request = ActionRequest;
  constexpr ActionGroup story{"Steps", {.enabled = [](const Session& session) { return !stages_in(session); }}};
  constexpr ActionGroup moves{"Steps"};  // also of Stages
  // because: Space freezes a picture that does not stand still
  constexpr ActionGroup plays{"Steps",
                              {.enabled = [](const Session& session) { return !stages_in(session) || !session.edit.live; }}};
  constexpr ActionGroup typing{
      "Steps", {.while_typing = true, .enabled = [](const Session& session) { return session.part<StepsFile>().typing; }}};
  static const std::string places = places_of_views();
  static const std::string views = ids_of(step_views()).replace(ids_of(step_views()).rfind(", "), 2, " or ");
  return {
      row(StepsAction::play, {plain(k_key_space)}, plays, "play or pause",
          [](Steps& s, Ui& ui) {
            if (Clock* clock = s.model_.clock()) clock->toggle(ui.now);
          }),
      row(StepsAction::finish, {shift(k_key_space)}, moves, "play to the end in the seconds of \"Finish in\"",
          [](Steps& s, Ui& ui) { s.finish(ui); }),
      row(StepsAction::step_forward, {plain(k_key_right)}, moves.held(), "one step on, or one pass of Stages",
          [](Steps& s, Ui& ui) { s.step_forward(ui); }),
      row(StepsAction::step_back, {plain(k_key_left)}, moves.held(), "one step back, or one pass",
          [](Steps& s, Ui& ui) { s.go(ui, [](Clock& clock) { clock.step(-1); }); }),
      row(StepsAction::next_phase, {plain(k_key_page_down), shift(k_key_right)}, moves.held(), "next phase",
          [](Steps& s, Ui& ui) { s.go(ui, [](Clock& clock) { clock.next_phase(1); }); }),
      row(StepsAction::previous_phase, {plain(k_key_page_up), shift(k_key_left)}, moves.held(), "previous phase",
          [](Steps& s, Ui& ui) { s.go(ui, [](Clock& clock) { clock.next_phase(-1); }); }),
      row(StepsAction::next_thread, {plain(k_key_down)}, story.held(), "describe the next busy thread; in Banks: instruction",
          [](Steps& s, Ui& ui) { s.move_focus(ui, 1); }),
      row({"previous-thread"}, {plain(k_key_up)}, story.held(), "the busy thread or instruction before",
          [](Steps& s, Ui& ui) { s.move_focus(ui, -1); }),
      row(StepsAction::first_step, {plain(k_key_home)}, moves, "to the start",
          [](Steps& s, Ui& ui) { s.go(ui, [](Clock& clock) { clock.go_to(0); }); }),
      row(StepsAction::last_step, {plain(k_key_end)}, moves, "to the result",
          [](Steps& s, Ui& ui) { s.go(ui, [](Clock& clock) { clock.go_to(clock.count()); }); }),
      row({"slower"}, {plain(','), plain('<')}, moves.held(), "play slower",
          [](Steps& s, Ui& ui) { s.change_speed(ui, false); }),
      row(StepsAction::faster, {plain('.'), plain('>')}, moves.held(), "play faster",
          [](Steps& s, Ui& ui) { s.change_speed(ui, true); }),
      row(StepsAction::next_example, {plain('E')}, story, "the next example", [](Steps& s, Ui& ui) { s.go_to_example(ui, 1); }),
      row({"previous-example"}, {shift('E')}, story, "the example before", [](Steps& s, Ui& ui) { s.go_to_example(ui, -1); }),
      row(StepsAction::predict, {plain('P')}, story, "predict: guess what the next step writes",
          [](Steps& s, Ui& ui) { s.turn_prediction(ui); }),
      row(StepsAction::guess, {plain('Q')}, story, "guess the algorithm: names and source are hidden",
          [](Steps& s, Ui& ui) { s.model_.guess.on() ? s.model_.guess.stop() : s.begin_guess(ui); }),
      row(StepsAction::guess_another, {shift('Q')}, story, "guess another algorithm",
          [](Steps& s, Ui& ui) { s.begin_guess(ui); }),
      row(StepsAction::pair, {plain('D')}, story, "two at once: another algorithm on the same numbers",
          [](Steps& s, Ui& ui) { s.turn_two_at_once(ui); }),
      row({"pair-link"}, {shift('D')}, story, "link the two by step or by work",
          [](Steps&, Ui& ui) {
            PairLink& link = pair_of(ui.session).link;
            link = link == PairLink::step ? PairLink::work : PairLink::step;
          }),
      row(StepsAction::next_barrier, {plain(k_key_delete)}, story, "take out a barrier; again: the next one in its place",
          [](Steps& s) { s.model_.state.take_out_next_barrier(); }),
      row({"all-barriers"}, {shift(k_key_delete)}, story, "put the barriers back",
          [](Steps& s) { s.model_.state.deleted_barriers.clear(); }),
      row(StepsAction::swap_runs, {plain('X')}, story, "without a barrier: the run that fails, or the right one",
          [](Steps& s) { s.model_.state.swap_runs(); }),
      row(StepsAction::view, {plain('W')}, ActionGroup{"Steps"}, views, [](Steps& s, Ui& ui) { s.next_view_of(ui); }),
      row(StepsAction::beside, {shift('W')}, story, "a second view beside the first, another one, none",
          [](Steps& s, Ui& ui) { s.next_beside_of(ui); }),
      row({"next-conflict"}, {plain('J')}, story, places,
          [](Steps& s, Ui& ui) {
            if (Player* player = s.model_.state.player()) s.jump_to_place(ui, *player);
          }),
      row(StepsAction::all_blocks, {plain('B'), shift('B')}, story, "one block, or all",
          [](Steps& s) { s.model_.state.all_blocks = !s.model_.state.all_blocks; }),
      row(StepsAction::all_arrows, {shift('A')}, story, "arrows of all threads, or of the selected thread",
          [](Steps&, Ui& ui) { settings_of(ui.session).all_arrows = !settings_of(ui.session).all_arrows; }),
      row(StepsAction::level, {shift('C')}, story, "essential or full: code, counters, machine and all views",
          [](Steps& s, Ui& ui) { s.change_level(ui); }),
      row({"steps-panel"}, {plain('C')}, story, "hide or show words and code at the right",
          [](Steps&, Ui& ui) { settings_of(ui.session).panel = !settings_of(ui.session).panel; }),
      row(StepsAction::edit_file, {ctrl('U')}, story, "edit your own file, or hide the editor",
          [](Steps& s, Ui& ui) {
            bool& edit = ui.session.part<StepsFile>().edit;
            edit = !edit && s.model_.file.open();
          }),
      row(StepsAction::save_file, {ctrl('S')}, typing, "in the editor: save your file, compile and run it again",
          [](Steps& s, Ui& ui) {
            StepsUi steps{ui, s.model_};
            save_file(steps);
          }),
      row(StepsAction::save_card, {plain('S')}, story, "save steps: which, as what, how large",
          [](Steps& s) { s.model_.save_card = !s.model_.save_card; }),
      row(StepsAction::save_png, {ctrl('E')}, story, "save this step as a picture (PNG)",
          [](Steps& s, Ui& ui) { s.save(ui, s.like_card(ui, {.kind = "png"})); }),
      row(StepsAction::save_svg, {ctrl_shift('E')}, story, "save this step as a drawing (SVG)",
          [](Steps& s, Ui& ui) { s.save(ui, s.like_card(ui, {.kind = "svg"})); }),
      row(StepsAction::save_gif, {ctrl_shift('G')}, story, "save this phase as a film (GIF)",
          [](Steps& s, Ui& ui) { s.save(ui, s.like_card(ui, {.what = SaveRequest::What::phase, .kind = "gif", .scale = 1})); }),
      row(StepsAction::save_request, [](Steps& s, Ui& ui) { s.save(ui, s.model_.save_request); }),
      row(k_take_cell, [](Steps& s, Ui&, const Request& asked) { s.take_cell(asked.text); }),
      row(k_take_row, [](Steps& s, Ui& ui, const Request& asked) { s.take_row(ui, asked.text); }),
      row(WindowAction::to_steps, [](Steps& s, Ui& ui) { s.take_pixels(ui); }),
      row(WindowAction::next_point, [](Steps& s, Ui& ui) { return s.go_on(ui, true); }),
      row(WindowAction::previous_point, [](Steps& s, Ui& ui) { return s.go_on(ui, false); }),
      row(WindowAction::paste, [](Steps& s, Ui& ui) { return s.paste(ui); }),
      row(WindowAction::choose_algorithm,
          [](Steps& s, Ui& ui, const Request& request) {
            if (!s.shows_story(ui)) return false;
            // because: while there is something to guess, the digit is part of it
            if (s.model_.prediction.on || s.model_.state.nameless) return true;
            if (!ui.doing.guided)
              s.choose_algorithm(ui, static_cast<std::size_t>(request.chord.key - '1'));
            else if (!ui.session.presenting)
              ui.doing.message = Notice{k_predict_first, std::nullopt, {}, false};
            return true;
          }),
      row(WindowAction::leave, [](Steps& s, Ui& ui) { return s.leave(ui); })};
}

}  // namespace satscope::app
