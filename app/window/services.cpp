// SPDX-License-Identifier: Apache-2.0
// What workspaces ask of the whole window: its state, another session in its place, what to remember.
#include <fmt/format.h>

#include <stdexcept>

#include "app/core/json.h"
#include "app/window/report.h"
#include "app/window/screen_state.h"

namespace satscope::app {
namespace {

/// The first member that no session has, as the way to it; empty: there is none. Maps such as "params" hold any names.
std::string unknown_member(const nlohmann::json& members, const nlohmann::json& known) {
  for (const auto& [name, value] : members.items()) {
    const auto found = known.find(name);
    if (found == known.end()) return name;
    if (!value.is_object() || !found->is_object() || found->empty()) continue;
    if (const std::string deeper = unknown_member(value, *found); !deeper.empty()) return name + "." + deeper;
  }
  return {};
}

}  // namespace

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
                   : popups.open() == Popup::glossary    ? "glossary"
                   : popups.open() == Popup::papers      ? "papers"
                                                         : "key_sheet";
  state["term"] = nullptr;
  if (const GlossaryTerm* term = terms.explained()) {
    state["term"] = {{"name", term->name}, {"meaning", term->meaning}, {"by", terms.by_keys() ? "keys" : "pointer"}};
    if (terms.by_keys()) state["term"].update({{"place", terms.place() + 1}, {"of", terms.count()}});
  }
  state["guide"] = shows_guide();
  state["presentation"] = presentation.report();
  state["presentation"].update({{"on", session.presenting}, {"audience", host.audience()}});
  state["undo"] = can_undo();
  state["redo"] = can_redo();
  state["recent"] = settings.recent;
  state["session_file"] = session_place;
  return state;
}

void Screen::State::show(const nlohmann::json& members, const std::string& below) {
  if (const std::string unknown = unknown_member(members, to_json(whole_session())); !unknown.empty())
    throw std::runtime_error(fmt::format("session: there is no member '{}'; `--state-out` shows those there are", unknown));
  open_session({.session = members}, whole_session());  // because: the caller reports what cannot be shown
  take_session({.session = members}, below);
}

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

void Screen::State::remember_lesson(const std::string& id, const LessonProgress& progress) {
  settings.lessons[id] = progress;
  host.remember(settings);
}

}  // namespace satscope::app
