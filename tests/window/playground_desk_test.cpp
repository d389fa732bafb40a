// SPDX-License-Identifier: Apache-2.0
// What one does with a picture beside filtering it, in the whole window off-screen: the bar, the chain as a command, presets,
// what is typed, the dialog Open.
#include <fmt/format.h>

#include <cstdlib>

#include "app/sources/files/png_file.h"
#include "app/sources/samples.h"
#include "kernels/registry.h"
#include "tests/app/made_files.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

Setting chain_over(const std::string& chain, const std::string& input = "pattern:scene:96x64") {
  Setting setting;
  setting.workspace = "playground";
  setting.chain = chain;
  setting.input = input;
  return setting;
}

TEST(PlaygroundDesk, TheBarIsAtOnePlaceForAllFilters) {
  const auto places = [](const Stage& stage) {
    const nlohmann::json controls = stage.state()["controls"];
    nlohmann::json all;
    for (const char* button : {"record", "save_result", "original", "wipe", "difference", "copy_command"})
      all[button] = controls.at(button);
    return all;
  };
  for (const double scale : {1.0, 2.0}) {
    Setting setting = chain_over("box");
    setting.scale = scale;
    const nlohmann::json first = places(Stage(setting));
    for (const auto& [button, at] : first.items()) {
      EXPECT_LE(at["y"].get<double>() + at["h"].get<double>(), 720) << button << " at scale " << scale;
      EXPECT_GE(at["h"].get<double>(), 24) << button;
    }
    for (const Filter& filter : filters()) {
      setting.chain = filter.id;
      EXPECT_EQ(places(Stage(setting)), first) << filter.id << " at scale " << scale;
    }
    setting.chain = "box";
    Stage stage(setting);
    stage.click(stage.control("wipe"));
    EXPECT_EQ(stage.state()["playground"]["wipe"], true);
    EXPECT_EQ(places(stage), first);
    InputQueue& input = stage.screen().input();
    const Point original = stage.control("original");
    input.push(InputEvent::move_to(original.x, original.y));
    input.push(InputEvent::press(MouseButton::left, true));
    stage.frames(4);
    EXPECT_EQ(stage.state()["playground"]["shows"], "original");
    input.push(InputEvent::press(MouseButton::left, false));
    stage.settle();
    EXPECT_EQ(stage.state()["playground"]["shows"], "result");
  }
}

TEST(PlaygroundDesk, TheTipOfAFilterShowsItsExampleBeforeAndAfter) {
  Stage stage(chain_over("box"));
  EXPECT_FALSE(stage.state()["controls"].contains("tip:example"));
  stage.move_to(stage.control("shelf:sauvola"));
  stage.settle();
  EXPECT_TRUE(stage.state()["controls"].contains("tip:example"));
  stage.shot("playground-before-after");
}

/// Runs a copied line in a folder, and says whether that went well.
bool run_line(const std::string& line, const std::filesystem::path& folder) {
  const std::filesystem::path program(SATSCOPE_PROGRAM);
  return std::system(
             fmt::format("cd '{}' && PATH='{}':\"$PATH\" {} 2>said", folder.string(), program.parent_path().string(), line)
                 .c_str()) == 0;
}

// the photo of the window beside what the line makes
TEST(PlaygroundDesk, TheCommandGivesTheSamePicture) {
  const test::Folder folder;
  ::setenv("XDG_PICTURES_DIR", folder.path().c_str(), 1);
  const std::string odd_name = folder.file("it's a picture; $HOME.png");
  std::filesystem::copy_file(
      [&] {
        const Samples scene = load_input("pattern:scene:96x64");
        return write_png(folder.file("scene.png"), scene.extent, std::vector<std::uint32_t>(scene.extent.area(), 0xFF3060A0U));
      }(),
      odd_name);
  for (const bool colour : {true, false})
    for (const auto& [chain, input] : std::vector<std::pair<std::string, std::string>>{
             {"box r=3; gauss sigma=2.5 n=4; unsharp amount=150", "pattern:scene:96x64"},
             {"sauvola r=5 k=0.25", "pattern:scene:96x64"},
             {"median r=2", odd_name}}) {
      SCOPED_TRACE(chain + (colour ? "" : ", luma"));
      Stage stage(chain_over(chain, input));
      if (!colour) stage.click(stage.control("colour"));
      stage.key({.key = 'C', .ctrl = true});
      const std::string line = stage.clipboard();
      ASSERT_TRUE(line.starts_with("satscope filter ")) << line;
      ASSERT_TRUE(run_line(line, folder.path())) << line << test::read_file(folder.file("said"));
      stage.key({.key = 'E', .ctrl = true});
      stage.settle();
      const Samples photo = load_input(folder.file("satscope-result-1.png")),
                    made = load_input(folder.file("satscope-result.png"));
      ASSERT_EQ(photo.extent, made.extent);
      EXPECT_EQ(photo.colours, made.colours);
      for (int y = 0; y < made.extent.height; ++y)
        for (int x = 0; x < made.extent.width; ++x) ASSERT_EQ(photo.value(x, y), made.value(x, y)) << x << ", " << y;
      for (const char* name : {"satscope-result-1.png", "satscope-result.png"}) std::filesystem::remove(folder.file(name));
    }
  ::unsetenv("XDG_PICTURES_DIR");
}

