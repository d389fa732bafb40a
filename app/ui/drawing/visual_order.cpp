// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/visual_order.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/core/text/wanted_letters.h"
#include "app/ui/drawing/fonts/letter_table.h"
#include "kernels/shared_library.h"

#if __has_include(<fribidi/fribidi.h>)
#include <fribidi/fribidi.h>

namespace satscope::app {
namespace {

/// A letter, or a blank where no letter was drawn.
struct Sign {
  FriBidiChar code;
  const LetterQuad* letter;  ///< null: a blank
  float pen, wide;           ///< where it begins, and how far the next one is
  int before = 0;            ///< the vertices from here to the letter's may be its ground
};

struct SignLine {
  std::vector<Sign> signs;
  float top = 0, size = 0;
  float left() const { return signs.front().pen; }
  float right() const { return signs.back().pen + signs.back().wide; }
  bool right_to_left() const {
    return std::ranges::any_of(signs, [](const Sign& one) { return is_right_to_left(one.code); });
  }
};

using SignParagraph = std::vector<SignLine>;

float advance_of(const LetterQuad& letter) { return letter.glyph->AdvanceX * letter.scale; }

/// Lines of letters, and which of them continue a line that was wrapped.
class SignGatherer {
 public:
  explicit SignGatherer(const ImDrawList& list) : list_(list) {}

  std::vector<SignParagraph> paragraphs(std::span<const LetterQuad> letters) {
    for (const LetterQuad& letter : letters) add(letter);
    return std::move(paragraphs_);
  }

 private:
  void add(const LetterQuad& letter) {
    const float pen = list_.VtxBuffer[letter.vertex].pos.x - letter.glyph->X0 * letter.scale;
    const float size = letter.font->FontSize * letter.scale;
    Sign sign{letter.glyph->Codepoint, &letter, pen, advance_of(letter), letter.vertex};
    if (!paragraphs_.empty()) {
      SignParagraph& paragraph = paragraphs_.back();
      SignLine& line = paragraph.back();
      sign.before = line.signs.back().letter->vertex + 4;
      const float gap = pen - line.right(), down = letter.line - line.top;
      if (std::abs(down) < 0.25F * size && gap > -0.5F * size && gap < 1.2F * size) {
        if (gap > 0.05F * size)  // a blank, or the margin of code
          line.signs.push_back({' ', nullptr, line.right(), gap});
        else
          line.signs.back().wide += gap;
        line.signs.push_back(sign);
        return;
      }
      if (down > 0.7F * size && down < 1.9F * size && pen < line.right() && std::abs(pen - line.left()) < 1.5F * size) {
        paragraph.push_back({{sign}, letter.line, size});
        return;
      }
    }
    paragraphs_.push_back({{{sign}, letter.line, size}});
  }

  const ImDrawList& list_;
  std::vector<SignParagraph> paragraphs_;
};

class BidiOrder {
 public:
  static const BidiOrder* get() {
    static const BidiOrder order;
    return order.visual_ ? &order : nullptr;
  }

  void put(ImDrawList& list, const SignParagraph& paragraph) const {
    FriBidiParType base = FRIBIDI_PAR_ON;  // as the first letter with a direction says
    float right = 0;
    for (const SignLine& line : paragraph)
      if (line.right_to_left()) right = std::max(right, line.right());
    for (const SignLine& line : paragraph)
      if (line.right_to_left()) put(list, line, base, right);
  }

 private:
  BidiOrder() : visual_(SharedLibrary("libfribidi.so.0").function<decltype(visual_)>("fribidi_log2vis")) {}

  void put(ImDrawList& list, const SignLine& line, FriBidiParType& base, float right) const {
    const std::size_t count = line.signs.size();
    std::vector<FriBidiChar> codes, shown(count + 1);
    for (const Sign& sign : line.signs) codes.push_back(sign.code);
    std::vector<FriBidiStrIndex> to_visual(count + 1), from_visual(count + 1);
    std::vector<FriBidiLevel> levels(count + 1);
    if (!visual_(codes.data(), static_cast<FriBidiStrIndex>(count), &base, shown.data(), to_visual.data(), from_visual.data(),
                 levels.data()))
      return;
    std::vector<float> pens(count);
    float pen = line.left() + (FRIBIDI_IS_RTL(base) ? right - line.right() : 0);
    for (std::size_t i = 0; i < count; ++i) {
      const auto from = static_cast<std::size_t>(from_visual[i]);
      pens[from] = pen;
      pen += draw(list, line.signs[from], pen, shown[i]);
    }
    for (std::size_t i = 0; i < count; ++i) move_ground(list, line, i, pens);
  }

