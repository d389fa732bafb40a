// SPDX-License-Identifier: Apache-2.0
// What each action does. Keys, menus and buttons all end here.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <system_error>

#include "app/core/files.h"
#include "app/core/named_file.h"
#include "app/core/user_folders.h"
#include "app/ui/panels/bars.h"
#include "app/ui/views/canvas.h"
#include "app/window/screen_state.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr double k_scales[] = {0.75, 0.875, 1, 1.125, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 2.75, 3};
constexpr int k_far = 10;  // pixels
constexpr double k_zoom = 1.25;

/// Where an arrow points.
struct Way {
  int x = 0, y = 0;
};
Way way_of(const Chord& chord) {
  return {.x = chord.key == k_key_left    ? -1
               : chord.key == k_key_right ? 1
                                          : 0,
          .y = chord.key == k_key_up     ? -1
               : chord.key == k_key_down ? 1
                                         : 0};
}

double next_scale(double scale, bool larger) {
  if (larger) {
    for (const double step : k_scales)
      if (step > scale + 1e-6) return step;
    return k_largest_scale;
  }
  for (auto step = std::rbegin(k_scales); step != std::rend(k_scales); ++step)
    if (*step < scale - 1e-6) return *step;
  return k_smallest_scale;
}

}  // namespace

bool Screen::State::write_aside(std::function<Notice()> write) {
  if (written_aside.valid()) return false;
  try {
    written_aside = std::async(std::launch::async, write);
  } catch (const std::system_error&) {  // no thread: better that the window waits than that the file is lost
    doing.message = write();
  }
  return true;
}

Area Screen::State::view_area() const {
  const auto found = controls.find(std::string(shown_workspace().view()));
  return found == controls.end() ? Area{0, 0, 1, 1} : found->second;
}

void Screen::State::open(const std::string& name) {
  if (name.empty()) return;
  pending = Pending{session.edit, true, true};
  pending->edit.input = path_of_uri(name);
  pending->edit.live = false;
  session.paused = false;
  loader.request(pending->edit.input);
  frames_due = std::max(frames_due, 1);
}

/// The file that the clipboard names, else the picture in it, which is kept as a file, so that sessions can name it.
void Screen::State::paste() {
  if (const std::string named = input_in_text(host.clipboard()); !named.empty()) return open(named);
  const std::vector<std::byte> picture = host.clipboard_picture();
  if (picture.empty()) {
    doing.message = Notice{"the clipboard holds neither the name of a file nor a picture that can be read", std::nullopt, {}};
    return;
  }
  const std::string file = free_name((user_folder(UserFolder::pictures) / "satscope-pasted").string(), ".png");
  try {
    write_file(file, picture);
    open(file);
  } catch (const std::exception& error) {
    doing.message = Notice{error.what(), std::nullopt, {}};
  }
}

/// What has ended plays again from its beginning.
void Screen::State::play_or_pause() {
  const FeedStatus& feed = frame.status().source.feed;
  const bool again = session.edit.live && feed.phase == Phase::ended && feed.description.can_seek;
  if (again) frame.source().seek(0);
  session.paused = session.edit.live && !again && !session.paused;
}

/// Goes to another state of the history.
void Screen::State::apply(const Edit& wanted) {
  Edit edit = wanted;
  if (session.edit.live && watches(session.edit.source)) {
    edit.live = true;
    edit.source = session.edit.source;
  }
  if (edit.input == session.edit.input) {
    session.edit = edit;
    if (samples) {  // because: a picture that is still being read belongs to a state that was left
      pending.reset();
      loader.cancel();
    }
    return;
  }
  pending = Pending{edit, false, false};
  loader.request(edit.input);
}

void Screen::State::leave() {
  if (terms.by_keys()) {
    terms.leave();
  } else if (popups.open() != Popup::none) {
    popups.close();
  } else if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) {
    ImGui::ClosePopupToLevel(0, true);
  } else if (shown_workspace().drop_drag(session)) {
    ImGui::ClearActiveID();
  } else if (doing.drag) {
    session.edit.box = doing.drag->before;
    doing.drag.reset();
    ImGui::ClearActiveID();
  } else if (doing.in_panels) {
    doing.in_panels = false;
    panel = -1;
  } else if (doing.drawer) {
    doing.drawer = false;
  } else if (doing.message) {
    doing.message.reset();
  } else if (frame.status().busy) {
    frame.cancel();
  } else if (shows_guide()) {
    guide.close(session.workspace);
  } else if (host.full_screen()) {
    host.toggle_full_screen();
  }
}

