// SPDX-License-Identifier: Apache-2.0
// The rule of the four corners with the numbers of this box, and what it saves.
#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "app/core/text/number_text.h"
#include "app/ui/drawing/marks.h"
#include "app/workspaces/explore/explore.h"
#include "app/workspaces/explore/keys.h"
#include "kernels/plural.h"

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

/// The largest font in which the terms fit, with commas if they fit; null: none.
ImFont* font_for(const Ui& ui, float room, const BoxSum& sum, std::vector<Term>& terms) {
  for (const bool commas : {true, false})
    for (ImFont* candidate : {ui.fonts.text, ui.fonts.small}) {
      terms = terms_of(sum, commas);
      if (width_of(*candidate, ui, terms) <= room) return candidate;
    }
  return nullptr;
}

/// The number of the read that happens now, on its way from its entry of the table to its place in the rule.
void draw_flight(const Ui& ui, const ImFont& font, Point from, ImVec2 to, double t, unsigned colour,
                 const std::string& number) {
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const auto part = static_cast<float>(t);
  const ImVec2 at{static_cast<float>(from.x) + part * (to.x - static_cast<float>(from.x)),
                  static_cast<float>(from.y) + part * (to.y - static_cast<float>(from.y))};
  const float pad = 0.35F * ui.em, width = width_of(font, number);
  list.AddRectFilled({at.x - pad, at.y - pad / 2}, {at.x + width + pad, at.y + font.FontSize + pad / 2},
                     packed(ui.palette.panel, 0.95F), pad);
  list.AddRect({at.x - pad, at.y - pad / 2}, {at.x + width + pad, at.y + font.FontSize + pad / 2}, colour, pad);
  list.AddText(&font, font.FontSize, at, colour, number.c_str());
}

/// What a term is, and where it is read.
std::string tip_of(const Box& box, const Term& term) {
  const Box summed = summed_by(box, term.letter);
  const std::string p = fmt::format("P({}, {})", summed.width, summed.height);
  if (summed.area() <= 0)
    return fmt::format("{} = {} is 0: nothing lies {} the box", term.letter, p, summed.width == 0 ? "to the left of" : "above");
  return fmt::format(
      "{} = {}, the inclusive entry of pixel ({}, {}): it sums the {} × {} {} from the top left to there. Press to keep "
      "its rectangle",
      term.letter, p, summed.width - 1, summed.height - 1, summed.width, summed.height, noun(summed.area(), "pixel"));
}

/// The four numbers in a row, their letters above them. A letter lights its rectangle under the pointer, and keeps it when it
/// is pressed.
void draw_terms(Ui& ui, ImVec2 from, float room, const BoxSum& sum, ReadsLook& look) {
  std::vector<Term> terms;
  ImFont* font = font_for(ui, room, sum, terms);
  if (!font) return;
  const FourReads& reads = ui.session.part<FourReads>();
  const double t = moved(ui, look);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImFont& strong = *ui.fonts.strong;
  const float number_y = from.y + 1.2F * ui.em, bottom = number_y + 1.1F * ui.em;
  float x = from.x;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Term& term = terms[i];
    const bool to_come = reads.open && static_cast<int>(i) >= reads.done;
    const bool happens = reads.open && static_cast<int>(i) + 1 == reads.done && t < 1;
    const float alpha = to_come ? 0.3F : 1;
    if (!term.sign.empty()) {
      x += ui.em / 2;
      list.AddText(font, font->FontSize, {std::round(x), number_y}, packed(ui.palette.quiet, alpha), term.sign.c_str());
      x += width_of(*font, term.sign) + ui.em / 2;
    }
    const float wide = std::max(width_of(*font, term.number), ui.em);
    const ImVec2 low{x - 0.25F * ui.em, from.y - 0.1F * ui.em}, high{x + wide + 0.25F * ui.em, bottom};
    ImGui::SetCursorScreenPos(low);
    const std::string letter(1, term.letter);
    invisible_button(letter.c_str(), {high.x - low.x, high.y - low.y});
    if (ImGui::IsItemHovered()) look.lit_in_formula = term.letter;
    if (ImGui::IsItemClicked()) {
      if (reads.open)
        ui.requests.push_back({ExploreAction::to_read, {.key = term.letter}});
      else
        look.pinned = look.pinned == term.letter ? 0 : term.letter;
    }
    ui.control("formula:" + letter, tip_of(ui.session.edit.box, term));
    if (look.shown() == term.letter) list.AddRectFilled(low, high, packed(ui.palette.hovered), 0.25F * ui.em);
    const Rgb hue = is_added(term.letter) ? ui.palette.plus : ui.palette.minus;
    const unsigned colour = packed(hue, alpha);
    list.AddText(ui.fonts.strong, strong.FontSize, {std::round(x + (wide - width_of(strong, letter)) / 2), from.y}, colour,
                 letter.c_str());
    const ImVec2 place{std::round(x), number_y};
    if (happens)
      draw_flight(ui, *font, look.entries[i], place, t, colour, term.number);
    else
      list.AddText(font, font->FontSize, place, colour, term.number.c_str());
    x += wide;
  }
}

