// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/popups.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/files/user_folders.h"
#include "app/core/text/wanted_letters.h"
#include "app/sources/files/session_file.h"
#include "app/ui/imgui_versions.h"
#include "app/ui/inputs.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

constexpr const char* title_of(Popup popup) {
  switch (popup) {
    case Popup::open: return "Open a picture, a video, a CUDA file or a session";
    case Popup::save: return "Save the session";
    case Popup::slides: return "Save the lesson as slides";
    case Popup::go_to_pixel: return "Go to a pixel";
    case Popup::key_sheet: return "Keys";
    case Popup::glossary: return "Glossary";
    case Popup::papers: return "Papers";
    case Popup::none: break;
  }
  return "";
}

/// What a dialog saves.
struct Saved {
  std::string_view ending;
  const char *hint, *nothing, *about;
  Action action;
};
constexpr Saved saved_by(Popup popup) {
  if (popup == Popup::slides)
    return {
        ".pdf", "name.pdf", "no PDFs here",
        "Writes a PDF with a page for each press of the clicker: a question, then its answer. Text and shapes are sharp at any "
        "size.",
        k_save_slides};
  return {k_session_ending, "name.satscope", "no sessions here",
          "Saves the settings of all workspaces and where you are in them. Pictures are not copied: their paths are stored "
          "relative to the session's folder.",
          WindowAction::save_session};
}
constexpr bool saves(Popup popup) { return popup == Popup::save || popup == Popup::slides; }
constexpr bool lists_files(Popup popup) { return popup == Popup::open || saves(popup); }

constexpr auto k_picture_endings =
    std::to_array<std::string_view>({".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".gif", ".bmp", ".tga", ".pgm", ".ppm",
                                     ".pnm", ".pfm", ".exr", ".hdr", ".avif", ".heic", ".jxl"});
/// Videos, numbers, and what only we have.
constexpr auto k_other_endings = std::to_array<std::string_view>(
    {".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".mpg",  ".mpeg", ".ts", ".ogv",
     ".wmv", ".flv", ".y4m", ".csv", ".txt",  ".npy", ".json", ".md",   ".cu", k_session_ending});

bool is_in(std::span<const std::string_view> endings, const std::string& name) {
  return std::ranges::find(endings, ending_of(name)) != endings.end();
}

bool looks_like_input(const std::string& name) { return is_in(k_picture_endings, name) || is_in(k_other_endings, name); }

}  // namespace

void Popups::show(Popup popup, const std::filesystem::path& file) {
  wanted_ = popup;
  fresh_ = true;
  closing_ = false;
  replaces_.clear();
  missing_.clear();
  search_.clear();
  if (lists_files(popup)) {
    path_ = file.filename().string();
    std::error_code failure;
    if (!file.empty()) folder_ = file.parent_path();
    if (folder_.empty()) folder_ = std::filesystem::current_path(failure);
    list_folder();
  }
}

void Popups::list_folder() {
  namespace fs = std::filesystem;
  entries_.clear();
  pictures_.forget();
  std::error_code failure;
  for (fs::directory_iterator at(folder_, fs::directory_options::skip_permission_denied, failure), end; !failure && at != end;
       at.increment(failure)) {
    std::error_code unknown;
    const bool folder = at->is_directory(unknown);
    const std::string name = at->path().filename().string();
    const bool fits = saves(wanted_) ? ending_of(name) == saved_by(wanted_).ending : looks_like_input(name);
    if (name.starts_with('.') || (!folder && !fits)) continue;
    want_letters(name);
    entries_.push_back({name, folder});
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.folder != b.folder ? a.folder : a.name < b.name; });
  want_letters(folder_.string());
  if (folder_.has_parent_path() && folder_ != folder_.root_path()) entries_.insert(entries_.begin(), {"..", true});
}