void Screen::State::zoom_by(double factor) {
  const Extent picture = shown_extent();
  if (picture.area() == 0) return;
  const Area area = view_area();
  session.view = zoomed_at(session.view, area, picture, area.middle(), factor);
}

void Screen::State::set_scale(double scale) {
  session.ui_scale = std::clamp(scale, k_smallest_scale, k_largest_scale);
  settings.ui_scale = session.ui_scale;
  host.remember(settings);
}

/// The keyboard goes round: views, the workspace's panels, side panel, menu, views.
void Screen::State::next_panel() {
  std::vector<const char*> panels = shown_workspace().panels();
  panels.insert(panels.end(), {k_side_window, k_top_window});
  for (++panel; panel < static_cast<int>(panels.size()); ++panel) {
    const char* const name = panels[static_cast<std::size_t>(panel)];
    ImGuiWindow* window = ImGui::FindWindowByName(name);
    if (!window || !window->WasActive) continue;
    doing.in_panels = true;
    ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGui::FocusWindow(window);
    context.NavLayer = name == k_top_window ? ImGuiNavLayer_Menu : ImGuiNavLayer_Main;
    ImGui::NavInitWindow(window, true);
    context.NavDisableHighlight = false;
    context.NavMousePosDirty = false;
    return;
  }
  panel = -1;
  doing.in_panels = false;
  ImGui::FocusWindow(nullptr);
}

void Screen::State::pan(const Chord& chord) {
  const double pixels = 3.0 * static_cast<double>(fonts.text->FontSize);
  const Way way = way_of(chord);
  session.view = panned(session.view, expected_extent(), -way.x * pixels, -way.y * pixels);
}

void Screen::State::change_box(const Chord& chord, int by, bool resizes) {
  const Extent picture = expected_extent();
  Box& box = session.edit.box;
  if (box.area() <= 0 || picture.area() == 0) return;
  const Way way = way_of(chord);
  box = resizes ? resized(box, by * way.x, by * way.y, picture) : moved(box, by * way.x, by * way.y, picture);
  doing.dragged_once = true;
}

void Screen::State::place_box() {
  const Extent picture = frame.shown().picture;
  if (picture.area() == 0) return;
  const Box visible = visible_pixels(session.view, view_area(), picture);
  Box box = example_box({visible.width, visible.height});
  box.x = visible.x + (visible.width - box.width) / 2;
  box.y = visible.y + (visible.height - box.height) / 2;
  if (box.area() > 0) session.edit.box = clipped(box, picture);
}

void Screen::State::zoom_to_box() {
  const Box& box = session.edit.box;
  if (box.area() <= 0) return;
  View view = fitted_view({box.width, box.height}, view_area());
  view.centre_x += box.x;
  view.centre_y += box.y;
  view.zoom *= 0.8;  // so that the four entries around the box are seen too
  view.fitted = false;
  session.view = view;
}

