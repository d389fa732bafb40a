// SPDX-License-Identifier: Apache-2.0
// The filters in force, from the first to the last: on or off, solo, order, time; the chosen one with its parameters.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "app/core/text/number_text.h"
#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/panels/choices.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/chain/examples.h"
#include "app/workspaces/playground/faces/feature_tool.h"
#include "app/workspaces/playground/faces/template_tool.h"
#include "app/workspaces/playground/mark_pen.h"
#include "app/workspaces/playground/playground.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// What a row asks for, done when all rows are drawn.
using Change = std::function<void(PlaygroundEdit&, PlaygroundView&)>;

/// Time of the entry at `place`, if the result on the screen was made with it.
const FilterTimes* times_of(const Ui& ui, int place) {
  const PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  const std::vector<int> places = places_in_force(edit);
  const Filtered& filtered = ui.frame.filtered();
  const auto found = std::ranges::find(places, place);
  if (found == places.end() || filtered.filters.size() != places.size()) return nullptr;
  const FilterTimes& times = filtered.filters[static_cast<std::size_t>(found - places.begin())];
  return times.filter == edit.chain[static_cast<std::size_t>(place)].filter ? &times : nullptr;
}

std::string time_tip(const FilterTimes& times) {
  return fmt::format("Median of the last runs, at most 60: {} in all, {} of it for {}", milliseconds_text(times.median_ms),
                     milliseconds_text(times.table_ms), counted(times.tables, "table"));
}

/// Drags a row to the place of another.
void drag_row(int place, const std::string& title, Change& change) {
  if (ImGui::BeginDragDropSource()) {
    ImGui::SetDragDropPayload("chain", &place, sizeof place);
    ImGui::TextUnformatted(title.c_str());
    ImGui::EndDragDropSource();
  }
  if (!ImGui::BeginDragDropTarget()) return;
  if (const ImGuiPayload* payload = ImGui::AcceptDragDropPayload("chain")) {
    const int from = *static_cast<const int*>(payload->Data);
    change = [from, place](PlaygroundEdit& e, PlaygroundView& v) { move_filter(e, v, from, place); };
  }
  ImGui::EndDragDropTarget();
}

/// "Mosaic" of "Mosaic (pixels)"; where another filter has the same words, "Adaptive (Sauvola)".
std::string short_title(const std::string& title) {
  const auto plain = [](const std::string& whole) { return whole.substr(0, whole.find(" (")); };
  const std::string words = plain(title);
  const bool shared =
      words != title && std::ranges::count(filters(), words, [&](const Filter& filter) { return plain(filter.title); }) > 1;
  if (!shared) return words;
  const std::string who = title.substr(words.size() + 2);
  return fmt::format("{} ({})", words.substr(0, words.find(' ')), who.substr(0, who.find_first_of(" )")));
}

/// "1. Adaptive threshold (Sauvola)", "1. Adaptive (Sauvola)", or as much of it as there is room for.
std::string name_that_fits(int place, const std::string& title, float room) {
  const auto numbered = [place](const std::string& name) { return fmt::format("{}. {}", place + 1, name); };
  const bool shorter = ImGui::CalcTextSize(numbered(title).c_str()).x > room;
  return cut_to_fit(*ImGui::GetFont(), numbered(shorter ? short_title(title) : title), room);
}

/// On or off, name, time.
void draw_head(Ui& ui, int place, const Filter* filter, Change& change) {
  PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  ChainEntry& entry = edit.chain[static_cast<std::size_t>(place)];
  const std::string control = fmt::format("chain:{}", place);
  const bool chosen = chosen_place(edit, view) == place, in_force = edit.solo >= 0 ? edit.solo == place : entry.on;
  ImGui::Checkbox("##on", &entry.on);
  ui.control(control + ":on", edit.solo >= 0 ? "On or off, once no filter is solo" : "On or off");
  ImGui::SameLine();
  const FilterTimes* times = times_of(ui, place);
  const std::string time = !in_force ? "off" : times ? milliseconds_text(times->median_ms) : "...";
  ImGui::PushFont(ui.fonts.small);
  const float time_width = ImGui::CalcTextSize(time.c_str()).x;
  ImGui::PopFont();
  const float room = ImGui::GetContentRegionAvail().x - time_width - 0.5F * ui.em;
  const std::string title = name_that_fits(place, filter ? filter->title : entry.filter, room);
  ImGui::PushStyleColor(ImGuiCol_Text, packed(!in_force ? ui.palette.quiet : chosen ? ui.palette.accent : ui.palette.text));
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  const float text_y = ImGui::GetCursorPosY();
  // as high as the box beside it, and its name in the middle: a selectable sinks to the line's text and grows by its spacing
  const float row_y = text_y - ImGui::GetStyle().FramePadding.y;
  ImGui::SetCursorPosY(row_y);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0, 0.5F});
  if (ImGui::Selectable((title + "##name").c_str(), chosen, 0, {room, ImGui::GetFrameHeight()}))
    change = [place](PlaygroundEdit&, PlaygroundView& v) { v.chosen = place; };
  ImGui::PopStyleVar(2);
  drag_row(place, title, change);
  ImGui::PopStyleColor();
  ui.control(control,
             filter ? filter->title + ". " + filter->text + " Drag it to another place." : "This filter is not known here");
  ImGui::SameLine();
  ImGui::SetCursorPos({right - time_width, row_y + (ImGui::GetFrameHeight() - ui.fonts.small->FontSize) / 2});
  caption(ui, time);
  ui.control(control + ":ms", times ? time_tip(*times) : std::string());
}

