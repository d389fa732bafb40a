// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/fonts/letter_table.h"

#include <imgui.h>

#include <algorithm>

namespace satscope::app {

void LetterTable::learn() {
  const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  if (atlas.Fonts.empty()) return;
  const ImFont* first = atlas.Fonts.front();
  int glyphs = 0;
  for (const ImFont* font : atlas.Fonts) glyphs += font->Glyphs.Size;
  const std::pair<const void*, std::pair<float, int>> from{first, {first->FontSize, glyphs}};
  if (learned_from_ == from) return;
  learned_from_ = from;
  letters_.clear();
  for (const ImFont* font : atlas.Fonts)
    for (const ImFontGlyph& glyph : font->Glyphs)
      if (glyph.Visible) letters_.push_back({{glyph.U0, glyph.V0}, {&glyph, font}});
  std::ranges::sort(letters_, {}, [](const auto& one) { return one.first; });
}

std::vector<LetterQuad> LetterTable::letters(const ImDrawList& list) {
  learn();
  std::vector<LetterQuad> found;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
    for (unsigned e = 0; e + 6 <= command.ElemCount;) {
      // a letter is two triangles over four vertices that follow one another
      const bool quad = index[e + 1] == index[e] + 1 && index[e + 2] == index[e] + 2 && index[e + 3] == index[e] &&
                        index[e + 4] == index[e] + 2 && index[e + 5] == index[e] + 3;
      if (!quad) {
        e += 3;
        continue;
      }
      const int vertex = static_cast<int>(index[e] + command.VtxOffset);
      const ImDrawVert &a = list.VtxBuffer[vertex], &b = list.VtxBuffer[vertex + 2];
      e += 6;
      const std::pair corner{a.uv.x, a.uv.y};
      const auto at = std::ranges::lower_bound(letters_, corner, {}, [](const auto& one) { return one.first; });
      if (at == letters_.end() || at->first != corner || b.pos.y <= a.pos.y) continue;
      const auto& [glyph, font] = at->second;
      const float scale = (b.pos.y - a.pos.y) / std::max(1e-3F, glyph->Y1 - glyph->Y0);
      found.push_back({vertex, glyph, font, &command, scale, a.pos.y - glyph->Y0 * scale});
    }
  }
  return found;
}

}  // namespace satscope::app
