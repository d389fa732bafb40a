// SPDX-License-Identifier: Apache-2.0
// What the actions of Steps do.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/core/number_text.h"
#include "app/ui/views/canvas.h"
#include "app/workspaces/steps/caption/explain.h"
#include "app/workspaces/steps/compare/pair_pages.h"
#include "app/workspaces/steps/source/examples.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/steps_workspace.h"
#include "app/workspaces/steps/views/look_back/words.h"
#include "app/workspaces/steps/views/sectors/sectors.h"
#include "kernels/registry.h"

namespace satscope::app {

/// Begins to write what is requested.
void StepsWorkspace::save(Ui& ui, const SaveRequest& request) {
  if (saving_) return;
  if (!room_.state.player() || room_.state.player()->story().steps.empty()) {
    ui.doing.message = Notice{"there is no step to save yet", std::nullopt, {}};
    return;
  }
  try {
    const PageLook look{
        .view = shown_view(settings_of(ui.session).view, room_.state.has_messages()),
        .beside = room_.pair.clock() ? std::nullopt : shown_beside(settings_of(ui.session), room_.state.has_messages()),
        .colours = colour_map_of(ui.session),
        .first_block = room_.state.first_block,
        .all_blocks = room_.state.all_blocks,
        .all_arrows = settings_of(ui.session).all_arrows};
    std::unique_ptr<Pages> pages;
    if (room_.pair.clock())
      pages = std::make_unique<PairPages>(room_.state.player()->shared_story(), room_.pair.second.player()->shared_story(),
                                          room_.pair.course(), look);
    else
      pages = std::make_unique<StepsPage>(room_.state.player()->shared_story(), look);
    saving_ = std::make_unique<StepsSaving>(ui.palette, std::move(pages), *room_.clock(), request);
    room_.saved_part = 0;
  } catch (const std::exception& problem) {
    ui.doing.message = Notice{problem.what(), std::nullopt, {}};
  }
}

/// Another piece of what is being saved, and what became of it.
void StepsWorkspace::go_on_saving(Ui& ui) {
  ui.doing.message = saving_->go_on();
  room_.saved_part = saving_->part();
  if (saving_->running()) return;
  room_.save_card = room_.save_card && ui.doing.message->bad;
  stop_saving();
}

/// Another algorithm on the same numbers, from its beginning and without its name.
void StepsWorkspace::begin_guess(Ui& ui) {
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
void StepsWorkspace::take_pixels(Ui& ui) {
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

/// To the next bank conflict; where sectors are shown, to the next access that is not coalesced; in a look-back, to the next
/// word that is published.
void StepsWorkspace::jump_to_conflict(Ui& ui, Player& player) {
  StepsSettings& settings = settings_of(ui.session);
  const Story& story = player.story();
  const auto beside = shown_beside(settings, room_.state.has_messages());
  const bool sectors = settings.view == StepsView::sectors;
  const bool is_look_back = shown_view(settings.view, room_.state.has_messages()) == StepsView::look_back;
  if (const LookBack* look_back = is_look_back ? room_.state.look_back() : nullptr) {
    if (const auto next = next_published(story, *look_back, player.position())) {
      room_.state.first_block = next->block;
      room_.prediction.turn(false);
      return player.go_to(next->position);
    }
    ui.doing.message = Notice{"No word is published after this step.", std::nullopt, {}, false};
    return;
  }
  const auto place = sectors ? next_step_that(story, player.position(), room_.state.first_block,
                                              [&](const Step& step) { return is_scattered(story, step); })
                             : next_conflict(story, player.position(), room_.state.first_block);
  if (place) {
    room_.state.first_block = place->block;
    room_.prediction.turn(false);
    if (!sectors && beside != StepsView::banks) settings.view = StepsView::banks;
    return player.go_to(place->position);
  }
  const std::string none = sectors                ? "Every access to global memory in this run is coalesced."
                           : room_.state.nameless ? "No bank conflict in this run."
                                                  : no_conflict_text(story);
  ui.doing.message = Notice{none, std::nullopt, {}, false};
}

bool StepsWorkspace::perform(Ui& ui, const ActionRequest& request) {
  StepsSettings& settings = settings_of(ui.session);
  Player* player = room_.state.player();
  Clock* clock = room_.clock();
  const bool shows_story = &ui.workspace == this && !stages_in(ui.session);
  const auto moved = [&](auto&& move) {
    if (!clock) return;
    const std::size_t before = clock->position();
    move(*clock);
    if (request.action != StepsAction::step_forward) room_.prediction.forget();
    if (room_.state.motion && clock->position() == before + 1) clock->show_moving(ui.now);
  };
  switch (request.action) {
    case Action::to_steps: take_pixels(ui); return true;
    case Action::next_point:
    case Action::previous_point: {
      if (&ui.workspace != this) return false;
      const bool on = request.action == Action::next_point, stages = stages_in(ui.session);
      return perform(ui, {stages ? (on ? StepsAction::next_stage : StepsAction::previous_stage)
                                 : (on ? StepsAction::step_forward : StepsAction::step_back)});
    }
    case StepsAction::play:
      if (clock) clock->toggle(ui.now);
      return true;
    case StepsAction::finish:
      if (!clock) return true;
      clock->finish_in(settings.finish_in);
      settings.speed = clock->speed();
      if (!clock->playing()) clock->toggle(ui.now);
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
      if (shown_beside(settings, room_.state.has_messages()) != StepsView::grids) settings.view = StepsView::grids;
      pair_of(ui.session).on = false;
      return true;
    case StepsAction::guess:
    case StepsAction::guess_another:
      if (request.action == StepsAction::guess && room_.guess.on())
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
    case StepsAction::next_phase: moved([](Clock& p) { p.next_phase(1); }); return true;
    case StepsAction::previous_phase: moved([](Clock& p) { p.next_phase(-1); }); return true;
    case StepsAction::first_step: moved([](Clock& p) { p.go_to(0); }); return true;
    case StepsAction::last_step: moved([](Clock& p) { p.go_to(p.count()); }); return true;
    case StepsAction::slower:
    case StepsAction::faster:
      if (!clock) return true;
      clock->change_speed(request.action == StepsAction::faster);
      settings.speed = clock->speed();
      return true;
    case StepsAction::view:
      if (pair_of(ui.session).on)  // each of the two has one view
        settings.view = next_view(shown_view(settings.view, room_.state.has_messages()), room_.state.has_messages());
      else
        choose_next_view(settings, room_.state.has_messages());
      ui.doing.hover.reset();
      return true;
    case StepsAction::beside:
      if (pair_of(ui.session).on)
        ui.doing.message = Notice{"each of two algorithms has one view; choose it with W", std::nullopt, {}, false};
      else
        choose_next_beside(settings, room_.state.has_messages());
      return true;
    case StepsAction::save_png: save(ui, {.kind = "png"}); return true;
    case StepsAction::save_svg: save(ui, {.kind = "svg"}); return true;
    case StepsAction::save_gif: save(ui, {.what = SaveRequest::What::phase, .kind = "gif", .scale = 1}); return true;
    case StepsAction::save_card: room_.save_card = !room_.save_card; return true;
    case StepsAction::save_request: save(ui, room_.save_request); return true;
    case StepsAction::next_conflict:
      if (!player) return true;
      jump_to_conflict(ui, *player);
      return true;
    case StepsAction::panel: settings.panel = !settings.panel; return true;
    case StepsAction::all_blocks: room_.state.all_blocks = !room_.state.all_blocks; return true;
    case StepsAction::all_arrows: settings.all_arrows = !settings.all_arrows; return true;
    case StepsAction::next_example:
    case StepsAction::previous_example:
      if (const auto next = next_example(settings, request.action == StepsAction::next_example ? 1 : -1)) {
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
    case StepsAction::play_stages:
      settings.stage =
          room_.stages_play.toggle(ui.now, stage_in_force(ui.session, ui.frame.status()), last_stage(ui.frame.status()));
      return true;
    case StepsAction::finish_stages: {
      const int last = last_stage(ui.frame.status()), stage = stage_in_force(ui.session, ui.frame.status());
      settings.speed = StagesPlay::speed_for(settings.finish_in, stage < last ? last - stage : last);
      return room_.stages_play.playing() || perform(ui, {StepsAction::play_stages});
    }
    case StepsAction::stages_slower:
    case StepsAction::stages_faster:
      settings.speed =
          std::clamp(settings.speed * (request.action == StepsAction::stages_faster ? 2 : 0.5), k_slowest, k_fastest);
      return true;
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
      if (shows_story) choose_algorithm(ui, static_cast<std::size_t>(request.chord.key - '1'));
      return shows_story;
    case Action::leave:
      if (saving_ && !ui.window.has_popup()) {
        ui.doing.message = saving_->stopped();
        stop_saving();
        return true;
      }
      if (!shows_story || ui.window.has_popup()) return false;
      if (std::exchange(room_.save_card, false)) return true;
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

}  // namespace satscope::app