/// Closes the caption's line: what plays the explanation.
void draw_why_buttons(Ui& ui, float room) {
  FourReads& reads = ui.session.part<FourReads>();
  struct Button {
    const char *label, *control, *tip;
    Action action;
  };
  const std::vector<Button> buttons =
      reads.open
          ? std::vector<Button>{{"Back", "why:back", "The read before", ExploreAction::previous_read},
                                {reads.playing ? "Pause" : "Play", "why:play", "Plays the four reads",
                                 ExploreAction::play_reads},
                                {"Next", "why:next", "The next read", ExploreAction::next_read},
                                {"Close", "why:close", "Back to the box", ExploreAction::why}}
          : std::vector<Button>{{"Why?", "why", "Why four reads give the sum of the box, read by read", ExploreAction::why}};
  const float pad = 0.5F * ui.em, gap = 0.35F * ui.em;
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {pad, std::round(0.12F * ui.em)});
  float width = -gap;
  for (const Button& button : buttons) width += ImGui::CalcTextSize(button.label).x + 2 * pad + gap;
  const float pace = ImGui::CalcTextSize("Play takes 48 s").x + 2 * pad;
  const bool paced = reads.open && width + 2 * gap + pace <= room;
  if (paced) width += gap + pace;
  if (width + gap <= room) {
    const ImVec2 below =
        ImGui::GetCursorPos();  // because: buttons are higher than the caption, and the terms have no room to give
    ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - width - gap);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - std::round(0.15F * ui.em));
    for (const Button& button : buttons) {
      const bool idle = (button.action == ExploreAction::next_read && reads.done == FourReads::k_last) ||
                        (button.action == ExploreAction::previous_read && reads.done == 0);
      ImGui::BeginDisabled(idle);
      if (ImGui::Button(button.label)) ui.ask(button.action);
      ImGui::EndDisabled();
      ui.control(button.control, button.tip, button.action);
      ImGui::SameLine(0, gap);
    }
    if (paced) {
      // of the reads that are left, as playing goes on
      const int left = reads.done == FourReads::k_last ? FourReads::k_last : FourReads::k_last - reads.done;
      int seconds = std::max(1, static_cast<int>(std::lround(reads.seconds * left)));
      ImGui::SetNextItemWidth(pace);
      if (ImGui::DragInt("##finish", &seconds, 0.2F, 1, 48, "Play takes %d s", ImGuiSliderFlags_AlwaysClamp))
        reads.seconds = std::clamp(static_cast<double>(seconds) / left, FourReads::k_fastest, FourReads::k_slowest);
      ui.control("why:finish", "Until the last read. Drag, or Ctrl+click to type");
    }
    ImGui::SetCursorPos(below);
  }
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

