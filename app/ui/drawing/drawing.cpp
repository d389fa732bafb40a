// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/drawing.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/ui/drawing/area_corners.h"
#include "app/ui/drawing/cell_textures.h"
#include "app/ui/drawing/fonts/fonts.h"
#include "app/ui/ui.h"

namespace satscope::app {
namespace {

ImVec2 vec(Point p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
unsigned packed(const Ink& ink) { return packed(ink.colour, static_cast<float>(ink.alpha)); }

std::vector<ImVec2> vecs(std::span<const Point> points) {
  std::vector<ImVec2> list;
  list.reserve(points.size());
  for (const Point& point : points) list.push_back(vec(point));
  return list;
}

/// size: that the letters will have; 0: their own. Letters made larger than their picture would blur.
const ImFont& font_of(const Fonts& fonts, Face face, double size) {
  if (face == Face::text && size > 1.2 * static_cast<double>(fonts.text->FontSize)) return *fonts.number;
  return *(face == Face::text      ? fonts.text
           : face == Face::strong  ? fonts.strong
           : face == Face::caption ? fonts.caption
                                   : fonts.small);
}

/// Whether no pixel has its middle there, so that none would be painted: as many a cell of a thumbnail lies.
bool is_between_pixels(double from, double size) {
  constexpr double k_slack = 1.0 / 64;  // because: edges are rounded to parts of a pixel
  return size < 1 - 2 * k_slack && std::ceil(from - 0.5 - k_slack) > from + size - 0.5 + k_slack;
}

}  // namespace

std::string Drawing::first_that_fits(const std::vector<std::string>& texts, double width, Face face) const {
  for (const std::string& text : texts)
    if (width_of(text, face) <= width) return text;
  return {};
}

void Drawing::text_in(const Area& area, std::string_view words, const Ink& ink, Face face, double size) {
  const double high = size > 0 ? size : letters(face);
  text({area.middle().x - width_of(words, face, size) / 2, area.middle().y - high / 2}, words, ink, face, size, &area);
}

void Drawing::cells(const Area& area, Extent grid, std::span<const std::uint32_t> words, const CellGap& gap) {
  const double wide = area.width / grid.width, high = area.height / grid.height;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto part = [&](int shift) { return static_cast<float>(words[i] >> shift & 0xFF) / 255; };
    const auto x = static_cast<double>(i % static_cast<std::size_t>(grid.width)),
               y = static_cast<double>(i / static_cast<std::size_t>(grid.width)), alpha = static_cast<double>(part(24));
    if (alpha > 0)
      rect({area.x + x * wide, area.y + y * high, wide - gap.width, high - gap.width}, {{part(0), part(8), part(16)}, alpha},
           0);
  }
}

ScreenDrawing::ScreenDrawing(const Palette& colours, const Fonts& fonts, double height, CellTextures* textures)
    : Drawing(colours, height), fonts_(fonts), list_(*ImGui::GetWindowDrawList()), textures_(textures) {}

void ScreenDrawing::polyline(std::span<const Point> points, const Ink& ink, double thick) {
  if (is_left_out(ink)) return;
  if (points.size() == 2) return list_.AddLine(vec(points[0]), vec(points[1]), packed(ink), static_cast<float>(thick));
  const std::vector<ImVec2> list = vecs(points);
  list_.AddPolyline(list.data(), static_cast<int>(list.size()), packed(ink), 0, static_cast<float>(thick));
}

void ScreenDrawing::curve(Point a, Point b, Point c, Point d, const Ink& ink, double thick) {
  if (is_left_out(ink)) return;
  list_.AddBezierCubic(vec(a), vec(b), vec(c), vec(d), packed(ink), static_cast<float>(thick));
}

void ScreenDrawing::rect(const Area& area, const Ink& ink, double round) {
  if (is_left_out(ink)) return;
  if (round == 0 && (is_between_pixels(area.x, area.width) || is_between_pixels(area.y, area.height))) return;
  list_.AddRectFilled(corner(area), far_corner(area), packed(ink), static_cast<float>(round));
}

void ScreenDrawing::frame(const Area& area, const Ink& ink, double thick, double round) {
  if (is_left_out(ink)) return;
  list_.AddRect(corner(area), far_corner(area), packed(ink), static_cast<float>(round), 0, static_cast<float>(thick));
}

void ScreenDrawing::cells(const Area& area, Extent grid, std::span<const std::uint32_t> words, const CellGap& gap) {
  constexpr int k_largest = 1024;  // texture that OpenGL 3.3 promises
  if (!textures_ || std::max(grid.width, grid.height) > k_largest) return Drawing::cells(area, grid, words, gap);
  // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's backend carries OpenGL's names so
  const auto texture = reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(textures_->hold(grid, words)));
  list_.AddImage(texture, corner(area), far_corner(area));
  if (gap.width <= 0) return;
  // because: a pixel whose middle lies on an edge may show either cell, so a line reaches a little over it; but the last ends
  // where the texture does, to the bit
  constexpr double k_over = 1.0 / 128;
  const ImVec2 from = corner(area), to = far_corner(area);
  const auto thick = static_cast<float>(gap.width);
  for (int i = 1; i <= grid.width; ++i) {
    const float right = i == grid.width ? to.x : static_cast<float>(area.x + i * area.width / grid.width + k_over);
    list_.AddRectFilled({right - thick, from.y}, {right, to.y}, packed(gap.ground));
  }
  for (int i = 1; i <= grid.height; ++i) {
    const float bottom = i == grid.height ? to.y : static_cast<float>(area.y + i * area.height / grid.height + k_over);
    list_.AddRectFilled({from.x, bottom - thick}, {to.x, bottom}, packed(gap.ground));
  }
}

