// SPDX-License-Identifier: Apache-2.0
#include "app/ui/ui.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <filesystem>

#include "app/core/text/wrapped_lines.h"
#include "app/ui/tips.h"
#include "app/ui/window_actions.h"

namespace satscope::app {

namespace {

/// Beside a column of controls; else below its control, or above, because over it a tip would hide what was clicked; where the
/// pointer is, beside larger ones.
void place_tip(ImVec2 from, ImVec2 size, ImVec2 tip, float em) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const ImVec2 all = ImGui::GetIO().DisplaySize, gap{0.5F * em, 0.4F * em};
  // because: an example or a term of the glossary may come below its text; both were there in the last frame
  if (const ImGuiWindow* last = ImGui::FindWindowByName("##Tooltip_00"); last && last->WasActive)
    tip = {std::max(tip.x, last->DC.CursorMaxPos.x - last->DC.CursorStartPos.x),
           std::max(tip.y, last->DC.CursorMaxPos.y - last->DC.CursorStartPos.y)};
  tip = {tip.x + 2 * style.WindowPadding.x, tip.y + 2 * style.WindowPadding.y};
  // because: in a column of controls it would lie over the next ones
  const ImVec2 column = ImGui::GetWindowPos(), across = ImGui::GetWindowSize();
  const float after = column.x + across.x + gap.x, before = column.x - gap.x - tip.x;
  if (const bool right = after + tip.x + gap.x <= all.x; across.y > 1.5F * across.x && (right || before >= gap.x))
    return ImGui::SetNextWindowPos(
        {right ? after : before, std::round(std::max(gap.y, std::min(from.y, all.y - tip.y - gap.y)))});
  const float below = from.y + size.y + gap.y, above = from.y - gap.y - tip.y;
  const auto within = [](float at, float least, float most) {
    return std::round(std::clamp(at, least, std::max(least, most)));
  };
  const ImVec2 mouse = ImGui::GetIO().MousePos, most{all.x - tip.x - gap.x, all.y - tip.y - gap.y};
  const bool beside = size.y > 9 * em || (below + tip.y > all.y && above < 0);
  if (!beside)
    return ImGui::SetNextWindowPos({within(mouse.x, gap.x, most.x), std::round(below + tip.y > all.y ? above : below)});
  const float right = (size.y > 9 * em ? mouse.x : from.x + size.x) + 2 * gap.x;
  const float left = (size.y > 9 * em ? mouse.x : from.x) - 2 * gap.x - tip.x;
  ImGui::SetNextWindowPos({within(right > most.x ? left : right, gap.x, most.x), within(mouse.y + 2 * gap.y, gap.y, most.y)});
}

}  // namespace

void Ui::open(std::string input) { requests.push_back({WindowAction::open, {}, std::move(input)}); }

