// SPDX-License-Identifier: Apache-2.0
#include "tests/window/drawn_text.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace satscope::app {
namespace {

struct Shape {
  float u0, v0, u1, v1;
  const ImFontGlyph* glyph;
  const ImFont* font;
};

/// The letters of all fonts by the middle of their picture in the atlas.
class LetterAtlas {
 public:
  LetterAtlas() {
    for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
      for (const ImFontGlyph& glyph : font->Glyphs)
        if (glyph.Visible) rows_[key(glyph.V0)].push_back({glyph.U0, glyph.V0, glyph.U1, glyph.V1, &glyph, font});
  }
  /// The letter whose picture these are part of; null: they are no letter. Looked for once: a text has the same ones again.
  const Shape* find(float u0, float v0, float u1, float v1) {
    const auto [at, news] = found_.try_emplace({u0, v0, u1, v1}, nullptr);
    if (news) at->second = look_for(u0, v0, u1, v1);
    return at->second;
  }

 private:
  static int key(float v) { return static_cast<int>(std::lround(v * 65536)); }
  const Shape* look_for(float u0, float v0, float u1, float v1) const {
    constexpr float k_near = 1e-6F;
    for (const auto& [row, shapes] : rows_)
      for (const Shape& s : shapes)
        if (u0 >= s.u0 - k_near && u1 <= s.u1 + k_near && v0 >= s.v0 - k_near && v1 <= s.v1 + k_near) return &s;
    return nullptr;
  }

  std::map<int, std::vector<Shape>> rows_;
  std::map<std::array<float, 4>, const Shape*> found_;
};

/// A filled triangle, as far as it is seen.
struct Fill {
  ImVec2 corners[3];
  ImVec4 clip;

  std::pair<ImVec2, ImVec2> bounds() const {
    ImVec2 low = corners[0], high = low;
    for (const ImVec2& corner : corners) {
      low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
      high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
    }
    return {low, high};
  }
  bool contains(Point p) const {
    if (p.x < clip.x || p.x >= clip.z || p.y < clip.y || p.y >= clip.w) return false;
    int left = 0, right = 0;
    for (int i = 0; i < 3; ++i) {
      const ImVec2 &a = corners[i], &b = corners[(i + 1) % 3];
      const double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
      left += side >= 0;
      right += side <= 0;
    }
    return left == 3 || right == 3;
  }
};

/// What one window has filled since its letters, by squares of its area.
class Fills {
 public:
  void add(const Fill& fill) {
    const auto [low, high] = fill.bounds();
    for (int y = square(std::max(low.y, fill.clip.y)); y <= square(std::min(high.y, fill.clip.w)); ++y)
      for (int x = square(std::max(low.x, fill.clip.x)); x <= square(std::min(high.x, fill.clip.z)); ++x)
        squares_[{x, y}].push_back(fill);
  }
  bool cover(Point p) const {
    const auto at = squares_.find({square(static_cast<float>(p.x)), square(static_cast<float>(p.y))});
    return at != squares_.end() && std::ranges::any_of(at->second, [&](const Fill& fill) { return fill.contains(p); });
  }

