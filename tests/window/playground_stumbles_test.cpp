// SPDX-License-Identifier: Apache-2.0
// Where people stumbled in Playground, in the whole window off-screen: undo, presets that go, tips at the edge, words that
// disagree, films.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "app/sources/files/png_file.h"
#include "app/sources/samples.h"
#include "app/ui/ui.h"
#include "app/workspaces/playground/chain/presets.h"
#include "kernels/registry.h"
#include "tests/app/made_files.h"
#include "tests/window/drawn_text.h"
#include "tests/window/playground_stage.h"

namespace satscope::app {
namespace {

Point middle_of_result(const Stage& stage) {
  const nlohmann::json view = stage.state()["views"]["result"];
  return {view["x"].get<double>() + view["w"].get<double>() / 2, view["y"].get<double>() + view["h"].get<double>() / 2};
}

std::string said_by(const Stage& stage) {
  const nlohmann::json message = stage.state()["message"];
  return message.is_string() ? message.get<std::string>() : "";
}

void drag_from(Stage& stage, Point from, Point to) {
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::move_to(from.x, from.y));
  input.push(InputEvent::press(MouseButton::left, true));
  stage.frames(2);
  input.push(InputEvent::move_to(to.x, to.y));
  stage.frames(2);
  input.push(InputEvent::press(MouseButton::left, false));
  stage.settle();
}

TEST(PlaygroundStumbles, OneUndoTakesBackOneRotationFlipOrCropOfALiveSource) {
  for (const std::string chain : {"box r=3", "motion"}) {
    SCOPED_TRACE(chain);
    Stage stage(chain_in_tall_window(chain, "synthetic:96x64"));
    const auto edit = [&] { return stage.screen().session().edit; };
    const auto regions = [&] { return edit().part<PlaygroundEdit>().regions; };
    if (chain == "motion") {
      const Point at = middle_of_result(stage);
      drag_from(stage, {at.x - 60, at.y - 40}, {at.x + 50, at.y + 30});
      ASSERT_EQ(regions().size(), 1U);
    }
    if (!stage.state()["controls"].contains("rotate_right")) stage.click(stage.control("transform"));
    const auto at_first = regions();
    for (const char* control : {"rotate_right", "rotate_left", "flip_across"}) {
      SCOPED_TRACE(control);
      ASSERT_TRUE(edit().transform.none());
      const Box box = edit().box;
      stage.click(stage.control(control));
      ASSERT_FALSE(edit().transform.none());
      stage.frames(6);
      stage.settle();
      const auto after = edit().transform;
      const auto regions_after = regions();
      stage.key({.key = 'Z', .ctrl = true});
      EXPECT_TRUE(edit().transform.none());
      EXPECT_EQ(edit().box, box);
      stage.frames(6);
      stage.settle();
      EXPECT_EQ(regions(), at_first);
      stage.key({.key = 'Z', .ctrl = true, .shift = true});
      EXPECT_EQ(edit().transform, after) << "it can be done again";
      stage.frames(6);
      stage.settle();
      EXPECT_EQ(regions(), regions_after);
      stage.key({.key = 'Z', .ctrl = true});
      stage.settle();
    }
  }
}

TEST(PlaygroundStumbles, APresetThatWasRemovedIsBroughtBack) {
  Stage stage(chain_in_tall_window("box r=3; bradley"));
  stage.click(stage.control("preset_name"));
  stage.type("Mine");
  stage.click(stage.control("preset_keep"));
  const std::string kept = stage.remembered().presets.at("Mine");
  const Point tile = stage.control("own:Mine");
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::move_to(tile.x, tile.y));
  for (const bool down : {true, false}) input.push(InputEvent::press(MouseButton::right, down));
  stage.settle();
  stage.click(stage.control("own_remove"));
  ASSERT_TRUE(stage.remembered().presets.empty());
  EXPECT_NE(said_by(stage).find("Mine"), std::string::npos);
  stage.frame(60);
  EXPECT_NE(said_by(stage).find("Mine"), std::string::npos) << "it can be brought back a minute later";
  stage.shot("playground-preset-removed");
  stage.click(stage.control("message:act"));
  EXPECT_EQ(stage.remembered().presets.at("Mine"), kept);
  EXPECT_EQ(said_by(stage), "");
}

