// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/fonts.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace satscope::app {
namespace {

struct Family {
  std::string_view regular, bold, name;
};
constexpr std::array k_families{
    Family{"NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "Noto Sans"},
    Family{"DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVu Sans"},
    Family{"LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf", "Liberation Sans"},
    Family{"Ubuntu-R.ttf", "Ubuntu-B.ttf", "Ubuntu"},
    Family{"FreeSans.ttf", "FreeSansBold.ttf", "FreeSans"},
};
constexpr std::array k_folders{"/usr/share/fonts", "/usr/local/share/fonts"};

constexpr std::array<std::string_view, 5> k_code_files{"NotoSansMono-Regular.ttf", "DejaVuSansMono.ttf",
                                                       "LiberationMono-Regular.ttf", "UbuntuMono-R.ttf", "FreeMono.ttf"};

struct Files {
  std::string regular, bold;
  std::string code;
  std::string_view family;
};

/// A number of two bytes in a font file, which may be shorter than it should be.
int two_bytes(const std::string& file, std::size_t at) {
  if (at + 2 > file.size()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(file[i]); };
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(byte(at) << 8 | byte(at + 1)));
}

/// The em of a TrueType font as a part of the height of its lines, from its tables head and hhea; 1 where it has none.
double em_of_line(const std::string& name) {
  std::ifstream stream(name, std::ios::binary);
  const std::string file{std::istreambuf_iterator<char>(stream), {}};
  int em = 0, line = 0;
  constexpr std::size_t k_tables = 12, k_entry = 16;
  for (int i = 0; i < two_bytes(file, 4); ++i) {
    const std::size_t entry = k_tables + static_cast<std::size_t>(i) * k_entry;
    if (entry + k_entry > file.size()) break;
    const auto start = static_cast<std::size_t>(static_cast<std::uint16_t>(two_bytes(file, entry + 8))) << 16 |
                       static_cast<std::uint16_t>(two_bytes(file, entry + 10));
    if (file.compare(entry, 4, "head") == 0) em = two_bytes(file, start + 18);
    if (file.compare(entry, 4, "hhea") == 0) line = two_bytes(file, start + 4) - two_bytes(file, start + 6);
  }
  return em > 0 && line > 0 ? static_cast<double>(em) / line : 1;
}

/// Walks the font folders once; the first family of the list that is there wins.
Files find_files() {
  namespace fs = std::filesystem;
  std::array<Files, k_families.size()> found;
  std::array<std::string, k_code_files.size()> code;
  for (const char* folder : k_folders) {
    std::error_code failure;
    for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, failure), end;
         !failure && at != end; at.increment(failure)) {
      const std::string name = at->path().filename().string();
      for (std::size_t i = 0; i < k_families.size(); ++i) {
        if (name == k_families[i].regular) found[i].regular = at->path().string();
        if (name == k_families[i].bold) found[i].bold = at->path().string();
      }
      for (std::size_t i = 0; i < k_code_files.size(); ++i)
        if (name == k_code_files[i]) code[i] = at->path().string();
    }
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    Files& files = found[i];
    if (files.regular.empty()) continue;
    files.family = k_families[i].name;
    if (files.bold.empty()) files.bold = files.regular;
    const auto mono = std::find_if(code.begin(), code.end(), [](const std::string& file) { return !file.empty(); });
    files.code = mono == code.end() ? files.regular : *mono;
    return files;
  }
  return {};
}

// Latin with accents (file names), punctuation, sub- and superscripts, arrows, minus and the like. ImGui keeps the pointer.
constexpr ImWchar k_characters[] = {0x0020, 0x024F, 0x0370, 0x03FF, 0x2010, 0x2027, 0x2030, 0x205E,
                                    0x2070, 0x209C, 0x2190, 0x2199, 0x2200, 0x2265, 0};

constexpr ImWchar k_plain_characters[] = {0x0020, 0x007E, 0x2212, 0x2212, 0};

/// ImGui's own font has Latin-1 alone: what our texts use beyond it gets the nearest sign.
void replace_missing(ImFont& font) {
  constexpr std::array<std::pair<ImWchar, ImWchar>, 9> k_nearest{{
      {0x2212, '-'},
      {0x2013, '-'},
      {0x2014, '-'},
      {0x2019, '\''},
      {0x2022, 0xB7},
      {0x2026, '.'},
      {0x2264, '<'},
      {0x2265, '>'},
      {0x2192, '>'},
  }};
  for (const auto& [missing, nearest] : k_nearest) font.AddRemapChar(missing, nearest);
}

}  // namespace

std::string find_font() { return find_files().regular; }

double em_of(const Fonts& fonts) { return fonts.file.empty() ? 1 : em_of_line(fonts.file); }

Fonts load_fonts(double ui_scale, bool without) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  const Files files = without ? Files{} : find_files();
  const auto pixels = [&](double share) { return static_cast<float>(std::round(k_font_pixels * ui_scale * share)); };
  const auto load = [&](const std::string& file, double share, const ImWchar* characters = k_characters) -> ImFont* {
    ImFontConfig config;
    config.OversampleH = 2;
    if (!file.empty())
      if (ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), pixels(share), &config, characters)) return font;
    config.SizePixels = pixels(share);
    return atlas.AddFontDefault(&config);
  };
  Fonts fonts;
  fonts.file = files.regular;
  fonts.family = files.family;
  fonts.text = load(files.regular, 1);
  fonts.strong = load(files.bold, 1);
  fonts.small = load(files.regular, 0.82);
  fonts.large = load(files.bold, 1.35);
  fonts.number = load(files.regular, 2.5, k_plain_characters);
  fonts.code = load(files.code, k_smallest_share);
  atlas.Build();
  if (fonts.file.empty())
    for (ImFont* font : atlas.Fonts) replace_missing(*font);
  return fonts;
}

}  // namespace satscope::app
