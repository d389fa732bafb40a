// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/svg_drawing.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/xml_text.h"
#include "app/ui/drawing/fonts/fonts.h"

namespace satscope::app {
namespace {

/// A length with two digits behind the point, none of them in vain.
std::string length(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string hex_of(Rgb colour) {
  const auto byte = [](float part) { return std::clamp(static_cast<int>(std::lround(part * 255)), 0, 255); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(colour.r), byte(colour.g), byte(colour.b));
}

std::string filled(const Ink& ink) {
  return fmt::format("fill=\"{}\"{}", hex_of(ink.colour),
                     ink.alpha < 1 ? fmt::format(" fill-opacity=\"{}\"", length(ink.alpha)) : "");
}

std::string stroked(const Ink& ink, double thick) {
  return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}", hex_of(ink.colour), length(thick),
                     ink.alpha < 1 ? fmt::format(" stroke-opacity=\"{}\"", length(ink.alpha)) : "");
}

std::string placed(const Area& area, double round) {
  const double most = std::min(area.width, area.height) / 2;
  return fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}", length(area.x), length(area.y),
                     length(std::max(0.0, area.width)), length(std::max(0.0, area.height)),
                     round > 0 ? fmt::format(" rx=\"{}\"", length(std::min(round, most))) : "");
}

std::string points_of(std::span<const Point> points) {
  std::string text;
  for (const Point& point : points) text += fmt::format("{}{},{}", text.empty() ? "" : " ", length(point.x), length(point.y));
  return text;
}

const ImFont& svg_font(const Fonts& fonts, Face face) {
  return *(face == Face::text      ? fonts.text
           : face == Face::strong  ? fonts.strong
           : face == Face::caption ? fonts.caption
                                   : fonts.small);
}

bool reaches_beyond(const Area& text, const Area& within) {
  constexpr double k_slack = 0.5;
  return text.x < within.x - k_slack || text.right() > within.right() + k_slack || text.y < within.y - k_slack ||
         text.bottom() > within.bottom() + k_slack;
}

}  // namespace

SvgDrawing::SvgDrawing(const Palette& colours, const Fonts& fonts, double height, Extent size)
    : Drawing(colours, height), fonts_(fonts), em_share_(em_share()), size_(size) {}

void SvgDrawing::polyline(std::span<const Point> points, const Ink& ink, double thick) {
  if (is_left_out(ink)) return;
  body_ += fmt::format("<polyline points=\"{}\" {}/>\n", points_of(points), stroked(ink, thick));
}

void SvgDrawing::curve(Point a, Point b, Point c, Point d, const Ink& ink, double thick) {
  if (is_left_out(ink)) return;
  body_ +=
      fmt::format("<path d=\"M{} C{}\" {}/>\n", points_of(std::array{a}), points_of(std::array{b, c, d}), stroked(ink, thick));
}

void SvgDrawing::rect(const Area& area, const Ink& ink, double round) {
  if (is_left_out(ink)) return;
  body_ += fmt::format("<rect {} {}/>\n", placed(area, round), filled(ink));
}

void SvgDrawing::frame(const Area& area, const Ink& ink, double thick, double round) {
  if (is_left_out(ink)) return;
  const Area inner{area.x + 0.5, area.y + 0.5, area.width - 1, area.height - 1};  // as on the screen
  body_ += fmt::format("<rect {} {}/>\n", placed(inner, round), stroked(ink, thick));
}

void SvgDrawing::circle(Point middle, double radius, const Ink& ink) {
  if (is_left_out(ink)) return;
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", length(middle.x), length(middle.y), length(radius),
                       filled(ink));
}

void SvgDrawing::ring(Point middle, double radius, const Ink& ink, double thick) {
  if (is_left_out(ink)) return;
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", length(middle.x), length(middle.y), length(radius),
                       stroked(ink, thick));
}

void SvgDrawing::polygon(std::span<const Point> points, const Ink& ink) {
  if (is_left_out(ink)) return;
  body_ += fmt::format("<polygon points=\"{}\" {}/>\n", points_of(points), filled(ink));
}

void SvgDrawing::text(Point at, std::string_view words, const Ink& ink, Face face, double size, const Area* within) {
  if (words.empty()) return;
  const ImFont& font = svg_font(fonts_, face);
  const double high = size > 0 ? size : letters(face), wide = width_of(words, face, high);
  const double base = at.y + high * static_cast<double>(font.Ascent / font.FontSize);
  const std::string cut = within && reaches_beyond({at.x, at.y, wide, high}, *within) ? clip_path(*within) : "";
  // a number stays in the middle of its place, also with another font
  const bool number = words.find_first_not_of("0123456789.") == words.npos;
  body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}{} textLength=\"{}\" {}{}>{}</text>\n",
                       length(number ? at.x + wide / 2 : at.x), length(base), length(high * em_share_),
                       number ? " text-anchor=\"middle\"" : "", face == Face::strong ? " font-weight=\"bold\"" : "",
                       length(wide), filled(ink), cut, xml_text(words));
}

std::string SvgDrawing::clip_path(const Area& area) {
  ++clips_;
  body_ += fmt::format("<clipPath id=\"c{}\"><rect {}/></clipPath>\n", clips_, placed(area, 0));
  return fmt::format(" clip-path=\"url(#c{})\"", clips_);
}

void SvgDrawing::clip(const Area& area) {
  const std::string path = clip_path(area);
  body_ += fmt::format("<g{}>\n", path);
}
void SvgDrawing::unclip() { body_ += "</g>\n"; }

double SvgDrawing::letters(Face face) const { return static_cast<double>(svg_font(fonts_, face).FontSize); }

double SvgDrawing::width_of(std::string_view words, Face face, double size) const {
  const ImFont& font = svg_font(fonts_, face);
  const double own =
      static_cast<double>(font.CalcTextSizeA(font.FontSize, 1e9F, 0, words.data(), words.data() + words.size()).x);
  return size > 0 ? own * size / static_cast<double>(font.FontSize) : own;
}

std::string SvgDrawing::document(std::string_view title, std::string_view description, double scale, bool filled_ground) const {
  const std::string ground = filled_ground ? fmt::format("<rect width=\"{}\" height=\"{}\" {}/>\n", size_.width, size_.height,
                                                         filled({palette.backdrop}))
                                           : "";
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" "
      "font-family=\"{}\" xml:space=\"preserve\">\n"
      "<title>{}</title>\n<desc>{}</desc>\n"
      "{}{}</svg>\n",
      length(size_.width * scale), length(size_.height * scale), size_.width, size_.height, k_svg_fonts, xml_text(title),
      xml_text(description), ground, body_);
}

}  // namespace satscope::app