TEST(PlaygroundStumbles, NoPresetIsLostToAnotherOfItsName) {
  Stage stage(chain_in_tall_window("box r=3"));
  const auto keep_as = [&](const std::string& name) {
    stage.click(stage.control("preset_name"));
    stage.type(name);
    stage.click(stage.control("preset_keep"));
  };
  const auto names = [&] {
    std::string all;
    for (const auto& [name, text] : stage.remembered().presets)
      all += fmt::format("{}{} ", name, text.find("bradley") == text.npos ? "" : " with bradley");
    return all;
  };
  keep_as("Mine");
  stage.click(stage.control("shelf:bradley"));
  keep_as("Mine");
  EXPECT_EQ(names(), "Mine Mine 2 with bradley ");
  EXPECT_NE(stage.state()["message"].get<std::string>().find("kept as Mine 2"), std::string::npos);
  const auto choose_in = [&](const std::string& tile, const std::string& item) {
    InputQueue& input = stage.screen().input();
    const Point at = stage.control(tile);
    input.push(InputEvent::move_to(at.x, at.y));
    for (const bool down : {true, false}) input.push(InputEvent::press(MouseButton::right, down));
    stage.settle();
    stage.click(stage.control(item));
  };
  const auto rename_to = [&](const std::string& name) {
    choose_in("own:Mine 2", "own_name");
    stage.key({.key = 'A', .ctrl = true});
    stage.type(name);
    stage.key({.key = k_key_enter});
  };
  rename_to("Mine");
  EXPECT_EQ(names(), "Mine Mine 2 with bradley ") << "the name is taken";
  rename_to("Page");
  EXPECT_EQ(names(), "Mine Page with bradley ");
  choose_in("own:Mine", "own_replace");
  EXPECT_EQ(names(), "Mine with bradley Page with bradley ");
  stage.click(stage.control("message:act"));
  EXPECT_EQ(names(), "Mine Page with bradley ") << "one press brings it back";
}

/// Letters of the tip; none of them may be cut.
std::u32string tip_on_screen(Extent size) {
  std::u32string text;
  for (const DrawnLetter& letter : drawn_letters()) {
    if (!letter.window.starts_with("##Tooltip")) continue;
    text += letter.code;
    EXPECT_FALSE(letter.cut) << static_cast<char>(letter.code);
    EXPECT_TRUE(letter.area.x >= 0 && letter.area.y >= 0 && letter.area.right() <= size.width &&
                letter.area.bottom() <= size.height)
        << static_cast<char>(letter.code) << " at " << letter.area.x << ", " << letter.area.y;
  }
  return text;
}

TEST(PlaygroundStumbles, TipsStayWithinTheWindow) {
  for (const auto& [scale, size] : {std::pair{1.0, Extent{1280, 720}}, {1.5, Extent{1920, 1080}}}) {
    Setting setting = chain_over("box");
    setting.scale = scale;
    setting.size = size;
    Stage stage(setting);
    int with_example = 0;
    const nlohmann::json at_first = stage.state()["controls"];
    for (const auto& [control, at] : at_first.items()) {
      const double x = at["x"].get<double>() + at["w"].get<double>() / 2, y = at["y"].get<double>() + at["h"].get<double>() / 2;
      if (!(control.starts_with("shelf:") || control.starts_with("preset:") || control == "race") ||
          y > size.height - 40 * scale)
        continue;
      SCOPED_TRACE(fmt::format("{} at scale {}", control, scale));
      stage.move_to({x, y});
      stage.settle();
      stage.frames(14);  // a term of the glossary is explained after a while
      const nlohmann::json controls = stage.state()["controls"];
      const std::u32string tip = tip_on_screen(size);
      EXPECT_FALSE(tip.empty());
      if (!controls.contains("tip:example")) continue;
      ++with_example;
      const nlohmann::json& picture = controls["tip:example"];
      EXPECT_GE(picture["y"].get<double>(), 0);
      EXPECT_LE(picture["y"].get<double>() + picture["h"].get<double>(), size.height);
      EXPECT_NE(tip.find(U"Beforeandafter"), std::u32string::npos) << "its caption";
      stage.shot(fmt::format("playground-tip-{}-{}", control.substr(6), scale));
    }
    EXPECT_GE(with_example, 2);
  }
}