 private:
  static int square(float v) { return static_cast<int>(v / 64); }
  std::map<std::pair<int, int>, std::vector<Fill>> squares_;
};

/// The triangle, if it hides what lies under it: it lets little through and is more than a line, which may strike a number out.
std::optional<Fill> fill_of(const ImDrawVert& a, const ImDrawVert& b, const ImDrawVert& c, const ImVec4& clip) {
  constexpr unsigned k_seen = 150;  // of 255
  constexpr float k_thin = 4;       // pixels
  for (const ImDrawVert* corner : {&a, &b, &c})
    if ((corner->col >> IM_COL32_A_SHIFT & 255U) < k_seen) return std::nullopt;
  const Fill fill{{a.pos, b.pos, c.pos}, clip};
  const auto [low, high] = fill.bounds();
  return high.x - low.x < k_thin || high.y - low.y < k_thin ? std::nullopt : std::optional(fill);
}

/// Marks the letters from this one on that lie under a fill. after: how many letters were drawn before each fill.
void mark_covered(std::vector<DrawnLetter>& letters, std::size_t first,
                  const std::vector<std::pair<std::size_t, Fill>>& after) {
  Fills above;
  std::set<std::tuple<char32_t, long, long>> drawn_again;
  std::size_t next = after.size();
  for (std::size_t i = letters.size(); i-- > first;) {
    for (; next > 0 && after[next - 1].first > i; --next) above.add(after[next - 1].second);
    DrawnLetter& letter = letters[i];
    const Point middle = letter.area.middle();
    const bool again = !drawn_again.emplace(letter.code, std::lround(middle.x), std::lround(middle.y)).second;
    letter.covered = !again && above.cover(middle);
  }
}

bool meet(const Area& a, const Area& b, double slack) {
  return a.x + slack < b.right() && b.x + slack < a.right() && a.y + slack < b.bottom() && b.y + slack < a.bottom();
}

std::string text_around(const std::vector<DrawnLetter>& letters, std::size_t at) {
  constexpr std::size_t k_before = 24;
  std::string text;
  for (std::size_t i = at < k_before ? 0 : at - k_before; i < std::min(letters.size(), at + 12); ++i) {
    if (std::abs(letters[i].area.middle().y - letters[at].area.middle().y) > letters[at].area.height + 4) continue;
    text += letters[i].code < 128 ? static_cast<char>(letters[i].code) : '?';
  }
  return fmt::format("'{}' in {} at ({:.0f}, {:.0f})", text, letters[at].window, letters[at].area.x, letters[at].area.y);
}

}  // namespace

std::vector<DrawnLetter> drawn_letters() {
  std::vector<DrawnLetter> letters;
  LetterAtlas atlas;
  const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    const std::size_t first = letters.size();
    std::vector<std::pair<std::size_t, Fill>> fills;
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
      for (unsigned e = 0; e + 6 <= command.ElemCount;) {
        const auto vertex = [&](unsigned k) -> const ImDrawVert& {
          return list.VtxBuffer[static_cast<int>(index[e + k] + command.VtxOffset)];
        };
        const bool quad = index[e + 1] == index[e] + 1 && index[e + 2] == index[e] + 2 && index[e + 3] == index[e] &&
                          index[e + 4] == index[e] + 2 && index[e + 5] == index[e] + 3;
        const ImDrawVert &a = vertex(0), &b = vertex(2);
        if (!quad || (a.uv.x == white.x && a.uv.y == white.y) || a.uv.x >= b.uv.x || a.uv.y >= b.uv.y || a.pos.x >= b.pos.x ||
            a.pos.y >= b.pos.y) {
          for (unsigned k = 0; k < (quad ? 6U : 3U); k += 3)
            if (const auto fill = fill_of(vertex(k), vertex(k + 1), vertex(k + 2), command.ClipRect))
              fills.emplace_back(letters.size(), *fill);
          e += quad ? 6 : 3;
          continue;
        }
        e += 6;
        const Shape* shape = atlas.find(a.uv.x, a.uv.y, b.uv.x, b.uv.y);
        if (!shape) continue;
        const ImVec4& clip = command.ClipRect;
        if (b.pos.x <= clip.x || a.pos.x >= clip.z || b.pos.y <= clip.y || a.pos.y >= clip.w) {
          // out of sight: its text goes on behind the edge if the letter drawn before it is of the same line
          const double line = a.pos.y - shape->glyph->Y0 * (b.pos.y - a.pos.y) / (shape->glyph->Y1 - shape->glyph->Y0);
          if (!letters.empty() && std::abs(letters.back().line - line) < 0.1) letters.back().cut = true;
          continue;
        }
        constexpr float k_half_a_pixel = 0.5F, k_same = 1e-6F;
        const bool part = b.uv.x - a.uv.x < shape->u1 - shape->u0 - k_same || b.uv.y - a.uv.y < shape->v1 - shape->v0 - k_same;
        const bool outside = a.pos.x < clip.x - k_half_a_pixel || b.pos.x > clip.z + k_half_a_pixel ||
                             a.pos.y < clip.y - k_half_a_pixel || b.pos.y > clip.w + k_half_a_pixel;
        letters.push_back(
            {.code = shape->glyph->Codepoint,
             .area = {a.pos.x, a.pos.y, b.pos.x - a.pos.x, b.pos.y - a.pos.y},
             .line = a.pos.y - shape->glyph->Y0 * (b.pos.y - a.pos.y) / (shape->glyph->Y1 - shape->glyph->Y0),
             .size = static_cast<double>(shape->font->FontSize * (b.pos.y - a.pos.y) / (shape->glyph->Y1 - shape->glyph->Y0) *
                                         (shape->v1 - shape->v0) / (b.uv.y - a.uv.y)),
             .colour = a.col,
             .window = list._OwnerName ? list._OwnerName : "",
             .cut = part || outside});
      }
    }
    mark_covered(letters, first, fills);
  }
  return letters;
}