/// Solo, up, down, remove.
void draw_buttons(Ui& ui, int place, Change& change) {
  const PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  const int last = static_cast<int>(edit.chain.size()) - 1;
  const std::string control = fmt::format("chain:{}:", place);
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x, indent = 1.4F * ui.em;
  ImGui::Indent(indent);
  ImGui::PushFont(ui.fonts.small);
  const float width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
  const auto button = [&](const char* label, const char* id, const char* tip, bool enabled, bool lit, const Change& asked) {
    ImGui::BeginDisabled(!enabled);
    {
      const AccentButtons accent(ui.palette, lit);
      if (ImGui::Button(label, {width, 0})) change = asked;
    }
    ImGui::EndDisabled();
    ui.control(control + id, tip);
  };
  button(edit.solo == place ? "Solo on" : "Solo", "solo", "Runs this filter alone; press again to run the others, too", true,
         edit.solo == place, [place](PlaygroundEdit& e, PlaygroundView&) { toggle_solo(e, place); });
  ImGui::SameLine(0, gap);
  button("Up", "up", "Moves it up: filters run from top to bottom", place > 0, false,
         [place](PlaygroundEdit& e, PlaygroundView& v) { move_filter(e, v, place, place - 1); });
  ImGui::SameLine(0, gap);
  button("Down", "down", "Moves it down: filters run from top to bottom", place < last, false,
         [place](PlaygroundEdit& e, PlaygroundView& v) { move_filter(e, v, place, place + 1); });
  ImGui::SameLine(0, gap);
  button("Drop", "remove", "Removes the filter from the chain; undo brings it back", true, false,
         [place](PlaygroundEdit& e, PlaygroundView& v) { remove_filter(e, v, place); });
  ImGui::PopFont();
  ImGui::Unindent(indent);
}

void draw_region_controls(Ui& ui) {
  PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  ImGui::PushTextWrapPos(0);
  caption(ui, fmt::format("{}: left drag over the picture makes one, a right click removes it",
                          counted(edit.regions.size(), "rectangle")));
  if (!ui.session.edit.live)
    caption(ui, "This picture is still, so nothing lights up. Open a camera, a video or a part of the screen.");
  ImGui::PopTextWrapPos();
  auto limit = static_cast<float>(view.rings_at);
  const TextOverGrab readable(ui);
  if (ImGui::SliderFloat("##rings", &limit, 1, 100, "triggers above %.0f", ImGuiSliderFlags_AlwaysClamp))
    view.rings_at = static_cast<double>(limit);
  ui.control("rings_at", "A rectangle triggers when its mean change from frame to frame, 0 to 255, is above this");
  ImGui::BeginDisabled(edit.regions.empty());
  if (ImGui::Button("Remove all rectangles", {-1, 0})) edit.regions.clear();
  ImGui::EndDisabled();
  ui.control("regions:clear", "Undo brings them back");
}

/// depths: what is painted is the distance, not the blur.
void draw_brush_controls(Ui& ui, bool depths) {
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  ImGui::PushTextWrapPos(0);
  caption(ui, depths
                  ? "Left drag over the picture paints what is far away, 100 %; the rest is near, 0 %. Sharp is what lies at "
                    "the depth of \"in focus at\"; with Shift or the right button it erases."
                  : "Left drag over the picture paints where it blurs; with Shift or the right button it erases.");
  ImGui::PopTextWrapPos();
  auto brush = static_cast<float>(view.brush);
  const TextOverGrab readable(ui);
  if (ImGui::SliderFloat("##brush", &brush, 1, 60, "brush %.0f %%", ImGuiSliderFlags_AlwaysClamp))
    view.brush = static_cast<double>(brush);
  ui.control("brush", "Width of the brush, in percent of the picture's longer side");
  if (ImGui::Button("Clear the map", {-1, 0})) ui.session.edit.part<PlaygroundEdit>().painted.reset();
  ui.control("map:clear", "Removes all that was painted; undo brings it back");
}