TEST(PlaygroundStumbles, ATipLiesBesideItsColumnAndIsGoneWhileTheMouseIsHeld) {
  const Setting setting = chain_over("box");
  Stage stage(setting);
  const nlohmann::json controls = stage.state()["controls"];
  stage.move_to(stage.control("shelf:bradley"));
  stage.settle();
  const double tip = stage.state()["controls"]["tip:example"]["x"];
  for (const auto& [control, at] : controls.items()) {
    if (!control.starts_with("shelf:") && control != "open") continue;
    EXPECT_GT(tip, at["x"].get<double>() + at["w"].get<double>()) << control << " is covered";
  }
  const Point radius = stage.control("param:r");
  stage.move_to(radius);
  stage.settle();
  EXPECT_FALSE(tip_on_screen(setting.size).empty());
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::press(MouseButton::left, true));
  stage.frames(4);
  EXPECT_TRUE(tip_on_screen(setting.size).empty()) << "the result is what one looks at";
  input.push(InputEvent::press(MouseButton::left, false));
  stage.settle();
}

TEST(PlaygroundStumbles, ATipLeavesMostOfTheResult) {
  Stage stage(chain_over("box"));
  const nlohmann::json result = stage.state()["views"]["result"];
  const double left = result["x"], wide = result["w"];
  for (const char* control : {"shelf:bradley", "shelf:box", "param:r", "chain:sum"}) {
    SCOPED_TRACE(control);
    stage.move_to(stage.control(control));
    stage.settle();
    ASSERT_FALSE(tip_on_screen({1280, 720}).empty());
    for (const DrawnLetter& letter : drawn_letters()) {
      if (!letter.window.starts_with("##Tooltip")) continue;
      ASSERT_TRUE(letter.area.right() < left + wide * 2 / 5 || letter.area.x > left + wide * 3 / 5) << letter.area.x;
    }
  }
}

TEST(PlaygroundStumbles, WordsOfTheChainArePlain) {
  const Stage stage(chain_in_tall_window("box r=3"));
  const std::u32string words = letters_on_screen();
  for (const char* word : {"CORNERS", "scratch", "tables,"})
    EXPECT_EQ(words.find(letters_of(word)), std::u32string::npos) << word;
  EXPECT_NE(words.find(letters_of("of memory")), std::u32string::npos);
}

TEST(PlaygroundStumbles, TheResultAloneFillsTheWindowUntilEsc) {
  const Setting setting = chain_over("box");
  Stage stage(setting);
  const auto wide = [&] { return stage.state()["views"]["result"]["w"].get<int>(); };
  const int before = wide();
  stage.click(stage.control("result_alone"));
  EXPECT_EQ(wide(), setting.size.width);
  EXPECT_EQ(stage.state()["views"]["result"]["h"], setting.size.height);
  for (const char* control : {"record", "shelf:box", "chain:0"}) EXPECT_FALSE(stage.state()["controls"].contains(control));
  stage.shot("playground-alone");
  stage.key({.key = k_key_escape});
  EXPECT_EQ(wide(), before);
  EXPECT_TRUE(stage.state()["controls"].contains("shelf:box"));
}

