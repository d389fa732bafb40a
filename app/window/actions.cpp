// SPDX-License-Identifier: Apache-2.0
#include "app/window/actions.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/files/user_folders.h"
#include "app/core/json.h"
#include "app/sources/live/live_open.h"
#include "app/ui/panels/bars.h"
#include "app/ui/views/canvas.h"
#include "app/ui/window_actions.h"
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

/// What has ended plays again from its beginning.
void Actions::play_or_pause() {
  const FeedStatus& feed = model_.frame.status().source.feed;
  const bool again = session_.edit.live && feed.phase == Phase::ended && feed.description.can_seek;
  if (again) model_.frame.source().seek(0);
  session_.paused = session_.edit.live && !again && !session_.paused;
}

void Actions::leave(const Ui& ui) {
  if (model_.terms.by_keys()) {
    model_.terms.leave();
  } else if (model_.popups.open() != Popup::none) {
    model_.popups.close();
  } else if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel)) {
    ImGui::ClosePopupToLevel(0, true);
  } else if (model_.shown_workspace().drop_drag(session_)) {
    ImGui::ClearActiveID();
  } else if (model_.doing.drag) {
    session_.edit.box = model_.doing.drag->before;
    model_.doing.drag.reset();
    ImGui::ClearActiveID();
  } else if (model_.doing.in_panels) {
    model_.doing.in_panels = false;
    panel_ = -1;
  } else if (model_.doing.drawer) {
    model_.doing.drawer = false;
  } else if (model_.doing.message) {
    model_.doing.message.reset();
  } else if (model_.frame.status().busy) {
    model_.frame.cancel();
  } else if (model_.shows_guide(ui)) {
    model_.guide.close(session_.workspace);
  } else if (model_.host.full_screen()) {
    model_.host.toggle_full_screen();
  }
}

void Actions::present(bool with_window) {
  if (with_window && model_.host.audience() && !presented_alone_) return end_class();
  const bool presented = std::exchange(session_.presenting, true);
  if (with_window && !model_.host.audience()) presented_alone_ = presented;
  if (const Companion* lesson = model_.companion(); !presented && lesson && lesson->at_beginning())
    model_.lesson_presented.clear();  // because: what ran before was a rehearsal, or another class
  if (!presented && model_.lesson_presented.empty()) model_.presented_since = model_.now;
  model_.doing.message.reset();  // because: the class reads nothing of what was done before
  if (with_window)
    if (const std::string problem = model_.host.show_audience(!model_.host.audience()); !problem.empty())
      model_.doing.message = Notice{problem, std::nullopt, {}};
  model_.doing.in_panels = model_.doing.drawer = false;
}

bool Actions::leave_class() {
  const Interaction& doing = model_.doing;
  const bool says = doing.message && (doing.lecturing || model_.presentation.says());
  if (!session_.presenting || model_.has_popup() || model_.terms.by_keys() || doing.drag || doing.dialog || says) return false;
  if (!model_.presentation.put_away()) end_class();
  return true;
}

void Actions::end_class() {
  session_.presenting = false;
  model_.host.show_audience(false);
  model_.presentation.reset();
}

void Actions::lay_over(void (Presentation::*turn)()) {
  if (session_.presenting) (model_.presentation.*turn)();
}

void Actions::zoom_by(double factor) {
  const Extent picture = model_.shown_workspace().shown(model_.frame).extent;
  if (picture.area() == 0) return;
  const Area area = painting_.view_area();
  session_.view = zoomed_at(session_.view, area, picture, area.middle(), factor);
}

void Actions::set_scale(double scale) {
  session_.ui_scale = std::clamp(scale, k_smallest_scale, k_largest_scale);
  model_.settings.ui_scale = session_.ui_scale;
  model_.host.remember(model_.settings);
}

/// The keyboard goes round: views, the workspace's panels, side panel, menu, views.
void Actions::next_panel() {
  std::vector<const char*> panels = model_.shown_workspace().panels();
  panels.insert(panels.end(), {k_side_window, k_top_window});
  for (++panel_; panel_ < static_cast<int>(panels.size()); ++panel_) {
    const char* const name = panels[static_cast<std::size_t>(panel_)];
    ImGuiWindow* window = ImGui::FindWindowByName(name);
    if (!window || !window->WasActive) continue;
    model_.doing.in_panels = true;
    ImGuiContext& context = *ImGui::GetCurrentContext();
    ImGui::FocusWindow(window);
    context.NavLayer = name == k_top_window ? ImGuiNavLayer_Menu : ImGuiNavLayer_Main;
    ImGui::NavInitWindow(window, true);
    context.NavDisableHighlight = false;
    context.NavMousePosDirty = false;
    return;
  }
  panel_ = -1;
  model_.doing.in_panels = false;
  ImGui::FocusWindow(nullptr);
}

