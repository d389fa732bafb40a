// SPDX-License-Identifier: Apache-2.0
// The sums of more than one box, what they make together, and how many entries are read for it.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/json.h"
#include "app/core/text/number_text.h"
#include "app/workspaces/explore/boxes_view.h"
#include "app/workspaces/explore/keys.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

struct SumsCaption {
  std::vector<BoxPart> parts;
  std::vector<std::optional<BoxSum>> sums;
  std::optional<double> value;
  SumTruth::State truth = SumTruth::State::exact;  ///< of the sum that is worth least
  std::string why;                                 ///< as of that sum
  double should_be = 0;                            ///< the value by the pixels, where one is wrong and none is unknown

  bool doubtful() const { return truth == SumTruth::State::wrong || truth == SumTruth::State::unknown; }
};

/// The larger, the less one knows.
int worth(SumTruth::State state) {
  switch (state) {
    case SumTruth::State::exact: return 0;
    case SumTruth::State::wrong: return 1;
    case SumTruth::State::pending: return 2;
    case SumTruth::State::unknown: return 3;
  }
  return 0;
}

SumsCaption caption_of(const Ui& ui) {
  SumsCaption reported;
  reported.parts = shown_parts(ui);
  for (const BoxPart& part : reported.parts) {
    reported.sums.push_back(ui.frame.box_sum(part.pixels));
    const auto truth = reported.sums.back() ? ui.frame.box_truth(part.pixels) : std::nullopt;
    if (!truth) continue;
    reported.should_be +=
        part.factor * to_double(truth->state == SumTruth::State::wrong ? truth->sum : reported.sums.back()->sum);
    if (worth(truth->state) <= worth(reported.truth)) continue;
    reported.truth = truth->state;
    reported.why = truth->why;
  }
  reported.value = value_of(reported.parts, reported.sums);
  return reported;
}

std::string capitals(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

std::string sum_text(const std::optional<BoxSum>& sum) { return sum ? grouped(sum->sum, 15) : std::string("..."); }

std::string value_text(const std::optional<double>& value) {
  if (!value) return "...";
  return (*value < 0 ? "−" : "") + grouped(std::abs(*value), 15);
}

/// "+", "−", "− 2 ×".
std::string sign_of(std::size_t place, int factor) {
  const std::string times = std::abs(factor) > 1 ? fmt::format("{} × ", std::abs(factor)) : "";
  return place == 0 ? times : fmt::format("{} {}", factor < 0 ? "−" : "+", times);
}

/// The whole rule in a line, such as "left 812 − right 640 = 172".
std::string rule_text(const SumsCaption& reported, bool named) {
  std::string text;
  for (std::size_t i = 0; i < reported.parts.size(); ++i)
    text += fmt::format("{}{}{}{} ", sign_of(i, reported.parts[i].factor), named ? std::string(reported.parts[i].name) : "",
                        named ? " " : "", sum_text(reported.sums[i]));
  return text + "= " + value_text(reported.value);
}

std::vector<std::string> remarks_of(const SumsCaption& reported, BoxShape shape, const Box& box) {
  const std::size_t reads = entries_read(reported.parts).size(), apart = 4 * reported.parts.size();
  switch (reported.truth) {
    case SumTruth::State::exact: break;
    case SumTruth::State::pending: return {"The pixels are being summed to check it ...", "checking ..."};
    case SumTruth::State::unknown:
      return {fmt::format("May be off: freeze the source to know. {}.", reported.why), "may be off"};
    case SumTruth::State::wrong: {
      const std::string right = value_text(reported.should_be);
      return {fmt::format("The pixels give {}: {}.", right, reported.why), fmt::format("The pixels give {}.", right)};
    }
  }
  if (shape == BoxShape::two) {
    std::string means;
    if (reported.sums[0] && reported.sums[1])
      means =
          fmt::format(" Their means are {} and {}.", grouped(reported.sums[0]->mean, 5), grouped(reported.sums[1]->mean, 5));
    return {fmt::format("{} reads for both boxes, at any size.{}", reads, means), fmt::format("{} reads.{}", reads, means),
            fmt::format("{} reads for both boxes.", reads)};
  }
  double used = 0;
  for (const BoxPart& part : reported.parts) used += part.pixels.area();
  const std::string left_out = used < box.area() ? fmt::format(" {} {} at the end {} left out, so that the parts are equal.",
                                                               grouped(box.area() - used, 15), noun(box.area() - used, "pixel"),
                                                               box.area() - used == 1 ? "is" : "are")
                                                 : "";
  return {
      fmt::format("{} reads instead of {}: neighbouring parts share entries. An even area gives 0.{}", reads, apart, left_out),
      fmt::format("{} reads instead of {}: neighbours share entries. An even area gives 0.", reads, apart),
      fmt::format("{} reads instead of {}: neighbours share entries.", reads, apart), fmt::format("{} reads", reads)};
}

/// The terms side by side: the part's name above its sum. False: they do not fit.
bool draw_part_terms(Ui& ui, ImVec2 from, float room, const SumsCaption& reported) {
  for (ImFont* font : {ui.fonts.text, ui.fonts.small}) {
    const auto wide = [&](const std::string& text) { return font->CalcTextSizeA(font->FontSize, 1e9F, 0, text.c_str()).x; };
    float width = 0;
    for (std::size_t i = 0; i < reported.parts.size(); ++i)
      width += std::max(wide(sum_text(reported.sums[i])), wide(std::string(reported.parts[i].name))) +
               wide(sign_of(i, reported.parts[i].factor)) + (i > 0 ? ui.em : 0);
    if (width > room) continue;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float x = from.x;
    for (std::size_t i = 0; i < reported.parts.size(); ++i) {
      const BoxPart& part = reported.parts[i];
      const std::string sign = sign_of(i, part.factor), number = sum_text(reported.sums[i]), name(part.name);
      if (i > 0) x += ui.em / 2;
      list.AddText(font, font->FontSize, {std::round(x), from.y + 1.2F * ui.em}, packed(ui.palette.quiet), sign.c_str());
      x += wide(sign) + (i > 0 ? ui.em / 2 : 0);
      const unsigned colour = packed(part.factor > 0 ? ui.palette.plus : ui.palette.minus);
      const float column = std::max(wide(number), wide(name));
      list.AddText(font, font->FontSize, {std::round(x + (column - wide(name)) / 2), from.y}, colour, name.c_str());
      list.AddText(font, font->FontSize, {std::round(x + (column - wide(number)) / 2), from.y + 1.2F * ui.em}, colour,
                   number.c_str());
      ImGui::SetCursorScreenPos({x, from.y});
      ImGui::Dummy({column, 2.2F * ui.em});
      ui.control(fmt::format("parts:{}", name),
                 fmt::format("The sum of the {} × {} pixels from ({}, {}) on, {} times", part.pixels.width, part.pixels.height,
                             part.pixels.x, part.pixels.y,
                             part.factor < 0 ? "−" + std::to_string(-part.factor) : std::to_string(part.factor)));
      x += column;
    }
    return true;
  }
  return false;
}

constexpr const char* k_next = "Next shape";

void draw_next_shape(Ui& ui, float room) {
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.5F * ui.em, std::round(0.12F * ui.em)});
  const ImVec2 below = ImGui::GetCursorPos();
  const float width = ImGui::CalcTextSize(k_next).x + ui.em;
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x - width);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() - std::round(0.15F * ui.em));
  if (width < room) {
    if (ImGui::Button(k_next)) ui.ask(ExploreAction::next_shape);
    ui.control("parts:next", "One box, two boxes, or a box in parts", ExploreAction::next_shape);
  }
  ImGui::SetCursorPos(below);
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

}  // namespace