TEST(PlaygroundStumbles, TheNameOfAWorkspaceIsNotTheTerm) {
  Stage stage(chain_in_tall_window("box"));
  const nlohmann::json at = stage.state()["controls"].at("race");
  const double right = at["x"].get<double>() + at["w"].get<double>();
  stage.move_to({right - 10, at["y"].get<double>() + at["h"].get<double>() / 2});
  stage.frames(14);
  EXPECT_TRUE(stage.state()["term"].is_null()) << stage.state()["term"];
  EXPECT_NE(letters_on_screen().find(letters_of("at every radius")), std::u32string::npos);
  stage.shot("playground-race-tip");
}

int words_in(std::string_view word, std::string_view text) {
  int count = 0;
  const auto letter = [&](std::size_t i) { return i < text.size() && std::isalpha(static_cast<unsigned char>(text[i])) != 0; };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) ++count;
  return count;
}

/// What the column of the chain reads, a blank between texts that are apart.
std::string chain_column() {
  std::string text;
  const DrawnLetter* last = nullptr;
  const std::vector<DrawnLetter> letters = drawn_letters();
  for (const DrawnLetter& letter : letters) {
    if (!letter.window.starts_with("chain")) continue;
    const bool apart = last && (letter.line != last->line || letter.area.x > last->area.right() + 0.2 * letter.size ||
                                letter.area.x < last->area.x);
    if (apart) text += ' ';
    if (letter.code < 128) text += static_cast<char>(letter.code);
    last = &letter;
  }
  return text;
}

TEST(PlaygroundStumbles, AControlHasTheWordThatTheTextOfItsFilterHas) {
  int checked = 0;
  for (const Filter& filter : filters()) {
    std::vector<std::string> words;  // as the text quotes them, or ids that it names
    for (std::size_t from = filter.text.find('"'); from != std::string::npos;) {
      const std::size_t to = filter.text.find('"', from + 1);
      words.push_back(filter.text.substr(from + 1, to - from - 1));
      from = filter.text.find('"', to + 1);
    }
    for (const Param& param : filter.params)
      if (words_in(param.id, filter.text) > 0 && param.range && param.choices.empty() && filter.acts(param, {}))
        words.push_back(param.id);
    if (words.empty()) continue;
    Stage stage(chain_in_tall_window(filter.id));
    const std::string column = chain_column();
    for (const std::string& word : words) {
      EXPECT_GT(words_in(word, column), words_in(word, filter.text)) << filter.id << ": " << word << " in " << column;
      ++checked;
    }
  }
  EXPECT_GE(checked, 8);
}

TEST(PlaygroundStumbles, PlacesInPercentHaveTheirUnit) {
  Stage stage(chain_in_tall_window("variable map=tilt-shift x=40 y=60 sharp=11"));
  const std::u32string letters = letters_on_screen();
  for (const char* text : {"middle across 40 %", "middle down 60 %", "sharp within 11 %"})
    EXPECT_NE(letters.find(letters_of(text)), std::u32string::npos) << text;
  stage.shot("playground-units");
  Stage cut(chain_in_tall_window("correlation w=9 h=9 x=10 y=12"));
  EXPECT_NE(letters_on_screen().find(letters_of("left edge 10 px")), std::u32string::npos);
}

TEST(PlaygroundStumbles, APaintedDepthBeginsSharp) {
  Stage stage(chain_in_tall_window("depth r=12"));
  stage.click(stage.control("param:map"));
  stage.click(stage.control("param:map:painted"));
  const auto entry = [&] { return stage.screen().session().edit.part<PlaygroundEdit>().chain.at(0); };
  ASSERT_EQ(std::get<std::string>(entry().params.at("map")), "painted");
  EXPECT_EQ(std::get<double>(entry().params.at("focus")), 0);
  EXPECT_NE(letters_on_screen().find(letters_of("what is far away")), std::u32string::npos);
  stage.shot("playground-painted-depth");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_FALSE(entry().params.contains("map") || entry().params.contains("focus")) << "one step of undo";
}

