// SPDX-License-Identifier: Apache-2.0
// The gallery of presets: ours and the user's own, each as what it makes of the present frame. A chain is kept under a name,
// and goes to other machines as text, by way of the clipboard.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <utility>

#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/chain/own_presets.h"
#include "app/workspaces/playground/chain/presets.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

void say(PlaygroundUi& ui, std::string text, bool bad) {
  ui.doing.message = Notice{std::move(text), std::nullopt, {}, bad, {}, !bad};
}

void apply(PlaygroundUi& ui, const PlaygroundEdit& edit) {
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  ui.session.edit.part<PlaygroundEdit>() = edit;
  view.chosen = std::max(0, edit.solo);
}

void keep(PlaygroundUi& ui, const OwnPreset& preset) {
  ui.requests.push_back({k_remember_preset, {}, preset.name + "\n" + text_of(preset)});
}

/// What the thumbnails are made of.
void list_shown(PlaygroundUi& ui) {
  GalleryModel& model = ui.playground.gallery;
  const bool same = model.texts == ui.settings.presets;
  if (same && !model.shown.empty()) return;
  model.texts = ui.settings.presets;
  model.own = presets_in(model.texts);
  model.shown.clear();
  for (const Preset& preset : presets()) {
    PlaygroundEdit edit;
    PlaygroundView view;
    apply_preset(preset, {}, edit, view);
    model.shown.push_back({fmt::format("preset:{}", preset.id), std::move(edit)});
  }
  for (const OwnPreset& preset : model.own) model.shown.push_back({"own:" + preset.name, preset.edit});
}

/// Keeps the chain as it is now under this name; false, and it says why, if it cannot.
bool keep_present(PlaygroundUi& ui, const std::string& name) {
  OwnPreset preset{name, ui.session.edit.part<PlaygroundEdit>()};
  if (std::ranges::none_of(preset.edit.chain, measures)) preset.edit.regions.clear();  // left over from another chain
  try {
    preset_from(text_of(preset));  // because: a painted map may make it too long
  } catch (const std::runtime_error& problem) {
    say(ui, fmt::format("this chain cannot be kept: {}", problem.what()), true);
    return false;
  }
  keep(ui, preset);
  return true;
}

/// A name, and the button that keeps the chain under it.
void draw_keeping(PlaygroundUi& ui) {
  GalleryModel& model = ui.playground.gallery;
  const float button = 5 * ui.em;
  const float width = ImGui::GetContentRegionAvail().x - button - ImGui::GetStyle().ItemSpacing.x;
  ImGui::SetNextItemWidth(width);
  if (std::exchange(model.takes_name, false)) {
    ImGui::SetScrollHereY(0.5F);
    ImGui::SetKeyboardFocusHere();
  }
  const bool entered = ImGui::InputTextWithHint(
      "##preset", first_that_fits({"name for this chain", "its name"}, width - 2 * ImGui::GetStyle().FramePadding.x).c_str(),
      &model.name, ImGuiInputTextFlags_EnterReturnsTrue);
  if (entered && !refusal_of_name(model.name).empty()) ImGui::SetKeyboardFocusHere(-1);
  ui.control("preset_name", "Keeps the chain with its parameters, its map, its template and its rectangles under this name");
  ImGui::SameLine();
  const bool pressed = ImGui::Button("Save", {button, 0});
  ui.control("preset_keep", "The preset appears below, and is there at the next start");
  if (!entered && !pressed) return;
  if (std::string why = refusal_of_name(model.name); !why.empty()) return say(ui, std::move(why), true);
  const std::string name = free_preset_name(ui.settings.presets, model.name);
  if (!keep_present(ui, name)) return;
  say(ui,
      name == model.name ? fmt::format("saved as {}; it is in the gallery", name)
                         : fmt::format("kept as {}, because there is another {}", name, model.name),
      false);
  model.name.clear();
}

void rename(PlaygroundUi& ui, const OwnPreset& preset, const std::string& name) {
  if (name == preset.name) return;
  if (std::string why = refusal_of_name(name); !why.empty()) return say(ui, std::move(why), true);
  if (ui.settings.presets.contains(name)) return say(ui, fmt::format("there is another preset named {}", name), true);
  keep(ui, {name, preset.edit});
  ui.requests.push_back({k_remember_preset, {}, preset.name});
}

