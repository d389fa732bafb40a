// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/pdf_page.h"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <stb/stb_truetype.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/sources/files/pdf_file.h"
#include "app/ui/drawing/fonts/letter_table.h"

namespace satscope::app {
namespace {

/// A length with two digits behind the point, none of them in vain.
std::string number(float value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string place(const ImVec2& at) { return number(at.x) + " " + number(at.y); }

unsigned opacity_of(ImU32 colour) { return colour >> IM_COL32_A_SHIFT; }

/// The outline of triangles and of what is left of them: an edge that two of them have lies inside.
class Outline {
 public:
  /// All turn the same way.
  void add(const std::vector<ImVec2>& corners) {
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Corner a = rounded(corners[i]), b = rounded(corners[(i + 1) % corners.size()]);
      if (a == b) continue;
      const auto back = edges_.find({b, a});
      if (back == edges_.end())
        edges_.insert({a, b});
      else
        edges_.erase(back);
    }
  }
  /// As operators; empties it.
  std::string take() {
    std::string path;
    while (!edges_.empty()) {
      const auto [first, second] = *edges_.begin();
      path += place(first) + " m ";
      edges_.erase(edges_.begin());
      for (Corner at = second; at != first;) {
        path += place(at) + " l ";
        const auto next = edges_.lower_bound({at, Corner{INT_MIN, INT_MIN}});
        if (next == edges_.end() || next->first != at) break;
        at = next->second;
        edges_.erase(next);
      }
      path += "h\n";
    }
    return path;
  }

 private:
  using Corner = std::pair<int, int>;  // hundredths of a pixel
  static Corner rounded(const ImVec2& at) {
    return {static_cast<int>(std::lround(100 * at.x)), static_cast<int>(std::lround(100 * at.y))};
  }
  static std::string place(const Corner& at) {
    return satscope::app::place({static_cast<float>(at.first) / 100, static_cast<float>(at.second) / 100});
  }

  std::multiset<std::pair<Corner, Corner>> edges_;
};

/// A letter as a font file has it.
struct FontLetter {
  std::string outline;  ///< in units of PdfFile
  double advance = 0;   ///< likewise
  double em = 0;        ///< pixels, as the font was loaded
};

/// Curves of the second degree become those of the third, which a PDF has.
std::string outline_of(const stbtt_fontinfo& font, int glyph) {
  stbtt_vertex* vertices = nullptr;
  const int count = stbtt_GetGlyphShape(&font, glyph, &vertices);
  const auto scale = static_cast<double>(stbtt_ScaleForMappingEmToPixels(&font, static_cast<float>(PdfFile::k_em)));
  std::string path;
  double x = 0, y = 0;
  const auto say = [&](double at_x, double at_y) { path += fmt::format("{:.1f} {:.1f} ", scale * at_x, scale * at_y); };
  for (int i = 0; i < count; ++i) {
    const stbtt_vertex& v = vertices[i];
    if (v.type == STBTT_vcurve) {
      say(x + 2.0 / 3 * (v.cx - x), y + 2.0 / 3 * (v.cy - y));
      say(v.x + 2.0 / 3 * (v.cx - v.x), v.y + 2.0 / 3 * (v.cy - v.y));
    } else if (v.type == STBTT_vcubic) {
      say(v.cx, v.cy);
      say(v.cx1, v.cy1);
    }
    x = v.x;
    y = v.y;
    say(x, y);
    path += v.type == STBTT_vmove ? "m\n" : v.type == STBTT_vline ? "l\n" : "c\n";
  }
  stbtt_FreeShape(&font, vertices);
  return path;
}

/// From the first of the files of a font that has it.
FontLetter letter_of(const ImFont& font, unsigned code) {
  for (int i = 0; i < font.ConfigDataCount; ++i) {
    const ImFontConfig& config = font.ConfigData[i];
    const auto* const file = static_cast<const unsigned char*>(config.FontData);
    stbtt_fontinfo info;
    if (!file || !stbtt_InitFont(&info, file, stbtt_GetFontOffsetForIndex(file, config.FontNo))) continue;
    const int glyph = stbtt_FindGlyphIndex(&info, static_cast<int>(code));
    if (glyph == 0) continue;
    int advance = 0, bearing = 0;
    stbtt_GetGlyphHMetrics(&info, glyph, &advance, &bearing);
    const auto to_em = static_cast<double>(stbtt_ScaleForMappingEmToPixels(&info, 1));
    return {outline_of(info, glyph), advance * to_em * PdfFile::k_em,
            static_cast<double>(stbtt_ScaleForPixelHeight(&info, config.SizePixels)) / to_em};
  }
  return {};
}

/// The operators of one page.
class PageWriter {
 public:
  PageWriter(PdfFile& file, const PagePictures& pictures) : file_(file), pictures_(pictures) {}

