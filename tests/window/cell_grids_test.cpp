// SPDX-License-Identifier: Apache-2.0
// A grid drawn as one texture has the pixels of its rectangles, whatever the size of a cell; a texture that shows the same
// words again is not given to OpenGL again. And the fonts have the letters that texts need.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/render/gl/offscreen.h"
#include "app/ui/drawing/cell_textures.h"
#include "app/ui/drawing/drawing.h"
#include "app/ui/drawing/fonts/fonts.h"
#include "app/ui/drawing/page.h"
#include "app/ui/drawing/scaled_drawing.h"

namespace satscope::app {
namespace {

/// Every fourth is left out, each other is a colour of its own.
std::vector<std::uint32_t> words_for(Extent grid) {
  std::vector<std::uint32_t> words(grid.area());
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = i % 4 == 3 ? 0 : 0xff000000 | (i * 0x9e3779b1 >> 8);
  return words;
}

/// The word of the cell that holds this point of the page; 0: none does.
std::uint32_t word_at(Point p, const Area& area, Extent grid, double gap, const std::vector<std::uint32_t>& words) {
  const double wide = area.width / grid.width, high = area.height / grid.height;
  const double x = std::floor((p.x - area.x) / wide), y = std::floor((p.y - area.y) / high);
  const bool on_line = p.x - area.x - x * wide > wide - gap || p.y - area.y - y * high > high - gap;
  if (x < 0 || y < 0 || x >= grid.width || y >= grid.height || on_line) return 0;
  return words[static_cast<std::size_t>(y) * static_cast<std::size_t>(grid.width) + static_cast<std::size_t>(x)];
}

TEST(CellGrids, EachPixelIsOfTheCellThatHoldsItsMiddle) {
  Offscreen stage({8, 8});
  const Palette& palette = palette_of("dark");
  const std::uint32_t ground = to_word(palette.backdrop);
  constexpr double k_slack = 1.0 / 64;  // because: OpenGL rounds edges to parts of a pixel
  for (const double scale : {1.0, 2.0}) {
    PixelPage page({120, 90}, scale);
    for (const Extent grid : {Extent{1, 1}, Extent{64, 48}, Extent{7, 3}, Extent{1, 33}})
      for (const double cell : {0.37, 0.8, 1.0, 1.33, 1.7, 4.9, 5.0, 5.2, 7.3}) {
        if (cell * grid.width > 110 || cell * grid.height > 80) continue;
        const Area area{3.3, 2.6, cell * grid.width, cell * grid.height};
        const auto words = words_for(grid);
        const double gap = cell < 5 ? 0 : 1;
        const auto drawn = page.draw(palette, [&](Drawing& drawing) {
          drawing.cells(area, grid, words, {gap, palette.backdrop});
        });
        int wrong = 0;
        for (int y = 0; y < page.pixels().height; ++y)
          for (int x = 0; x < page.pixels().width; ++x) {
            bool right = false;
            for (const double dx : {-k_slack, k_slack})
              for (const double dy : {-k_slack, k_slack}) {
                const std::uint32_t word = word_at({(x + 0.5 + dx) / scale, (y + 0.5 + dy) / scale}, area, grid, gap, words);
                right |= drawn[static_cast<std::size_t>(y * page.pixels().width + x)] == (word == 0 ? ground : word);
              }
            wrong += !right;
          }
        EXPECT_EQ(wrong, 0) << fmt::format("{} x {} cells of {}, scale {}", grid.width, grid.height, cell, scale);
      }
  }
}

/// Remembers rectangles.
class Rectangles final : public Drawing {
 public:
  Rectangles() : Drawing(palette_of("dark"), 16) {}
  void rect(const Area& area, const Ink& ink, double) override { drawn.emplace_back(area, ink); }
  void polyline(std::span<const Point>, const Ink&, double) override {}
  void curve(Point, Point, Point, Point, const Ink&, double) override {}
  void frame(const Area&, const Ink&, double, double) override {}
  void circle(Point, double, const Ink&) override {}
  void ring(Point, double, const Ink&, double) override {}
  void polygon(std::span<const Point>, const Ink&) override {}
  void text(Point, std::string_view, const Ink&, Face, double, const Area*) override {}
  void clip(const Area&) override {}
  void unclip() override {}
  double letters(Face) const override { return 14; }
  double width_of(std::string_view, Face, double) const override { return 0; }

  std::vector<std::pair<Area, Ink>> drawn;
};

TEST(CellGrids, AreRectanglesWhereThereIsNoTexture) {
  Rectangles drawing;
  const auto words = words_for({3, 3});
  ScaledDrawing(drawing, 2, 16, {10, 20}).cells({1, 2, 6, 9}, {3, 3}, words, {0.5, {}});
  ASSERT_EQ(drawing.drawn.size(), 7U) << "two of nine are left out";
  const auto& [area, ink] = drawing.drawn[5];  // of word 6, because word 3 is left out
  EXPECT_DOUBLE_EQ(area.x, 12);
  EXPECT_DOUBLE_EQ(area.y, 20 + 2 * (2 + 2 * 3));
  EXPECT_DOUBLE_EQ(area.width, 2 * (2 - 0.5));
  EXPECT_DOUBLE_EQ(area.height, 2 * (3 - 0.5));
  EXPECT_EQ(to_word(ink.colour), words[6]);
  EXPECT_EQ(ink.alpha, 1);
}

TEST(CellGrids, AreGivenToOpenGlWhereTheyChange) {
  Offscreen stage({8, 8});
  ImGuiContext* const context = ImGui::CreateContext();
  ImGui::SetCurrentContext(context);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().DisplaySize = {8, 8};
  ImGui::GetIO().Fonts->Build();
  {
    CellTextures textures;
    auto first = words_for({4, 4}), second = words_for({2, 8});
    const auto frame = [&] {
      ImGui::NewFrame();
      const unsigned a = textures.hold({4, 4}, first), b = textures.hold({2, 8}, second);
      EXPECT_NE(a, b) << "both are drawn in one frame";
      ImGui::EndFrame();
      return textures.uploads();
    };
    EXPECT_EQ(frame(), 2);
    EXPECT_EQ(frame(), 2) << "the same again";
    second[5] ^= 0xff;
    EXPECT_EQ(frame(), 3) << "one of them is another";
    std::swap(first, second);
    ImGui::NewFrame();
    textures.hold({2, 8}, first);
    EXPECT_EQ(textures.uploads(), 4) << "as many words of another shape";
    ImGui::EndFrame();
  }
  ImGui::DestroyContext(context);
}

TEST(Fonts, HaveWhatTextsAndNamesOfFilesNeed) {
  ImGuiContext* const context = ImGui::CreateContext();
  const Fonts fonts = load_fonts(1);
  for (const ImFont* font : {fonts.text, fonts.strong, fonts.small, fonts.large, fonts.code})
    for (const ImWchar letter : {u'A', u'ß', u'Ł', u'Ω', u'Ж', u'я', u'−', u'…', u'’', u'²', u'₂', u'→', u'≤', u'∑'})
      EXPECT_NE(font->FindGlyphNoFallback(letter), nullptr) << static_cast<unsigned>(letter);
  EXPECT_EQ(fonts.text->FindGlyphNoFallback(0x4e2d), nullptr) << "no Chinese, unless a text needs it";
  ImGui::DestroyContext(context);
}

}  // namespace
}  // namespace satscope::app
