// SPDX-License-Identifier: Apache-2.0
// What the actions of Steps do, and the ways from Explore into it.
#include <fmt/format.h>

#include <algorithm>

#include "app/window/screen_state.h"
#include "app/workspaces/playground/chain_edit.h"
#include "app/workspaces/steps/source.h"
#include "app/workspaces/steps/stages.h"
#include "app/workspaces/steps/what.h"
#include "kernels/registry.h"

namespace satscope::app {

bool Screen::State::step_steps() {
  take_live_patch();
  steps.state.motion = host.animates() && !session.reduced_motion;
  if (key_room(session) != "steps") {  // the stages are the frame's
    if (Player* player = steps.state.player()) player->pause();
    return false;
  }
  steps.state.want(session.steps, samples);
  return steps.state.advance(now);
}

/// The numbers of a live frame come through the frame's own road, which may take a frame or two.
void Screen::State::take_live_patch() {
  if (!live_patch) return;
  if (stale_table) {
    constexpr int k_patience = 8;  // steps: the table may be of this very frame, and then no other comes
    if (frame.shown().serial == *stale_table && (frame.active() || ++stale_steps < k_patience)) return;
    stale_table.reset();
  }
  std::string text;
  for (int y = live_patch->y; y < live_patch->y + live_patch->height; ++y)
    for (int x = live_patch->x; x < live_patch->x + live_patch->width; ++x) {
      const auto pixel = frame.pixel(x, y);
      if (!pixel) return;
      text += fmt::format("{}{}", *pixel, x + 1 == live_patch->x + live_patch->width ? "\n" : " ");
    }
  session.steps.source.kind = StepsSource::Kind::typed;
  session.steps.source.typed = steps.draft = text;
  session.steps.source.from = fmt::format("the live frame at {},{}", live_patch->x, live_patch->y);
  live_patch.reset();
  session.workspace = "steps";
}

void Screen::State::go_to_stage(int stage) { session.steps.stage = std::clamp(stage, 0, last_stage(frame.status())); }

bool Screen::State::perform_steps(const Wish& wish) {
  Player* player = steps.state.player();
  const auto moved = [&](auto&& move) {
    if (!player) return;
    const std::size_t before = player->position();
    move(*player);
    if (steps.state.motion && player->position() == before + 1) player->show_moving(now);
  };
  switch (wish.action) {
    case Action::workspace: {
      const auto number = static_cast<std::size_t>(wish.chord.key - '1');
      if (number < k_workspaces.size()) session.workspace = k_workspaces[number].id;
      doing.hover.reset();
      return true;
    }
    case Action::to_steps: {
      const Extent picture = expected_extent();
      const Box& box = session.edit.box;
      if (picture.area() == 0) return true;
      if (const ChainEntry* entry = in_playground() ? chosen_entry(session.edit.playground, session.playground) : nullptr)
        if (const Filter* filter = find_filter(entry->filter)) step_filter(session.steps, *filter);
      StepsSource& source = session.steps.source;
      const bool from_box = !doing.hover && box.area() > 0 && !in_playground();
      if (from_box) source.side = patch_side_for(box);
      source.x = doing.hover ? doing.hover->x : from_box ? box.x + box.width / 2 : picture.width / 2;
      source.y = doing.hover ? doing.hover->y : from_box ? box.y + box.height / 2 : picture.height / 2;
      if (session.edit.live) {
        session.paused = true;
        live_patch = patch_around(source.x, source.y, source.side, picture);
        stale_steps = 0;
        if (in_playground()) stale_table = frame.shown().serial;
        return true;
      }
      source.kind = StepsSource::Kind::patch;
      session.workspace = "steps";
      doing.hover.reset();
      return true;
    }
    case Action::play:
      if (player) player->toggle(now);
      return true;
    case Action::step_forward: moved([](Player& p) { p.step(1); }); return true;
    case Action::step_back: moved([](Player& p) { p.step(-1); }); return true;
    case Action::next_phase: moved([](Player& p) { p.next_chapter(1); }); return true;
    case Action::previous_phase: moved([](Player& p) { p.next_chapter(-1); }); return true;
    case Action::first_step: moved([](Player& p) { p.go_to(0); }); return true;
    case Action::last_step: moved([](Player& p) { p.go_to(p.count()); }); return true;
    case Action::slower:
    case Action::faster:
      if (!player) return true;
      player->change_speed(wish.action == Action::faster);
      session.steps.speed = player->speed();
      return true;
    case Action::steps_view:
      session.steps.view = next_view(shown_view(session.steps.view, steps.state.talks()), steps.state.talks());
      doing.hover.reset();
      return true;
    case Action::next_stage: go_to_stage(stage_in_force(session, frame.status()) + 1); return true;
    case Action::previous_stage: go_to_stage(stage_in_force(session, frame.status()) - 1); return true;
    case Action::first_stage: go_to_stage(0); return true;
    case Action::last_stage: go_to_stage(last_stage(frame.status())); return true;
    case Action::choose_algorithm: {
      if (key_room(session) != "steps") return false;
      const auto number = static_cast<std::size_t>(wish.chord.key - '1');
      const bool shown =
          session.steps.filter.empty() && number < algorithms().size() && session.steps.algorithm == algorithms()[number].id;
      if (number >= algorithms().size() || shown) return true;
      if (const Algorithm& one = algorithms()[number]; one.traced())
        step_algorithm(session.steps, one.id);
      else
        doing.message = {one.untraced, std::nullopt, {}, false};
      return true;
    }
    case Action::leave:
      if (key_room(session) == "steps" && steps.state.chosen && popups.open() == Popup::none && !any_popup()) {
        steps.state.chosen.reset();
        return true;
      }
      return false;
    default: return false;
  }
}

}  // namespace satscope::app