void draw_own_menu(PlaygroundUi& ui, const OwnPreset& preset) {
  if (!ImGui::BeginPopupContextItem("own")) return;
  std::string& name = ui.playground.gallery.new_name;
  if (ImGui::IsWindowAppearing()) name = preset.name;
  ImGui::SetNextItemWidth(12 * ui.em);
  if (ImGui::InputText("##rename", &name, ImGuiInputTextFlags_EnterReturnsTrue)) {
    rename(ui, preset, name);
    ImGui::CloseCurrentPopup();
  }
  ui.control("own_name", "Enter gives the preset this name");
  if (ImGui::MenuItem("Replace by the chain as it is now") && keep_present(ui, preset.name))
    ui.doing.message = Notice{fmt::format("the preset {} is replaced", preset.name),
                              k_remember_preset,
                              "Bring it back",
                              false,
                              preset.name + "\n" + ui.settings.presets.at(preset.name),
                              true};
  ui.control("own_replace");
  if (ImGui::MenuItem("Copy as text")) {
    ui.window.set_clipboard(text_of(preset));
    say(ui, fmt::format("copied: {}. Ctrl+V in the Playground of another machine keeps it there", preset.name), false);
  }
  ui.control("own_copy");
  if (ImGui::MenuItem("Remove")) {
    ui.requests.push_back({k_remember_preset, {}, preset.name});
    // it stays: undo does not bring a preset back
    ui.doing.message = Notice{fmt::format("the preset {} is removed", preset.name), k_remember_preset, "Bring it back", false,
                              preset.name + "\n" + ui.settings.presets.at(preset.name)};
  }
  ui.control("own_remove");
  ImGui::EndPopup();
}

}  // namespace

bool paste_chain(PlaygroundUi& ui) {
  const char* text = ImGui::GetClipboardText();
  try {
    const std::optional<OwnPreset> found = text ? chain_in_text(text) : std::nullopt;
    if (!found) return false;
    apply(ui, found->edit);
    if (found->name.empty()) return true;
    const auto there = ui.settings.presets.find(found->name);
    if (there != ui.settings.presets.end() && there->second != text_of(*found))
      say(ui, fmt::format("the chain is applied but not kept: you have another preset named {}", found->name), true);
    else
      keep(ui, *found);
  } catch (const std::runtime_error& problem) {
    say(ui, problem.what(), true);
  }
  return true;
}

void draw_presets(PlaygroundUi& ui) {
  list_shown(ui);
  GalleryModel& model = ui.playground.gallery;
  const float moved = ImGui::GetCursorPosY() - std::exchange(model.top, ImGui::GetCursorPosY());
  if (std::exchange(model.stays, false)) ImGui::SetScrollY(ImGui::GetScrollY() + moved);
  if (std::exchange(model.comes, false)) ImGui::SetScrollHereY(0);
  caption(ui, "PRESETS");
  draw_keeping(ui);
  const std::vector<OwnPreset> own = ui.playground.gallery.own;
  std::vector<Tile> tiles;
  for (const OwnPreset& preset : own)
    tiles.push_back({.control = "own:" + preset.name,
                     .cell = "own:" + preset.name,
                     .title = preset.name,
                     .tip = "A preset of your own. Right click: rename, replace, copy as text, or remove."});
  for (const Preset& preset : presets()) {
    const std::string id = fmt::format("preset:{}", preset.id);
    tiles.push_back({.control = id,
                     .cell = id,
                     .title = std::string(preset.title),
                     .tip = std::string(preset.about),
                     .note = preset.buttons && !ui.session.edit.live ? std::string(k_needs_movement) : std::string()});
  }
  draw_tiles(
      ui, tiles,
      [&](std::size_t i) {
        model.stays = true;
        if (i < own.size()) return apply(ui, own[i].edit);
        apply_preset(presets()[i - own.size()], ui.frame.filtered().picture, ui.session.edit.part<PlaygroundEdit>(),
                     ui.session.part<PlaygroundView>());
      },
      [&](std::size_t i) {
        if (i < own.size()) draw_own_menu(ui, own[i]);
      });
  if (ImGui::Button("Reset", {-1, 0})) {
    const bool wheel_zooms = ui.session.part<PlaygroundView>().wheel_zooms;
    ui.session.edit.part<PlaygroundEdit>() = {};
    ui.session.part<PlaygroundView>() = {.wheel_zooms = wheel_zooms};
  }
  ui.control("reset", "One box mean and no comparison, as at the start; undo brings the chain back");
  ImGui::Dummy({0, 0.3F * ui.em});
}

}  // namespace satscope::app