void ScreenDrawing::circle(Point middle, double radius, const Ink& ink) {
  if (is_left_out(ink)) return;
  list_.AddCircleFilled(vec(middle), static_cast<float>(radius), packed(ink));
}

void ScreenDrawing::ring(Point middle, double radius, const Ink& ink, double thick) {
  if (is_left_out(ink)) return;
  list_.AddCircle(vec(middle), static_cast<float>(radius), packed(ink), 0, static_cast<float>(thick));
}

void ScreenDrawing::polygon(std::span<const Point> points, const Ink& ink) {
  if (is_left_out(ink)) return;
  if (points.size() == 3) return list_.AddTriangleFilled(vec(points[0]), vec(points[1]), vec(points[2]), packed(ink));
  const std::vector<ImVec2> list = vecs(points);
  list_.AddConvexPolyFilled(list.data(), static_cast<int>(list.size()), packed(ink));
}

void ScreenDrawing::text(Point at, std::string_view words, const Ink& ink, Face face, double size, const Area* within) {
  const ImFont& font = font_of(fonts_, face, size);
  ImVec4 box;
  // to whole pixels, as the text is, and one more, as letters lean out: else an edge takes a part of a letter
  if (within)
    box = {static_cast<float>(std::floor(within->x) - 1), static_cast<float>(std::floor(within->y)),
           static_cast<float>(std::ceil(within->right())), static_cast<float>(std::ceil(within->bottom()))};
  list_.AddText(&font, size > 0 ? static_cast<float>(size) : font.FontSize, vec({std::round(at.x), std::round(at.y)}),
                packed(ink), words.data(), words.data() + words.size(), 0, within ? &box : nullptr);
}

void ScreenDrawing::expect(std::size_t shapes) {
  constexpr int k_likely = 1, k_most = 5;  // rectangles of each: a ground; and a ring, or a line and its head
  // because: a list that grows by and by is copied each time, and its memory given back and fetched anew
  const auto room = [&](auto& list, std::size_t each) {
    const int more = static_cast<int>(each * shapes);
    if (list.Capacity >= list.Size + 2 * k_likely * more) return;
    list.reserve(list.Size + k_most * more);
    // now, not in the move that first shows so much: the system hands memory out page by page, where it is first written
    std::memset(static_cast<void*>(list.Data + list.Size), 0, sizeof(*list.Data) * static_cast<std::size_t>(k_likely * more));
  };
  room(list_.VtxBuffer, 4);
  room(list_.IdxBuffer, 6);
  list_._VtxWritePtr = list_.VtxBuffer.Data + list_.VtxBuffer.Size;
  list_._IdxWritePtr = list_.IdxBuffer.Data + list_.IdxBuffer.Size;
}

void ScreenDrawing::clip(const Area& area) { list_.PushClipRect(corner(area), far_corner(area), true); }
void ScreenDrawing::unclip() { list_.PopClipRect(); }

double ScreenDrawing::letters(Face face) const { return static_cast<double>(font_of(fonts_, face, 0).FontSize); }

double ScreenDrawing::width_of(std::string_view words, Face face, double size) const {
  const ImFont& font = font_of(fonts_, face, size);
  const float high = size > 0 ? static_cast<float>(size) : font.FontSize;
  return static_cast<double>(font.CalcTextSizeA(high, 1e9F, 0, words.data(), words.data() + words.size()).x);
}

}  // namespace satscope::app
