// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/glossary.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace satscope::app {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 128;
}

bool stands_at(std::string_view text, std::size_t at, std::string_view name) {
  return text.size() - at >= name.size() && std::equal(name.begin(), name.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                                                       [](char a, char b) { return lower(a) == lower(b); });
}

/// A piece of a line that is drawn at once: a word or the part of it that is a term.
struct Piece {
  std::string_view text;
  const GlossaryTerm* term = nullptr;
};

std::vector<Piece> pieces_of(std::string_view word, std::size_t from, const std::vector<TermAt>& terms) {
  std::vector<Piece> pieces;
  std::size_t at = 0;
  for (const TermAt& one : terms) {
    if (one.end <= from || one.begin >= from + word.size()) continue;
    const std::size_t begin = std::max(one.begin, from) - from, end = std::min(one.end, from + word.size()) - from;
    if (begin > at) pieces.push_back({word.substr(at, begin - at)});
    pieces.push_back({word.substr(begin, end - begin), one.term});
    at = end;
  }
  if (at < word.size()) pieces.push_back({word.substr(at)});
  return pieces;
}

}  // namespace

std::span<const GlossaryTerm> glossary() {
  static const std::vector<GlossaryTerm> terms = [] {
    constexpr std::string_view k_begin = "- **", k_middle = "** \u2014 ";
    std::vector<GlossaryTerm> list;
    std::string_view text = glossary_text("glossary.md");
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      const std::size_t middle = line.find(k_middle);
      if (line.starts_with(k_begin) && middle != line.npos)
        list.push_back({std::string(line.substr(k_begin.size(), middle - k_begin.size())),
                        std::string(line.substr(middle + k_middle.size()))});
    }
    return list;
  }();
  return terms;
}

std::vector<TermAt> terms_in(std::string_view text) {
  std::vector<TermAt> found;
  for (std::size_t at = 0; at < text.size();) {
    TermAt best;
    if (at == 0 || !in_word(text[at - 1]))
      for (const GlossaryTerm& term : glossary()) {
        if (!stands_at(text, at, term.name)) continue;
        std::size_t end = at + term.name.size();
        for (const std::string_view plural : {"es", "s"})
          if (stands_at(text, end, plural) && (end + plural.size() == text.size() || !in_word(text[end + plural.size()]))) {
            end += plural.size();
            break;
          }
        if (end < text.size() && in_word(text[end])) continue;
        if (end > best.end) best = {at, end, &term};
      }
    if (best.term) {
      found.push_back(best);
      at = best.end;
    } else {
      ++at;
    }
  }
  return found;
}

void text_with_terms(const Ui& ui, Rgb colour, std::string_view text) {
  const std::vector<TermAt> terms = terms_in(text);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, line = ImGui::GetTextLineHeight(), line_size = ImGui::GetFontSize();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // because: ImGui::CalcTextSize rounds up, and words would drift apart
  const auto wide = [&](std::string_view part) {
    return ImGui::GetFont()->CalcTextSizeA(line_size, 1e9F, 0, part.data(), part.data() + part.size()).x;
  };
  const float space = wide(" ");
  float x = 0, y = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const float word_width = wide(word);
    if (x > 0 && x + word_width > width) {
      x = 0;
      y += line;
    }
    for (const Piece& piece : pieces_of(word, at, terms)) {
      const ImVec2 corner{std::round(from.x + x), from.y + y};
      const float piece_width = wide(piece.text);
      list.AddText(corner, packed(colour), piece.text.data(), piece.text.data() + piece.text.size());
      if (piece.term) {
        const float under = corner.y + line - 1;
        list.AddLine({corner.x, under}, {corner.x + piece_width, under}, packed(ui.palette.quiet, 0.45F));
      }
      x += piece_width;
    }
    x += space;
    at = end + 1;
  }
  ImGui::Dummy({width, y + line});
}

}  // namespace satscope::app
