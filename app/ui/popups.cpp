// SPDX-License-Identifier: Apache-2.0
#include "app/ui/popups.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/ui/imgui_versions.h"
#include "app/ui/inputs.h"

namespace satscope::app {
namespace {

constexpr const char* title_of(Popup popup) {
  switch (popup) {
    case Popup::open: return "Open a picture";
    case Popup::go_to_pixel: return "Go to a pixel";
    case Popup::key_sheet: return "Keys";
    case Popup::none: break;
  }
  return "";
}

bool looks_like_input(const std::filesystem::path& file) {
  constexpr std::array k_endings{".png", ".jpg", ".jpeg", ".bmp", ".tga", ".pgm", ".ppm", ".pnm", ".csv", ".txt"};
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(k_endings.begin(), k_endings.end(), ending) != k_endings.end();
}

}  // namespace

void Popups::show(Popup popup) {
  wanted_ = popup;
  fresh_ = true;
  closing_ = false;
  if (popup == Popup::open) {
    std::error_code failure;
    if (folder_.empty()) folder_ = std::filesystem::current_path(failure);
    list_folder();
  }
}

void Popups::list_folder() {
  namespace fs = std::filesystem;
  entries_.clear();
  std::error_code failure;
  for (fs::directory_iterator at(folder_, fs::directory_options::skip_permission_denied, failure), end; !failure && at != end;
       at.increment(failure)) {
    std::error_code unknown;
    const bool folder = at->is_directory(unknown);
    const std::string name = at->path().filename().string();
    if (!name.starts_with('.') && (folder || looks_like_input(at->path()))) entries_.push_back({name, folder});
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.folder != b.folder ? a.folder : a.name < b.name; });
  if (folder_.has_parent_path() && folder_ != folder_.root_path()) entries_.insert(entries_.begin(), {"..", true});
}