TEST(PlaygroundStumbles, WhatIsFoundBeginsOverThePicture) {
  Stage stage(chain_in_tall_window("box"));
  stage.click(stage.control("shelf:correlation"));
  const Edit edit = stage.screen().session().edit;
  const ChainEntry& entry = edit.part<PlaygroundEdit>().chain.back();
  EXPECT_EQ(entry.params.at("show"), ParamValue(std::string("found")));
  const auto side = [&](const char* id) { return static_cast<int>(std::get<double>(entry.params.at(id))); };
  const Samples picture = load_input(edit.input);
  double least = 1e9, most = -1e9;
  for (int y = side("y"); y < side("y") + side("h"); ++y)
    for (int x = side("x"); x < side("x") + side("w"); ++x) {
      least = std::min(least, picture.value(x, y));
      most = std::max(most, picture.value(x, y));
    }
  EXPECT_GT(most - least, 100) << "something that can be found again";
  stage.shot("playground-template-at-first");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.state()["playground"]["chain"], "box") << "one step";
}

TEST(PlaygroundStumbles, MotionBeginsWithTheRectanglesOfItsCard) {
  Stage stage(chain_in_tall_window("box"));
  const auto regions = [&] {
    const Edit edit = stage.screen().session().edit;
    return edit.part<PlaygroundEdit>().regions;
  };
  stage.click(stage.control("shelf:motion"));
  ASSERT_EQ(regions().size(), 3U);
  for (const Box& box : regions()) {
    EXPECT_GE(box.x, 0);
    EXPECT_LE(box.x + box.width, 96);
    EXPECT_LE(box.y + box.height, 64 / 2) << "where raised hands are";
  }
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.state()["playground"]["chain"], "box");
  EXPECT_TRUE(regions().empty()) << "one step";
}

TEST(PlaygroundStumbles, ADeepPictureShowsItsOwnNumbersUnderAHeading) {
  const test::Folder folder;
  std::string rows;
  for (int i = 0; i < 24 * 20; ++i)
    for (const int shift : {8, 0}) rows += static_cast<char>((2000 + 3 * i) >> shift);
  Stage stage(chain_over("box r=0", folder.write("deep.png", test::make_png(24, 20, 16, 0, rows))));
  stage.move_to(middle_of_result(stage));
  const auto hover = stage.screen().doing().hover;
  ASSERT_TRUE(hover);
  const std::u32string letters = letters_on_screen();
  EXPECT_NE(letters.find(letters_of(fmt::format("{},{:03} in the file", (2000 + 3 * (hover->y * 24 + hover->x)) / 1000,
                                                (2000 + 3 * (hover->y * 24 + hover->x)) % 1000))),
            std::u32string::npos);
  EXPECT_NE(letters.find(letters_of("BLACK AND WHITE")), std::u32string::npos);
  stage.shot("playground-deep");
  const Point white = stage.control("picture_white");
  drag_from(stage, white, {white.x - 57, white.y});
  const double set = stage.screen().session().picture_range.hi;
  EXPECT_FALSE(stage.screen().session().picture_range.automatic);
  EXPECT_EQ(set, std::floor(set)) << "a whole number, as all of the picture";
}

TEST(PlaygroundStumbles, NewsWithoutAFileGoesByItself) {
  Stage stage(chain_over("box"));
  stage.key({.key = 'C', .ctrl = true});
  ASSERT_TRUE(said_by(stage).starts_with("copied for a terminal")) << said_by(stage);
  stage.frame(20);
  stage.settle();
  EXPECT_EQ(said_by(stage), "");
}

