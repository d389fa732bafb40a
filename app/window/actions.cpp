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
constexpr int k_far = 10;

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

void Screen::State::arrow(const Chord& chord, Action action) {
  const Extent picture = expected_extent();
  Box& box = session.edit.box;
  const bool far = action == Action::move_box_far || action == Action::resize_box_far;
  const int step = far ? k_far : 1;
  const int dx = chord.key == k_key_left ? -step : chord.key == k_key_right ? step : 0;
  const int dy = chord.key == k_key_up ? -step : chord.key == k_key_down ? step : 0;
  if (action == Action::pan) {
    const double pixels = 3.0 * static_cast<double>(fonts.text->FontSize);
    session.view = panned(session.view, picture, -dx * pixels, -dy * pixels);
    return;
  }
  if (box.area() <= 0 || picture.area() == 0) return;
  const bool resizes = action == Action::resize_box || action == Action::resize_box_far;
  box = resizes ? resized(box, dx, dy, picture) : moved(box, dx, dy, picture);
  doing.dragged_once = true;
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

void Screen::State::perform(const ActionRequest& asked) {
  frames_due = 3;
  if (perform_before_class(asked)) return;
  Ui ui = make_ui();
  if (ui.workspace.perform(ui, asked)) return;
  for (const auto& workspace : workspaces)
    if (workspace.get() != &ui.workspace && workspace->perform(ui, asked)) return;
  Edit& edit = session.edit;
  const Extent picture = frame.shown().picture;
  switch (asked.action) {
    case Action::open:
      if (asked.text.empty())
        popups.show(Popup::open);
      else
        open(asked.text);
      break;
    case Action::save_session:
      if (!asked.text.empty() || !session_place.empty()) {
        save_session(asked.text.empty() ? session_place : asked.text);
        break;
      }
      [[fallthrough]];
    case Action::save_session_as: popups.show(Popup::save); break;
    case Action::paste: paste(); break;
    case Action::screenshot: screenshot_wanted = free_name("satscope", ".png"); break;
    case Action::quit: quit = true; break;
    case Action::undo: undo(); break;
    case Action::redo: redo(); break;
    case Action::move_box:
    case Action::move_box_far:
    case Action::resize_box:
    case Action::resize_box_far:
    case Action::pan: arrow(asked.chord, asked.action); break;
    case Action::place_box: {
      if (picture.area() == 0) break;
      const Box visible = visible_pixels(session.view, view_area(), picture);
      Box box = example_box({visible.width, visible.height});
      box.x = visible.x + (visible.width - box.width) / 2;
      box.y = visible.y + (visible.height - box.height) / 2;
      if (box.area() > 0) edit.box = clipped(box, picture);
      break;
    }
    case Action::remove_box: edit.box = {}; break;
    case Action::fit: session.view.fitted = true; break;
    case Action::actual_size: zoom_by(1 / session.view.zoom); break;
    case Action::zoom_to_box: {
      if (edit.box.area() <= 0) break;
      View view = fitted_view({edit.box.width, edit.box.height}, view_area());
      view.centre_x += edit.box.x;
      view.centre_y += edit.box.y;
      view.zoom *= 0.8;  // so that the four entries around the box are seen too
      view.fitted = false;
      session.view = view;
      break;
    }
    case Action::zoom_in: zoom_by(1.25); break;
    case Action::zoom_out: zoom_by(1 / 1.25); break;
    case Action::go_to_pixel: popups.show(Popup::go_to_pixel); break;
    case Action::next_colour_map: {
      const auto now_at = static_cast<std::size_t>(colour_map_of(session));
      session.colour_map = k_colour_maps[(now_at + 1) % k_colour_maps.size()].id;
      break;
    }
    case Action::auto_range: session.range.automatic = true; break;
    case Action::range_from_box: range_from_box(); break;
    case Action::deramp:
      session.deramp = !session.deramp;
      session.range.automatic = true;
      break;
    case Action::numbers: session.numbers = !session.numbers; break;
    case Action::grid: session.grid = !session.grid; break;
    case Action::histogram: session.histogram = !session.histogram; break;
    case Action::live:
      edit.live = !edit.live;
      session.paused = false;
      session.view.fitted = true;
      if (!edit.live && !samples) loader.request(edit.input);
      box_due = edit.live && edit.box.area() <= 0;
      keep_box_inside();
      break;
    case Action::mirror: session.mirrored = !frame.status().source.mirrored; break;
    case Action::pause: play_or_pause(); break;
    case Action::measure: frame.measure(); break;
    case Action::choose_algorithm: {
      const auto number = static_cast<std::size_t>(asked.chord.key - '1');
      if (number >= algorithms().size() || edit.algorithm == algorithms()[number].id) break;
      edit.algorithm = algorithms()[number].id;
      edit.params.clear();
      break;
    }
    case Action::side_panel: {
      const bool docked = shown_workspace().side(framebuffer.width / static_cast<double>(fonts.text->FontSize)).docked;
      bool& panel_shown = docked ? session.side_panel : doing.drawer;
      panel_shown = !panel_shown;
      break;
    }
    case Action::next_panel: next_panel(); break;
    case Action::theme:
      session.theme = session.theme == "dark" ? "light" : "dark";
      settings.theme = session.theme;
      host.remember(settings);
      break;
    case Action::larger: set_scale(next_scale(session.ui_scale, true)); break;
    case Action::smaller: set_scale(next_scale(session.ui_scale, false)); break;
    case Action::normal_size:
      set_scale(host.monitor_scale());
      settings.ui_scale.reset();
      host.remember(settings);
      break;
    case Action::workspace: {
      const auto number = static_cast<std::size_t>(asked.chord.key - '1');
      if (number < workspaces.size()) session.workspace = app::workspaces()[number].id;
      doing.hover.reset();
      break;
    }
    case Action::full_screen: host.toggle_full_screen(); break;
    case Action::key_sheet: popups.show(Popup::key_sheet); break;
    case Action::glossary: popups.show(Popup::glossary); break;
    case Action::papers:
      if (asked.text.empty())
        popups.show(Popup::papers);
      else
        show_paper_item(paper_items()[std::stoul(asked.text)]);
      break;
    case Action::next_term: terms.go(1); break;
    case Action::previous_term: terms.go(-1); break;
    case Action::guide:
      if (shows_guide())
        guide.close(session.workspace);
      else
        guide.toggle(session.workspace);
      break;
    case Action::leave: leave(); break;
    default: break;
  }
}

}  // namespace satscope::app
