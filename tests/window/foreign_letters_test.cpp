// SPDX-License-Identifier: Apache-2.0
// Letters of scripts that the built-in fonts lack come from fonts of the system, in the window and in pictures; those of Hebrew
// and Arabic run from right to left. Where no font has a letter, a sentence says so. With SATSCOPE_SHOTS set to a folder, the
// pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include "app/core/text/wanted_letters.h"
#include "app/lessons/lesson.h"
#include "app/ui/drawing/fonts/system_fonts.h"
#include "app/ui/drawing/page.h"
#include "app/window/window.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr const char* k_chinese = SATSCOPE_TEST_LESSONS "/chinese.md";
constexpr const char* k_hebrew = SATSCOPE_TEST_LESSONS "/hebrew.md";

/// Whether a font of the system has the letters of this text.
bool has_fonts_for(const std::string& text) {
  want_letters(text);
  const std::u32string letters = letters_of(text), missing = letters_without_font();
  return letters.find_first_of(missing) == letters.npos;
}

std::vector<std::string> faults_of_lesson(const char* file) {
  WindowOptions options;
  options.lesson = file;
  return check_lesson(options, load_lesson(file));
}

/// The letters of the lines of a window that hold this letter, each line from left to right.
std::vector<std::u32string> lines_with(char32_t wanted) {
  std::map<long, std::vector<DrawnLetter>> lines;
  for (const DrawnLetter& letter : drawn_letters()) lines[std::lround(letter.line)].push_back(letter);
  std::vector<std::u32string> found;
  for (auto& [line, letters] : lines) {
    std::ranges::sort(letters, {}, [](const DrawnLetter& one) { return one.area.middle().x; });
    std::u32string text;
    for (const DrawnLetter& one : letters) text += one.code;
    if (text.find(wanted) != text.npos) found.push_back(text);
  }
  return found;
}

bool shows(const std::vector<std::u32string>& lines, std::u32string_view text) {
  return std::ranges::any_of(lines, [&](const std::u32string& line) { return line.find(text) != line.npos; });
}

TEST(ForeignLetters, ALessonInChineseIsShown) {
  if (!has_fonts_for("求和表像素")) GTEST_SKIP() << "no font here has Chinese letters; fonts-wqy-microhei does";
  EXPECT_EQ(faults_of_lesson(k_chinese), std::vector<std::string>{});
  for (const double scale : {1.0, 2.0}) {
    Stage stage({.size = scale > 1 ? Extent{1920, 1080} : Extent{1280, 720},
                 .scale = scale,
                 .theme = scale > 1 ? "light" : "dark",
                 .box = {},
                 .workspace = "learn",
                 .lesson = k_chinese});
    EXPECT_NE(letters_on_screen().find(letters_of("左边是一幅")), std::u32string::npos);
    // a paragraph without a blank is wrapped, and no line of it begins with what closes
    std::size_t wrapped = 0;
    for (const std::u32string& line : lines_with(U'，')) {
      wrapped += letters_of("它让我们只用四次读取就能得到任意矩形内像素的和，无论这个矩形有多大。先按行累加，再按列累加，")
                     .find(line) != line.npos;
      EXPECT_EQ(std::u32string_view(U"，。；、）").find(line.front()), std::u32string_view::npos);
    }
    EXPECT_GE(wrapped, 1U) << scale;
    for (const std::string& fault : faults_of(drawn_letters(), {"lesson"})) ADD_FAILURE() << fault;
    stage.shot(fmt::format("chinese-{}", scale));
  }
}

TEST(ForeignLetters, HebrewStandsFromRightToLeft) {
  if (!has_fonts_for("טבלה")) GTEST_SKIP() << "no font here has Hebrew letters; fonts-dejavu-core does";
  EXPECT_EQ(faults_of_lesson(k_hebrew), std::vector<std::string>{});
  for (const double scale : {1.0, 2.0}) {
    Stage stage({.size = scale > 1 ? Extent{1920, 1080} : Extent{1280, 720},
                 .scale = scale,
                 .theme = scale > 1 ? "light" : "dark",
                 .box = {},
                 .workspace = "learn",
                 .lesson = k_hebrew});
    const std::vector<std::u32string> lines = lines_with(U'ה');
    // the heading התמונה והטבלה, its first letter at the right
    EXPECT_TRUE(shows(lines, U"הלבטהוהנומתה")) << scale;
    // code within it is read from left to right; what a sign joins, from right to left: 6 × 5
    EXPECT_TRUE(shows(lines, U"summed-areatable")) << scale;
    EXPECT_TRUE(shows(lines, U"5×6")) << scale;
    for (const std::string& fault : faults_of(drawn_letters(), {"lesson"})) ADD_FAILURE() << fault;
    stage.shot(fmt::format("hebrew-{}", scale));
  }
}