void Actions::pan(const Chord& chord) {
  const double pixels = 3.0 * static_cast<double>(painting_.fonts().text->FontSize);
  const Way way = way_of(chord);
  session_.view = panned(session_.view, loading_.expected_extent(), -way.x * pixels, -way.y * pixels);
}

void Actions::change_box(const Chord& chord, int by, bool resizes) {
  const Extent picture = loading_.expected_extent();
  Box& box = session_.edit.box;
  if (box.area() <= 0 || picture.area() == 0) return;
  const Way way = way_of(chord);
  box = resizes ? resized(box, by * way.x, by * way.y, picture) : moved(box, by * way.x, by * way.y, picture);
  model_.doing.dragged_once = true;
}

void Actions::place_box() {
  const Extent picture = model_.frame.shown().picture;
  if (picture.area() == 0) return;
  const Box visible = visible_pixels(session_.view, painting_.view_area(), picture);
  Box box = example_box({visible.width, visible.height});
  box.x = visible.x + (visible.width - box.width) / 2;
  box.y = visible.y + (visible.height - box.height) / 2;
  if (box.area() > 0) session_.edit.box = clipped(box, picture);
}

void Actions::zoom_to_box() {
  const Box& box = session_.edit.box;
  if (box.area() <= 0) return;
  View view = fitted_view({box.width, box.height}, painting_.view_area());
  view.centre_x += box.x;
  view.centre_y += box.y;
  view.zoom *= 0.8;  // so that the four entries around the box are seen too
  view.fitted = false;
  session_.view = view;
}

void Actions::range_from_box() {
  const auto sum = model_.frame.box_sum(session_.edit.box);
  if (!sum) return;
  double lo = INFINITY, hi = -INFINITY;
  for (const Corner& corner : sum->reads) {
    const double value = to_double(corner.value) - (session_.deramp ? model_.frame.shown().mean * corner.x * corner.y : 0);
    lo = std::min(lo, value);
    hi = std::max(hi, value);
  }
  if (hi > lo) session_.range = {false, lo, hi};
}

void Actions::transform_source(const std::string& wanted) {
  if (wanted == k_crop_to_box) return loading_.crop(session_.edit.box);
  if (wanted.starts_with(k_crop_to_shown)) return loading_.crop(read_crop(wanted.substr(k_crop_to_shown.size())));
  if (wanted != k_crop_to_view) return loading_.transform(transform_from_json(nlohmann::json::parse(wanted)));
  const Extent picture = loading_.expected_extent();
  const Box visible = visible_pixels(session_.view, painting_.view_area(), picture);
  if (visible == Box{0, 0, picture.width, picture.height}) return model_.say("all of the picture is seen; zoom in first");
  if (visible.area() > 0) loading_.crop(visible);
}

void Actions::choose_algorithm(std::size_t number) {
  if (number >= algorithms().size() || session_.edit.algorithm == algorithms()[number].id) return;
  session_.edit.algorithm = algorithms()[number].id;
  session_.edit.params.clear();
}

void Actions::ask_where_to_save(const std::string& file) {
  if (const std::string& place = file.empty() ? loading_.session_place() : file; !place.empty())
    loading_.save_session(place);
  else
    model_.popups.show(Popup::save);
}

void Actions::fold_side_panel() {
  const bool docked = model_.shown_workspace()
                          .side(painting_.framebuffer().width / static_cast<double>(painting_.fonts().text->FontSize))
                          .docked;
  bool& panel_shown = docked ? session_.side_panel : model_.doing.drawer;
  panel_shown = !panel_shown;
}

void Actions::change_theme() {
  session_.theme = session_.theme == "dark" ? "light" : "dark";
  model_.settings.theme = session_.theme;
  model_.host.remember(model_.settings);
}

void Actions::remember_choice(const std::string& asked) {
  const std::string name = asked.substr(0, asked.find(' ')), which = asked.substr(name.size() + 1);
  Settings& settings = model_.settings;
  (name == "level" ? settings.level : name == "slides" ? settings.slides : settings.background) = which;
  model_.host.remember(model_.settings);
}