  /// Draws the letter as this one, which may be another form of it. Returns how far the next one is.
  static float draw(ImDrawList& list, const Sign& sign, float pen, FriBidiChar code) {
    if (!sign.letter) return sign.wide;
    const LetterQuad& letter = *sign.letter;
    constexpr FriBidiChar k_nothing = 0xFEFF;  // the second letter of a ligature
    const ImFontGlyph* other = code == sign.code || code > IM_UNICODE_CODEPOINT_MAX
                                   ? nullptr
                                   : letter.font->FindGlyphNoFallback(static_cast<ImWchar>(code));
    const ImFontGlyph& glyph = other ? *other : *letter.glyph;
    const bool gone = code == k_nothing && code != sign.code;
    const float left = pen + glyph.X0 * letter.scale, right = gone ? left : pen + glyph.X1 * letter.scale;
    const float top = letter.line + glyph.Y0 * letter.scale, bottom = letter.line + glyph.Y1 * letter.scale;
    ImDrawVert* const corner = &list.VtxBuffer[letter.vertex];
    corner[0].pos = {left, top};
    corner[1].pos = {right, top};
    corner[2].pos = {right, bottom};
    corner[3].pos = {left, bottom};
    corner[0].uv = {glyph.U0, glyph.V0};
    corner[1].uv = {glyph.U1, glyph.V0};
    corner[2].uv = {glyph.U1, glyph.V1};
    corner[3].uv = {glyph.U0, glyph.V1};
    return gone ? 0 : sign.wide + (glyph.AdvanceX - letter.glyph->AdvanceX) * letter.scale;
  }

  /// What was drawn just before a letter and lies below its line, such as the ground of code, goes with its letters.
  static void move_ground(ImDrawList& list, const SignLine& line, std::size_t first, const std::vector<float>& pens) {
    const Sign& sign = line.signs[first];
    if (!sign.letter || sign.before >= sign.letter->vertex) return;
    const std::span ground(&list.VtxBuffer[sign.before], static_cast<std::size_t>(sign.letter->vertex - sign.before));
    const auto [low, high] = std::ranges::minmax(ground, {}, [](const ImDrawVert& one) { return one.pos.x; });
    const auto [top, bottom] = std::ranges::minmax(ground, {}, [](const ImDrawVert& one) { return one.pos.y; });
    const float slack = 0.4F * line.size;
    if (top.pos.y < line.top - slack || bottom.pos.y > line.top + line.size + slack || low.pos.x < line.left() - slack ||
        high.pos.x > line.right() + slack)
      return;
    float from = sign.pen, to = pens[first];
    for (std::size_t i = first; i < line.signs.size(); ++i)
      if (line.signs[i].letter && line.signs[i].pen + line.signs[i].wide / 2 < high.pos.x) to = std::min(to, pens[i]);
    for (ImDrawVert& vertex : ground) vertex.pos.x += to - from;
  }

  decltype(&::fribidi_log2vis) visual_;
};

}  // namespace

void put_in_visual_order() {
  if (!wants_right_to_left()) return;
  const BidiOrder* const order = BidiOrder::get();
  if (!order) return;
  LetterTable table;
  for (ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->Active || !window->DrawList) continue;
    const std::vector<LetterQuad> letters = table.letters(*window->DrawList);
    for (const SignParagraph& paragraph : SignGatherer(*window->DrawList).paragraphs(letters))
      order->put(*window->DrawList, paragraph);
  }
}

}  // namespace satscope::app
#else
namespace satscope::app {
void put_in_visual_order() {}
}  // namespace satscope::app
#endif