TEST(PlaygroundDesk, WhatNoCommandMakesIsSaidOverThePictureWhichStaysWhereItIs) {
  for (const auto& [chain, part, scale] : std::vector<std::tuple<std::string, std::string, double>>{
           {"motion", "motion measures", 1}, {"variable map=painted", "needs the input 'radius map'", 2}}) {
    Setting setting = chain_over(chain);
    setting.scale = scale;
    Stage stage(setting);
    const nlohmann::json before = stage.state()["controls"], view = stage.state()["views"]["result"];
    stage.clipboard() = "kept";
    stage.click(stage.control("copy_command"));
    EXPECT_EQ(stage.clipboard(), "kept");
    EXPECT_NE(stage.state()["message"].get<std::string>().find(part), std::string::npos) << stage.state()["message"];
    const nlohmann::json after = stage.state()["controls"];
    for (const char* control : {"record", "copy_command", "chain:0:solo", "menu:file"})
      EXPECT_EQ(after[control], before[control]) << control;
    EXPECT_EQ(stage.state()["views"]["result"], view);
    EXPECT_GE(after["message:close"]["y"], view["y"]) << "over the picture";
    for (const DrawnLetter& letter : drawn_letters())
      EXPECT_FALSE(letter.window == "message" && letter.cut) << static_cast<char>(letter.code);
    stage.shot(fmt::format("playground-message-{}", scale));
    stage.click(stage.control("message:close"));
    EXPECT_TRUE(stage.state()["message"].is_null() || stage.state()["message"] == "");
  }
}

/// A window in which all of the panel is in sight.
Setting tall(const std::string& chain) {
  Setting setting = chain_over(chain);
  setting.size = {1280, 2400};
  return setting;
}

std::string chain_in(const Stage& stage) { return stage.state()["playground"]["chain"]; }

void choose_in_menu(Stage& stage, const std::string& tile, const std::string& item) {
  InputQueue& input = stage.screen().input();
  const Point at = stage.control(tile);
  input.push(InputEvent::move_to(at.x, at.y));
  for (const bool down : {true, false}) input.push(InputEvent::press(MouseButton::right, down));
  stage.settle();
  stage.click(stage.control(item));
}

TEST(PlaygroundDesk, AChainIsKeptUnderANameAndGoesElsewhereAsText) {
  const std::string chain = "box r=3; sauvola r=9 k=0.25", name = "Page; by day";
  std::string text;
  {
    Stage stage(tall(chain));
    stage.click(stage.control("preset_keep"));
    EXPECT_EQ(stage.state()["message"], "a preset needs a name");
    stage.click(stage.control("preset_name"));
    stage.type(name);
    EXPECT_EQ(chain_in(stage), chain) << "signs of a name are no commands";
    stage.click(stage.control("preset_keep"));
    ASSERT_TRUE(stage.remembered().presets.contains(name));
    stage.click(stage.control("shelf:bradley"));
    ASSERT_NE(chain_in(stage), chain);
    stage.shot("playground-own-preset");
    stage.click(stage.control("own:" + name));
    EXPECT_EQ(chain_in(stage), chain);
    choose_in_menu(stage, "own:" + name, "own_copy");
    text = stage.clipboard();
    choose_in_menu(stage, "own:" + name, "own_remove");
    EXPECT_TRUE(stage.remembered().presets.empty());
    EXPECT_FALSE(stage.state()["controls"].contains("own:" + name));
  }
  Stage elsewhere(tall("lens"));
  elsewhere.clipboard() = text + "\n";
  elsewhere.key({.key = 'V', .ctrl = true});
  EXPECT_EQ(chain_in(elsewhere), chain);
  EXPECT_TRUE(elsewhere.remembered().presets.contains(name));
  EXPECT_TRUE(elsewhere.state()["controls"].contains("own:" + name));
  elsewhere.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(chain_in(elsewhere), "lens") << "undo gives back what was replaced";
}