void Popups::draw(Ui& ui, double width, double height) {
  if (wanted_ == Popup::none) return;
  const char* title = title_of(wanted_);
  if (fresh_) ImGui::OpenPopup(title);
  const float margin = 0.5F * ui.em;
  const auto room_x = static_cast<float>(width) - 2 * margin, room_y = static_cast<float>(height) - 2 * margin;
  const float wish = wanted_ == Popup::key_sheet ? 56 : wanted_ == Popup::open ? 36 : 20;
  const float panel_width = std::min(wish * ui.em, room_x);
  ImGui::SetNextWindowPos({static_cast<float>(width) / 2, static_cast<float>(height) / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSizeConstraints({panel_width, 0}, {panel_width, room_y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {std::min(1.2F * ui.em, room_x / 12), std::min(1.0F * ui.em, room_y / 12)});
  const bool visible =
      ImGui::BeginPopupModal(title, nullptr,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (!visible) {
    wanted_ = Popup::none;
    return;
  }
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(title);
  ImGui::PopFont();
  ImGui::Spacing();
  switch (wanted_) {
    case Popup::open: draw_open(ui); break;
    case Popup::go_to_pixel: draw_go_to_pixel(ui); break;
    case Popup::key_sheet: draw_key_sheet(ui, ImGui::GetContentRegionAvail().x); break;
    case Popup::none: break;
  }
  // because: a press beside it means "away with it", as with any sheet of paper
  if (!fresh_ && ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
      !ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem |
                              ImGuiHoveredFlags_AllowWhenBlockedByPopup))
    close();
  if (closing_) {
    ImGui::CloseCurrentPopup();
    wanted_ = Popup::none;
    closing_ = false;
  }
  ImGui::EndPopup();
  fresh_ = false;
}

void Popups::draw_open(Ui& ui) {
  const auto open = [&](const std::string& input) {
    ui.open(input);
    close();
  };
  ImGui::PushTextWrapPos(0);
  coloured_text(
      ui.palette.quiet,
      "PNG, JPEG, BMP, TGA, PGM, PPM, a CSV of numbers, or pattern:NAME:WxH. Files can be dropped on the window, too.");
  ImGui::PopTextWrapPos();
  if (fresh_) ImGui::SetKeyboardFocusHere();
  const float button = 5 * ui.em;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemSpacing.x);
  const bool entered = ImGui::InputTextWithHint("##path", "path of a file", &path_, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.control("open:path");
  ImGui::SameLine();
  const bool pressed = ImGui::Button("Open", {button, 0});
  ui.control("open:open");
  if ((entered || pressed) && !path_.empty()) {
    const std::filesystem::path path =
        std::filesystem::path(path_).is_absolute() ? std::filesystem::path(path_) : folder_ / path_;
    std::error_code failure;
    if (!path_.starts_with("pattern:") && std::filesystem::is_directory(path, failure)) {
      folder_ = path.lexically_normal();
      path_.clear();
      list_folder();
    } else {
      open(path_.starts_with("pattern:") ? path_ : path.lexically_normal().string());
    }
  }
  ImGui::Spacing();
  const std::string folder = folder_.string();
  caption(ui, folder);
  ImGui::BeginChild("files", {0, 11 * ui.em}, true);
  for (const Entry& entry : std::vector<Entry>(entries_)) {
    const std::string label = entry.folder ? entry.name + "/" : entry.name;
    if (!ImGui::Selectable(label.c_str(), false, ImGuiSelectableFlags_DontClosePopups)) continue;
    if (!entry.folder) {
      open((folder_ / entry.name).string());
    } else {
      folder_ = (folder_ / entry.name).lexically_normal();
      if (!folder_.has_filename()) folder_ = folder_.parent_path();
      list_folder();
    }
  }
  if (entries_.empty()) ImGui::TextDisabled("no pictures here");
  ImGui::EndChild();
  if (!ui.settings.recent.empty()) {
    ImGui::Spacing();
    caption(ui, "RECENT");
    for (const std::string& input : ui.settings.recent) {
      ImGui::PushID(input.c_str());
      if (ImGui::Selectable(short_name_of(input).c_str(), false, ImGuiSelectableFlags_DontClosePopups)) open(input);
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", input.c_str());
      ImGui::PopID();
    }
  }
}

void Popups::draw_go_to_pixel(Ui& ui) {
  const Extent picture = ui.session.workspace == "playground" ? ui.frame.filtered().picture : ui.frame.shown().picture;
  ImGui::TextDisabled("column x and row y, from 0");
  if (fresh_) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputInt2("##pixel", pixel_.data());
  ui.control("go:pixel");
  const bool entered = enter_pressed();
  ImGui::Spacing();
  const bool pressed = ImGui::Button("Go", {-1, 0});
  ui.control("go:go");
  if (!(entered || pressed) || picture.area() == 0) return;
  View& view = ui.session.view;
  view.fitted = false;
  view.zoom = std::max(view.zoom, 2.5 * static_cast<double>(ui.em));
  view.centre_x = std::clamp(pixel_[0], 0, picture.width - 1) + 0.5;
  view.centre_y = std::clamp(pixel_[1], 0, picture.height - 1) + 0.5;
  close();
}

void draw_key_sheet(Ui& ui, float width) {
  const bool two_columns = width > 46 * ui.em;
  const float gap = ui.em, column = two_columns ? (width - gap) / 2 : width;
  const auto draw_group = [&](Where where) {
    caption(ui, title_of(where));
    if (ImGui::BeginTable(std::string(title_of(where)).c_str(), 2, ImGuiTableFlags_None, {column, 0})) {
      const float keys = std::min(9.5F * ui.em, column * 0.4F);
      ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, keys);
      ImGui::TableSetupColumn("does", ImGuiTableColumnFlags_WidthFixed, column - keys - ui.em);
      for (const KeyBinding& binding : key_bindings()) {
        // what another workspace means by the same key is not said here
        if (binding.where != where || action_of(binding.chords.front(), false, false, key_room(ui.session)) != binding.action)
          continue;
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        coloured_text(ui.palette.accent, keys_text(binding));
        ImGui::PopTextWrapPos();
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(binding.does.data(), binding.does.data() + binding.does.size());
        ImGui::PopTextWrapPos();
      }
      ImGui::EndTable();
    }
    ImGui::Dummy({0, 0.3F * ui.em});
  };
  const bool in_stages = key_room(ui.session) == "stages", in_steps = key_room(ui.session) == "steps";
  const bool in_playground = key_room(ui.session) == "playground", in_race = key_room(ui.session) == "race";
  const auto draw_mouse = [&] {
    caption(ui, "Mouse");
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + column);
    ImGui::TextUnformatted(
        in_steps
            ? "Rest on a cell: its pixels. Click it: the writes that made it. Wheel over the cells: other blocks. Drag in the "
              "bar of phases: any step. Click a barrier in the source: take it out."
        : in_stages     ? "Click or drag in the bar of passes: any stage. In the views: wheel zooms at the cursor, drag moves, "
                          "double click "
                          "fits. Click a row of the times: its stage."
        : in_playground ? "Wheel over the picture: radius; with Ctrl zoom, or the other way round. Drag: move the view, or the "
                          "wipe, a handle, a brush, a rectangle. Right or middle drag: move the view. Double click: fit."
        : in_race
            ? "Click a title of the times: sort by it, and again the other way round. Click a row: speed-ups are against it. "
              "In the views: left drag: new box. Right drag: move the view. Wheel: zoom at the cursor. Double click: fit."
            : "Left drag: new box, or move and resize the old one. Right, middle or Shift+left drag: move the view. "
              "Wheel: zoom at the cursor. Double click: fit.");
    ImGui::PopTextWrapPos();
  };
  ImGui::PushFont(ui.fonts.small);
  ImGui::BeginGroup();
  using Groups = std::vector<Where>;
  const Groups first = in_steps        ? Groups{Where::steps, Where::colours}
                       : in_stages     ? Groups{Where::stages, Where::steps, Where::view, Where::colours}
                       : in_race       ? Groups{Where::race, Where::box, Where::view, Where::colours}
                       : in_playground ? Groups{Where::playground, Where::box, Where::view, Where::colours}
                                       : Groups{Where::box, Where::view, Where::colours};
  for (const Where where : first) draw_group(where);
  ImGui::EndGroup();
  if (two_columns) ImGui::SameLine(0, gap);
  ImGui::BeginGroup();
  for (const Where where : {Where::source, Where::anywhere}) draw_group(where);
  draw_mouse();
  ImGui::EndGroup();
  ImGui::PopFont();
}

}  // namespace satscope::app
