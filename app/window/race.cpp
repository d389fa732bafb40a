// SPDX-License-Identifier: Apache-2.0
// What the actions of Race do, and what its state file says.
#include <fmt/format.h>

#include <algorithm>

#include "app/core/json.h"
#include "app/window/report.h"
#include "app/window/screen_state.h"
#include "app/workspaces/race/race.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

Notice news(std::string text) { return {std::move(text), std::nullopt, {}, false}; }

}  // namespace

nlohmann::json report_race(const Session& session, const RaceWorkspaceRoom& room) {
  nlohmann::json out = as_json(shown_standings(session, room), session.edit.race.baseline, published_shown(session, room));
  out["racing"] = room.race && room.race->running();
  out["hint"] = race_hint(session);
  return out;
}

void Screen::State::save_race(const std::string& file) {
  try {
    write_atomically(file, report_race(session, race).dump(2) + "\n");
    doing.message = news(fmt::format("saved as {}", file));
  } catch (const std::exception& problem) {
    doing.message = Notice{problem.what(), std::nullopt, {}};
  }
}

bool Screen::State::perform_race(const Wish& wish) {
  RaceEdit& edit = session.edit.race;
  RaceView& view = session.race;
  const auto change_budget = [&](double factor) {
    view.budget_ms = std::clamp(view.budget_ms * factor, k_least_budget_ms, k_most_budget_ms);
  };
  const bool exports = wish.action == Action::copy_times || wish.action == Action::save_times;
  if (exports && !race.standings) {
    doing.message = Notice{"there are no times yet", Action::race_run, "Run the race"};
    return true;
  }
  switch (wish.action) {
    case Action::race_run: {
      const std::string hint = race_hint(session);
      view.running = !view.running && hint.empty();
      if (!hint.empty()) doing.message = news(hint);
      return true;
    }
    case Action::race_freeze: play_or_pause(); return true;
    case Action::toggle_entrant: {
      const auto number = static_cast<std::size_t>(wish.chord.key - '1');
      if (number < algorithms().size() && !toggle_entrant(edit, algorithms()[number].id))
        doing.message = news(fmt::format("{} algorithms race at most: take one out first", k_most_entrants));
      return true;
    }
    case Action::budget_down: change_budget(0.5); return true;
    case Action::budget_up: change_budget(2); return true;
    case Action::copy_times:
      host.set_clipboard(as_text(shown_standings(session, race), view, edit.baseline, published_shown(session, race)).c_str());
      doing.message = news("the times are in the clipboard, as text");
      return true;
    case Action::save_times: save_race(free_name("satscope-race", ".json")); return true;
    default: return false;
  }
}

}  // namespace satscope::app
