// SPDX-License-Identifier: Apache-2.0
// What one does with a picture beside filtering it, in the whole window off-screen: the bar, the chain as a command, presets,
// what is typed, the dialog Open.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "app/sources/files/png_file.h"
#include "app/sources/samples.h"
#include "app/ui/window_actions.h"
#include "kernels/registry.h"
#include "tests/app/made_files.h"
#include "tests/window/drawn_text.h"
#include "tests/window/playground_stage.h"

namespace satscope::app {
namespace {

TEST(PlaygroundDesk, TheBarIsAtOnePlaceForAllFilters) {
  const auto places = [](const Stage& stage) {
    const nlohmann::json controls = stage.state()["controls"];
    nlohmann::json all;
    for (const char* button : {"record", "save_result", "camera", "original", "wipe", "difference", "copy_command"})
      all[button] = controls.at(button);
    return all;
  };
  for (const double scale : {1.0, 2.0}) {
    Setting setting = chain_over("box");
    setting.scale = scale;
    const Stage whole(setting);
    const nlohmann::json first = places(whole), view = whole.state()["views"]["result"];
    for (const auto& [button, at] : first.items()) {
      EXPECT_LE(at["x"].get<double>() + at["w"].get<double>(), view["x"].get<double>() + view["w"].get<double>()) << button;
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
    stage.frames(8);  // 0.4 s
    EXPECT_EQ(stage.state()["playground"]["shows"], "original");
    input.push(InputEvent::press(MouseButton::left, false));
    stage.settle();
    EXPECT_EQ(stage.state()["playground"]["shows"], "result");
    for (const char* shows : {"original", "result", "original"}) {
      stage.click(original);
      EXPECT_EQ(stage.state()["playground"]["shows"], shows) << "a click stays";
    }
    stage.click(stage.control("difference"));
    EXPECT_EQ(stage.state()["playground"]["shows"], "difference");
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

TEST(PlaygroundDesk, TheResultAloneHasNoHandlesAndNothingUnderThePointer) {
  Stage stage(chain_over("variable; box r=0"));
  std::vector<std::vector<std::uint32_t>> seen;
  for (const char* chosen : {"chain:0", "chain:1"}) {
    stage.click(stage.control(chosen));
    stage.click(stage.control("result_alone"));
    for (const Point pointer : {Point{-10, -10}, {640, 360}}) {
      stage.move_to(pointer);
      stage.step_and_fill();
      seen.push_back(stage.pixels());
    }
    stage.key({.key = k_key_escape});
  }
  for (const auto& pixels : seen) EXPECT_TRUE(pixels == seen[0]) << &pixels - seen.data();
}

/// Runs a copied line in a folder, and says whether that went well.
bool run_line(const std::string& line, const std::filesystem::path& folder) {
  const std::filesystem::path program(SATSCOPE_PROGRAM);
  return std::system(
             fmt::format("cd '{}' && PATH='{}':\"$PATH\" {} 2>said", folder.string(), program.parent_path().string(), line)
                 .c_str()) == 0;
}

/// While it lives, pictures are saved here.
struct PicturesIn {
  explicit PicturesIn(const std::string& folder) { ::setenv("XDG_PICTURES_DIR", folder.c_str(), 1); }
  ~PicturesIn() { ::unsetenv("XDG_PICTURES_DIR"); }
  PicturesIn(const PicturesIn&) = delete;
};

// the photo of the window beside what the line makes
TEST(PlaygroundDesk, TheCommandGivesTheSamePicture) {
  const test::Folder folder;
  const PicturesIn pictures(folder.path());
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
      const Samples made = load_input(folder.file("satscope-result-1.png")),
                    photo = load_input(folder.file("satscope-result-2.png"));
      ASSERT_EQ(photo.extent, made.extent);
      EXPECT_EQ(photo.colours, made.colours);
      for (int y = 0; y < made.extent.height; ++y)
        for (int x = 0; x < made.extent.width; ++x) ASSERT_EQ(photo.value(x, y), made.value(x, y)) << x << ", " << y;
      for (const char* name : {"satscope-result-1.png", "satscope-result-2.png"}) std::filesystem::remove(folder.file(name));
    }
}

TEST(PlaygroundDesk, TheSourceIsCroppedAndRotatedAndSoIsTheCommand) {
  const test::Folder folder;
  const PicturesIn pictures(folder.path());
  Setting setting = chain_over("box r=3");
  setting.size = {1280, 1600};
  Stage stage(setting);
  const auto transform = [&] { return stage.screen().session().edit.transform; };
  const auto picture = [&] { return stage.state()["playground"]["picture"]; };
  const nlohmann::json whole = picture();
  stage.click(stage.control("transform"));
  stage.click(stage.control("crop_to_view"));
  EXPECT_NE(stage.state()["message"].get<std::string>().find("zoom in first"), std::string::npos);
  EXPECT_TRUE(transform().none());
  stage.click(stage.control("rotate_right"));
  EXPECT_EQ(picture()["w"], whole["h"]);
  EXPECT_EQ(picture()["h"], whole["w"]);
  stage.click(stage.control("crop"));
  stage.type("50x40+20");
  stage.key({.key = k_key_enter});
  EXPECT_NE(stage.state()["message"].get<std::string>().find("640x480+100+50"), std::string::npos);
  stage.type("+11");  // without a click: the text is still there
  stage.key({.key = k_key_enter});
  EXPECT_EQ(transform().crop, (Box{20, 11, 50, 40}));
  stage.click(stage.control("flip_across"));
  EXPECT_EQ(picture()["w"], 40);
  EXPECT_EQ(picture()["h"], 50);
  stage.shot("playground-transform");
  stage.key({.key = 'C', .ctrl = true});
  const std::string line = stage.clipboard();
  EXPECT_NE(line.find(" --crop 50x40+20+11 --flip vertical --rotate 90"), std::string::npos) << line;
  ASSERT_TRUE(run_line(line, folder.path())) << line << test::read_file(folder.file("said"));
  stage.key({.key = 'E', .ctrl = true});
  stage.settle();
  const Samples made = load_input(folder.file("satscope-result-1.png")),
                photo = load_input(folder.file("satscope-result-2.png"));
  ASSERT_EQ(made.extent, (Extent{40, 50}));
  EXPECT_EQ(photo.colours, made.colours);
  // what is seen of it, after a look closer
  for (int i = 0; i < 4; ++i) stage.screen().perform(WindowAction::zoom_in);
  stage.settle();
  const Box before = transform().crop;
  stage.click(stage.control("crop_to_view"));
  const Box seen = transform().crop;
  EXPECT_LT(seen.area(), before.area()) << stage.state()["message"];
  EXPECT_TRUE(seen.x >= before.x && seen.y >= before.y && seen.x + seen.width <= 70 && seen.y + seen.height <= 51);
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(transform().crop, before);
  EXPECT_EQ(picture()["w"], 40);
  for (int i = 0; i < 3; ++i) stage.key({.key = 'Z', .ctrl = true});
  EXPECT_TRUE(transform().none());
  EXPECT_EQ(picture(), whole);
  stage.key({.key = 'Z', .ctrl = true, .shift = true});
  EXPECT_EQ(picture()["w"], whole["h"]);
  stage.screen().open("pattern:scene:30x20");
  stage.settle();
  EXPECT_TRUE(transform().none()) << "another picture begins as it is";
}

void drag_by(Stage& stage, Point at, double columns) {
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::move_to(at.x, at.y));
  input.push(InputEvent::press(MouseButton::left, true));
  stage.frames(2);
  input.push(InputEvent::move_to(at.x + columns, at.y));
  stage.frames(2);
  input.push(InputEvent::press(MouseButton::left, false));
  stage.settle();
}

TEST(PlaygroundDesk, APictureOf16BitsHasARangeAndSoHasTheCommand) {
  const test::Folder folder;
  const PicturesIn pictures(folder.path());
  std::string rows;
  for (int i = 0; i < 24 * 20; ++i) {
    rows += static_cast<char>((2000 + 3 * i) >> 8);
    rows += static_cast<char>((2000 + 3 * i) & 0xFF);
  }
  Stage stage(chain_over("box r=0", folder.write("deep.png", test::make_png(24, 20, 16, 0, rows))));
  const auto expect_photo = [&](double black, double white) {
    stage.key({.key = 'E', .ctrl = true});
    stage.settle();
    const Samples photo = load_input(folder.file("satscope-result-1.png"));
    for (int i = 0; i < 24 * 20; ++i)
      ASSERT_EQ(photo.value(i % 24, i / 24),
                std::floor(255 * std::clamp((2000 + 3 * i - black) / (white - black), 0.0, 1.0) + 0.5))
          << i;
    stage.key({.key = 'C', .ctrl = true});
    const std::string line = stage.clipboard();
    ASSERT_TRUE(run_line(line, folder.path())) << line << test::read_file(folder.file("said"));
    const Samples made = load_input(folder.file("satscope-result-2.png"));
    EXPECT_EQ(made.values, photo.values) << line;
    for (const char* name : {"satscope-result-1.png", "satscope-result-2.png"}) std::filesystem::remove(folder.file(name));
  };
  expect_photo(2000, 2000 + 3 * 479);
  // another range, as the control of Explore sets it
  ASSERT_TRUE(stage.state()["controls"].contains("picture_white"));
  drag_by(stage, stage.control("picture_white"), -60);
  const ColourRange range = stage.screen().session().picture_range;
  EXPECT_FALSE(range.automatic);
  EXPECT_LT(range.hi, 3400);
  ASSERT_GT(range.hi, 2100);
  expect_photo(2000, range.hi);
  stage.click(stage.control("auto_picture_range"));
  expect_photo(2000, 2000 + 3 * 479);
  stage.shot("playground-range");
}

// 2000 ... of the first picture, 1000 ... of the second: the range is that of both once both were seen
TEST(PlaygroundDesk, AFolderOf16BitPicturesHasARange) {
  const test::Folder folder, saved;
  const PicturesIn pictures(saved.path());
  const auto number = [](int picture, int i) { return (picture == 1 ? 2000 : 1000) + 3 * i; };
  for (const int picture : {1, 2}) {
    std::string rows;
    for (int i = 0; i < 24 * 20; ++i)
      for (const int shift : {8, 0}) rows += static_cast<char>(number(picture, i) >> shift);
    folder.write(fmt::format("{}.png", picture), test::make_png(24, 20, 16, 0, rows));
  }
  Stage stage(chain_over("box r=0"));
  stage.screen().open(folder.path().string());
  stage.settle();
  ASSERT_TRUE(stage.screen().session().edit.live);
  const auto expect_photo = [&](int picture, double black, double white) {
    SCOPED_TRACE(fmt::format("picture {}, {} to {}", picture, black, white));
    // because: the frame with the new range is made by another thread
    const auto has_range = [&] {
      const ColourRange& range = stage.screen().session().picture_range;
      return range.lo == black && range.hi == white;
    };
    for (int k = 0; k < 4000 && !has_range(); ++k) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      stage.settle();
    }
    stage.key({.key = 'E', .ctrl = true});
    stage.settle();
    const Samples photo = load_input(saved.file("satscope-result-1.png"));
    std::filesystem::remove(saved.file("satscope-result-1.png"));
    for (int i = 0; i < 24 * 20; ++i)
      ASSERT_EQ(photo.value(i % 24, i / 24),
                std::floor(255 * std::clamp((number(picture, i) - black) / (white - black), 0.0, 1.0) + 0.5))
          << i;
  };
  expect_photo(1, 2000, 2000 + 3 * 479);
  stage.click(stage.control("frame_on"));
  expect_photo(2, 1000, 2000 + 3 * 479);
  drag_by(stage, stage.control("picture_white"), -60);
  const ColourRange range = stage.screen().session().picture_range;
  EXPECT_FALSE(range.automatic);
  ASSERT_TRUE(range.hi > 1100 && range.hi < 3400) << range.hi;
  expect_photo(2, 1000, range.hi);
  stage.key({.key = 'C', .ctrl = true});
  EXPECT_NE(stage.clipboard().find(fmt::format(" --levels 1000,{}", range.hi)), std::string::npos) << stage.clipboard();
  stage.shot("playground-folder-range");
  stage.click(stage.control("auto_picture_range"));
  expect_photo(2, 1000, 2000 + 3 * 479);
}

TEST(PlaygroundDesk, WhatNoCommandMakesIsSaidOverThePictureWhichStaysWhereItIs) {
  for (const auto& [chain, part, scale] : std::vector<std::tuple<std::string, std::string, double>>{
           {"motion", "motion measures", 1}, {"variable map=painted", "a 'radius map' that is made in the window", 2}}) {
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
    Stage stage(chain_in_tall_window(chain));
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
  Stage elsewhere(chain_in_tall_window("lens"));
  elsewhere.clipboard() = text + "\n";
  elsewhere.key({.key = 'V', .ctrl = true});
  EXPECT_EQ(chain_in(elsewhere), chain);
  EXPECT_TRUE(elsewhere.remembered().presets.contains(name));
  EXPECT_TRUE(elsewhere.state()["controls"].contains("own:" + name));
  elsewhere.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(chain_in(elsewhere), "lens") << "undo gives back what was replaced";
  const std::string kept = elsewhere.remembered().presets.at(name);
  std::string other = text;
  other.replace(other.find("r=3"), 3, "r=4");
  elsewhere.clipboard() = other;
  elsewhere.key({.key = 'V', .ctrl = true});
  EXPECT_EQ(chain_in(elsewhere), "box r=4; sauvola r=9 k=0.25");
  EXPECT_EQ(elsewhere.remembered().presets.at(name), kept) << "one's own preset is not replaced by a paste";
  EXPECT_NE(elsewhere.state()["message"].get<std::string>().find("not kept"), std::string::npos);
}

TEST(PlaygroundDesk, TheGalleryHasItsPicturesWhereTheShelfIsFolded) {
  Setting setting = chain_over("box");
  setting.size = {700, 1800};
  Stage stage(setting);
  ASSERT_FALSE(stage.state()["controls"].contains("shelf:box"));
  stage.settle();
  EXPECT_EQ(letters_on_screen().find(U"..."), std::u32string::npos) << "a picture that never comes";
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
  Stage stage(chain_in_tall_window("box"));
  const auto enter = [&] { stage.key({.key = k_key_enter}); };
  stage.click(stage.control("preset_name"));
  stage.type("page ");
  enter();
  EXPECT_NE(stage.state()["message"].get<std::string>().find("without blanks"), std::string::npos);
  stage.type("3");  // without a click: the text is still there
  EXPECT_EQ(chain_in(stage), "box");
  stage.press({.key = k_key_enter});
  stage.frames(3);
  stage.press({.key = '3'});  // at once: to settle takes as long as the machine is busy
  stage.settle();
  std::vector<std::string> names;
  for (const auto& [name, text] : stage.remembered().presets) names.push_back(name);
  EXPECT_EQ(names, std::vector<std::string>{"page 3"}) << stage.state()["message"];
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
  for (const char* name : {"more/film.webm", "more/film.MKV", "more/notes.odt", "more/broken.png"}) folder.write(name, "?");
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
  const auto top_of_files = [] {
    double top = 1e9;
    for (const DrawnLetter& letter : drawn_letters())
      if (letter.window.find("files") != std::string::npos) top = std::min(top, letter.area.y);
    return top;
  };
  const double top = top_of_files();
  stage.type("more");  // without a click into the field
  stage.key({.key = k_key_enter});
  for (const char* name : {"film.webm", "film.MKV", "still.png"})
    EXPECT_NE(listed().find(name), std::string::npos) << name << " in " << listed();
  EXPECT_EQ(listed().find("notes"), std::string::npos);
  const auto has_picture = [&](const std::string& name) { return stage.state()["controls"].contains("files:picture:" + name); };
  for (int i = 0; i < 20000 && !has_picture("still.png"); ++i) {
    stage.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_TRUE(has_picture("still.png") && has_picture("still-2.png")) << "in small";
  EXPECT_FALSE(has_picture("broken.png") || has_picture("film.webm"));
  stage.shot("open-dialog");
  EXPECT_EQ(top_of_files(), top) << "nothing moves where a folder has frames";
  stage.click(stage.control("open:folder"));
  EXPECT_EQ(stage.state()["popup"], "");
  EXPECT_TRUE(stage.screen().session().edit.live);
  EXPECT_EQ(stage.screen().session().edit.source, (folder.path() / "more").string());
  EXPECT_EQ(stage.state()["recent"][0], (folder.path() / "more").string());
}

}  // namespace
}  // namespace satscope::app
