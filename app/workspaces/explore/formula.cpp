// SPDX-License-Identifier: Apache-2.0
// The rule of the four corners with the numbers of this box, and what it saves.
#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "app/core/number_text.h"
#include "app/ui/marks.h"
#include "app/workspaces/explore/explore.h"

namespace satscope::app {
namespace {

/// One term of the rule.
struct Term {
  std::string sign;
  char letter;
  std::string number;
};

std::vector<Term> terms_of(const BoxSum& sum, bool commas) {
  const auto text = [commas](const Value& value) { return commas ? grouped(value) : ungrouped(value); };
  const auto& [a, b, c, d] = sum.reads;
  return {{"", 'D', text(d.value)}, {"−", 'B', text(b.value)}, {"−", 'C', text(c.value)}, {"+", 'A', text(a.value)}};
}

float width_of(const ImFont& font, const std::string& text) {
  return font.CalcTextSizeA(font.FontSize, 1e9F, 0, text.c_str()).x;
}

float width_of(const ImFont& font, const Ui& ui, const std::vector<Term>& terms) {
  float width = 0;
  for (const Term& term : terms)
    width += std::max(width_of(font, term.number), ui.em) + (term.sign.empty() ? 0 : width_of(font, term.sign) + ui.em);
  return width;
}

/// The four numbers in a row, their letters above them: in the largest font that fits, with commas if they fit.
void draw_terms(const Ui& ui, ImVec2 from, float room, const BoxSum& sum) {
  ImFont* font = nullptr;
  std::vector<Term> terms;
  for (const bool commas : {true, false})
    for (ImFont* candidate : {ui.fonts.text, ui.fonts.small}) {
      if (font) break;
      terms = terms_of(sum, commas);
      if (width_of(*candidate, ui, terms) <= room) font = candidate;
    }
  if (!font) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImFont& strong = *ui.fonts.strong;
  const float number_y = from.y + 1.2F * ui.em;
  float x = from.x;
  for (const Term& term : terms) {
    if (!term.sign.empty()) {
      x += ui.em / 2;
      list.AddText(font, font->FontSize, {std::round(x), number_y}, packed(ui.palette.quiet), term.sign.c_str());
      x += width_of(*font, term.sign) + ui.em / 2;
    }
    const float wide = std::max(width_of(*font, term.number), ui.em);
    const std::string letter(1, term.letter);
    const unsigned colour = packed(is_added(term.letter) ? ui.palette.plus : ui.palette.minus);
    list.AddText(ui.fonts.strong, strong.FontSize, {std::round(x + (wide - width_of(strong, letter)) / 2), from.y}, colour,
                 letter.c_str());
    list.AddText(font, font->FontSize, {std::round(x), number_y}, colour, term.number.c_str());
    x += wide;
  }
}

std::string pixels_text(double count) { return fmt::format("{} {}", grouped(count, 15), count == 1 ? "pixel" : "pixels"); }

/// What stands behind a sum that is not, or not yet, known to be that of the pixels; from long to short, empty where it is.
std::vector<std::string> doubt_texts(const SumTruth& truth) {
  switch (truth.state) {
    case SumTruth::State::exact: return {""};
    case SumTruth::State::pending: return {"the pixels are being summed to check it ...", "checking ...", "..."};
    case SumTruth::State::unknown: return {"may be off: freeze the source to know", "may be off"};
    case SumTruth::State::wrong: break;
  }
  const std::string right = grouped(truth.sum, 15);
  return {fmt::format("but the pixels sum to {}", right), fmt::format("should be {}", right), "wrong"};
}

/// The result of the table, and what it should be where that is another number. True: all of it fits.
bool draw_result(const Ui& ui, const BoxSum& sum, const SumTruth& truth, float room) {
  const ImVec2 from = ImGui::GetCursorPos();
  ImGui::PushFont(ui.fonts.large);
  const std::string total = first_that_fits({"= " + grouped(sum.sum, 15), "= " + ungrouped(sum.sum, 15)}, room);
  const float width = ImGui::CalcTextSize(total.c_str()).x, height = ImGui::GetTextLineHeight();
  coloured_text(truth.doubtful() ? ui.palette.warning : ui.palette.text, total);
  ImGui::PopFont();
  const std::vector<std::string> texts = doubt_texts(truth);
  const std::string doubt = first_that_fits(texts, room - width - ui.em);
  if (doubt.empty()) return texts.front().empty();
  // on the line of the large letters
  ImGui::SetCursorPos({from.x + width + ui.em, from.y + 0.8F * (height - ImGui::GetTextLineHeight())});
  coloured_text(truth.doubtful() ? ui.palette.text : ui.palette.quiet, doubt);
  return doubt != texts.back() || truth.state != SumTruth::State::wrong;
}

/// Under the result: what the table saves, or why its sum is another one.
void draw_remark(const Ui& ui, const Box& box, const std::optional<BoxSum>& sum, const SumTruth& truth, bool told, float room) {
  const std::string count = pixels_text(box.area());
  if (truth.doubtful()) {
    std::string text;
    if (!told) text = fmt::format("The pixels sum to {}. ", grouped(truth.sum, 15));
    text += truth.why + ".";
    const std::optional<TableCheck>& check = ui.frame.status().table_check;
    if (truth.state != SumTruth::State::wrong)
      text +=
          check ? fmt::format(" Of the last table compared no entry was off by more than {}.", grouped(check->max_error)) : "";
    else if (check && check->max_error > 0)
      text += fmt::format(" Off by {}, the worst entry by {}.", grouped(truth.error), grouped(check->max_error));
    else
      text += fmt::format(" This box has {}; their mean is {}.", count, grouped(truth.mean, 5));
    ImGui::PushTextWrapPos(0);
    coloured_text(ui.palette.quiet, text);
    ImGui::PopTextWrapPos();
    return;
  }
  const std::string size = fmt::format("{} × {}", box.width, box.height);
  std::vector<std::string> texts{fmt::format("The naive sum of these {} reads {}, the table 4.", size, count),
                                 fmt::format("The naive sum reads {}, the table 4.", count), fmt::format("{}, 4 reads", count)};
  if (sum && truth.state == SumTruth::State::exact)
    texts.insert(texts.begin(),
                 fmt::format("The naive sum of these {} reads {}, the table 4. Mean {}.", size, count, grouped(sum->mean, 5)));
  coloured_text(ui.palette.quiet, first_that_fits(texts, room));
}

/// The same in a line.
std::vector<std::string> compact_texts(const BoxSum& sum, const SumTruth& truth, const std::string& count) {
  const auto terms = terms_of(sum, true);
  const std::string result = grouped(sum.sum, 15);
  const std::string spelled =
      fmt::format("D {} − B {} − C {} + A {} = {}", terms[0].number, terms[1].number, terms[2].number, terms[3].number, result);
  if (truth.state == SumTruth::State::exact)
    return {fmt::format("{} (4 reads instead of {})", spelled, count), spelled, fmt::format("D − B − C + A = {}", result),
            fmt::format("= {}", result)};
  const std::vector<std::string> doubts = doubt_texts(truth);
  std::vector<std::string> texts;
  if (truth.doubtful())
    for (const std::string& begin : {spelled, "= " + result})
      texts.push_back(fmt::format("{}, {}: {}", begin, doubts.front(), truth.why));
  for (const std::string& doubt : doubts) texts.push_back(fmt::format("{}, {}", spelled, doubt));
  for (const std::string& doubt : doubts) texts.push_back(fmt::format("= {}, {}", result, doubt));
  if (truth.doubtful())
    texts.push_back(doubts.back());
  else
    texts.push_back(fmt::format("= {}", result));
  return texts;
}

}  // namespace

void draw_formula(Ui& ui, const Area& area, bool compact) {
  const Box& box = ui.session.edit.box;
  const auto sum = box.area() > 0 ? ui.frame.box_sum(box) : std::nullopt;
  const SumTruth truth = (sum ? ui.frame.box_truth(box) : std::nullopt).value_or(SumTruth{});
  const float room = static_cast<float>(area.width) - 2 * ImGui::GetStyle().WindowPadding.x;
  ui.controls["formula"] = {area.x, area.y, area.width, area.height};
  if (compact) {
    std::vector<std::string> texts{"no box: drag one", "no box"};
    if (sum) {
      texts = compact_texts(*sum, truth, pixels_text(box.area()));
    } else if (box.area() > 0) {
      texts = {"..."};
    }
    ImGui::SetCursorPosY((static_cast<float>(area.height) - ImGui::GetTextLineHeight()) / 2);
    std::string text = first_that_fits(texts, room);
    ImGui::PushFont(text == texts.front() ? ui.fonts.text : ui.fonts.small);
    if (const std::string longer = first_that_fits(texts, room); !longer.empty()) text = longer;
    coloured_text(truth.doubtful() ? ui.palette.warning : ui.palette.text, text);
    ImGui::PopFont();
    if (truth.doubtful()) ui.control("formula:why", truth.why);
    return;
  }

  caption(ui, "D − B − C + A: THE SUM OF THE BOX FROM FOUR ENTRIES");
  if (box.area() <= 0) {
    ImGui::TextUnformatted("No box. Drag one on the picture.");
    return;
  }
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::Dummy({1, 2.35F * ui.em});
  const ImVec2 result = ImGui::GetCursorScreenPos();
  bool told = true;
  if (sum) {
    draw_terms(ui, from, room, *sum);
    told = draw_result(ui, *sum, truth, room);
  }
  ImGui::SetCursorScreenPos({result.x, result.y + (truth.doubtful() ? 1.55F : 1.75F) * ui.em});
  ImGui::PushFont(ui.fonts.small);
  draw_remark(ui, box, sum, truth, told, room);
  ImGui::PopFont();
}

}  // namespace satscope::app