void report_parts(const Ui& ui, nlohmann::json& into) {
  const SumsCaption reported = caption_of(ui);
  into["parts"] = nlohmann::json::array();
  for (std::size_t i = 0; i < reported.parts.size(); ++i) {
    const Box& box = reported.parts[i].pixels;
    into["parts"].push_back({{"name", reported.parts[i].name},
                             {"factor", reported.parts[i].factor},
                             {"x", box.x},
                             {"y", box.y},
                             {"w", box.width},
                             {"h", box.height},
                             {"sum", reported.sums[i] ? nlohmann::json(to_double(reported.sums[i]->sum)) : nlohmann::json()}});
  }
  into["parts_value"] = reported.value ? nlohmann::json(*reported.value) : nlohmann::json();
  into["parts_exact"] = reported.truth == SumTruth::State::exact;
  into["parts_true_value"] = nullptr;
  if (reported.truth == SumTruth::State::wrong) into["parts_true_value"] = reported.should_be;
  into["parts_reads"] = entries_read(reported.parts).size();
}

void draw_parts_sum(Ui& ui, const Area& area, bool compact) {
  const Edit& edit = ui.session.edit;
  const BoxShape shape = edit.part<BoxSet>().shape;
  const SumsCaption reported = caption_of(ui);
  const float room = static_cast<float>(area.width) - 2 * ImGui::GetStyle().WindowPadding.x;
  ui.controls["formula"] = {area.x, area.y, area.width, area.height};
  if (compact) {
    ImGui::SetCursorPosY((static_cast<float>(area.height) - ImGui::GetTextLineHeight()) / 2);
    if (reported.parts.size() > 1)
      coloured_text(
          reported.doubtful() ? ui.palette.warning : ui.palette.text,
          first_that_fits({rule_text(reported, true), rule_text(reported, false), "= " + value_text(reported.value)}, room));
    else
      coloured_text(ui.palette.text, first_that_fits({"too small to be cut", "too small"}, room));
    return;
  }
  ImGui::PushFont(ui.fonts.small);
  const float for_button = ImGui::CalcTextSize(k_next).x + 2 * ui.em;
  const BoxShapeText& text = text_of(shape);
  const std::string heading = first_that_fits(
      {capitals(fmt::format("{}: {}", text.title, text.about)), capitals(std::string(text.title))}, room - for_button);
  ImGui::PopFont();
  caption(ui, heading);
  draw_next_shape(ui, room);
  if (reported.parts.empty()) {
    ImGui::TextUnformatted("No box. Drag one on the picture.");
    return;
  }
  if (reported.parts.size() < 2) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted("The box is too small to be cut: make it larger.");
    ImGui::PopTextWrapPos();
    return;
  }
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::Dummy({1, 2.35F * ui.em});
  const ImVec2 result = ImGui::GetCursorScreenPos();
  const bool fits = draw_part_terms(ui, from, room, reported);
  ImGui::SetCursorScreenPos(result);
  ImGui::PushFont(ui.fonts.large);
  coloured_text(reported.doubtful() ? ui.palette.warning : ui.palette.text, "= " + value_text(reported.value));
  ImGui::PopFont();
  if (!fits) ui.control("parts:rule", rule_text(reported, true));
  ImGui::SetCursorScreenPos({result.x, result.y + 1.75F * ui.em});
  ImGui::PushFont(ui.fonts.small);
  const std::vector<std::string> remarks = remarks_of(reported, shape, edit.box);
  coloured_text(ui.palette.quiet, first_that_fits(remarks, room));
  ui.control("parts:remark", remarks.front());
  ImGui::PopFont();
}

}  // namespace satscope::app
