// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <imgui.h>

#include "app/lab/templates/templates.h"
#include "app/sources/files/session_file.h"
#include "app/sources/live/live_open.h"
#include "app/ui/inputs.h"
#include "app/ui/panels/bars.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

void figures_menu(Ui& ui) {
  if (!ImGui::BeginMenu("Figures of the papers")) return;
  const float room = 0.62F * ImGui::GetIO().DisplaySize.x;
  for (const Figure& figure : figures()) {
    const std::string label = cut_to_fit(*ImGui::GetFont(), figure.title, room);
    if (ImGui::MenuItem((label + "###" + figure.input).c_str())) ui.open(figure.input);
    ui.control(figure.input, label == figure.title ? std::string_view() : figure.title);
  }
  ImGui::EndMenu();
}

void recent_menu(Ui& ui) {
  if (ui.settings.recent.empty() || !ImGui::BeginMenu("Open recent")) return;
  for (const std::string& input : ui.settings.recent) {
    const std::string label = cut_to_fit(*ImGui::GetFont(), short_name_of(input), 20 * ui.em);
    if (ImGui::MenuItem((label + "###" + input).c_str())) ui.open(input);
    ui.control("recent:" + input, input);
  }
  ImGui::EndMenu();
}

/// Begins a new file: it asks for the input "new-kernel:ID".
void new_kernel_menu(Ui& ui) {
  const bool open = ImGui::BeginMenu("New kernel");
  ui.control("menu:new_kernel");
  if (!open) return;
  for (const lab::KernelTemplate& one : lab::kernel_templates()) {
    if (one.of_lesson) continue;
    if (ImGui::MenuItem(std::string(one.title).c_str())) ui.open(fmt::format("{}{}", lab::k_new_kernel, one.id));
    ui.control(fmt::format("menu:new_kernel:{}", one.id),
               "A CUDA file of your own, in the folder from which satscope was started");
  }
  ImGui::EndMenu();
}

void file_menu(Ui& ui) {
  if (!ImGui::BeginMenu("File")) return;
  menu_item(ui, "Open ...", WindowAction::open);
  new_kernel_menu(ui);
  figures_menu(ui);
  ui.control("menu:figures");
  recent_menu(ui);
  menu_item(ui, "Open what the clipboard holds", WindowAction::paste);
  menu_item(ui, "Live source", WindowAction::live, &ui.session.edit.live);
  menu_item(ui, "Freeze", ui.workspace.freeze(), &ui.session.paused, ui.session.edit.live);
  bool mirrored = ui.frame.status().source.mirrored;
  menu_item(ui, "Mirror", WindowAction::mirror, &mirrored, ui.session.edit.live);
  ImGui::Separator();
  if (ui.window.shares()) {
    if (ImGui::MenuItem("Share a link")) ui.window.share();
    ui.control("menu:share", k_share_tip);
  }
  menu_item(ui, "Save session", WindowAction::save_session);
  menu_item(ui, "Save session as ...", WindowAction::save_session_as);
  menu_item(ui, "Save a picture of the window", WindowAction::screenshot);
  ui.workspace.add_file_items(ui);
  for (const WorkspaceKind& kind : workspaces())
    if (kind.add_file_items) kind.add_file_items(ui);
  ImGui::Separator();
  menu_item(ui, "Undo", WindowAction::undo, nullptr, ui.can_undo);
  menu_item(ui, "Redo", WindowAction::redo, nullptr, ui.can_redo);
  ImGui::Separator();
  menu_item(ui, "Quit", WindowAction::quit);
  ImGui::EndMenu();
}

/// What does not work in the workspace is left out.
void view_menu(Ui& ui) {
  if (!ImGui::BeginMenu("View")) return;
  Session& session = ui.session;
  bool light = session.theme == "light", automatic = session.range.automatic;
  const bool box = session.edit.box.area() > 0;
  menu_item(ui, "Fit", WindowAction::fit, &session.view.fitted);
  menu_item(ui, "100 %", WindowAction::actual_size);
  menu_item(ui, "Zoom to the box", WindowAction::zoom_to_box, nullptr, box);
  menu_item(ui, "Go to a pixel ...", WindowAction::go_to_pixel);
  menu_item(ui, "Numbers", WindowAction::numbers, &session.numbers);
  menu_item(ui, "Grid", WindowAction::grid, &session.grid);
  menu_item(ui, "Histogram", WindowAction::histogram, &session.histogram);
  menu_item(ui, "De-ramp", WindowAction::deramp, &session.deramp);
  menu_item(ui, "Automatic range", WindowAction::auto_range, &automatic);
  menu_item(ui, "Range from the box", WindowAction::range_from_box, nullptr, box);
  menu_item(ui, "Next colour map", WindowAction::next_colour_map);
  ui.workspace.add_view_items(ui);
  ImGui::Separator();
  menu_item(ui, "Side panel", WindowAction::side_panel, &session.side_panel);
  menu_item(ui, "Light", WindowAction::theme, &light);
  ImGui::MenuItem("Reduced motion", nullptr, &session.reduced_motion);
  menu_item(ui, "Larger", WindowAction::larger, nullptr, session.ui_scale < k_largest_scale);
  menu_item(ui, "Smaller", WindowAction::smaller, nullptr, session.ui_scale > k_smallest_scale);
  menu_item(ui, "Normal size", WindowAction::normal_size);
  menu_item(ui, "Full screen", WindowAction::full_screen);
  menu_item(ui, "Present to a class", WindowAction::present);
  menu_item(ui, "Window for the class", WindowAction::audience);
  ImGui::EndMenu();
}

void help_menu(Ui& ui) {
  if (!ImGui::BeginMenu("Help")) return;
  for (const WorkspaceKind& kind : workspaces())
    if (kind.add_help_items) kind.add_help_items(ui);
  menu_item(ui, "What can I do here?", WindowAction::guide);
  menu_item(ui, "Explain the terms on the screen", WindowAction::next_term);
  menu_item(ui, "Papers", WindowAction::papers);
  menu_item(ui, "Glossary", WindowAction::glossary);
  menu_item(ui, "Keys", WindowAction::key_sheet);
  ImGui::Separator();
  ImGui::PushTextWrapPos(20 * ui.em);
  ImGui::TextUnformatted("satscope: the summed-area table, to see, touch and measure.");
  coloured_text(
      ui.palette.quiet,
      "Every entry of the table is the sum of all pixels above and to the left. Four of them give the sum of any box.");
  coloured_text(ui.palette.quiet, "The Playground stores no faces and recognises no person.");
  ImGui::PopTextWrapPos();
  ImGui::EndMenu();
}

}  // namespace

void menu_item(Ui& ui, const char* label, Action action, bool* shown, bool enabled) {
  if (!works_in(row_of(action), ui.session)) return;
  if (ImGui::MenuItem(label, keys_text(action).c_str(), shown && *shown, enabled)) ui.ask(action);
  ui.control(fmt::format("menu:{}", action.id));
}

void draw_menus(Ui& ui) {
  file_menu(ui);
  ui.control("menu:file");
  view_menu(ui);
  ui.control("menu:view");
  help_menu(ui);
  ui.control("menu:help");
}

}  // namespace satscope::app
