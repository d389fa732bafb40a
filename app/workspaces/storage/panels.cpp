// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/number_text.h"
#include "app/ui/choices.h"
#include "app/workspaces/storage/storage.h"

namespace satscope::app {
namespace {

std::string size_text(Extent size) { return fmt::format("{} × {}", size.width, size.height); }
std::string count(double number) { return grouped(number, 15); }

void draw_word_length(StorageUi& ui, StorageEdit& edit) {
  const StorageFacts* facts = ui.room.facts();
  if (edit.chosen().usual_bits == 0) {
    if (facts && facts->kept->stored.coding.method == &edit.chosen())
      ImGui::TextWrapped("Words of %d bits, for this picture's size", facts->kept->stored.coding.bits);
    return;
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::SliderInt("##bits", &edit.bits, k_least_word_bits, k_most_word_bits, "%d bits a word", ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemActive()) ui.doing.changing = true;
  ui.control("storage:bits", "The word length n. Fewer bits are fewer bytes, and only smaller boxes are exact",
             StorageAction::shorter);
}

/// A bar of bytes with its name in front and the number behind.
void draw_bar(const StorageUi& ui, const char* name, double bytes, double most, Rgb colour, const std::string& share) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float wide = ImGui::GetContentRegionAvail().x, named = 9.5F * ui.em, numbered = 12.5F * ui.em;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::TextUnformatted(name);
  const float room = wide - named - numbered;
  if (room > 2 * ui.em) {
    const float height = 0.9F * ui.em, length = std::max(1.0F, room * static_cast<float>(bytes / most));
    const ImVec2 from{at.x + named, std::round(at.y + 0.15F * ui.em)};
    list.AddRectFilled(from, {from.x + length, from.y + height}, packed(colour), 0.15F * ui.em);
  }
  ImGui::SameLine(std::max(named, wide - numbered + ImGui::GetStyle().WindowPadding.x));
  ImGui::TextUnformatted(fmt::format("{} B, {}", count(bytes), share).c_str());
}

}  // namespace

void draw_method_panel(StorageUi& ui) {
  caption(ui, "HOW THE TABLE IS KEPT");
  StorageEdit& edit = ui.session.edit.part<StorageEdit>();
  std::vector<Choice> methods;
  for (const StorageMethod& method : storage_methods())
    methods.push_back({std::string(method.id), std::string(method.title), std::string(method.about)});
  ImGui::SetNextItemWidth(-1);
  choose(ui, "##method", "storage:method", "How the table is kept in fewer bytes", edit.method, methods);
  draw_word_length(ui, edit);
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet, edit.chosen().about);
  coloured_text(ui.palette.quiet, fmt::format("After {}.", edit.chosen().source));
  ImGui::PopTextWrapPos();

  StorageView& view = ui.session.part<StorageView>();
  ImGui::Checkbox("Errors", &view.errors);
  ui.control("storage:errors", "Where the sum of a box of this size is wrong, at the middle of each box",
             StorageAction::errors);
  ImGui::SameLine();
  ImGui::Checkbox("Dropped", &view.dropped);
  ui.control("storage:dropped", "Hatching over entries that are not kept, where the view is large enough",
             StorageAction::dropped);

  ImGui::Dummy({0, 0.3F * ui.em});
  caption(ui, "PAINT WHITE UNTIL IT BREAKS");
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x, width = (ImGui::GetContentRegionAvail().x - gap) / 2;
  ImGui::BeginDisabled(ui.session.edit.live);
  if (ImGui::Button("Box white", {width, 0})) ui.ask(StorageAction::paint);
  ui.control("storage:paint", "Paints the pixels of the box white: its sum becomes as large as it can", StorageAction::paint);
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Break it", {width, 0})) ui.ask(StorageAction::break_it);
  ui.control("storage:break", "Makes the box a little larger than what is exact in any picture, and paints it white",
             StorageAction::break_it);
  ImGui::BeginDisabled(edit.white.empty());
  if (ImGui::Button("Wash off", {width, 0})) ui.ask(StorageAction::wash);
  ui.control("storage:wash", "Takes all paint off", StorageAction::wash);
  ImGui::EndDisabled();
  ImGui::EndDisabled();
}