void Screen::State::range_from_box() {
  const auto sum = frame.box_sum(session.edit.box);
  if (!sum) return;
  double lo = INFINITY, hi = -INFINITY;
  for (const Corner& corner : sum->reads) {
    const double value = to_double(corner.value) - (session.deramp ? frame.shown().mean * corner.x * corner.y : 0);
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
  if (hi > lo) session.range = {false, lo, hi};
}

void Screen::State::go_live_or_still() {
  Edit& edit = session.edit;
  edit.live = !edit.live;
  session.paused = false;
  session.view.fitted = true;
  if (!edit.live && !samples) loader.request(edit.input);
  box_due = edit.live && edit.box.area() <= 0;
  keep_box_inside();
}

void Screen::State::choose_algorithm(std::size_t number) {
  if (number >= algorithms().size() || session.edit.algorithm == algorithms()[number].id) return;
  session.edit.algorithm = algorithms()[number].id;
  session.edit.params.clear();
}

void Screen::State::ask_where_to_save(const std::string& file) {
  if (const std::string& place = file.empty() ? session_place : file; !place.empty())
    save_session(place);
  else
    popups.show(Popup::save);
}

void Screen::State::fold_side_panel() {
  const bool docked = shown_workspace().side(framebuffer.width / static_cast<double>(fonts.text->FontSize)).docked;
  bool& panel_shown = docked ? session.side_panel : doing.drawer;
  panel_shown = !panel_shown;
}

void Screen::State::change_theme() {
  session.theme = session.theme == "dark" ? "light" : "dark";
  settings.theme = session.theme;
  host.remember(settings);
}

void Screen::State::take_normal_scale() {
  set_scale(host.monitor_scale());
  settings.ui_scale.reset();
  host.remember(settings);
}

void Screen::State::perform(const ActionRequest& asked) {
  frames_due = 3;
  if (asked.action == WindowAction::leave && leave_class()) return;
  Ui ui = make_ui();
  const auto& kinds = app::workspaces();
  // because: a lesson leads, whatever it shows; and in the workspace that is shown an action may mean something of its own
  const auto rank = [&](Workspace& one) { return one.companion() ? 0 : &one == &ui.workspace ? 1 : 2; };
  for (int asked_now = 0; asked_now <= 2; ++asked_now)
    for (std::size_t i = 0; i < kinds.size(); ++i)
      if (rank(*workspaces[i]) == asked_now && run_in(kinds[i].actions, *workspaces[i], ui, asked)) return;
  run_in(window_actions(), *this, ui, asked);
}

std::vector<ActionRow> Screen::State::actions() {
  using Window = Screen::State;
  using Request = ActionRequest;
  constexpr ActionGroup box{k_box_keys}, view{k_view_keys}, colours{k_colour_keys}, source{k_source_keys},
      program{k_program_keys};
  constexpr ActionGroup anytime{k_program_keys, {.while_typing = true}}, to_class{k_class_keys, {.while_typing = true}};
  constexpr ActionGroup in_class{k_class_keys, {.presenting = true}};
  return {
      row(WindowAction::move_box, arrows(false, false, false), box.held(), "move the box by 1 pixel",
          [](Window& w, Ui&, const Request& asked) { w.change_box(asked.chord, 1, false); }),
      row(WindowAction::move_box_far, arrows(true, false, false), box.held(), "move the box by 10 pixels",
          [](Window& w, Ui&, const Request& asked) { w.change_box(asked.chord, k_far, false); }),
      row(WindowAction::resize_box, arrows(false, true, false), box.held(), "resize the box by 1 pixel",
          [](Window& w, Ui&, const Request& asked) { w.change_box(asked.chord, 1, true); }),
      row(WindowAction::resize_box_far, arrows(true, true, false), box.held(), "resize the box by 10 pixels",
          [](Window& w, Ui&, const Request& asked) { w.change_box(asked.chord, k_far, true); }),
      row(WindowAction::place_box, {plain('B'), shift('B')}, box, "put a box into the middle of the view",
          [](Window& w) { w.place_box(); }),
      // a workspace does it
      row(WindowAction::to_steps, {plain(k_key_enter)}, box, "take the pixels under the cursor, or of the box, to Steps",
          [](Window&) {}),
      row(WindowAction::remove_box, {plain(k_key_delete)}, box, "remove the box", [](Window& w) { w.session.edit.box = {}; }),
      row(WindowAction::undo, {ctrl('Z')}, program.held(),
          "undo: box, algorithm, filters, entrants, source; in Steps its settings", [](Window& w) { w.undo(); }),
      row(WindowAction::redo, {ctrl_shift('Z'), ctrl('Y')}, program.held(), "redo", [](Window& w) { w.redo(); }),
      row(WindowAction::fit, {plain('F')}, view, "fit the picture into the view",
          [](Window& w) { w.session.view.fitted = true; }),
      row(WindowAction::actual_size, {ctrl('0')}, view, "one pixel of the picture per pixel of the screen",
          [](Window& w) { w.zoom_by(1 / w.session.view.zoom); }),
      row(WindowAction::zoom_to_box, {plain('Z')}, view, "zoom to the box", [](Window& w) { w.zoom_to_box(); }),
      row(WindowAction::zoom_in, {plain('+'), plain('=')}, view.held(), "zoom in", [](Window& w) { w.zoom_by(k_zoom); }),
      row(WindowAction::zoom_out, {plain('-')}, view.held(), "zoom out", [](Window& w) { w.zoom_by(1 / k_zoom); }),
      row(WindowAction::pan, arrows(false, false, true), view.held(), "pan the view",
          [](Window& w, Ui&, const Request& asked) { w.pan(asked.chord); }),
      row(WindowAction::go_to_pixel, {ctrl('G')}, view, "go to a pixel", [](Window& w) { w.popups.show(Popup::go_to_pixel); }),
      row(WindowAction::next_colour_map, {plain('V')}, colours, "next colour map",
          [](Window& w) {
            const auto now_at = static_cast<std::size_t>(colour_map_of(w.session));
            w.session.colour_map = k_colour_maps[(now_at + 1) % k_colour_maps.size()].id;
          }),
      row(WindowAction::auto_range, {plain('A')}, colours, "range from all of the table, and follow it",
          [](Window& w) { w.session.range.automatic = true; }),
      row(WindowAction::range_from_box, {shift('A')}, colours, "range from the box", [](Window& w) { w.range_from_box(); }),
      row(WindowAction::deramp, {plain('R')}, colours, "take the ramp out of the table",
          [](Window& w) {
            w.session.deramp = !w.session.deramp;
            w.session.range.automatic = true;
          }),
      row(WindowAction::numbers, {plain('N')}, colours, "numbers in large pixels",
          [](Window& w) { w.session.numbers = !w.session.numbers; }),
      row(WindowAction::grid, {plain('G')}, colours, "grid between large pixels",
          [](Window& w) { w.session.grid = !w.session.grid; }),
      row(WindowAction::histogram, {plain('H')}, colours, "histogram in the range bar",
          [](Window& w) { w.session.histogram = !w.session.histogram; }),
      row(WindowAction::open, {ctrl('O')}, source, "open a picture or a session",
          [](Window& w, Ui&, const Request& asked) { asked.text.empty() ? w.popups.show(Popup::open) : w.open(asked.text); }),
      row(WindowAction::paste, {ctrl('V')}, source, "open the file that the clipboard names", [](Window& w) { w.paste(); }),
      row(WindowAction::live, {plain('K')}, source, "start or stop the live source", [](Window& w) { w.go_live_or_still(); }),
      row(WindowAction::pause, {plain(k_key_space)}, source, "freeze or run the live source",
          [](Window& w) { w.play_or_pause(); }),
      row(WindowAction::mirror, {plain('M')}, source, "mirror the live source",
          [](Window& w) { w.session.mirrored = !w.frame.status().source.mirrored; }),
      row(WindowAction::measure, {plain('T')}, source, "compute and time the table again",
          [](Window& w) { w.frame.measure(); }),
      row(WindowAction::choose_algorithm, digits(1, 9, false), source, "choose an algorithm of the list",
          [](Window& w, Ui&, const Request& asked) { w.choose_algorithm(static_cast<std::size_t>(asked.chord.key - '1')); }),
      row(WindowAction::screenshot, {ctrl('S')}, program, "save a picture of the window",
          [](Window& w) { w.screenshot_wanted = free_name("satscope", ".png"); }),
      row(WindowAction::save_session, {ctrl_shift('S')}, program, "save the session: all settings, and where you are",
          [](Window& w, Ui&, const Request& asked) { w.ask_where_to_save(asked.text); }),
      row(WindowAction::save_session_as, {{.key = 'S', .ctrl = true, .alt = true}}, program, "save the session as another file",
          [](Window& w) { w.popups.show(Popup::save); }),
      row(WindowAction::workspace, digits(1, static_cast<int>(app::workspaces().size()), true), program,
          "change to another workspace",
          [](Window& w, Ui&, const Request& asked) {
            const auto number = static_cast<std::size_t>(asked.chord.key - '1');
            if (number < w.workspaces.size()) w.session.workspace = app::workspaces()[number].id;
            w.doing.hover.reset();
          }),
      row(WindowAction::side_panel, {ctrl('B')}, program, "show or fold the side panel",
          [](Window& w) { w.fold_side_panel(); }),
      row(WindowAction::next_panel, {plain(k_key_tab), plain(function_key(6))}, program,
          "to the controls and back (then arrows, Space)", [](Window& w) { w.next_panel(); }),
      row(WindowAction::theme, {plain('L')}, program, "light or dark", [](Window& w) { w.change_theme(); }),
      row(WindowAction::larger, {ctrl('+'), ctrl('='), ctrl_shift('+'), ctrl_shift('=')}, program.held(), "everything larger",
          [](Window& w) { w.set_scale(next_scale(w.session.ui_scale, true)); }),
      row(WindowAction::smaller, {ctrl('-')}, program.held(), "everything smaller",
          [](Window& w) { w.set_scale(next_scale(w.session.ui_scale, false)); }),
      row(WindowAction::normal_size, {ctrl_shift('0')}, program, "everything at the monitor's size",
          [](Window& w) { w.take_normal_scale(); }),
      row(WindowAction::full_screen, {plain(function_key(11))}, anytime, "full screen",
          [](Window& w) { w.host.toggle_full_screen(); }),
      row(WindowAction::key_sheet, {plain('?'), plain(function_key(1))}, program, "all keys",
          [](Window& w) { w.popups.show(Popup::key_sheet); }),
      row(WindowAction::next_term, {plain(function_key(2))}, anytime, "explain a term; again: the next on the screen",
          [](Window& w) { w.terms.go(1); }),
      row(WindowAction::previous_term, {shift(function_key(2))}, anytime, "the term before", [](Window& w) { w.terms.go(-1); }),
      row(WindowAction::glossary, {ctrl(function_key(2))}, program, "the glossary",
          [](Window& w) { w.popups.show(Popup::glossary); }),
      row(WindowAction::papers, {ctrl(function_key(3))}, program, "the papers: what they show, live",
          [](Window& w, Ui&, const Request& asked) {
            asked.text.empty() ? w.popups.show(Popup::papers) : w.show_paper_item(paper_items()[std::stoul(asked.text)]);
          }),
      row(WindowAction::guide, {plain(function_key(3))}, program, "what one can do here, and what next",
          [](Window& w) { w.shows_guide() ? w.guide.close(w.session.workspace) : w.guide.toggle(w.session.workspace); }),
      row(WindowAction::present, {plain(function_key(5))}, to_class, "present: large type and the stage alone",
          [](Window& w) { w.present(false); }),
      row(WindowAction::audience, {ctrl(function_key(5))}, to_class, "a window for the class; notes and time stay here",
          [](Window& w) { w.present(true); }),
      row(WindowAction::leave, {plain(k_key_escape)}, anytime, "leave or cancel (never quits)", [](Window& w) { w.leave(); }),
      row(WindowAction::quit, {ctrl('Q')}, anytime, "quit", [](Window& w) { w.quit = true; }),
      // What a clicker sends, and workspaces understand; then what draws attention.
      row(WindowAction::next_point, {plain(k_key_page_down)}, in_class.held(), "go on: the next card, step or read",
          [](Window&) {}),
      row(WindowAction::previous_point, {plain(k_key_page_up)}, in_class.held(), "go back", [](Window&) {}),
      row(WindowAction::black, {plain('B'), plain('.')}, in_class, "black; again: the stage",
          [](Window& w) {
            if (w.session.presenting) w.presentation.turn_black();
          }),
      row(WindowAction::spot, {plain('O')}, in_class, "a spot at the pointer",
          [](Window& w) {
            if (w.session.presenting) w.presentation.turn_spot();
          }),
      row(WindowAction::lens, {plain('I')}, in_class, "a lens at the pointer",
          [](Window& w) {
            if (w.session.presenting) w.presentation.turn_lens();
          }),
      row(WindowAction::pen, {plain('U')}, in_class, "a pen: drag to underline; marks vanish",
          [](Window& w) {
            if (w.session.presenting) w.presentation.turn_pen();
          }),
      row(WindowAction::few_colours, {shift('L')}, in_class, "few colours, for a weak projector",
          [](Window& w) {
            if (w.session.presenting) w.presentation.turn_few_colours();
          }),
  };
}

const std::vector<ActionRow>& window_actions() {
  static const std::vector<ActionRow> all = Screen::State::actions();
  return all;
}

}  // namespace satscope::app
