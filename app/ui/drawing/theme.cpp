// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/theme.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

constexpr Rgb hex(unsigned colour) {
  return {static_cast<float>(colour >> 16 & 255U) / 255, static_cast<float>(colour >> 8 & 255U) / 255,
          static_cast<float>(colour & 255U) / 255};
}

constexpr Palette k_dark{
    .backdrop = hex(0x101216),
    .panel = hex(0x1a1d23),
    .raised = hex(0x282d36),
    .hovered = hex(0x353b47),
    .line = hex(0x2f3540),
    .text = hex(0xe8ebf0),
    .quiet = hex(0xa7b0be),
    .accent = hex(0x7ab8ff),
    .on_accent = hex(0x0d1520),
    .plus = hex(0x63d8a4),
    .minus = hex(0xff9a8b),
    .good = hex(0x63d8a4),
    .warning = hex(0xf4c05a),
    .bad = hex(0xff9a8b),
    .plus_mark = hex(0x63d8a4),
    .minus_mark = hex(0xff9a8b),
    .on_mark = hex(0x15181d),
    .box = hex(0xffd75e),
    .selected = hex(0xffd75e),
};

constexpr Palette k_light{
    .backdrop = hex(0xdde1e7),
    .panel = hex(0xf7f8fa),
    .raised = hex(0xe6e9ee),
    .hovered = hex(0xd8dde5),
    .line = hex(0xd3d8e0),
    .text = hex(0x1a1f27),
    .quiet = hex(0x4c5664),
    .accent = hex(0x0a5bb8),
    .on_accent = hex(0xffffff),
    .plus = hex(0x09683f),
    .minus = hex(0xa8321f),
    .good = hex(0x09683f),
    .warning = hex(0x7a4f00),
    .bad = hex(0xa8321f),
    .plus_mark = hex(0x63d8a4),
    .minus_mark = hex(0xff9a8b),
    .on_mark = hex(0x15181d),
    .box = hex(0xffd75e),
    .selected = hex(0xb35400),
};

ImVec4 opaque(Rgb colour, float alpha = 1) { return {colour.r, colour.g, colour.b, alpha}; }

/// Ground and text at the ends of what a lamp can do, nothing grey between them, and colours that are far from both.
Palette few_colours_of(Palette palette, Rgb ground, Rgb text) {
  palette.backdrop = palette.panel = palette.raised = palette.on_accent = ground;
  palette.text = palette.quiet = palette.line = text;
  const bool light = ground.r > 0.5F;
  palette.hovered = hex(light ? 0xffe680 : 0x004a99);
  palette.accent = hex(light ? 0x0000c0 : 0x80d0ff);
  palette.plus = palette.good = hex(light ? 0x005a20 : 0x60ff90);
  palette.minus = palette.bad = hex(light ? 0xb00000 : 0xffa090);
  palette.warning = hex(light ? 0x7a3a00 : 0xffd040);
  return palette;
}

double luminance(Rgb colour) {
  const auto linear = [](float c) { return c <= 0.03928F ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(colour.r) + 0.7152 * linear(colour.g) + 0.0722 * linear(colour.b);
}

}  // namespace

const Palette& palette_of(std::string_view theme, bool few) {
  static const Palette light = few_colours_of(k_light, hex(0xffffff), hex(0x000000));
  static const Palette dark = few_colours_of(k_dark, hex(0x000000), hex(0xffffff));
  static const Palette white = [] {
    Palette paper = k_light;
    paper.backdrop = paper.panel = {1, 1, 1};
    return paper;
  }();
  if (theme == "white") return white;
  if (few) return theme == "light" ? light : dark;
  return theme == "light" ? k_light : k_dark;
}

