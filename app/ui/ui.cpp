// SPDX-License-Identifier: Apache-2.0
#include "app/ui/ui.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <filesystem>

#include "app/core/wrapped_lines.h"

namespace satscope::app {

void Ui::control(std::string_view id, std::string_view tip, std::optional<Action> action) {
  const ImVec2 from = ImGui::GetItemRectMin(), size = ImGui::GetItemRectSize();
  controls[std::string(id)] = {from.x, from.y, size.x, size.y};
  if (tip.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(22 * em);
  ImGui::TextUnformatted(tip.data(), tip.data() + tip.size());
  if (action) ImGui::TextDisabled("%s", keys_text(*action).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

bool invisible_button(const char* id, const ImVec2& size, int flags) {
  return ImGui::InvisibleButton(id, {std::max(1.0F, size.x), std::max(1.0F, size.y)}, flags);
}

Notice news_of_file(const std::string& text, const std::string& file) { return {text, k_show_file, "Show", false, file, true}; }

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
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  if (ground == Ground::clear) ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin(name, nullptr, flags);
  ImGui::PopStyleVar(ground == Ground::clear ? 2 : 1);
}

}  // namespace satscope::app