TEST(PlaygroundStumbles, TheRedMarkIsBesideMessagesAndOldNewsGo) {
  const test::Folder folder;
  for (const char* name : {"XDG_PICTURES_DIR", "XDG_VIDEOS_DIR"}) ::setenv(name, folder.path().c_str(), 1);
  Stage stage(chain_over("box"));
  stage.key({.key = 'E', .ctrl = true});
  stage.settle();
  ASSERT_TRUE(said_by(stage).starts_with("saved as")) << said_by(stage);
  stage.press({.key = function_key(9)});
  stage.frames(3);
  EXPECT_FALSE(said_by(stage).starts_with("saved as")) << "news of another file";
  stage.press({.key = 'E', .ctrl = true});
  stage.frames(3);
  for (int i = 0; i < 2000 && !said_by(stage).starts_with("saved as"); ++i) {
    stage.frame(0.001);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  stage.frames(2);
  const nlohmann::json close = stage.state()["controls"].at("message:close");
  const std::vector<DrawnLetter> letters = drawn_letters();
  const auto mark = std::ranges::search(letters, std::u32string(U"REC"), {}, &DrawnLetter::code);
  if (said_by(stage).find("cannot be recorded") == std::string::npos) {
    ASSERT_FALSE(mark.empty());
    EXPECT_NE(letters_on_screen().find(letters_of(", no sound")), std::u32string::npos);
    EXPECT_GT(mark.front().area.y, close["y"].get<double>() + close["h"].get<double>());
    stage.shot("playground-rec");
  }
  stage.press({.key = function_key(9)});
  stage.settle();
  for (const char* name : {"XDG_PICTURES_DIR", "XDG_VIDEOS_DIR"}) ::unsetenv(name);
}

TEST(PlaygroundStumbles, ADoubleClickOnASliderIsOneStepOfUndo) {
  Stage stage(chain_over("box r=5"));
  const auto chain = [&] { return stage.state()["playground"]["chain"].dump(); };
  const std::string before = chain();
  InputQueue& input = stage.screen().input();
  const Point slider = stage.control("param:r");
  input.push(InputEvent::move_to(slider.x, slider.y));
  for (const bool down : {true, false, true, false}) {
    input.push(InputEvent::press(MouseButton::left, down));
    stage.frame();
  }
  stage.settle();
  EXPECT_NE(chain(), before) << "the default is not 5";
  stage.key({.key = k_key_escape});  // leaves the field
  stage.frames(10);
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(chain(), before);
}

TEST(PlaygroundStumbles, PresetsStayUnderThePointerAlthoughTheChainAboveShrinks) {
  Stage stage(chain_over("box; gauss; sauvola; box"));
  stage.move_to(stage.control("chain:0"));
  for (int i = 0; i < 60; ++i) stage.screen().input().push(InputEvent::wheel(-1));
  for (int i = 0; i < 4; ++i) stage.screen().input().push(InputEvent::wheel(1));  // because: at the end nothing would move
  stage.settle();
  const std::string control = fmt::format("preset:{}", presets()[presets().size() - 6].id);
  const Point before = stage.control(control);
  stage.click(before);
  stage.frames(3);
  ASSERT_EQ(stage.state()["playground"]["chain"].get<std::string>().find(';'), std::string::npos) << "fewer filters";
  EXPECT_NEAR(stage.control(control).y, before.y, 1);
}

TEST(PlaygroundStumbles, TheCommandForAFolderOfPicturesMakesPictures) {
  const test::Folder folder;
  std::filesystem::create_directory(folder.file("some pictures"));
  for (const char* name : {"a.png", "b.png"})
    write_png(folder.file(std::string("some pictures/") + name), {8, name[0] == 'a' ? 6 : 7},
              std::vector<std::uint32_t>(name[0] == 'a' ? 48 : 56, 0xFF3060A0U));
  Setting setting = chain_over("box r=2", folder.file("some pictures"));
  Stage stage(setting);
  stage.key({.key = 'C', .ctrl = true});
  // without -o it makes pictures of free names; a name that is given would be written again by the second run
  EXPECT_NE(stage.clipboard().find("some pictures' --chain 'box r=2'"), std::string::npos) << stage.clipboard();
  EXPECT_EQ(stage.clipboard().find(" -o "), std::string::npos) << stage.clipboard();
}

}  // namespace
}  // namespace satscope::app