double contrast(Rgb a, Rgb b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

std::vector<TextOn> text_pairs(const Palette& p) {
  return {{"text on backdrop", p.text, p.backdrop},
          {"text on panel", p.text, p.panel},
          {"text on raised", p.text, p.raised},
          {"text on hovered", p.text, p.hovered},
          {"quiet on backdrop", p.quiet, p.backdrop},
          {"quiet on panel", p.quiet, p.panel},
          {"quiet on raised", p.quiet, p.raised},
          {"accent on panel", p.accent, p.panel},
          {"on accent", p.on_accent, p.accent},
          {"plus on panel", p.plus, p.panel},
          {"minus on panel", p.minus, p.panel},
          {"letter on plus mark", p.on_mark, p.plus_mark},
          {"letter on minus mark", p.on_mark, p.minus_mark},
          {"good on panel", p.good, p.panel},
          {"warning on panel", p.warning, p.panel},
          {"bad on panel", p.bad, p.panel}};
}

void apply_style(const Palette& palette, float font_size) {
  ImGuiStyle style;
  const auto em = [&](float ems) { return std::round(ems * font_size); };
  style.WindowPadding = {em(0.75F), em(0.75F)};
  style.FramePadding = {em(0.5F), em(0.3F)};
  style.ItemSpacing = {em(0.5F), em(0.5F)};
  style.ItemInnerSpacing = {em(0.4F), em(0.35F)};
  style.CellPadding = {em(0.5F), em(0.2F)};
  style.IndentSpacing = em(1);
  style.ScrollbarSize = em(0.7F);
  style.GrabMinSize = em(0.8F);
  style.WindowRounding = style.ChildRounding = style.PopupRounding = em(0.4F);
  style.FrameRounding = style.GrabRounding = style.ScrollbarRounding = em(0.3F);
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = 0;
  style.DisplaySafeAreaPadding = {0, 0};
  style.WindowMinSize = {1, 1};

  ImVec4* colour = style.Colors;
  colour[ImGuiCol_Text] = opaque(palette.text);
  colour[ImGuiCol_TextDisabled] = opaque(palette.quiet);
  colour[ImGuiCol_WindowBg] = colour[ImGuiCol_ChildBg] = opaque(palette.panel);
  colour[ImGuiCol_ChildBg].w = 0;
  colour[ImGuiCol_PopupBg] = opaque(palette.panel);
  colour[ImGuiCol_MenuBarBg] = {};  // the window's own colour is there
  colour[ImGuiCol_Border] = colour[ImGuiCol_Separator] = opaque(palette.line);
  colour[ImGuiCol_BorderShadow] = {};
  colour[ImGuiCol_FrameBg] = colour[ImGuiCol_Button] = opaque(palette.raised);
  colour[ImGuiCol_FrameBgHovered] = colour[ImGuiCol_ButtonHovered] = opaque(palette.hovered);
  colour[ImGuiCol_FrameBgActive] = colour[ImGuiCol_ButtonActive] = opaque(palette.hovered);
  colour[ImGuiCol_Header] = opaque(palette.raised);
  colour[ImGuiCol_HeaderHovered] = opaque(palette.hovered);
  colour[ImGuiCol_HeaderActive] = opaque(palette.hovered);
  colour[ImGuiCol_CheckMark] = colour[ImGuiCol_SliderGrab] = colour[ImGuiCol_SliderGrabActive] = opaque(palette.accent);
  colour[ImGuiCol_ScrollbarBg] = {};
  colour[ImGuiCol_ScrollbarGrab] = opaque(palette.hovered);
  colour[ImGuiCol_ScrollbarGrabHovered] = colour[ImGuiCol_ScrollbarGrabActive] = opaque(palette.quiet);
  colour[ImGuiCol_TitleBg] = colour[ImGuiCol_TitleBgActive] = colour[ImGuiCol_TitleBgCollapsed] = opaque(palette.panel);
  colour[ImGuiCol_TextSelectedBg] = opaque(palette.accent, 0.35F);
  colour[ImGuiCol_NavHighlight] = opaque(palette.accent);
  colour[ImGuiCol_PlotHistogram] = opaque(palette.accent);
  colour[ImGuiCol_ModalWindowDimBg] = {0, 0, 0, 0.45F};
  ImGui::GetStyle() = style;
}

}  // namespace satscope::app
