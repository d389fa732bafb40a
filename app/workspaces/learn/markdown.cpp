// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/markdown.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/core/text/foreign_text.h"

namespace satscope::app {
namespace {

enum class Style : std::uint8_t { plain, strong, code };

/// A run of letters within which no line ends, in one style.
struct Word {
  std::string text;
  Style style = Style::plain;
  bool after_space = true;
  bool may_begin_line = true;
};

/// Whether a line may end between two letters: Chinese and Japanese have no blanks. What closes begins no line, and what opens
/// ends none (W3C, Requirements for Chinese Text Layout, 3.1.3).
bool line_may_end_between(char32_t before, char32_t after) {
  constexpr std::u32string_view k_closing = U"、。〉》」』】〕〗ー…—·，．：；！？）］｝％’”",
                                k_opening = U"〈《「『【〔〖（［｛‘“";
  const auto ideographic = [](char32_t one) {
    return (one >= 0x2E80 && one < 0xA000) || (one >= 0xF900 && one < 0xFB00) || (one >= 0xFF00 && one < 0xFF61) ||
           (one >= 0x20000 && one < 0x40000);
  };
  return (ideographic(before) || ideographic(after)) && k_closing.find(after) == k_closing.npos &&
         k_opening.find(before) == k_opening.npos;
}

std::vector<Word> words_of(std::string_view line) {
  std::vector<Word> words;
  Style style = Style::plain;
  bool space = true, fresh = true;
  char32_t last = U' ';
  const auto add = [&](std::string_view letter, char32_t code) {
    const bool breaks = space || ((fresh || style != Style::code) && line_may_end_between(last, code));
    if (fresh || breaks) words.push_back({{}, style, space, breaks});
    fresh = space = false;
    words.back().text += letter;
    last = code;
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
    } else if (line[i] == ' ' && style == Style::code && !fresh) {
      words.back().text += ' ';  // because: code is read as a whole
    } else if (line[i] == ' ') {
      space = true;
    } else {
      const auto [code, length] = first_character(line.substr(i));
      add(line.substr(i, length), code);
      i += length - 1;
    }
  }
  return words;
}

/// Code that is wider than a line is broken at its blanks.
std::vector<Word> broken(const std::vector<Word>& words, const ImFont& font, float width) {
  std::vector<Word> parts;
  for (const Word& word : words) {
    const bool fits =
        word.style != Style::code || font.CalcTextSizeA(font.FontSize, 1e9F, 0, word.text.c_str()).x < 0.8F * width;
    for (std::size_t at = 0; at < word.text.size();) {
      const std::size_t end = fits ? word.text.size() : std::min(word.text.find(' ', at), word.text.size());
      parts.push_back({word.text.substr(at, end - at), word.style, at > 0 || word.after_space, at > 0 || word.may_begin_line});
      at = end + 1;
    }
  }
  return parts;
}

bool is_operator(const Word& word) {
  constexpr std::string_view k_operators[] = {"+", "\u2212", "\u00D7", "/", "="};
  return std::ranges::find(k_operators, word.text) != std::end(k_operators);
}

/// A line of the text, wrapped; what continues it is below its first word.
void draw_line(const Ui& ui, std::string_view line, float indent, const Prose& prose) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float em = ui.fonts.caption->FontSize, width = prose.width, pad = std::round(0.15F * em);
  const float height = std::round(1.1F * em + 0.2F * ui.em);
  // because: the font of code is too small to be read in a sentence
  const auto font_of = [&](const Word& word) {
    return word.style == Style::strong ? ui.fonts.caption_strong : ui.fonts.caption;
  };
  const auto width_of = [&](const Word& word) {
    const ImFont& font = *font_of(word);
    return font.CalcTextSizeA(font.FontSize, 1e9F, 0, word.text.c_str()).x + (word.style == Style::code ? 2 * pad : 0);
  };
  const std::vector<Word> words = broken(words_of(line), *ui.fonts.caption, width - indent);
  // because: a sum is read as a whole
  const auto in_sum = [&](std::size_t i) { return i > 0 && (is_operator(words[i]) || is_operator(words[i - 1])); };
  float x = indent, y = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    const float wide = width_of(word);
    if (word.may_begin_line && x > indent) {
      float together = wide;  // with what stays at it, such as a comma
      for (std::size_t k = i + 1; k < words.size() && !words[k].may_begin_line; ++k) together += width_of(words[k]);
      float sum = together;
      for (std::size_t k = i + 1; k < words.size() && (!words[k].may_begin_line || in_sum(k)); ++k)
        sum += 0.3F * em * static_cast<float>(words[k].after_space) + width_of(words[k]);
      if (!in_sum(i) && sum <= width - indent) together = sum;
      if (word.after_space) x += 0.3F * em;
      if (x + together > width) {
        x = indent;
        y += height;
      }
    }
    ImFont* font = font_of(word);
    const float around = word.style == Style::code ? pad : 0;
    if (word.style == Style::code)
      list.AddRectFilled({from.x + x, from.y + y - 1}, {from.x + x + wide, from.y + y + em + 2}, packed(prose.ground), pad);
    list.AddText(font, font->FontSize, {std::round(from.x + x + around), from.y + y}, packed(prose.colour), word.text.c_str());
    x += wide;
  }
  for (float top = 0; prose.lines && top <= y; top += height)
    prose.lines->push_back(from.y + top - ImGui::GetWindowPos().y + ImGui::GetScrollY());
  ImGui::Dummy({width, y + height});
}

}  // namespace

void draw_markdown(const Ui& ui, std::string_view text, const Prose& requested) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  Prose prose = requested;
  if (prose.width <= 0) prose.width = ImGui::GetContentRegionAvail().x;
  std::string paragraph;
  bool listed = false;
  const auto gap = [&] { ImGui::Dummy({0, k_below_paragraph * ui.em}); };
  const auto end_list = [&] {
    if (std::exchange(listed, false)) gap();
  };
  const auto flush = [&] {
    end_list();
    if (paragraph.empty()) return;
    draw_line(ui, paragraph, 0, prose);
    paragraph.clear();
    gap();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) {
      flush();
    } else if (line.starts_with("- ")) {
      if (!paragraph.empty()) flush();
      const ImVec2 at = ImGui::GetCursorScreenPos();
      ImGui::GetWindowDrawList()->AddCircleFilled({at.x + 0.4F * ui.em, at.y + 0.6F * ui.em}, 0.15F * ui.em,
                                                  packed(ui.palette.quiet));
      draw_line(ui, line.substr(2), ui.em, prose);
      listed = true;
    } else {
      end_list();
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    }
  }
  flush();
  ImGui::PopStyleVar();
}

}  // namespace satscope::app
