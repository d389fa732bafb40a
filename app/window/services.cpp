// SPDX-License-Identifier: Apache-2.0
// What workspaces ask of the whole window: its state, another session in its place, what to remember.
#include <fmt/format.h>

#include <algorithm>
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

bool Screen::State::settled() const {
  const Session& session = model.session;
  const Frame& frame = model.frame;
  const Workspace& workspace = model.shown_workspace();
  const ShownPicture shown = workspace.shown(frame);
  const SourceStatus& source = frame.status().source;
  const bool live = session.edit.live && !session.paused && source.feed.description.pace != Pace::request;
  const bool none_to_come = session.edit.live && shown.extent.area() > 0 && source.feed.phase == Phase::failed;
  const bool refused = !shown.problem.empty();  // and the sentence says why
  const bool shows_it = (shown.ready && shown.extent == loading.expected_extent()) || none_to_come || refused;
  const bool reported = sums_known || !workspace.shows_table() || refused;
  const bool loads = loading.pending() || loading.busy() || model.writes_aside();
  const bool moves = !input.empty() || !requests.empty() || model.doing.drag || model.doing.panning;
  return shows_it && reported && !lacks_memory() && !loads && !moves &&
         std::ranges::all_of(model.workspaces, [](const auto& one) { return one->settled(); }) && (live || !frame.active());
}

nlohmann::json Screen::State::state() {
  const Ui ui = make_ui();
  for (const auto& workspace : model.workspaces) workspace->keep(model.session);
  nlohmann::json state = report(ui, painting.framebuffer());
  for (std::size_t i = 0; i < model.workspaces.size(); ++i) {
    nlohmann::json& into = state[std::string(app::workspaces()[i].id)];
    if (into.is_null()) into = nlohmann::json::object();
    model.workspaces[i]->report(ui, into);
  }
  painting.report(state);
  state["key_sheet"] = model.popups.open() == Popup::key_sheet;
  state["popup"] = model.popups.open() == Popup::none          ? ""
                   : model.popups.open() == Popup::open        ? "open"
                   : model.popups.open() == Popup::save        ? "save"
                   : model.popups.open() == Popup::slides      ? "slides"
                   : model.popups.open() == Popup::go_to_pixel ? "go_to_pixel"
                   : model.popups.open() == Popup::glossary    ? "glossary"
                   : model.popups.open() == Popup::papers      ? "papers"
                                                               : "key_sheet";
  state["term"] = nullptr;
  if (const GlossaryTerm* term = model.terms.explained()) {
    state["term"] = {{"name", term->name}, {"meaning", term->meaning}, {"by", model.terms.by_keys() ? "keys" : "pointer"}};
    if (model.terms.by_keys()) state["term"].update({{"place", model.terms.place() + 1}, {"of", model.terms.count()}});
  }
  state["guide"] = model.shows_guide(ui);
  state["presentation"] = model.presentation.report();
  state["presentation"].update({{"on", model.session.presenting}, {"audience", model.host.audience()}});
  state["undo"] = ui.can_undo;
  state["redo"] = ui.can_redo;
  state["recent"] = model.settings.recent;
  state["session_file"] = loading.session_place();
  return state;
}

void Screen::State::show(const nlohmann::json& members, const std::string& below) {
  if (const std::string unknown = unknown_member(members, to_json(whole_session())); !unknown.empty())
    throw std::runtime_error(fmt::format("session: there is no member '{}'; `--state-out` shows those there are", unknown));
  open_session({.session = members}, whole_session());  // because: the caller reports what cannot be shown
  if (model.companion() && !before_lesson) {
    for (const auto& workspace : model.workspaces) workspace->keep(model.session);
    const auto guide = std::ranges::find_if(model.workspaces, [](const auto& one) { return one->companion() != nullptr; });
    const auto number = static_cast<std::size_t>(guide - model.workspaces.begin());
    before_lesson = {model.session, loading.session_place(), app::workspaces()[number].id};
  }
  loading.take_session({.session = members}, below);
  model.popups.close();  // because: a dialog of what was shown before would lie over it
}

void Screen::State::leave_lesson() {
  if (!before_lesson || model.companion()) return;
  if (model.session.workspace == before_lesson->guide) before_lesson->session.workspace = model.session.workspace;
  loading.go_back_to(std::move(before_lesson->session), before_lesson->place);
  before_lesson.reset();
}

void Screen::State::change(const nlohmann::json& members) {
  for (const auto& workspace : model.workspaces) workspace->keep(model.session);
  nlohmann::json whole = to_json(model.session);
  whole.merge_patch(members);
  try {
    model.session = session_from_json(whole, model.session);
    for (const auto& workspace : model.workspaces) workspace->opened(model.session);
  } catch (const std::exception& error) {
    model.say(error.what());
  }
}

void Screen::State::share() {
  try {
    model.host.share(loading.session_text("shared.satscope"));
  } catch (const std::exception& error) {
    model.say(error.what());
  }
}

void Screen::State::remember_lesson(const std::string& id, const LessonProgress& progress) {
  model.settings.lessons[id] = progress;
  model.host.remember(model.settings);
}

}  // namespace satscope::app
