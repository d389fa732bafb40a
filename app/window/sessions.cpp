// SPDX-License-Identifier: Apache-2.0
// Sessions of the window: one is opened over what is shown, and what is shown is saved as one.
#include <fmt/format.h>

#include "app/core/files.h"
#include "app/core/json.h"
#include "app/ui/inputs.h"
#include "app/window/screen_state.h"

namespace satscope::app {
namespace {

/// What a session that says nothing else begins with: how this person looks at things.
Session base_of(const Session& shown) {
  Session base = whole_session();
  base.theme = shown.theme;
  base.ui_scale = shown.ui_scale;
  base.side_panel = shown.side_panel;
  base.reduced_motion = shown.reduced_motion;
  base.display = shown.display;
  base.presenting = shown.presenting;
  return base;
}

/// The file that it can be saved to again; empty: none, as of figures and traces.
std::string place_of(const SessionFile& file) { return ending_of(file.name) == k_session_ending ? file.name : std::string(); }

}  // namespace

void Screen::State::remember_input(const std::string& words) {
  settings.add_recent(words);
  host.remember(settings);
}

void Screen::State::begin_with_document() {
  const std::string words = std::exchange(options.input, {});
  bool places_box = true, keeps_view = false;
  options.of_session = true;
  session.edit.input = k_example_input;
  try {
    OpenedSession opened = open_session(session_behind(words), base_of(session));
    session = std::move(opened.session);
    places_box = opened.places_box;
    keeps_view = opened.keeps_view;
    apply_options(session, options);
    for (const auto& workspace : workspaces) workspace->opened(session);
    session_place = place_of(opened.file);
    if (!words.starts_with(k_figure_prefix)) remember_input(words);
    if (const std::string& text = opened.reported.empty() ? opened.file.title : opened.reported; !text.empty())
      doing.message = Notice{text, std::nullopt, {}, opened.bad};
  } catch (const std::exception& error) {
    doing.message = Notice{error.what(), WindowAction::open, "Open another ..."};
  }
  for (const auto& workspace : workspaces) workspace->begin(session, options);
  pending = Pending{session.edit, places_box, false, nullptr, keeps_view};
  loader.request(session.edit.input);
}

void Screen::State::take_session(const SessionFile& file, const std::string& below) {
  std::shared_ptr<OpenedSession> opened;
  try {
    opened = std::make_shared<OpenedSession>(open_session(file, base_of(session)));
  } catch (const std::exception& error) {
    doing.message = Notice{error.what(), WindowAction::open, "Open another ..."};
    if (samples) return;
    pending = Pending{session.edit, true, false};
    pending->edit.input = k_example_input;
    loader.request(pending->edit.input);
    return;
  }
  const Edit& edit = opened->session.edit;
  pending = Pending{edit, opened->places_box, false, opened, opened->keeps_view};
  loader.request(edit.input, below);
}

/// Its picture is there, or another in its place.
void Screen::State::become(OpenedSession& opened) {
  drop_drags();
  doing.hover.reset();
  session = std::move(opened.session);
  for (const auto& workspace : workspaces) workspace->opened(session);
  session_place = place_of(opened.file);
  if (!opened.file.name.starts_with(k_figure_prefix)) remember_input(opened.file.name);
  doing.message.reset();
  if (const std::string& text = opened.reported.empty() ? opened.file.title : opened.reported; !text.empty())
    doing.message = Notice{text, std::nullopt, {}, opened.bad};
  frames_due = std::max(frames_due, 3);
}

void Screen::State::show_paper_item(const PaperItem& item) {
  if (item.shows.empty()) return open(item.opens);
  SessionFile file{.title = fmt::format("{}, {}: {}", item.paper, item.item, item.title),
                   .session = nlohmann::json::parse(item.shows)};
  if (!item.reason.empty()) file.title += ". " + item.reason;
  take_session(file);
}

std::string Screen::State::session_text(const std::string& place) {
  for (const auto& workspace : workspaces) workspace->keep(session);
  return text_of(SessionFile{.session = to_json(session)}, place);
}

void Screen::State::save_session(std::string file) {
  if (ending_of(file) != k_session_ending) file += k_session_ending;
  try {
    const bool begun = write_aside([file, text = session_text(file)] { return saved([&] { return write_file(file, text); }); });
    if (!begun) throw std::runtime_error("another file is being written; save the session when that is done");
    session_place = file;
    remember_input(file);
  } catch (const std::exception& error) {
    doing.message = Notice{error.what(), std::nullopt, {}};
  }
}

}  // namespace satscope::app