/// Under the terms while they are explained: what the reads so far add up to, and what the last one did.
void draw_caption(const Ui& ui, const BoxSum& sum, float room) {
  const FourReads& reads = ui.session.part<FourReads>();
  const std::string so_far = reads.done == 0 ? "= ?" : "= " + grouped(sum_after(sum, reads.done), 15);
  ImGui::PushFont(ui.fonts.large);
  ImGui::TextUnformatted(so_far.c_str());
  ImGui::PopFont();
  if (reads.done > 0) {
    ImGui::SameLine(0, ui.em);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.4F * ui.em);
    const std::string is = reads.done == FourReads::k_last ? "the sum of the box" : "so far";
    const std::string pace = fmt::format("{}  ·  Play: {:.3g} s a read", is, reads.seconds);
    coloured_text(ui.palette.quiet, first_that_fits({pace, is}, room - ImGui::GetCursorPosX()));
  }
}

std::string pixels_text(double count) { return fmt::format("{} {}", grouped(count, 15), noun(count, "pixel")); }

/// The result of the table, and the sum of the pixels where that is another number.
std::pair<std::string, std::string> result_texts(const BoxSum& sum, const SumTruth& truth) {
  auto texts = grouped_apart(sum.sum, truth.state == SumTruth::State::wrong ? truth.sum : sum.sum, 15);
  if (texts.first == texts.second) texts.second.clear();
  return texts;
}

/// What follows a sum that is not, or not yet, known to be that of the pixels; from long to short, empty where it is. right:
/// the sum of the pixels, empty where it shows no difference.
std::vector<std::string> doubt_texts(const SumTruth& truth, const std::string& right) {
  switch (truth.state) {
    case SumTruth::State::exact: return {""};
    case SumTruth::State::pending: return {"the pixels are being summed to check it ...", "checking ...", "..."};
    case SumTruth::State::unknown: return {"may be off: freeze the source to know", "may be off"};
    case SumTruth::State::wrong: break;
  }
  if (right.empty()) return {fmt::format("rounded: off by {}", grouped(truth.error)), "rounded"};
  return {fmt::format("but the pixels sum to {}", right), fmt::format("should be {}", right), "wrong"};
}

/// The result of the table, and what it should be where that is another number. True: all of it fits.
bool draw_result(const Ui& ui, const BoxSum& sum, const SumTruth& truth, float room) {
  const ImVec2 from = ImGui::GetCursorPos();
  const bool wrong = truth.state == SumTruth::State::wrong;
  const auto [reported, right] = result_texts(sum, truth);
  ImGui::PushFont(ui.fonts.large);
  const std::string total = first_that_fits({"= " + reported, "= " + ungrouped(sum.sum, 15)}, room);
  const float width = ImGui::CalcTextSize(total.c_str()).x, height = ImGui::GetTextLineHeight();
  coloured_text(truth.doubtful() ? ui.palette.warning : ui.palette.text, total);
  ImGui::PopFont();
  const std::vector<std::string> texts = doubt_texts(truth, right);
  const std::string doubt = first_that_fits(texts, room - width - ui.em);
  if (doubt.empty()) return texts.front().empty();
  // on the line of the large letters
  ImGui::SetCursorPos({from.x + width + ui.em, from.y + 0.8F * (height - ImGui::GetTextLineHeight())});
  coloured_text(truth.doubtful() ? ui.palette.text : ui.palette.quiet, doubt);
  return doubt != texts.back() || !wrong;
}

/// Under the result: what the table saves, or why its sum is another one.
void draw_remark(const Ui& ui, const Box& box, const std::optional<BoxSum>& sum, const SumTruth& truth, bool reported,
                 float room) {
  const std::string count = pixels_text(box.area());
  if (truth.doubtful()) {
    std::string text;
    if (!reported) text = fmt::format("The pixels sum to {}. ", grouped(truth.sum, 15));
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
  const auto [result, right] = result_texts(sum, truth);
  const std::string spelled =
      fmt::format("D {} − B {} − C {} + A {} = {}", terms[0].number, terms[1].number, terms[2].number, terms[3].number, result);
  if (truth.state == SumTruth::State::exact)
    return {fmt::format("{} (4 reads instead of {})", spelled, count), spelled, fmt::format("D − B − C + A = {}", result),
            fmt::format("= {}", result)};
  const std::vector<std::string> doubts = doubt_texts(truth, right);
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

/// "D 51 − B 20 = 31": what the reads so far give.
std::string sum_so_far(const BoxSum& sum, const SumTruth& truth, int reads) {
  const auto terms = terms_of(sum, true);
  const auto& [a, b, c, d] = sum.reads;
  const std::array values{&d, &b, &c, &a};
  std::string text;
  double value = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(reads); ++i) {
    text += fmt::format("{}{}{} {}", i > 0 ? " " : "", terms[i].sign, i > 0 ? fmt::format(" {}", terms[i].letter) : "D",
                        terms[i].number);
    value += values[i]->sign * to_double(values[i]->value);
  }
  constexpr int k_all = 4, k_digits = 15;
  if (reads > 1) text += " = " + (reads == k_all ? result_texts(sum, truth).first : grouped(value, k_digits));
  return text;
}

}  // namespace