/// asked: its name, and its text from the next line on; no text: it goes.
void Actions::remember_preset(const std::string& asked) {
  const std::size_t line = asked.find('\n');
  const std::string name = asked.substr(0, line);
  auto& presets = model_.settings.presets;
  if (line == std::string::npos)
    presets.erase(name);
  else if (presets.contains(name) || presets.size() < Settings::k_presets) {
    presets[name] = asked.substr(line + 1);
    // because: the message that offers to bring it back has nothing more to offer
    if (model_.doing.message && model_.doing.message->action_text == asked) model_.doing.message.reset();
  } else
    return model_.say(fmt::format("there are {} presets already; remove one first", Settings::k_presets));
  model_.host.remember(model_.settings);
}

void Actions::take_normal_scale() {
  set_scale(model_.host.monitor_scale());
  model_.settings.ui_scale.reset();
  model_.host.remember(model_.settings);
}

void Actions::perform(Ui& ui, const ActionRequest& request) {
  model_.frames_due = WindowModel::k_frames_after_change;
  const auto& kinds = workspaces();
  // because: a lesson leads, whatever it shows; and to the workspace that is shown an action may mean something of its own
  const auto rank = [&](Workspace& one) { return one.companion() ? 0 : &one == &ui.workspace ? 1 : 2; };
  for (int asked_now = 0; asked_now <= 2; ++asked_now) {
    if (asked_now == 1 && request.action == WindowAction::leave && leave_class()) return;
    for (std::size_t i = 0; i < kinds.size(); ++i)
      if (rank(*model_.workspaces[i]) == asked_now && run_in(kinds[i].actions, *model_.workspaces[i], ui, request)) return;
  }
  run_in(window_actions(), *this, ui, request);
}

