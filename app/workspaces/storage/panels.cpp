// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "app/sources/files/stored_table.h"
#include "app/ui/panels/choices.h"
#include "app/ui/panels/glossary.h"
#include "app/workspaces/storage/storage.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

std::string count(double number) { return grouped(number, 15); }

void draw_word_length(StorageUi& ui, StorageEdit& edit) {
  const StorageFacts* facts = ui.model.facts();
  if (edit.chosen().usual_bits == 0) {
    if (facts && facts->kept->stored.coding.method == &edit.chosen()) {
      const Coding& coding = facts->kept->stored.coding;
      ImGui::TextWrapped(
          coding.whole_numbers() ? "Words of %d bits: as many as this picture's size needs" : "Words of %d bits, always",
          coding.bits);
    }
    return;
  }
  ImGui::SetNextItemWidth(-1);
  const TextOverGrab readable(ui);
  ImGui::SliderInt("##bits", &edit.bits, k_least_word_bits, k_most_word_bits, "%d bits a word", ImGuiSliderFlags_AlwaysClamp);
  if (ImGui::IsItemActive()) ui.doing.changing = true;
  ui.control("storage:bits", "The word length n. Fewer bits are fewer bytes, and only smaller boxes are exact",
             StorageAction::shorter);
}

void draw_error_legend(const StorageUi& ui) {
  ImGui::PushFont(ui.fonts.small);
  coloured_text(ui.palette.quiet, "Error, as a share of a white box's sum:");
  const float side = ImGui::GetTextLineHeight();
  for (const int level : {1, 2, 3}) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + side, at.y + side},
                                              packed(ui.palette.minus_mark, error_strength(level)));
    ImGui::Dummy({side, side});
    ImGui::SameLine(0, 0.3F * ui.em);
    coloured_text(ui.palette.quiet, level > static_cast<int>(k_error_steps.size())
                                        ? std::string("more")
                                        : fmt::format("< {:g} %", 100 * k_error_steps[static_cast<std::size_t>(level - 1)]));
    if (level < 3) ImGui::SameLine(0, 0.8F * ui.em);
  }
  ImGui::PopFont();
}

/// A bar of bytes with its name in front and the number behind.
void draw_bar(const StorageUi& ui, const char* name, double bytes, double most, Rgb colour, const std::string& share) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float wide = ImGui::GetContentRegionAvail().x, named = 8.2F * ui.em, numbered = 11 * ui.em;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::TextUnformatted(name);
  const float room = wide - named - numbered - 0.8F * ui.em;
  if (room > 2 * ui.em) {
    const float height = 0.9F * ui.em, length = std::max(1.0F, room * static_cast<float>(bytes / most));
    const ImVec2 from{at.x + named, std::round(at.y + 0.15F * ui.em)};
    list.AddRectFilled(from, {from.x + length, from.y + height}, packed(colour), 0.15F * ui.em);
  }
  ImGui::SameLine(std::max(named, wide - numbered + ImGui::GetStyle().WindowPadding.x));
  ImGui::TextUnformatted(fmt::format("{} B, {}", count(bytes), share).c_str());
}

std::string restored_text(const StoredBoxSum& sum) { return std::isfinite(sum.restored) ? count(sum.restored) : "no number"; }

/// "Entry (3, 2) is dropped: 878 + 1,059 − 609 + pixel 151 = 1,479."
std::string entry_text(const Stored& stored, int x, int y, const RestoredEntry& entry) {
  const std::string value = std::isfinite(entry.value) ? count(entry.value) : "no number";
  if (entry.pixel_reads == 0)
    return fmt::format("Entry ({}, {}) is {}, computed from {}.", x, y, value, counted(entry.word_reads, "word"));
  std::string sum;
  for (const RestoringTerm& term : terms_of(x, y))
    sum += fmt::format("{}{}{}",
                       sum.empty()     ? ""
                       : term.sign > 0 ? " + "
                                       : " − ",
                       term.pixel ? "pixel " : "", grouped(number_of(stored, term)));
  const bool wraps = stored.coding.method->word == WordKind::modular;
  return fmt::format("Entry ({}, {}) is dropped: {} = {}{}.", x, y, sum, value,
                     wraps ? fmt::format(" modulo 2^{}", stored.coding.bits) : "");
}

}  // namespace

