// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/markdown.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

enum class Style : std::uint8_t { plain, strong, code };

/// A run of letters without a space, in one style.
struct Word {
  std::string text;
  Style style = Style::plain;
  bool after_space = true;
};

std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  Style style = Style::plain;
  bool space = true, fresh = true;
  const auto add = [&](char letter) {
    if (fresh || space) words.push_back({{}, style, space});
    fresh = space = false;
    words.back().text += letter;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto turn = [&](Style other) {
      style = style == other ? Style::plain : other;
      fresh = true;
    };
    if (line[i] == '`') {
      turn(Style::code);
    } else if (style != Style::code && line.substr(i, 2) == "**") {
      turn(Style::strong);
      ++i;
    } else if (line[i] == ' ') {
      space = true;
    } else {
      add(line[i]);
    }
  }
  return words;
}

/// A line of the text, wrapped; what continues it stands below its first word.
void draw_line(const Ui& ui, std::string_view line, float indent, Rgb colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = std::round(1.3F * ui.em);
  float x = indent, y = 0;
  for (const Word& word : words_of(line)) {
    ImFont* font = word.style == Style::strong ? ui.fonts.strong : word.style == Style::code ? ui.fonts.code : ui.fonts.text;
    const float wide = font->CalcTextSizeA(font->FontSize, 1e9F, 0, word.text.c_str()).x;
    const float space = word.after_space && x > indent ? 0.3F * ui.em : 0;
    if (x + space + wide > width && x > indent) {
      x = indent;
      y += height;
    } else {
      x += space;
    }
    const float lower = std::round((ui.em - font->FontSize) / 2);
    if (word.style == Style::code)
      list.AddRectFilled({from.x + x - 1, from.y + y}, {from.x + x + wide + 1, from.y + y + height - 2},
                         packed(ui.palette.raised), 3);
    list.AddText(font, font->FontSize, {std::round(from.x + x), from.y + y + lower}, packed(colour), word.text.c_str());
    x += wide;
  }
  ImGui::Dummy({width, y + height});
}

}  // namespace

void draw_markdown(const Ui& ui, std::string_view text) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  std::string paragraph;
  const auto flush = [&] {
    if (paragraph.empty()) return;
    draw_line(ui, paragraph, 0, ui.palette.text);
    paragraph.clear();
    ImGui::Dummy({0, 0.5F * ui.em});
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) {
      flush();
    } else if (line.starts_with("- ")) {
      flush();
      const ImVec2 at = ImGui::GetCursorScreenPos();
      ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 0.4F * ui.em, at.y + 0.6F * ui.em}, 0.15F * ui.em,
                                                  packed(ui.palette.quiet));
      draw_line(ui, line.substr(2), ui.em, ui.palette.text);
    } else {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    }
  }
  flush();
  ImGui::PopStyleVar();
}

}  // namespace satscope::app