std::vector<ActionRow> Actions::table() {
  using Window = Actions;
  using Request = ActionRequest;
  constexpr ActionGroup box{k_box_keys}, view{k_view_keys}, colours{k_colour_keys}, source{k_source_keys},
      program{k_program_keys};
  constexpr ActionGroup anytime{k_program_keys, {.while_typing = true}}, to_class{k_class_keys, {.while_typing = true}};
  constexpr ActionGroup in_class{k_class_keys, {.presenting = true}};
  constexpr ActionGroup clicker{k_class_keys, {.while_typing = true, .presenting = true}};
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
      row(WindowAction::to_steps, {plain(k_key_enter)}, box, "take the pixels under the cursor, or of the box, to Steps",
          [](Window&) {}),  // a workspace does it
      row(WindowAction::remove_box, {plain(k_key_delete)}, box, "remove the box", [](Window& w) { w.session_.edit.box = {}; }),
      row(WindowAction::undo, {ctrl('Z')}, program.held(),
          "undo: box, algorithm, filters, entrants, source; in Steps its settings", [](Window& w) { w.undo(); }),
      row(WindowAction::redo, {ctrl_shift('Z'), ctrl('Y')}, program.held(), "redo", [](Window& w) { w.redo(); }),
      row(WindowAction::fit, {plain('F')}, view, "fit the picture into the view",
          [](Window& w) { w.session_.view.fitted = true; }),
      row(WindowAction::actual_size, {ctrl('0')}, view, "one pixel of the picture per pixel of the screen",
          [](Window& w) { w.zoom_by(1 / w.session_.view.zoom); }),
      row(WindowAction::zoom_to_box, {plain('Z')}, view, "zoom to the box", [](Window& w) { w.zoom_to_box(); }),
      row(WindowAction::zoom_in, {plain('+'), plain('=')}, view.held(), "zoom in", [](Window& w) { w.zoom_by(k_zoom); }),
      row(WindowAction::zoom_out, {plain('-')}, view.held(), "zoom out", [](Window& w) { w.zoom_by(1 / k_zoom); }),
      row(WindowAction::pan, arrows(false, false, true), view.held(), "pan the view",
          [](Window& w, Ui&, const Request& asked) { w.pan(asked.chord); }),
      row(WindowAction::go_to_pixel, {ctrl('G')}, view, "go to a pixel",
          [](Window& w) { w.model_.popups.show(Popup::go_to_pixel); }),
      row(WindowAction::next_colour_map, {plain('V')}, colours, "next colour map",
          [](Window& w) {
            const auto now_at = static_cast<std::size_t>(colour_map_of(w.session_));
            w.session_.colour_map = k_colour_maps[(now_at + 1) % k_colour_maps.size()].id;
          }),
      row(WindowAction::auto_range, {plain('A')}, colours, "range from all of the table, and follow it",
          [](Window& w) { w.session_.range.automatic = true; }),
      row(WindowAction::range_from_box, {shift('A')}, colours, "range from the box", [](Window& w) { w.range_from_box(); }),
      row(WindowAction::deramp, {plain('R')}, colours, "take the ramp out of the table",
          [](Window& w) {
            w.session_.deramp = !w.session_.deramp;
            w.session_.range.automatic = true;
          }),
      row(WindowAction::numbers, {plain('N')}, colours, "numbers in large pixels",
          [](Window& w) { w.session_.numbers = !w.session_.numbers; }),
      row(WindowAction::grid, {plain('G')}, colours, "grid between large pixels",
          [](Window& w) { w.session_.grid = !w.session_.grid; }),
      row(WindowAction::histogram, {plain('H')}, colours, "histogram in the range bar",
          [](Window& w) { w.session_.histogram = !w.session_.histogram; }),
      row(WindowAction::open, {ctrl('O')}, source, "open a picture, a video, a CUDA file or a session",
          [](Window& w, Ui&, const Request& asked) {
            if (!asked.text.empty())
              w.loading_.open(asked.text);
            else if (!w.model_.host.ask_for_file())
              w.model_.popups.show(Popup::open);
          }),
      row(WindowAction::paste, {ctrl('V')}, source, "open the picture, file or preset in the clipboard",
          [](Window& w) { w.loading_.paste(); }),
      row(WindowAction::live, {plain('K')}, source, "start or stop the live source",
          [](Window& w) { w.loading_.go_live_or_still(); }),
      row(WindowAction::pause, {plain(k_key_space)}, source, "freeze or run the live source",
          [](Window& w) { w.play_or_pause(); }),
      row(WindowAction::mirror, {plain('M')}, source, "mirror the live source",
          [](Window& w) { w.session_.mirrored = !w.model_.frame.status().source.mirrored; }),
      row(WindowAction::measure, {plain('T')}, source, "compute and time the table again",
          [](Window& w) { w.model_.frame.measure(); }),
      row(WindowAction::choose_algorithm, digits(1, 9, false), source, "choose an algorithm of the list",
          [](Window& w, Ui&, const Request& asked) { w.choose_algorithm(static_cast<std::size_t>(asked.chord.key - '1')); }),
      row(WindowAction::screenshot, {ctrl('S')}, program, "save a picture of the window",
          [](Window& w) {
            w.painting_.ask_screenshot(free_name((user_folder(UserFolder::pictures) / "satscope").string(), ".png"));
          }),
      row(WindowAction::save_session, {ctrl_shift('S')}, program, "save the session: all settings, and where you are",
          [](Window& w, Ui&, const Request& asked) { w.ask_where_to_save(asked.text); }),
      row(WindowAction::save_session_as, {{.key = 'S', .ctrl = true, .alt = true}}, program, "save the session as another file",
          [](Window& w) { w.model_.popups.show(Popup::save); }),
      row(WindowAction::workspace, digits(1, static_cast<int>(workspaces().size()), true), program,
          "change to another workspace",
          [](Window& w, Ui&, const Request& asked) {
            const auto number = static_cast<std::size_t>(asked.chord.key - '1');
            if (number < w.model_.workspaces.size()) w.session_.workspace = workspaces()[number].id;
            w.model_.doing.hover.reset();
          }),
      row(WindowAction::side_panel, {ctrl('B')}, program, "show or fold the side panel",
          [](Window& w) { w.fold_side_panel(); }),
      row(WindowAction::next_panel, {plain(k_key_tab), plain(function_key(6))}, program,
          "to the controls and back (then arrows, Space)", [](Window& w) { w.next_panel(); }),
      row(WindowAction::theme, {plain('L')}, program, "light or dark", [](Window& w) { w.change_theme(); }),
      row(k_remember_choice, [](Window& w, Ui&, const Request& asked) { w.remember_choice(asked.text); }),
      row(k_remember_preset, [](Window& w, Ui&, const Request& asked) { w.remember_preset(asked.text); }),
      row(k_transform_source, [](Window& w, Ui&, const Request& asked) { w.transform_source(asked.text); }),
      row(k_ask_slides, [](Window& w, Ui&, const Request& asked) { w.model_.popups.show(Popup::slides, asked.text); }),
      row(k_show_file,
          [](Window& w, Ui&, const Request& asked) {
            if (const std::string problem = w.model_.host.show_folder_of(asked.text); !problem.empty()) w.model_.say(problem);
          }),
      row(WindowAction::larger, {ctrl('+'), ctrl('='), ctrl_shift('+'), ctrl_shift('=')}, program.held(), "everything larger",
          [](Window& w) { w.set_scale(next_scale(w.session_.ui_scale, true)); }),
      row(WindowAction::smaller, {ctrl('-')}, program.held(), "everything smaller",
          [](Window& w) { w.set_scale(next_scale(w.session_.ui_scale, false)); }),
      row(WindowAction::normal_size, {ctrl_shift('0')}, program, "everything at the monitor's size",
          [](Window& w) { w.take_normal_scale(); }),
      row(WindowAction::full_screen, {plain(function_key(11))}, anytime, "full screen",
          [](Window& w) { w.model_.host.toggle_full_screen(); }),
      row(WindowAction::key_sheet, {plain('?'), plain(function_key(1))}, program, "all keys",
          [](Window& w) { w.model_.popups.show(Popup::key_sheet); }),
      row(WindowAction::next_term, {plain(function_key(2))}, anytime, "explain a term; again: the next on the screen",
          [](Window& w) { w.model_.terms.go(1); }),
      row(WindowAction::previous_term, {shift(function_key(2))}, anytime, "the term before",
          [](Window& w) { w.model_.terms.go(-1); }),
      row(WindowAction::glossary, {ctrl(function_key(2))}, program, "the glossary",
          [](Window& w) { w.model_.popups.show(Popup::glossary); }),
      row(WindowAction::papers, {ctrl(function_key(3))}, program, "the papers: what they show, live",
          [](Window& w, Ui&, const Request& asked) {
            asked.text.empty() ? w.model_.popups.show(Popup::papers)
                               : w.loading_.show_paper_item(paper_items()[std::stoul(asked.text)]);
          }),
      row(WindowAction::guide, {plain(function_key(3))}, program, "what one can do here, and what next",
          [](Window& w, Ui& ui) {
            const bool covered = w.model_.doing.message.has_value(), shown = w.model_.shows_guide(ui);
            w.model_.doing.message.reset();  // because: both have one place
            if (shown && !covered) return w.model_.guide.close(w.session_.workspace);
            if (!shown) w.model_.guide.toggle(w.session_.workspace);
          }),
      row(WindowAction::present, {plain(function_key(5))}, to_class, "present: large type and the stage alone; Esc ends",
          [](Window& w, Ui& ui, const Request& asked) {
            if (!asked.text.empty()) w.model_.lesson_presented.clear();  // a lesson from its first card: a new time
            w.present(false);
            // because: a tip of where the pointer rests would lie over what the class looks at
            ui.window.push_input({.kind = InputEvent::Kind::leave});
          }),
      row(WindowAction::audience, {ctrl(function_key(5))}, to_class, "a window for the class; notes and time stay here",
          [](Window& w) { w.present(true); }),
      row(WindowAction::leave, {plain(k_key_escape)}, anytime, "leave or cancel (never quits)",
          [](Window& w, Ui& ui) { w.leave(ui); }),
      row(WindowAction::quit, {ctrl('Q')}, anytime, "quit", [](Window& w) { w.quit_ = true; }),
      // What a clicker sends, and workspaces understand; then what draws attention.
      row(WindowAction::next_point, {plain(k_key_page_down)}, clicker, "go on; on a card Right, too", [](Window&) {}),
      row(WindowAction::previous_point, {plain(k_key_page_up)}, clicker, "go back; on a card Left, too", [](Window&) {}),
      row(WindowAction::black, {plain('B'), plain('.')}, in_class, "black; again: the stage",
          [](Window& w) { w.lay_over(&Presentation::turn_black); }),
      row(WindowAction::spot, {plain('O')}, in_class, "a spot at the pointer",
          [](Window& w) { w.lay_over(&Presentation::turn_spot); }),
      row(WindowAction::lens, {plain('I')}, in_class, "a lens at the pointer",
          [](Window& w) { w.lay_over(&Presentation::turn_lens); }),
      row(WindowAction::pen, {plain('U')}, in_class, "a pen: drag to underline",
          [](Window& w) { w.lay_over(&Presentation::turn_pen); }),
      row(k_wipe_marks, {shift('U')}, in_class, "wipe the marks of the pen",
          [](Window& w) { w.lay_over(&Presentation::wipe); }),
      row(WindowAction::few_colours, {shift('L')}, in_class, "few colours, for a weak projector",
          [](Window& w) { w.lay_over(&Presentation::turn_few_colours); }),
  };
}

const std::vector<ActionRow>& window_actions() {
  static const std::vector<ActionRow> all = Actions::table();
  return all;
}

}  // namespace satscope::app