void draw_method_panel(StorageUi& ui) {
  caption(ui, "HOW THE TABLE IS KEPT");
  StorageEdit& edit = ui.session.edit.part<StorageEdit>();
  std::vector<Choice> methods;
  for (const StorageMethod& method : storage_methods())
    methods.push_back({std::string(method.id), std::string(method.title), std::string(method.about)});
  ImGui::SetNextItemWidth(-1);
  if (choose(ui, "##method", "storage:method", "How the table is kept in fewer bytes", edit.method, methods))
    choose_method(edit, edit.chosen());
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
  ImGui::BeginDisabled(!edit.chosen().cross);
  ImGui::Checkbox("Dropped", &view.dropped);
  ImGui::EndDisabled();
  ui.control("storage:dropped",
             edit.chosen().cross ? "Hatching over entries that are not kept, where the view is large enough"
                                 : "This method keeps every entry",
             StorageAction::dropped);
  if (view.errors) draw_error_legend(ui);

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
  const StorageFacts* facts = ui.model.facts();
  if (!facts) return caption(ui, "BYTES");
  const Coding& coding = facts->kept->stored.coding;
  caption(ui, fmt::format("BYTES OF {} ENTRIES, {} KEPT", count(static_cast<double>(coding.picture.area())),
                          count(static_cast<double>(coding.kept()))));
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
}

void draw_worth_line(StorageUi& ui) {
  const auto sum = ui.model.box_sum(ui.session.edit.box);
  if (!sum) return;
  const bool exact = sum->restored == static_cast<double>(sum->truth);
  const std::string restored = restored_text(*sum), truth = grouped(sum->truth);
  const float room = ImGui::GetContentRegionAvail().x;
  coloured_text(
      exact ? ui.palette.good : ui.palette.bad,
      first_that_fits(
          exact ? std::vector{fmt::format("The stored table gives {}, which is exact.", restored), restored + ": exact"}
                : std::vector{fmt::format("The stored table gives {}; the pixels sum to {}.", restored, truth),
                              fmt::format("{}, not {}", restored, truth)},
          room));
}

void draw_worth(StorageUi& ui) {
  caption(ui, "WHAT IS STILL EXACT");
  ImGui::PushTextWrapPos(0);
  const StorageFacts* facts = ui.model.facts();
  if (!ui.model.problem().empty()) {
    coloured_text(ui.palette.bad, ui.model.problem());
  } else if (facts) {
    const Coding& coding = facts->kept->stored.coding;
    if (const auto sum = ui.model.box_sum(ui.session.edit.box)) {
      draw_worth_line(ui);
      text_with_terms(ui, ui.palette.quiet,
                      fmt::format("It reads {}{}.", counted(sum->word_reads, "word"),
                                  sum->pixel_reads > 0 ? " and " + counted(sum->pixel_reads, "pixel") : ""));
    }
    if (const ErrorMap& map = facts->map; map.box.area() > 0) {
      const double all = static_cast<double>(map.places.area());
      // because: ImGui breaks lines at the commas of large numbers
      text_with_terms(
          ui, ui.palette.text,
          map.wrong == 0
              ? fmt::format("All {} boxes of {} are exact.", count(all), spaced_extent(map.box))
              : fmt::format("Wrong: {} of {} boxes of {}, by up to {}.", grouped(static_cast<std::uint64_t>(map.wrong)),
                            count(all), spaced_extent(map.box), std::isfinite(map.most) ? count(map.most) : "infinity"));
    }
    text_with_terms(ui, ui.palette.text, exactness_text(coding, facts->kept->exact_here, ", drawn at corner A"));
    if (const auto& at = ui.doing.hover)
      if (const auto entry = ui.model.entry(at->x, at->y))
        text_with_terms(ui, ui.palette.quiet, entry_text(facts->kept->stored, at->x, at->y, *entry));
  }
  ImGui::PopTextWrapPos();
}

}  // namespace satscope::app