void draw_template_hint(PlaygroundUi& ui, const ChainEntry& entry) {
  const PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  const auto box = template_box(entry, ui.frame.filtered().picture);
  const bool kept = !box, none = kept && !edit.cut;
  ImGui::PushTextWrapPos(0);
  caption(ui, none   ? "There is no template yet: drag a rectangle over what is to be found."
              : kept ? "The template stays as it was cut out. Drag a rectangle over the picture to cut out another one."
                     : "Drag a rectangle over what is to be found: it becomes the template.");
  ImGui::PopTextWrapPos();
  const bool shows = value_of(entry, *filter_of(entry)->find_param("show")) == ParamValue(std::string("found"));
  if (none || !shows || chain_in_force(edit).size() != 1 || !entry.on) return;
  if (const auto places = ui.playground.found.of(ui, box ? Extent{box->width, box->height} : edit.cut->extent))
    ImGui::TextUnformatted(fmt::format("Found at {}", counted(*places, "place")).c_str());
}

/// What the feature that lies on the picture gives there, rectangle by rectangle.
void draw_feature_hint(const Ui& ui, const ChainEntry& entry) {
  const PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  const auto feature = laid_feature(edit, entry, ui.frame.filtered().picture);
  if (!feature) return;
  const bool first =
      chain_in_force(edit).empty() || &edit.chain[static_cast<std::size_t>(places_in_force(edit).front())] == &entry;
  ImGui::PushTextWrapPos(0);
  caption(ui,
          first ? "Drag the rectangles over the picture: their value is shown beside them."
                : "Drag the rectangles over the picture: their value is shown beside them, of the picture before all filters.");
  if (const auto frame = ui.frame.whole_frame(); frame && frame->extent == ui.frame.filtered().picture) {
    const FeatureValue found = value_of(*feature, *frame);
    std::string text;
    for (int i = 0; i < feature->form.columns * feature->form.rows; ++i)
      text += fmt::format("{}{} · {}", i == 0 ? "" : "  ", signed_text(feature->form.weights[i]),
                          grouped(static_cast<double>(found.sums[static_cast<std::size_t>(i)])));
    caption(ui, fmt::format("{} = {}", text, signed_text(found.value)));
  }
  ImGui::PopTextWrapPos();
}

/// Opens the picture on which the filter shines.
void draw_example(Ui& ui, ChainEntry& entry) {
  const FilterExample* example = example_of(entry.filter);
  if (!example) return;
  ImGui::PushFont(ui.fonts.small);
  const std::string label = first_that_fits({fmt::format("Example: {}", example->title), "Example"},
                                            ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x);
  if (ImGui::Button((label + "##example").c_str(), {-1, 0})) {
    set_up(entry, *example);
    ui.open(std::string(example->input));
  }
  ImGui::PopFont();
  ui.control("example", "Opens a picture on which this filter shows what it is for, with parameters that suit it");
}