void Ui::control(std::string_view id, std::string_view tip, std::optional<Action> action) {
  const ImVec2 from = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
  controls[std::string(id)] = {from.x, from.y, size.x, size.y};
  // because: who drags a slider looks at what it changes
  const bool held = ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseDown(ImGuiMouseButton_Right);
  if (tip.empty() || held || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const float most = widest_tip(em);
  // because: over the card of a lesson it would cover its controls
  if (std::string_view(ImGui::GetCurrentWindow()->Name).starts_with("lesson")) {
    ImGui::SetNextWindowPos({ImGui::GetWindowPos().x, from.y}, ImGuiCond_Always, {1, 0});
  } else {
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const ImVec2 text = ImGui::CalcTextSize(tip.data(), tip.data() + tip.size(), false, most);
    place_tip(from, size, {text.x, text.y + (action ? line : 0)}, em);
  }
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(most);
  ImGui::TextUnformatted(tip.data(), tip.data() + tip.size());
  if (action) ImGui::TextDisabled("%s", keys_text(*action).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

bool invisible_button(const char* id, const ImVec2& size, int flags) {
  return ImGui::InvisibleButton(id, {std::max(1.0F, size.x), std::max(1.0F, size.y)}, flags);
}

Notice news_of_file(const std::string& text, const std::string& file) { return {text, k_show_file, "Show", false, file}; }

Notice saved(const std::function<std::string()>& write) {
  try {
    std::error_code unknown;
    const std::string name = write();
    const std::filesystem::path place = std::filesystem::absolute(name, unknown);
    const std::string file = unknown ? name : place.string();
    return news_of_file(fmt::format("saved as {}", file), file);
  } catch (const std::exception& problem) {
    return {problem.what(), std::nullopt, {}};
  }
}

std::string first_that_fits(const std::vector<std::string>& texts, float width) {
  for (const std::string& text : texts)
    if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  return {};
}

std::string cut_to_fit(const ImFont& font, std::string_view text, float width) {
  constexpr std::string_view k_more = " ...";
  const char *const begin = text.data(), *const end = begin + text.size(), *cut = end;
  const auto wide = [&](float most, std::string_view of, const char** rest) {
    return font.CalcTextSizeA(font.FontSize, most, 0, of.data(), of.data() + of.size(), rest).x;
  };
  // it measures up to the first character that is too far right, so a long text costs no more than what is seen of it
  wide(width, text, &cut);
  if (cut == end) return std::string(text);
  wide(std::max(width - wide(FLT_MAX, k_more, nullptr), 0.0F), text, &cut);
  return std::string(begin, cut) + std::string(k_more);
}

void caption(const Ui& ui, std::string_view text) {
  ImGui::PushFont(ui.fonts.small);
  coloured_text(ui.palette.quiet, text);
  ImGui::PopFont();
}

namespace {

/// Where ImGui would break a line of it after the comma of 12,345: the same in lines that are broken between words.
std::string with_whole_numbers(std::string_view text) {
  const ImGuiWindow& window = *ImGui::GetCurrentWindowRead();
  const auto is_digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  bool has_numbers = false;
  for (std::size_t at = text.find(','); at != text.npos && !has_numbers; at = text.find(',', at + 1))
    has_numbers = at > 0 && is_digit(at - 1) && is_digit(at + 1);
  if (!has_numbers || window.DC.TextWrapPos < 0 || text.find('\n') != text.npos) return {};
  const float width = ImGui::CalcWrapWidthForPos(window.DC.CursorPos, window.DC.TextWrapPos);
  const std::vector<std::string> lines =
      wrapped_lines(text, [&](const std::string& line) { return ImGui::CalcTextSize(line.c_str()).x <= width; });
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace

void coloured_text(Rgb colour, std::string_view text) {
  ImGui::PushStyleColor(ImGuiCol_Text, packed(colour));
  const std::string lines = with_whole_numbers(text);
  if (!lines.empty()) text = lines;
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
}

unsigned packed(Rgb colour, float alpha) { return ImGui::GetColorU32(ImVec4(colour.r, colour.g, colour.b, alpha)); }

void begin_area(const char* name, const Area& area, Ground ground, int more_flags) {
  ImGui::SetNextWindowPos({static_cast<float>(area.x), static_cast<float>(area.y)});
  ImGui::SetNextWindowSize({static_cast<float>(area.width), static_cast<float>(area.height)});
  int flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
              ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus | more_flags;
  if (ground != Ground::over_others) flags |= ImGuiWindowFlags_NoBackground;
  if (ground == Ground::clear || ground == Ground::panel)
    flags |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  // because: a part of the window that takes the focus closes the menus, takes the keys from a field in use, and the click from
  // a button that is held
  const bool typing = ImGui::GetIO().WantTextInput;
  if (ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel) ||
      (typing && ground != Ground::over_others) || (!typing && ImGui::IsAnyItemActive()))
    flags |= ImGuiWindowFlags_NoFocusOnAppearing;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  if (ground == Ground::clear) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin(name, nullptr, flags);
  ImGui::PopStyleVar(ground == Ground::clear ? 2 : 1);
}

}  // namespace satscope::app