  void ground(Rgb colour) {
    text_ += fmt::format("{:.3f} {:.3f} {:.3f} rg 0 0 {} {} re f\n", colour.r, colour.g, colour.b, pictures_.extent.width,
                         pictures_.extent.height);
  }
  void picture(const Area& area) {
    end_part();
    const Extent all = pictures_.extent;
    const auto clamped = [](double at, int most) { return std::clamp(static_cast<int>(std::lround(at)), 0, most); };
    const int x = clamped(std::floor(area.x), all.width), y = clamped(std::floor(area.y), all.height);
    const Extent part{clamped(std::ceil(area.right()), all.width) - x, clamped(std::ceil(area.bottom()), all.height) - y};
    if (part.width <= 0 || part.height <= 0) return;
    std::vector<std::uint32_t> words;
    words.reserve(part.area());
    for (int row = y; row < y + part.height; ++row) {
      const auto from = pictures_.pixels.begin() + static_cast<std::ptrdiff_t>(row) * all.width + x;
      words.insert(words.end(), from, from + part.width);
    }
    text_ += fmt::format("q {} 0 0 -{} {} {} cm /{} Do Q\n", part.width, part.height, x, y + part.height,
                         file_.picture(part, words));
  }
  void list(const ImDrawList& drawn) {
    letters_.clear();
    for (const LetterQuad& letter : table_.letters(drawn)) letters_.emplace(letter.vertex, letter);
    for (const ImDrawCmd& command : drawn.CmdBuffer) {
      const ImVec4& clip = command.ClipRect;
      if (command.UserCallback || command.ElemCount == 0 || clip.z <= clip.x || clip.w <= clip.y) continue;
      text_ += fmt::format("q {} {} {} {} re W n\n", number(clip.x), number(clip.y), number(clip.z - clip.x),
                           number(clip.w - clip.y));
      in_force_ = {};
      if (command.GetTexID() == ImGui::GetIO().Fonts->TexID)
        shapes(drawn, command);
      else
        pictures(drawn, command);
      end_part();
      text_ += "Q\n";
    }
  }
  const std::string& text() const { return text_; }

 private:
  /// How letters follow one another: in one line, of one font, size and colour.
  struct Line {
    int font;
    double em;
    float base;
    ImU32 colour;
    bool operator==(const Line&) const = default;
  };