/// What a person wants to know first, parameters, and under a fold how it is computed.
void draw_chosen(PlaygroundUi& ui, ChainEntry& entry, const Filter& filter) {
  const float indent = 0.5F * ui.em;
  ImGui::Indent(indent);
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(filter.text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  const Param* map = filter.find_param("map");
  const auto painted = [&] { return map && value_of(entry, *map) == ParamValue(std::string("painted")); };
  const bool painted_before = painted();
  const Params usual = fresh_entry(entry.filter).params;
  for (const Param& param : filter.params)
    if (filter.acts(param, entry.params)) draw_param(ui, param, entry.params, "param:", {}, usual);
  const Param* focus = filter.find_param("focus");
  // because: what is not painted is near, and without this all of the picture would begin blurred
  if (focus && painted() && !painted_before && !ui.session.edit.part<PlaygroundEdit>().painted)
    entry.params[focus->id] = focus->range->min;
  if (takes_template(entry)) draw_template_hint(ui, entry);
  draw_feature_hint(ui, entry);
  if (entry.filter == "faces") draw_face_controls(ui);
  if (painted()) draw_brush_controls(ui, focus != nullptr);
  if (!filter.makes_picture) draw_region_controls(ui);
  draw_example(ui, entry);
  const bool open =
      ImGui::TreeNodeEx("How it is computed", ImGuiTreeNodeFlags_FramePadding | ImGuiTreeNodeFlags_NoTreePushOnOpen);
  ui.control("chain:definition", "Its formula, the paper, and what the pixel under the pointer is made of");
  if (open) {
    ImGui::PushFont(ui.fonts.small);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(filter.definition.c_str());
    coloured_text(ui.palette.quiet, (ui.frame.filtered().colour ? "reads for each channel: " : "reads: ") + filter.reads);
    coloured_text(ui.palette.quiet, filter.paper);
    if (!ui.frame.filtered().remark.empty()) coloured_text(ui.palette.quiet, ui.frame.filtered().remark);
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    draw_pixel_corners(ui);
  }
  ImGui::Unindent(indent);
}

/// Why brightness alone is filtered; empty where colour can stay.
std::string why_luma(const PlaygroundEdit& edit) {
  for (const ChainLink& link : chain_in_force(edit))
    if (!link.filter->by_channel) return fmt::format("{} works on brightness alone", link.filter->title);
  return {};
}

void draw_colour_switch(Ui& ui) {
  PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  const std::string why = why_luma(edit);
  ImGui::BeginDisabled(!why.empty());
  bool colour = edit.colour && why.empty();
  if (ImGui::Checkbox("Colour", &colour)) edit.colour = colour;
  ImGui::EndDisabled();
  ui.control("colour",
             "Filters keep the colours where they can, which takes three or four times the work; off: they filter the "
             "brightness alone");
  if (why.empty()) return;
  ImGui::PushTextWrapPos(0);
  caption(ui, why);
  ImGui::PopTextWrapPos();
}

/// What the chain as a whole costs, and what there is to say about it.
void draw_sum(Ui& ui) {
  const Filtered& filtered = ui.frame.filtered();
  ImGui::PushTextWrapPos(0);
  if (!filtered.message.empty()) coloured_text(ui.palette.bad, filtered.message);
  if (filtered.ready) {
    const std::string memory = grouped(static_cast<double>(filtered.table_bytes) / 1e6, 3) + " MB";
    const std::string time = milliseconds_text(filtered.total_ms);
    const std::string text =
        first_that_fits({fmt::format("{} a frame, {} of memory", time, memory), fmt::format("{}, {}", time, memory), time},
                        ImGui::GetContentRegionAvail().x);
    ImGui::TextUnformatted(text.c_str());
    const std::string tip = fmt::format(
        "The median time of all filters together, and the memory that they work in. They make {} for "
        "each frame, counting every channel",
        counted(filtered.tables, "summed-area table"));
    ui.control("chain:sum", tip);
  }
  ImGui::PopTextWrapPos();
}

/// "CHAIN", and the way to the presets, which a long chain pushes out of sight.
void draw_title(PlaygroundUi& ui) {
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemInnerSpacing.x;
  ImGui::PushFont(ui.fonts.small);
  const auto wide = [](const char* label) { return ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x; };
  constexpr const char *k_save = "Save as preset", *k_presets = "Presets";
  const float needed = wide(k_save) + gap + wide(k_presets);
  ImGui::AlignTextToFramePadding();
  caption(ui, "CHAIN");
  ImGui::SameLine(right - needed);
  GalleryModel& gallery = ui.playground.gallery;
  if (ImGui::Button(k_save)) gallery.takes_name = true;
  ui.control("preset_save", "Keeps this chain under a name: type it and press Enter. A click on its picture brings it back");
  ImGui::SameLine(0, gap);
  if (ImGui::Button(k_presets)) gallery.comes = true;
  ui.control("presets", "Goes to the presets below: ours and your own");
  ImGui::PopFont();
}

/// Scrolls to what begins at `top` and has just been drawn, where it is not all in sight.
void keep_in_sight(float top) {
  const float above = ImGui::GetWindowPos().y, below = above + ImGui::GetWindowHeight();
  if (top < above || ImGui::GetCursorScreenPos().y > below) ImGui::SetScrollFromPosY(top - above, 0);
}

}  // namespace

void draw_chain(PlaygroundUi& ui) {
  PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  draw_title(ui);
  if (edit.chain.empty()) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted("No filter: the picture is shown as it is. Click a filter or a preset to add one.");
    ImGui::PopTextWrapPos();
  }
  Change change;
  const int chosen = chosen_place(edit, view);
  const std::pair chosen_now{edit.chain.size(), chosen};
  const bool elsewhere = !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  // because: a filter that the shelf added must be seen; who is in this panel already looks at it
  const bool shows_it = std::exchange(ui.tool.chosen_seen, chosen_now) != chosen_now && elsewhere;
  for (int place = 0; place < static_cast<int>(edit.chain.size()); ++place) {
    ChainEntry& entry = edit.chain[static_cast<std::size_t>(place)];
    const Filter* filter = find_filter(entry.filter);
    const float top = ImGui::GetCursorScreenPos().y;
    ImGui::PushID(place);
    draw_head(ui, place, filter, change);
    draw_buttons(ui, place, change);
    if (place == chosen && filter) draw_chosen(ui, entry, *filter);
    ImGui::PopID();
    if (place == chosen && shows_it) keep_in_sight(top);
  }
  if (change) change(edit, view);
  ImGui::Separator();
  draw_sum(ui);
  draw_colour_switch(ui);
  ImGui::Dummy({0, 0.3F * ui.em});
}

}  // namespace satscope::app
