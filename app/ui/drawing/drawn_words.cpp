// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/drawn_words.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satscope::app {
namespace {

void append_utf8(std::string& text, unsigned code) {
  const auto byte = [&](unsigned value) { text += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

/// Puts letters together that follow one another: on a line, or from a line to the next where a text was wrapped.
class Gatherer {
 public:
  void add(unsigned code, const ImFont* font, const WordArea& area, float line, float size) {
    const bool same_line = started_ && font == font_ && std::abs(line - line_) < 0.25F * size;
    const float gap = area.x0 - right_;
    const bool wraps = started_ && font == font_ && line - line_ > 0.7F * size && line - line_ < 1.9F * size &&
                       area.x0 < right_ && std::abs(area.x0 - left_) < 1.5F * size;
    if (same_line && gap > -0.5F * size && gap < 1.2F * size) {
      if (gap > 0.17F * size) blank();
    } else if (wraps) {
      blank();
    } else {
      end();
      left_ = area.x0;
    }
    const std::size_t before = texts_now_.text.size();
    append_utf8(texts_now_.text, code);
    texts_now_.areas.resize(texts_now_.text.size(), area);
    std::fill(texts_now_.areas.begin() + static_cast<std::ptrdiff_t>(before), texts_now_.areas.end(), area);
    started_ = true;
    font_ = font;
    line_ = line;
    right_ = area.x1;
  }
  std::vector<DrawnText> taken() {
    end();
    return std::move(texts_);
  }

 private:
  void blank() {
    texts_now_.text += ' ';
    texts_now_.areas.emplace_back();
  }
  void end() {
    if (!texts_now_.text.empty()) texts_.push_back(std::exchange(texts_now_, {}));
    started_ = false;
  }
  std::vector<DrawnText> texts_;
  DrawnText texts_now_;
  const ImFont* font_ = nullptr;
  float line_ = 0, left_ = 0, right_ = 0;
  bool started_ = false;
};

}  // namespace

std::vector<WordArea> areas_of(const DrawnText& text, std::size_t begin, std::size_t end) {
  std::vector<WordArea> areas;
  for (std::size_t i = begin; i < end; ++i) {
    const WordArea& one = text.areas[i];
    if (one.x1 <= one.x0) continue;
    const bool same_line = !areas.empty() && one.y0 < areas.back().y1 && one.y1 > areas.back().y0 && one.x0 >= areas.back().x0;
    if (!same_line) {
      areas.push_back(one);
      continue;
    }
    WordArea& all = areas.back();
    all = {std::min(all.x0, one.x0), std::min(all.y0, one.y0), std::max(all.x1, one.x1), std::max(all.y1, one.y1)};
  }
  return areas;
}

void DrawnWords::learn_letters() {
  const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const ImFont* first = atlas.Fonts.empty() ? nullptr : atlas.Fonts.front();
  if (!first || (learned_from_ == first && learned_size_ == first->FontSize)) return;
  learned_from_ = first;
  learned_size_ = first->FontSize;
  letters_.clear();
  for (const ImFont* font : atlas.Fonts)
    for (const ImFontGlyph& glyph : font->Glyphs)
      if (glyph.Visible) letters_.push_back({{glyph.U0, glyph.V0}, {&glyph, font}});
  std::ranges::sort(letters_, {}, [](const auto& one) { return one.first; });
}

const DrawnWords::Letter* DrawnWords::letter_at(const ImVec2& uv) const {
  const auto found = std::ranges::lower_bound(letters_, std::pair{uv.x, uv.y}, {}, [](const auto& one) { return one.first; });
  return found != letters_.end() && found->first == std::pair{uv.x, uv.y} ? &found->second : nullptr;
}

std::vector<DrawnText> DrawnWords::read(const ImDrawList& list) {
  learn_letters();
  Gatherer gathered;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const ImVec4& clip = command.ClipRect;
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
    for (unsigned e = 0; e + 6 <= command.ElemCount;) {
      // a letter is two triangles over four vertices that follow one another
      const bool quad = index[e + 1] == index[e] + 1 && index[e + 2] == index[e] + 2 && index[e + 3] == index[e] &&
                        index[e + 4] == index[e] + 2 && index[e + 5] == index[e] + 3;
      if (!quad) {
        e += 3;
        continue;
      }
      const ImDrawVert& a = list.VtxBuffer[static_cast<int>(index[e] + command.VtxOffset)];
      const ImDrawVert& b = list.VtxBuffer[static_cast<int>(index[e + 2] + command.VtxOffset)];
      e += 6;
      const Letter* letter = letter_at(a.uv);
      if (!letter || b.pos.y <= a.pos.y) continue;
      if (b.pos.x <= clip.x || a.pos.x >= clip.z || b.pos.y <= clip.y || a.pos.y >= clip.w) continue;  // out of sight
      const ImFontGlyph& glyph = *letter->glyph;
      const float scale = (b.pos.y - a.pos.y) / std::max(1e-3F, glyph.Y1 - glyph.Y0);
      const float line = a.pos.y - glyph.Y0 * scale, size = letter->font->FontSize * scale;
      gathered.add(glyph.Codepoint, letter->font, {a.pos.x, line, b.pos.x, line + size}, line, size);
    }
  }
  return gathered.taken();
}

}  // namespace satscope::app
