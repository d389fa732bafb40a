// SPDX-License-Identifier: Apache-2.0
// What workspaces ask of the whole window: its state, another session in its place, what to remember.
#include "app/core/json.h"
#include "app/window/report.h"
#include "app/window/screen_state.h"

namespace satscope::app {

nlohmann::json Screen::State::state() {
  const Ui ui = make_ui();
  for (const auto& workspace : workspaces) workspace->keep(session);
  nlohmann::json state = report(ui, framebuffer);
  for (std::size_t i = 0; i < workspaces.size(); ++i) {
    nlohmann::json& into = state[std::string(app::workspaces()[i].id)];
    if (into.is_null()) into = nlohmann::json::object();
    workspaces[i]->report(ui, into);
  }
  state["painter"] = id_of(painted.painter());
  state["painter_reason"] = painted.reason();
  state["key_sheet"] = popups.open() == Popup::key_sheet;
  state["popup"] = popups.open() == Popup::none          ? ""
                   : popups.open() == Popup::open        ? "open"
                   : popups.open() == Popup::save        ? "save"
                   : popups.open() == Popup::go_to_pixel ? "go_to_pixel"
                                                         : "key_sheet";
  state["undo"] = can_undo();
  state["redo"] = can_redo();
  state["recent"] = settings.recent;
  state["session_file"] = session_place;
  return state;
}

void Screen::State::show(const nlohmann::json& members) { take_session({.session = members}); }

void Screen::State::change(const nlohmann::json& members) {
  for (const auto& workspace : workspaces) workspace->keep(session);
  nlohmann::json whole = to_json(session);
  whole.merge_patch(members);
  try {
    session = session_from_json(whole, session);
    for (const auto& workspace : workspaces) workspace->opened(session);
  } catch (const std::exception& error) {
    doing.message = Notice{error.what(), std::nullopt, {}};
  }
}

void Screen::State::remember_lesson(const std::string& id, int cards) {
  settings.lessons[id] = cards;
  host.remember(settings);
}

}  // namespace satscope::app