void draw_bytes(StorageUi& ui) {
  caption(ui, "BYTES");
  const StorageFacts* facts = ui.room.facts();
  if (!facts) return;
  const Coding& coding = facts->kept->stored.coding;
  const StoredBytes bytes = bytes_of(coding);
  const double most = std::max({bytes.plain, bytes.together(), bytes.picture});
  const auto share = [&](double part) { return fmt::format("{:.1f} %", 100 * part / bytes.plain); };
  const Rgb quiet = ui.palette.quiet, accent = ui.palette.accent;
  draw_bar(ui, fmt::format("plain, {} bits", bytes.plain_bits).c_str(), bytes.plain, most, quiet, share(bytes.plain));
  draw_bar(ui, fmt::format("plain, {} bits", bytes.whole_bits).c_str(), bytes.packed, most, quiet, share(bytes.packed));
  draw_bar(ui, fmt::format("words, {} bits", coding.bits).c_str(), bytes.words, most, accent, share(bytes.words));
  if (coding.blocks() > 0) {
    draw_bar(ui, "+ pixels needed", bytes.together(), most, accent, share(bytes.together()));
    draw_bar(ui, "+ whole picture", bytes.words + bytes.picture, most, accent, share(bytes.words + bytes.picture));
  }
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet,
                fmt::format("{} of {} entries are kept.{}", count(static_cast<double>(coding.kept())),
                            count(static_cast<double>(coding.picture.area())),
                            coding.blocks() > 0 ? " Dropped ones need four of the nine pixels of a block." : ""));
  ImGui::PopTextWrapPos();
}

void draw_worth(StorageUi& ui) {
  caption(ui, "WHAT IS STILL EXACT");
  ImGui::PushTextWrapPos(0);
  const StorageFacts* facts = ui.room.facts();
  if (!ui.room.problem().empty()) {
    coloured_text(ui.palette.bad, ui.room.problem());
  } else if (facts) {
    const Coding& coding = facts->kept->stored.coding;
    const Box& box = ui.session.edit.box;
    if (const auto sum = ui.room.box_sum(box)) {
      const bool exact = sum->told == static_cast<double>(sum->truth);
      const std::string told = std::isfinite(sum->told) ? count(sum->told) : "no number";
      const std::string reads = fmt::format("{} words{}", sum->word_reads,
                                            sum->pixel_reads > 0 ? fmt::format(" and {} pixels", sum->pixel_reads) : "");
      coloured_text(exact ? ui.palette.good : ui.palette.bad,
                    exact ? fmt::format("This box: {} from {}, exact.", told, reads)
                          : fmt::format("This box: {} from {}, but its pixels sum to {}.", told, reads, grouped(sum->truth)));
    }
    if (const ErrorMap& map = facts->map; map.box.area() > 0) {
      const double all = static_cast<double>(map.places.area());
      ImGui::TextUnformatted(map.wrong == 0
                                 ? fmt::format("All {} boxes of {} are exact.", count(all), size_text(map.box)).c_str()
                                 : fmt::format("{} of {} boxes of {} are wrong, the worst by {}.",
                                               grouped(static_cast<std::uint64_t>(map.wrong)), count(all), size_text(map.box),
                                               std::isfinite(map.most) ? count(map.most) : "infinity")
                                       .c_str());
    }
    const Extent any = largest_square(coding.picture, coding.certain_pixels()), here = facts->kept->exact_here;
    std::string text = coding.lossless() ? "Every box is exact, in any picture of this size."
                       : any.area() > 0  ? fmt::format("In any picture: exact up to {} pixels, such as {}.",
                                                       count(coding.certain_pixels()), size_text(any))
                                         : "In any picture: no size is sure.";
    if (coding.promised_pixels() > coding.certain_pixels())
      text += fmt::format(" The assumption 96/4 promises {}.", count(coding.promised_pixels()));
    if (!coding.lossless())
      text +=
          here.area() > 0 ? fmt::format(" In this one: up to {}, drawn.", size_text(here)) : " In this one: not even pixels.";
    ImGui::TextUnformatted(text.c_str());
    if (const auto& at = ui.doing.hover)
      if (const auto entry = ui.room.entry(at->x, at->y))
        coloured_text(ui.palette.quiet, fmt::format("Entry ({}, {}) tells {} from {} word{}{}.", at->x, at->y,
                                                    std::isfinite(entry->value) ? count(entry->value) : "no number",
                                                    entry->word_reads, entry->word_reads > 1 ? "s" : "",
                                                    entry->pixel_reads > 0 ? " and a pixel: it is dropped" : ""));
  }
  ImGui::PopTextWrapPos();
}

}  // namespace satscope::app