TEST(PlaygroundDesk, AChainThatIsPastedIsTaken) {
  Stage stage(chain_over("lens"));
  const auto paste = [&](const std::string& text) {
    stage.clipboard() = text;
    stage.key({.key = 'V', .ctrl = true});
    return chain_in(stage);
  };
  EXPECT_EQ(paste(" box r=4; bradley t=20\n"), "box r=4; bradley t=20");
  EXPECT_EQ(paste("satscope filter a.png -o b.png --chain 'gauss sigma=3' --luma"), "gauss sigma=3");
  EXPECT_FALSE(stage.screen().session().edit.part<PlaygroundEdit>().colour);
  EXPECT_EQ(paste("satscope filter \"a --chain b.png\" --chain=\"box r=5; lens\""), "box r=5; lens");
  stage.key({.key = 'C', .ctrl = true});
  const std::string line = stage.clipboard();
  EXPECT_EQ(paste("box"), "box");
  EXPECT_EQ(paste(line), "box r=5; lens") << "what was copied can be pasted";
  for (const auto& [text, part] : std::vector<std::pair<std::string, std::string>>{
           {"box r=-1", "r"},
           {"box r=3, lens", "comma"},
           {"satscope filter a.png -o b.png", "--chain"},
           {R"({"preset": "", "filters": {}})", "needs a name"},
           {R"({"preset": "x"})", "no \"filters\""},
           {R"({"preset": "x", "filters": {"chain": [{"filter": "nonsense"}]}})", "nonsense"},
           {R"({"preset": "x")", "JSON"},
           {"a sentence of a book", "no such file"}}) {
    EXPECT_EQ(paste(text), "box r=5; lens") << text;
    EXPECT_NE(stage.state()["message"].get<std::string>().find(part), std::string::npos)
        << text << ": " << stage.state()["message"];
  }
}

TEST(PlaygroundDesk, AFieldThatRefusesKeepsTheKeyboardAndAStrayDigitDoesNothing) {
  Stage stage(tall("box"));
  const auto enter = [&] { stage.key({.key = k_key_enter}); };
  stage.click(stage.control("preset_name"));
  stage.type("page ");
  enter();
  EXPECT_NE(stage.state()["message"].get<std::string>().find("without blanks"), std::string::npos);
  stage.type("3");  // without a click: the text is still there
  EXPECT_EQ(chain_in(stage), "box");
  enter();
  std::vector<std::string> names;
  for (const auto& [name, text] : stage.remembered().presets) names.push_back(name);
  EXPECT_EQ(names, std::vector<std::string>{"page 3"}) << stage.state()["message"];
  stage.key({.key = '3'});
  EXPECT_EQ(chain_in(stage), "box") << "it was meant for the field";
  stage.frames(25);
  stage.key({.key = '3'});
  EXPECT_EQ(chain_in(stage), "box; sauvola");
}

TEST(OpenDialog, ListsVideosKeepsTheKeyboardAndOpensAFolderAsFrames) {
  const test::Folder folder;
  const Samples scene = load_input("pattern:scene:48x32");
  std::filesystem::create_directories(folder.path() / "more");
  write_png(folder.path() / "more" / "still.png", scene.extent, scene.colours);
  write_png(folder.path() / "more" / "still-2.png", scene.extent, scene.colours);
  for (const char* name : {"more/film.webm", "more/film.MKV", "more/notes.odt"}) folder.write(name, "?");
  Stage stage(chain_over("box"));
  const auto listed = [] {
    std::string text;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.window.find("files") != std::string::npos && letter.code > ' ' && letter.code < 128)
        text += static_cast<char>(letter.code);
    return text;
  };
  stage.key({.key = 'O', .ctrl = true});
  stage.type(folder.path().string());
  stage.key({.key = k_key_enter});
  EXPECT_EQ(stage.state()["popup"], "open");
  EXPECT_NE(listed().find("more/"), std::string::npos) << listed();
  EXPECT_FALSE(stage.state()["controls"].contains("open:folder")) << "no picture is in it";
  stage.type("more");  // without a click into the field
  stage.key({.key = k_key_enter});
  for (const char* name : {"film.webm", "film.MKV", "still.png"})
    EXPECT_NE(listed().find(name), std::string::npos) << name << " in " << listed();
  EXPECT_EQ(listed().find("notes"), std::string::npos);
  stage.shot("open-dialog");
  stage.click(stage.control("open:folder"));
  EXPECT_EQ(stage.state()["popup"], "");
  EXPECT_TRUE(stage.screen().session().edit.live);
  EXPECT_EQ(stage.screen().session().edit.source, (folder.path() / "more").string());
  EXPECT_EQ(stage.state()["recent"][0], (folder.path() / "more").string());
}

}  // namespace
}  // namespace satscope::app