std::vector<std::string> covered_of(const std::vector<DrawnLetter>& letters, const std::vector<std::string>& scrolls) {
  std::vector<std::string> faults;
  for (std::size_t i = 0; i < letters.size(); ++i)
    if (letters[i].covered && std::ranges::none_of(scrolls, [&](const std::string& name) {
          return letters[i].window.find(name) != std::string::npos;
        }))
      faults.push_back("under a shape: " + text_around(letters, i));
  return faults;
}

std::vector<std::string> faults_of(const std::vector<DrawnLetter>& letters, const std::vector<std::string>& scrolls) {
  std::vector<std::string> faults;
  const auto scrolled = [&](const DrawnLetter& letter) {
    return std::any_of(scrolls.begin(), scrolls.end(),
                       [&](const std::string& name) { return letter.window.find(name) != std::string::npos; });
  };
  constexpr double k_bucket = 64, k_touch = 2.5;  // because: letters of one text lean into each other
  std::map<std::pair<int, int>, std::vector<std::size_t>> buckets;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const DrawnLetter& letter = letters[i];
    if (letter.cut && !scrolled(letter)) faults.push_back("cut: " + text_around(letters, i));
    if (scrolled(letter)) continue;  // its area goes on where nothing is drawn
    bool clear = true;
    for (int y = static_cast<int>(letter.area.y / k_bucket); y <= static_cast<int>(letter.area.bottom() / k_bucket); ++y)
      for (int x = static_cast<int>(letter.area.x / k_bucket); x <= static_cast<int>(letter.area.right() / k_bucket); ++x) {
        auto& bucket = buckets[{x, y}];
        for (const std::size_t other : bucket)
          if (clear && meet(letters[other].area, letter.area, k_touch)) {
            faults.push_back(fmt::format("on one another: {} and {}", text_around(letters, other), text_around(letters, i)));
            clear = false;
          }
        bucket.push_back(i);
      }
  }
  return faults;
}

std::u32string letters_of(const std::string& text) {
  std::u32string letters;
  for (std::size_t i = 0; i < text.size();) {
    const auto first = static_cast<unsigned char>(text[i]);
    const int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
    char32_t code = more == 0 ? first : first & (0x3FU >> more);
    for (int k = 1; k <= more; ++k) code = code << 6U | (static_cast<unsigned char>(text.at(i + k)) & 0x3FU);
    i += 1 + static_cast<std::size_t>(more);
    if (code != ' ' && code != '*' && code != '`') letters += code;
  }
  return letters;
}

std::u32string letters_on_screen() {
  std::u32string text;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.code != ' ') text += letter.code;
  return text;
}

}  // namespace satscope::app
