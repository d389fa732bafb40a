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

std::vector<DrawnText> DrawnWords::read(const ImDrawList& list) {
  Gatherer gathered;
  for (const LetterQuad& quad : table_.letters(list)) {
    const ImVec4& clip = quad.command->ClipRect;
    const ImDrawVert &a = list.VtxBuffer[quad.vertex], &b = list.VtxBuffer[quad.vertex + 2];
    if (b.pos.x <= clip.x || a.pos.x >= clip.z || b.pos.y <= clip.y || a.pos.y >= clip.w) continue;  // out of sight
    const float size = quad.font->FontSize * quad.scale;
    gathered.add(quad.glyph->Codepoint, quad.font, {a.pos.x, quad.line, b.pos.x, quad.line + size}, quad.line, size);
  }
  return gathered.taken();
}

}  // namespace satscope::app
