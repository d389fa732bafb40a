// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/fonts/fonts.h"

#include <imgui.h>

#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/ui/drawing/fonts/font_files.h"
#include "app/ui/drawing/fonts/system_fonts.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_regular = "DejaVuSans", k_bold = "DejaVuSans-Bold", k_mono = "DejaVuSansMono";

/// ImGui keeps the pointer.
const ImWchar* all_characters() {
  static const std::vector<ImWchar> ranges = [] {
    std::vector<ImWchar> made;
    for (const unsigned character : font_characters()) made.push_back(static_cast<ImWchar>(character));
    made.push_back(0);
    return made;
  }();
  return ranges.data();
}

/// Adds the letters that the font lacks, from fonts of the system, as large as its own.
void add_foreign_letters(ImFontAtlas& atlas, std::string_view name, float pixels) {
  for (const SystemFont& font : system_fonts(name)) {
    ImFontConfig config;
    config.MergeMode = true;
    config.OversampleH = 1;  // because: a text may have hundreds of such letters, and they are large
    config.FontDataOwnedByAtlas = false;
    config.FontNo = font.index;
    const float as_large = pixels * static_cast<float>(em_share()) * font.line_ems;
    atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(font.file.data()), static_cast<int>(font.file.size()), as_large,
                               &config, font.ranges.data());
  }
}

constexpr ImWchar k_plain_characters[] = {0x0020, 0x007E, 0x2212, 0x2212, 0};

/// The place of a table in a TrueType file.
std::size_t table_of(std::span<const unsigned char> file, std::string_view tag) {
  const auto number = [&](std::size_t at) { return static_cast<std::size_t>(file[at]) << 8 | file[at + 1]; };
  constexpr std::size_t k_tables = 12, k_entry = 16;
  for (std::size_t i = 0; i < number(4); ++i) {
    const std::size_t entry = k_tables + i * k_entry;
    if (std::string_view(reinterpret_cast<const char*>(&file[entry]), 4) == tag)
      return number(entry + 8) << 16 | number(entry + 10);
  }
  return 0;
}

}  // namespace

double em_share() {
  static const double share = [] {
    const std::span<const unsigned char> file = font_file(k_regular);
    const auto number = [&](std::size_t at) { return static_cast<std::int16_t>(file[at] << 8 | file[at + 1]); };
    const std::size_t head = table_of(file, "head"), lines = table_of(file, "hhea");
    return static_cast<double>(number(head + 18)) / (number(lines + 4) - number(lines + 6));
  }();
  return share;
}

Fonts load_fonts(double ui_scale, bool to_class) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  const auto load = [&](std::string_view name, double share, const ImWchar* characters) {
    const std::span<const unsigned char> file = font_file(name);
    ImFontConfig config;
    config.OversampleH = 2;
    config.FontDataOwnedByAtlas = false;
    const auto pixels = static_cast<float>(std::round(k_font_pixels * ui_scale * share));
    // because: ImGui does not write to what it does not own
    ImFont* const font = atlas.AddFontFromMemoryTTF(const_cast<unsigned char*>(file.data()), static_cast<int>(file.size()),
                                                    pixels, &config, characters);
    if (characters != k_plain_characters) add_foreign_letters(atlas, name, pixels);
    return font;
  };
  Fonts fonts;
  fonts.text = load(k_regular, 1, all_characters());
  fonts.strong = load(k_bold, 1, all_characters());
  fonts.small = to_class ? fonts.text : load(k_regular, 0.82, all_characters());
  constexpr double k_caption = 7.0 / 6;  // because: the last row reads 28 pixels where there are 720 rows
  fonts.caption = to_class ? load(k_regular, k_caption, all_characters()) : fonts.text;
  fonts.caption_strong = to_class ? load(k_bold, k_caption, all_characters()) : fonts.strong;
  fonts.large = to_class ? fonts.caption : load(k_bold, 1.35, all_characters());
  fonts.number = load(k_regular, 2.5, k_plain_characters);
  fonts.code = load(k_mono, to_class ? 1 : k_smallest_share, all_characters());
  atlas.Build();
  return fonts;
}

}  // namespace satscope::app