void Popups::draw(Ui& ui, const Area& place) {
  if (wanted_ == Popup::none) return;
  if (fresh_) since_ = ui.now;
  const bool brief = wanted_ == Popup::key_sheet && ui.session.presenting && !ui.doing.lecturing;
  if (brief) {
    constexpr double k_briefly = 20;  // seconds; because: the class sees it
    if (ui.now > since_ + k_briefly) close();
    ui.animating = true;
  }
  const char* title = title_of(wanted_);
  if (fresh_) ImGui::OpenPopup(title);
  const float margin = 0.5F * ui.em;
  const auto room_x = static_cast<float>(place.width) - 2 * margin, room_y = static_cast<float>(place.height) - 2 * margin;
  const float request = wanted_ == Popup::key_sheet     ? 78
                        : wanted_ == Popup::go_to_pixel ? 20
                        : wanted_ == Popup::papers      ? 56
                                                        : 36;
  const float panel_width = std::min(request * ui.em, room_x);
  // because: the class goes on looking at the stage, and the keys lie over its end
  const float y = static_cast<float>(brief ? place.bottom() : place.middle().y) - (brief ? margin : 0);
  ImGui::SetNextWindowPos({static_cast<float>(place.middle().x), y}, ImGuiCond_Always, {0.5F, brief ? 1 : 0.5F});
  ImGui::SetNextWindowSizeConstraints({panel_width, 0}, {panel_width, room_y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {std::min(1.2F * ui.em, room_x / 12), std::min(1.0F * ui.em, room_y / 12)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, brief ? 1 : ImGui::GetStyle().WindowBorderSize);
  const bool visible =
      ImGui::BeginPopupModal(title, nullptr,
                             ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                                 ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar(2);
  if (!visible) {
    wanted_ = Popup::none;
    return;
  }
  if (!brief) {
    ImGui::PushFont(ui.fonts.strong);
    ImGui::TextUnformatted(title);
    ImGui::PopFont();
    ImGui::Spacing();
  }
  switch (wanted_) {
    case Popup::open: draw_open(ui); break;
    case Popup::save:
    case Popup::slides: draw_save(ui); break;
    case Popup::go_to_pixel: draw_go_to_pixel(ui); break;
    case Popup::key_sheet: draw_key_sheet(ui, ImGui::GetContentRegionAvail().x); break;
    case Popup::papers:
      if (draw_papers_page(ui, search_, fresh_, std::max(4 * ui.em, room_y - 10 * ui.em))) close();
      break;
    case Popup::glossary: draw_glossary_page(ui, search_, fresh_, std::max(4 * ui.em, room_y - 10 * ui.em)); break;
    case Popup::none: break;
  }
  if (lists_files(wanted_)) {
    ImGui::Spacing();
    if (ImGui::Button("Cancel", {-1, 0})) close();
    ui.control("files:cancel", {}, WindowAction::leave);
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
  coloured_text(ui.palette.quiet,
                "A picture, a video, a folder of pictures, numbers (.csv, .npy), pattern:NAME:WxH, a session (.satscope), a "
                "trace (.json), a lesson (.md) or CUDA (.cu). You can also drop a file on the window.");
  ImGui::PopTextWrapPos();
  if (fresh_ || std::exchange(types_, false)) focus_next_item();
  const float button = 5 * ui.em;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemSpacing.x);
  const bool entered = ImGui::InputTextWithHint("##path", "path of a file", &path_, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.control("open:path");
  ImGui::SameLine();
  const bool pressed = ImGui::Button("Open", {button, 0});
  ui.control("open:open");
  if ((entered || pressed) && !path_.empty()) {
    const bool ours = path_.starts_with("pattern:") || path_.starts_with(k_figure_prefix);
    std::error_code failure;
    if (!ours && std::filesystem::is_directory(typed_path(), failure))
      go_into(typed_path());
    else if (!ours && !std::filesystem::exists(typed_path(), failure))
      types_ = true, missing_ = path_;
    else
      open(ours ? path_ : typed_path().string());
  }
  if (!missing_.empty() && missing_ == path_) {
    ImGui::PushTextWrapPos(0);
    coloured_text(ui.palette.bad, fmt::format("There is no file {}.", typed_path().string()));
    ImGui::PopTextWrapPos();
  }
  ImGui::Spacing();
  draw_places(ui);
  if (has_frames()) {
    if (ImGui::Button("Open this folder as frames", {-1, 0})) open(folder_.string());
    ui.control("open:folder", "Its pictures, one after the other, as the frames of a live source");
  } else {
    ImGui::Dummy({0, ImGui::GetFrameHeight()});  // because: what is below must not move from folder to folder
  }
  const auto rows = static_cast<float>(std::min(ui.settings.recent.size(), std::size_t{3}));
  const float rest = std::max(8 * ui.em, static_cast<float>(ImGui::GetIO().DisplaySize.y) - (22 + 1.6F * rows) * ui.em);
  if (const auto file = draw_files(ui, std::min(24 * ui.em, rest), "nothing here that can be opened")) open(file->string());
  if (!ui.settings.recent.empty()) {
    ImGui::Spacing();
    caption(ui, "RECENT");
    for (const std::string& input : std::span(ui.settings.recent).first(std::min(ui.settings.recent.size(), std::size_t{3}))) {
      ImGui::PushID(input.c_str());
      if (ImGui::Selectable(short_name_of(input).c_str(), false, ImGuiSelectableFlags_DontClosePopups)) open(input);
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", input.c_str());
      ImGui::PopID();
    }
  }
}

void Popups::draw_places(Ui& ui) {
  caption(ui, folder_.string());
  ImGui::PushFont(ui.fonts.small);
  if (const std::filesystem::path home = home_folder(); !home.empty()) {
    if (ImGui::SmallButton("Home")) go_into(home);
    ui.control("files:home", home.string());
    ImGui::SameLine();
  }
  if (ImGui::SmallButton("Pictures")) go_into(user_folder(UserFolder::pictures));
  ui.control("files:pictures", "The folder for pictures of your desktop");
  ImGui::SameLine();
  if (ImGui::SmallButton("Videos")) go_into(user_folder(UserFolder::videos));
  ui.control("files:videos", "The folder for videos of your desktop");
  for (const std::string& input : ui.settings.recent) {
    std::error_code failure;
    const std::filesystem::path file(input);
    if (!file.is_absolute() || file.parent_path() == folder_ || !std::filesystem::is_directory(file.parent_path(), failure))
      continue;
    ImGui::SameLine();
    if (ImGui::SmallButton("Last used")) go_into(file.parent_path());
    ui.control("files:recent", file.parent_path().string());
    break;
  }
  ImGui::PopFont();
}

std::filesystem::path Popups::typed_path() const {
  const std::string home = home_folder().string();
  const bool at_home = !home.empty() && (path_ == "~" || path_.starts_with("~/"));
  const std::filesystem::path typed(at_home ? home + path_.substr(1) : path_);
  return (typed.is_absolute() ? typed : folder_ / typed).lexically_normal();
}

void Popups::go_into(const std::filesystem::path& folder) {
  folder_ = folder.lexically_normal();
  if (!folder_.has_filename()) folder_ = folder_.parent_path();
  path_.clear();
  types_ = true;
  list_folder();
}

bool Popups::has_frames() const {
  return std::ranges::any_of(entries_,
                             [](const Entry& entry) { return !entry.folder && is_in(k_picture_endings, entry.name); });
}

bool Popups::draw_entry(Ui& ui, const Entry& entry) {
  const bool picture = wanted_ == Popup::open && !entry.folder && is_in(k_picture_endings, entry.name);
  const ImVec2 corner = ImGui::GetCursorScreenPos(), room{3.6F * ui.em, 2.4F * ui.em};
  const float line = ImGui::GetTextLineHeight(), height = picture ? room.y : line;
  const bool chosen = ImGui::Selectable(("##" + entry.name).c_str(), false, ImGuiSelectableFlags_DontClosePopups, {0, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const PictureTexture* const small = picture && ImGui::IsItemVisible() ? pictures_.of(folder_ / entry.name) : nullptr;
  if (small) {
    const auto width = static_cast<float>(small->extent().width), high = static_cast<float>(small->extent().height);
    const float scale = std::min(room.x / width, room.y / high);
    const ImVec2 at{corner.x + (room.x - scale * width) / 2, corner.y + (room.y - scale * high) / 2};
    list.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(small->texture())), at,
                  {at.x + scale * width, at.y + scale * high});
    ui.controls["files:picture:" + entry.name] = {at.x, at.y, scale * width, scale * high};
  }
  list.AddText({corner.x + (picture ? room.x + 0.5F * ui.em : 0), corner.y + (height - line) / 2},
               ImGui::GetColorU32(ImGuiCol_Text), (entry.folder ? entry.name + "/" : entry.name).c_str());
  return chosen;
}

std::optional<std::filesystem::path> Popups::draw_files(Ui& ui, float height, const char* nothing) {
  std::optional<std::filesystem::path> chosen;
  pictures_.step();
  ImGui::BeginChild("files", {0, height}, true);
  for (const Entry& entry : std::vector<Entry>(entries_)) {
    if (!draw_entry(ui, entry)) continue;
    if (entry.folder)
      go_into(folder_ / entry.name);
    else
      chosen = folder_ / entry.name;
  }
  if (entries_.empty()) ImGui::TextDisabled("%s", nothing);
  ImGui::EndChild();
  ui.animating = ui.animating || pictures_.busy();
  return chosen;
}

/// A file that is there is replaced by a second press only.
void Popups::draw_save(Ui& ui) {
  const Saved what = saved_by(wanted_);
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet, what.about);
  ImGui::PopTextWrapPos();
  if (fresh_ || std::exchange(types_, false)) focus_next_item();
  const float button = 6 * ui.em;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemSpacing.x);
  const bool entered = ImGui::InputTextWithHint("##place", what.hint, &path_,
                                                ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.control("save:path");
  std::error_code failure;
  std::string file = typed_path().string();
  const bool folder = std::filesystem::is_directory(file, failure);
  if (!folder && ending_of(file) != what.ending) file += what.ending;
  const bool replaces = !replaces_.empty() && replaces_ == file;
  ImGui::SameLine();
  const bool pressed = ImGui::Button(replaces ? "Replace###save" : "Save###save", {button, 0});
  ui.control("save:save");
  if (wanted_ == Popup::slides) {
    if (fresh_) slides_theme_ = ui.settings.slides.empty() ? ui.session.theme : ui.settings.slides;
    for (const auto& [theme, name] : {std::pair{"light", "Light, on white"}, {"dark", "Dark"}}) {
      if (ImGui::RadioButton(name, slides_theme_ == theme)) {
        slides_theme_ = theme;
        ui.requests.push_back({k_remember_choice, {}, "slides " + slides_theme_});
      }
      ui.control(std::string("slides:") + theme, "Colours of the slides");
      ImGui::SameLine();
    }
    ImGui::NewLine();
  }
  if ((entered || pressed) && !path_.empty()) {
    if (folder) {
      go_into(file);
    } else if (std::filesystem::exists(file, failure) && !replaces) {
      replaces_ = file;
    } else {
      ui.requests.push_back({what.action, {}, wanted_ == Popup::slides ? slides_theme_ + " " + file : file});
      close();
    }
  }
  if (!replaces_.empty() && replaces_ == file) {
    ImGui::PushTextWrapPos(0);
    coloured_text(ui.palette.warning, "This file is there already: press Replace to write over it, or type another name.");
    ImGui::PopTextWrapPos();
  }
  ImGui::Spacing();
  draw_places(ui);
  if (const auto chosen = draw_files(ui, 11 * ui.em, what.nothing)) path_ = chosen->filename().string();
}

void Popups::draw_go_to_pixel(Ui& ui) {
  const Extent picture = ui.workspace.shown(ui.frame).extent;
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

}  // namespace satscope::app