void draw_formula(Ui& ui, const Area& area, bool compact, ReadsLook& look) {
  const Box& box = ui.session.edit.box;
  const auto sum = box.area() > 0 ? ui.frame.box_sum(box) : std::nullopt;
  const SumTruth truth = (sum ? ui.frame.box_truth(box) : std::nullopt).value_or(SumTruth{});
  const float room = static_cast<float>(area.width) - 2 * ImGui::GetStyle().WindowPadding.x;
  ui.controls["formula"] = {area.x, area.y, area.width, area.height};
  if (compact) {
    const bool leads = ui.session.presenting && ui.doing.guided;  // a lesson says what to do
    std::vector<std::string> texts =
        leads ? std::vector<std::string>{""} : std::vector<std::string>{"no box: drag one", "no box"};
    if (sum && ui.session.part<FourReads>().open) {
      texts = app::reported(box, ui.session.part<FourReads>().done);
    } else if (sum) {
      texts = compact_texts(*sum, truth, pixels_text(box.area()));
    } else if (box.area() > 0) {
      texts = {"..."};
    }
    const std::string so_far =
        sum && ui.session.part<FourReads>().open ? sum_so_far(*sum, truth, ui.session.part<FourReads>().done) : "";
    const bool two = !so_far.empty() && area.height > 3 * ui.em;
    const float lines = (two ? 2 : 1) * ImGui::GetTextLineHeight() + (two ? ImGui::GetStyle().ItemSpacing.y : 0);
    ImGui::SetCursorPosY((static_cast<float>(area.height) - lines) / 2);
    if (two) ImGui::TextUnformatted(so_far.c_str());
    std::string text = first_that_fits(texts, room);
    ImGui::PushFont(text == texts.front() ? ui.fonts.text : ui.fonts.small);
    if (const std::string longer = first_that_fits(texts, room); !longer.empty()) text = longer;
    coloured_text(truth.doubtful() ? ui.palette.warning : ui.palette.text, text);
    ImGui::PopFont();
    if (truth.doubtful()) ui.control("formula:why", truth.why);
    return;
  }

  const bool why = ui.session.part<FourReads>().open && sum.has_value();
  look.lit_in_formula = 0;
  // because: without a box the letters mean nothing
  caption(ui, why ? "WHY FOUR READS?" : box.area() > 0 ? "D − B − C + A: THE SUM OF THE BOX" : "THE SUM OF THE BOX");
  if (sum) draw_why_buttons(ui, room - ImGui::GetItemRectSize().x);
  if (box.area() <= 0) {
    ImGui::TextUnformatted("No box. Drag one on the picture.");
    return;
  }
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::Dummy({1, 2.35F * ui.em});
  const ImVec2 result = ImGui::GetCursorScreenPos();
  bool reported = true;
  if (sum) {
    draw_terms(ui, from, room, *sum, look);
    ImGui::SetCursorScreenPos(result);
    if (why)
      draw_caption(ui, *sum, room);
    else
      reported = draw_result(ui, *sum, truth, room);
  }
  ImGui::SetCursorScreenPos({result.x, result.y + (truth.doubtful() ? 1.55F : 1.75F) * ui.em});
  ImGui::PushFont(ui.fonts.small);
  if (why)
    coloured_text(ui.palette.text, first_that_fits(app::reported(box, ui.session.part<FourReads>().done), room));
  else
    draw_remark(ui, box, sum, truth, reported, room);
  ImGui::PopFont();
}

}  // namespace satscope::app