  void pictures(const ImDrawList& drawn, const ImDrawCmd& command) {
    ImRect all(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
    for (unsigned e = 0; e < command.ElemCount; ++e) all.Add(vertex(drawn, command, e).pos);
    all.ClipWith(ImRect(command.ClipRect));
    picture({static_cast<double>(all.Min.x), static_cast<double>(all.Min.y), static_cast<double>(all.GetWidth()),
             static_cast<double>(all.GetHeight())});
  }

  void shapes(const ImDrawList& drawn, const ImDrawCmd& command) {
    for (unsigned e = 0; e + 3 <= command.ElemCount;) {
      const int first = index(drawn, command, e);
      const auto letter = letters_.find(first);
      if (letter != letters_.end() && letter->second.command == &command) {
        add_letter(drawn.VtxBuffer[first], letter->second);
        e += 6;
      } else if (e + 6 <= command.ElemCount && is_rectangle(drawn, command, e)) {
        const ImDrawVert &a = drawn.VtxBuffer[first], &b = vertex(drawn, command, e + 2);
        begin_shape(a.col, first, first + 3);
        text_ += fmt::format("{} {} {} re\n", place(a.pos), number(b.pos.x - a.pos.x), number(b.pos.y - a.pos.y));
        e += 6;
      } else {
        add_triangle(drawn, command, e);
        e += 3;
      }
    }
  }

  static int index(const ImDrawList& drawn, const ImDrawCmd& command, unsigned e) {
    return static_cast<int>(drawn.IdxBuffer[static_cast<int>(command.IdxOffset + e)] + command.VtxOffset);
  }
  static const ImDrawVert& vertex(const ImDrawList& drawn, const ImDrawCmd& command, unsigned e) {
    return drawn.VtxBuffer[index(drawn, command, e)];
  }
  static bool is_white(const ImDrawVert& v) {
    const ImVec2 white = ImGui::GetIO().Fonts->TexUvWhitePixel;
    return v.uv.x == white.x && v.uv.y == white.y;
  }

  /// As ImDrawList::PrimRect makes it.
  static bool is_rectangle(const ImDrawList& drawn, const ImDrawCmd& command, unsigned e) {
    constexpr std::array k_corners{0, 1, 2, 0, 2, 3};
    const int first = index(drawn, command, e);
    for (unsigned i = 0; i < 6; ++i)
      if (index(drawn, command, e + i) != first + k_corners[i]) return false;
    const ImDrawVert* const v = &drawn.VtxBuffer[first];
    const bool one = v[0].col == v[1].col && v[0].col == v[2].col && v[0].col == v[3].col;
    return one && is_white(v[0]) && v[0].pos.y == v[1].pos.y && v[1].pos.x == v[2].pos.x && v[2].pos.y == v[3].pos.y &&
           v[3].pos.x == v[0].pos.x && v[2].pos.x > v[0].pos.x && v[2].pos.y > v[0].pos.y;
  }

  /// The part of it that is at least half as opaque as the shape: ImGui lets edges fade over a pixel, half of it outside.
  void add_triangle(const ImDrawList& drawn, const ImDrawCmd& command, unsigned e) {
    std::array<const ImDrawVert*, 3> v{&vertex(drawn, command, e), &vertex(drawn, command, e + 1),
                                       &vertex(drawn, command, e + 2)};
    if (!std::ranges::all_of(v, [](const ImDrawVert* one) { return is_white(*one); })) return;
    const float turn =
        (v[1]->pos.x - v[0]->pos.x) * (v[2]->pos.y - v[0]->pos.y) - (v[1]->pos.y - v[0]->pos.y) * (v[2]->pos.x - v[0]->pos.x);
    if (turn < 0) std::swap(v[1], v[2]);  // because: parts that turn the same way add up to one shape
    const ImDrawVert& solid = **std::ranges::max_element(v, {}, [](const ImDrawVert* one) { return opacity_of(one->col); });
    const auto most = static_cast<float>(opacity_of(solid.col));
    if (most <= 0 || turn == 0) return;
    const auto above = [&](const ImDrawVert& one) { return static_cast<float>(opacity_of(one.col)) - most / 2; };
    std::vector<ImVec2> corners;
    for (std::size_t i = 0; i < 3; ++i) {
      const ImDrawVert *a = v[i], *b = v[(i + 1) % 3];
      if (above(*a) >= 0) corners.push_back(a->pos);
      if ((above(*a) < 0) == (above(*b) < 0)) continue;
      if (a > b) std::swap(a, b);  // because: its neighbour must find the same corner, to the bit
      corners.push_back(ImLerp(a->pos, b->pos, above(*a) / (above(*a) - above(*b))));
    }
    const auto [least, last] =
        std::minmax({index(drawn, command, e), index(drawn, command, e + 1), index(drawn, command, e + 2)});
    begin_shape(solid.col, least, last);
    outline_.add(corners);
  }

  /// Shapes of one colour are one path: else their common edges would shine through. first, last: of its vertices.
  void begin_shape(ImU32 colour, int first, int last) {
    // because: where shapes that one sees through overlap, both count
    const bool another = opacity_of(colour) < 255 && first > last_;
    if (!shape_ || *shape_ != colour || another) {
      end_part();
      use(colour);
      shape_ = colour;
      last_ = last;
    }
    last_ = std::max(last_, last);
  }

  void add_letter(const ImDrawVert& corner, const LetterQuad& quad) {
    const auto key = std::pair{quad.font, static_cast<unsigned>(quad.glyph->Codepoint)};
    auto found = outlines_.find(key);
    if (found == outlines_.end()) found = outlines_.emplace(key, letter_of(*quad.font, key.second)).first;
    const FontLetter& letter = found->second;
    if (letter.em <= 0) return;
    const auto [font, code] = file_.letter(letter.outline, letter.advance, key.second);
    const auto scale = static_cast<double>(quad.scale);
    const Line line{font, letter.em * scale, quad.line + std::round(quad.font->Ascent) * quad.scale, corner.col};
    const double x = static_cast<double>(corner.pos.x - quad.glyph->X0 * quad.scale);
    const double unit = line.em / PdfFile::k_em;
    // because: a line that begins anew, or goes on elsewhere, is another text
    if (!line_ || *line_ != line || x < pen_ - line.em || x > pen_ + 2 * line.em) {
      end_part();
      use(corner.col);
      text_ += fmt::format("BT /F{} {} Tf 1 0 0 -1 {} {} Tm [", font, number(static_cast<float>(line.em)),
                           number(static_cast<float>(x)), number(line.base));
      line_ = line;
      pen_ = x;
    }
    if (x > pen_ + 0.15 * line.em) {
      text_ += "<00>";
      pen_ += PdfFile::k_blank * unit;
    }
    if (const long back = std::lround((pen_ - x) / unit); back != 0) text_ += fmt::format("{}", back);
    text_ += fmt::format("<{:02X}>", code);
    pen_ = x + std::round(letter.advance) * unit;
  }

  void use(ImU32 colour) {
    if (std::exchange(in_force_, colour) == colour) return;
    const auto part = [&](int shift) { return static_cast<double>(colour >> shift & 0xFF) / 255; };
    text_ += fmt::format("{:.3f} {:.3f} {:.3f} rg /{} gs\n", part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT),
                         part(IM_COL32_B_SHIFT), file_.opacity(opacity_of(colour)));
  }

  void end_part() {
    if (std::exchange(shape_, std::nullopt)) text_ += outline_.take() + "f\n";
    if (std::exchange(line_, std::nullopt)) text_ += "] TJ ET\n";
  }

  PdfFile& file_;
  const PagePictures pictures_;
  std::string text_;
  LetterTable table_;
  std::map<int, LetterQuad> letters_;  // of the list, by their first vertex
  std::map<std::pair<const ImFont*, unsigned>, FontLetter> outlines_;
  std::optional<ImU32> shape_, in_force_;  // the colour of a path that is open; that was set
  Outline outline_;                        // of its triangles
  int last_ = 0;                           // vertex of that path
  std::optional<Line> line_;               // of a text that is open
  double pen_ = 0;                         // where its next letter would be
};

}  // namespace

void add_page(PdfFile& file, const ImDrawData& drawn, Rgb ground, const PagePictures& pictures) {
  PageWriter page(file, pictures);
  page.ground(ground);
  for (const Area& area : pictures.below) page.picture(area);
  for (int i = 0; i < drawn.CmdListsCount; ++i) page.list(*drawn.CmdLists[i]);
  file.add_page(pictures.extent, page.text());
}

}  // namespace satscope::app