TEST(ForeignLetters, ArabicIsJoined) {
  const std::string word = "سلام";  // seen, lam with alef as one sign, meem
  if (!has_fonts_for(word)) GTEST_SKIP() << "no font here has Arabic letters; fonts-dejavu-core does";
  Offscreen offscreen({64, 64});
  PixelPage page({200, 40}, 1);
  const auto drawn = page.draw(palette_of("dark"), [&](Drawing& drawing) {
    drawing.text({4, 4}, word, {{1, 1, 1}, 1}, Face::text);
  });
  const std::uint32_t ground = to_word(palette_of("dark").backdrop);
  // columns with ink, and the gaps between them: joined letters have none but before the last one
  int runs = 0;
  bool inked = false;
  for (int x = 0; x < page.pixels().width; ++x) {
    bool any = false;
    for (int y = 0; y < page.pixels().height; ++y)
      any = any || drawn[static_cast<std::size_t>(y * page.pixels().width + x)] != ground;
    runs += any && !inked;
    inked = any;
  }
  EXPECT_LE(runs, 2);
  EXPECT_GE(runs, 1);
}

TEST(ForeignLetters, AnSvgMeasuresThemAndKeepsTheirOrder) {
  if (!has_fonts_for("טבלה")) GTEST_SKIP() << "no font here has Hebrew letters; fonts-dejavu-core does";
  const SvgPage page({200, 40});
  double wide = 0, unknown = 0;
  const std::string text = page.document(palette_of("light"), 1, "", "", [&](Drawing& drawing) {
    wide = drawing.width_of("טבלה");
    unknown = drawing.width_of("????");
    drawing.text({4, 4}, "טבלה", {{0, 0, 0}, 1});
  });
  EXPECT_NE(text.find(">טבלה</text>"), text.npos) << text;
  EXPECT_GT(std::abs(wide - unknown), 0.5);
}

TEST(ForeignLetters, CommentsOfACudaFileAreShown) {
  if (!has_fonts_for("Ա")) GTEST_SKIP() << "no font here has Armenian letters; fonts-dejavu-core does";
  const std::string file = (std::filesystem::temp_directory_path() / fmt::format("satscope-{}.cu", ::getpid())).string();
  std::ofstream(file) << "// բարև\n";
  Stage stage({.box = {}});
  stage.screen().open(file);
  stage.settle();
  stage.key(ctrl('U'));
  EXPECT_NE(letters_on_screen().find(letters_of("// բարև")), std::u32string::npos);
  stage.shot("armenian");
  std::filesystem::remove(file);
}

TEST(ForeignLetters, WhatNoFontHasIsNamed) {
  Stage stage({.box = {}, .workspace = "explore"});
  const auto said = [&] { return stage.screen().doing().message.value_or(Notice{}).text; };
  EXPECT_EQ(said().find("U+0379"), std::string::npos) << said();
  want_letters("\xCD\xB9");  // no letter has this number
  stage.settle();
  EXPECT_NE(said().find("U+0379"), std::string::npos) << said();
  const std::string file = (std::filesystem::temp_directory_path() / fmt::format("satscope-{}.md", ::getpid())).string();
  std::ofstream(file)
      << "# Of a test\n@lesson 1\n\n## Box\n\xCE\x8B\n@show {\"workspace\": \"explore\", \"input\": \"pattern:ramp:6x5\"}\n";
  Stage lesson({.box = {}, .workspace = "learn", .lesson = file});
  const auto& message = lesson.screen().doing().message;
  EXPECT_TRUE(message && message->text.find("U+038B") != std::string::npos) << "a lesson's session took it away";
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace satscope::app
