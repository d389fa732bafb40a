// SPDX-License-Identifier: Apache-2.0
// What a person who knows other programs for cameras expects of Playground, in the whole window off-screen: clicks with keys
// held, presets at hand, honest counts, filters that say what they need.
#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>
#include <vector>

#include "app/sources/files/png_file.h"
#include "app/sources/samples.h"
#include "app/ui/ui.h"
#include "kernels/filters/chain.h"
#include "tests/app/made_files.h"
#include "tests/window/drawn_text.h"
#include "tests/window/playground_stage.h"

namespace satscope::app {
namespace {

bool is_drawn(const std::string& text) { return letters_on_screen().find(letters_of(text)) != std::u32string::npos; }

std::string chain_now(const Stage& stage) { return stage.state()["playground"]["chain"]; }

/// All of it comes between two frames, as where a frame takes long. early: the key is up before the button is.
void click_with(Stage& stage, const std::string& control, Chord held, bool early) {
  InputQueue& input = stage.screen().input();
  const Point at = stage.control(control);
  const auto button = [&](bool down, Chord with) {
    InputEvent event = InputEvent::press(MouseButton::left, down);
    event.chord = with;
    input.push(event);
  };
  input.push(InputEvent::move_to(at.x, at.y));
  input.push(InputEvent::key(held, true));
  button(true, held);
  if (early) input.push(InputEvent::key({}, false));
  button(false, early ? Chord{} : held);
  if (!early) input.push(InputEvent::key({}, false));
  stage.settle();
}

TEST(PlaygroundTinkerer, AClickHasTheKeysThatWereHeldThen) {
  for (const bool early : {false, true}) {
    SCOPED_TRACE(early ? "the key is let go first" : "the button is let go first");
    Stage stage(chain_over("box r=3; gauss"));
    click_with(stage, "shelf:sauvola", {.shift = true}, early);
    EXPECT_EQ(chain_now(stage), "sauvola; gauss") << "Shift: in place of the chosen one";
    click_with(stage, "shelf:variable", {.ctrl = true}, early);
    EXPECT_EQ(chain_now(stage), "variable") << "Ctrl: alone";
    click_with(stage, "shelf:box", {}, early);
    EXPECT_EQ(chain_now(stage), "variable; box");
  }
}

TEST(PlaygroundTinkerer, ATurnOfTheWheelHasTheKeysThatWereHeldThen) {
  Stage stage(chain_over("box r=3"));
  const double zoom = stage.screen().session().view.zoom;
  const nlohmann::json view = stage.state()["views"]["result"];
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::move_to(view["x"].get<double>() + view["w"].get<double>() / 2,
                                 view["y"].get<double>() + view["h"].get<double>() / 2));
  input.push(InputEvent::key({.ctrl = true}, true));
  input.push(InputEvent::wheel(1));
  input.push(InputEvent::key({}, false));
  stage.settle();
  EXPECT_EQ(chain_now(stage), "box r=3") << "with Ctrl it is no radius";
  EXPECT_GT(stage.screen().session().view.zoom, zoom);
  input.push(InputEvent::wheel(1));
  input.push(InputEvent::key({.ctrl = true}, true));
  input.push(InputEvent::key({}, false));
  stage.settle();
  EXPECT_EQ(chain_now(stage), "box r=4");
}

TEST(PlaygroundTinkerer, PresetsAreOneClickAwayInASmallWindow) {
  for (const char* chain : {"box", "box; gauss; sauvola; depth; median; guided"}) {
    SCOPED_TRACE(chain);
    Stage stage(chain_over(chain));
    const auto in_sight = [&](const char* control) {
      const nlohmann::json at = stage.state()["controls"].at(control);
      return at["y"].get<double>() > 36 && at["y"].get<double>() + at["h"].get<double>() < 690;
    };
    EXPECT_TRUE(in_sight("presets") && in_sight("preset_save"));
    if (std::string_view(chain) == "box") {
      EXPECT_TRUE(in_sight("preset:soft-focus") && in_sight("preset:tilt-shift"));
    }
    stage.shot(fmt::format("playground-presets-{}", parse_chain(chain).size()));
    stage.click(stage.control("presets"));
    EXPECT_TRUE(in_sight("preset:soft-focus") && in_sight("preset:texture-radar"));
    for (int i = 0; i < 60; ++i) stage.screen().input().push(InputEvent::wheel(1));
    stage.settle();
    stage.click(stage.control("preset_save"));
    EXPECT_TRUE(in_sight("preset_name"));
    stage.type("mine");
    stage.key({.key = k_key_enter});
    EXPECT_TRUE(stage.remembered().presets.contains("mine"));
    EXPECT_EQ(chain_now(stage), to_text(parse_chain(chain))) << "letters of the name are no commands";
  }
}

TEST(PlaygroundTinkerer, MotionSaysThatItNeedsMovement) {
  Setting setting = chain_over("box");
  setting.size = {1280, 2000};
  EXPECT_TRUE((Stage(setting), is_drawn("needs a video"))) << "its tile and that of the preset";
  setting.input = "synthetic:96x64";
  EXPECT_FALSE((Stage(setting), is_drawn("needs a video")));
}

TEST(PlaygroundTinkerer, CountsOfFramesAddUp) {
  Stage stage(chain_over("box", "synthetic:96x64"));
  for (int i = 0; i < 2000 && stage.state()["playground"]["shown"].get<int>() < 5; ++i) {
    stage.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  const nlohmann::json state = stage.state()["playground"];
  EXPECT_EQ(state["dropped"], 0) << "a frame that was not made is not dropped";
  EXPECT_GE(state["given"].get<int>(), state["shown"].get<int>());
  EXPECT_LE(state["given"].get<int>(), state["shown"].get<int>() + 3) << "a few are on their way";
  stage.frame();
  EXPECT_TRUE(is_drawn("made when needed") || is_drawn("made when it is needed"));
  EXPECT_FALSE(is_drawn("dropped"));
  stage.shot("playground-counts");
  stage.move_to(stage.control("budget:counts"));
  EXPECT_TRUE(is_drawn("makes fewer, and none is dropped"));
}

TEST(PlaygroundTinkerer, ARecordingWithoutSoundSaysWhy) {
  const test::Folder folder;
  ::setenv("XDG_VIDEOS_DIR", folder.path().c_str(), 1);
  Stage stage(chain_over("box"));
  stage.press({.key = function_key(9)});
  stage.frames(3);
  const nlohmann::json controls = stage.state()["controls"];
  if (controls.contains("recording")) {
    EXPECT_TRUE(is_drawn(", no sound"));
    const nlohmann::json& at = controls["recording"];
    stage.screen().input().push(InputEvent::move_to(at["x"].get<double>() + 9, at["y"].get<double>() + 9));
    stage.frames(3);
    EXPECT_TRUE(is_drawn("records no microphone"));
  } else {
    EXPECT_NE(stage.state()["message"].dump().find("cannot be recorded"), std::string::npos);
  }
  stage.press({.key = function_key(9)});
  stage.settle();
  ::unsetenv("XDG_VIDEOS_DIR");
}

TEST(PlaygroundTinkerer, SlidersHaveUnits) {
  const auto says = [](const std::string& chain, std::initializer_list<const char*> texts) {
    const Stage stage(chain_over(chain));
    for (const char* text : texts) EXPECT_TRUE(is_drawn(text)) << chain << ": " << text;
  };
  says("sauvola k=0.3", {"darker by 30 %", "edge of picture: clip"});
  says("guided eps=0.01", {"smooths up to 10 %"});  // the root of 0.01 is 0.1
  says("gauss sigma=5", {"strength 5.0 px", "made of 3 box blurs"});
  says("unsharp", {"unchanged up to 0 greys"});
}

// a person who knows other programs for pictures types after a double click
TEST(PlaygroundTinkerer, ADoubleClickOnASliderTakesTheNumberThatIsTypedThen) {
  Stage stage(chain_over("bradley r=30 t=20; guided eps=0.5"));
  const auto clicked_twice = [&](const char* control) {
    const Point slider = stage.control(control);
    InputQueue& input = stage.screen().input();
    input.push(InputEvent::move_to(slider.x, slider.y));
    stage.frames(2);
    for (const bool down : {true, false, true, false}) {
      input.push(InputEvent::press(MouseButton::left, down));
      stage.frame();
    }
    stage.frames(2);
  };
  stage.click(stage.control("chain:0"));
  clicked_twice("param:t");
  stage.type("7");
  stage.key({.key = k_key_enter});
  stage.settle();
  EXPECT_EQ(chain_now(stage), "bradley r=30 t=7; guided eps=0.5") << "no filter is added";
  stage.click(stage.control("chain:1"));
  clicked_twice("param:eps");
  stage.type("20");  // percent, as the slider has it: a variance of 0.2 squared
  stage.key({.key = k_key_enter});
  stage.settle();
  EXPECT_EQ(chain_now(stage), "bradley r=30 t=7; guided eps=0.04");
  clicked_twice("param:eps");
  stage.key({.key = k_key_escape});
  stage.settle();
  EXPECT_EQ(chain_now(stage), "bradley r=30 t=7; guided eps=0.04") << "the old number";
}

// the shelf's Mosaic has a cell of 24, the command's one of another size
TEST(PlaygroundTinkerer, ADoubleClickOnASliderTakesTheNumberOfTheShelf) {
  Stage stage(chain_over("mosaic cell=70"));
  const Point slider = stage.control("param:cell");
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::move_to(slider.x, slider.y));
  for (const bool down : {true, false, true, false}) input.push(InputEvent::press(MouseButton::left, down));
  stage.settle();
  EXPECT_EQ(chain_now(stage), "mosaic cell=24");
}

TEST(PlaygroundTinkerer, APictureIsCopiedOrASentenceSaysWhyNot) {
  Stage stage(chain_over("box r=0"));
  stage.key({.key = 'C', .ctrl = true, .shift = true});
  stage.settle();
  const test::Folder folder;
  const std::vector<std::byte>& png = stage.host().copied_picture;
  const std::string bytes(reinterpret_cast<const char*>(png.data()), png.size());
  const Samples copied = load_input(folder.write("copied.png", bytes)), whole = load_input("pattern:scene:96x64");
  ASSERT_EQ(copied.extent, whole.extent);
  EXPECT_EQ(copied.colours, whole.colours) << "a box of one pixel changes nothing";
  EXPECT_NE(stage.state()["message"].get<std::string>().find("is copied"), std::string::npos);
  stage.host().no_picture = "there is no clipboard";
  stage.key({.key = 'C', .ctrl = true, .shift = true});
  stage.settle();
  EXPECT_EQ(stage.state()["message"], "there is no clipboard; Photo saves the result as a file");
}

TEST(PlaygroundTinkerer, AFileThatIsOpenedStaysInPlaygroundUnderTheSameChain) {
  const test::Folder folder;
  std::filesystem::create_directory(folder.path() / "some");
  const std::vector<std::uint32_t> words(12 * 9, 0xFF405060);
  for (const char* name : {"one.png", "some/two.png"}) write_png(folder.path() / name, {12, 9}, words);
  Stage stage(chain_over("box r=3; gauss sigma=2"));
  for (const std::string& name : {std::string("pattern:page:64x48"), folder.file("one.png"), folder.file("some"),
                                  folder.write("numbers.csv", "1,2\n3,4\n"), std::string("synthetic:64x48")}) {
    stage.screen().open(name);
    stage.settle();
    EXPECT_EQ(stage.state()["workspace"], "playground") << name;
    EXPECT_EQ(chain_now(stage), "box r=3; gauss sigma=2") << name;
  }
}

TEST(PlaygroundTinkerer, OnlyAFolderHasTheButtonWholeFolder) {
  const test::Folder folder;
  const std::vector<std::uint32_t> words(12 * 9, 0xFF405060);
  for (const char* name : {"one.png", "two.png"}) write_png(folder.path() / name, {12, 9}, words);
  Stage stage(chain_over("box"));
  EXPECT_FALSE(stage.state()["controls"].contains("whole_folder"));
  stage.screen().open(folder.path().string());
  stage.settle();
  EXPECT_TRUE(stage.state()["controls"].contains("whole_folder"));
  EXPECT_FALSE(stage.state()["controls"].contains("whole_film"));
  ::setenv("XDG_PICTURES_DIR", folder.path().c_str(), 1);
  stage.click(stage.control("whole_folder"));
  for (int i = 0; i < 500 && stage.state()["message"].get<std::string>().find("saved") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    stage.frame();
  }
  ::unsetenv("XDG_PICTURES_DIR");
  const std::filesystem::path results = folder.path() / (folder.path().filename().string() + "-filtered");
  for (const char* name : {"one.png", "two.png"}) {
    ASSERT_TRUE(std::filesystem::exists(results / name)) << stage.state()["message"];
    EXPECT_EQ(load_input((results / name).string()).colours, words) << "a mean of one colour is that colour";
  }
}

// Frames with three equal stars, of which one stays and two move: of any one frame the count is three
TEST(PlaygroundTinkerer, PlacesOfALiveSourceAreCountedInTheFrameThatIsShown) {
  const test::Folder folder;
  const Extent extent{96, 64};
  for (int n = 0; n < 8; ++n) {
    std::vector<std::uint32_t> words(extent.area(), 0xFF606060);
    for (const auto& [left, top] : {std::pair{10, 10}, {30 + 6 * n, 10}, {10 + 8 * n, 40}})
      for (int y = 0; y < 9; ++y)
        for (int x = 0; x < 9; ++x)
          if (x == y || x + y == 8 || x == 4) words[static_cast<std::size_t>((top + y) * extent.width + left + x)] = 0xFFF0F0F0;
    write_png(folder.path() / fmt::format("{}.png", n), extent, words);
  }
  Stage stage(chain_over("correlation x=8 y=8 w=13 h=13 show=found least=0.9"));
  stage.screen().open(folder.path().string());
  stage.settle();
  int counted = 0;
  for (int i = 0; i < 400; ++i) {
    stage.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    if (!is_drawn("Found at")) continue;
    ++counted;
    ASSERT_TRUE(is_drawn("Found at 3 places")) << "in frame " << i;
  }
  EXPECT_GT(counted, 100);
}

TEST(PlaygroundTinkerer, TheBandOfTiltShiftIsDraggedByItsLine) {
  Stage stage(chain_over("variable sharp=20"));  // of 64 rows: the band's edges are 12.8 from its middle
  const auto json = stage.state();
  const auto& area = json["views"]["result"];
  const View view{json["view"]["centre"][0], json["view"]["centre"][1], json["view"]["zoom"], false};
  const auto place = [&](double x, double y) { return to_screen(view, {area["x"], area["y"], area["w"], area["h"]}, {x, y}); };
  const auto drag = [&](Point from, Point to) {
    InputQueue& input = stage.screen().input();
    input.push(InputEvent::move_to(from.x, from.y));
    input.push(InputEvent::press(MouseButton::left, true));
    input.push(InputEvent::move_to(to.x, to.y));
    stage.frames(4);
    input.push(InputEvent::press(MouseButton::left, false));
    stage.settle();
  };
  drag(place(20, 32 + 12.8), place(20, 32 + 12.8 + 6.3));  // a tenth of 63 rows, from the middle
  EXPECT_EQ(chain_now(stage), "variable y=60 sharp=20");
  EXPECT_EQ(stage.state()["view"], json["view"]) << "the picture stays";
  drag(place(20, 32), place(30, 32));
  EXPECT_NE(stage.state()["view"], json["view"]) << "between its lines the picture moves";
}

TEST(PlaygroundTinkerer, AMistypedPathCanBeMended) {
  const test::Folder folder;
  write_png(folder.path() / "one.png", {12, 9}, std::vector<std::uint32_t>(12 * 9, 0xFF405060));
  Stage stage(chain_over("box"));
  stage.key({.key = 'O', .ctrl = true});
  stage.type((folder.path() / "onw.png").string());
  stage.key({.key = k_key_enter});
  stage.settle();
  EXPECT_EQ(stage.state()["popup"], "open");
  EXPECT_TRUE(is_drawn("There is no file"));
  EXPECT_TRUE(is_drawn("onw.png"));
  stage.type("s");  // into the field: no shortcut
  stage.frames(3);
  EXPECT_EQ(stage.state()["popup"], "open");
  EXPECT_FALSE(is_drawn("There is no file")) << "another path is being typed";
  EXPECT_EQ(chain_now(stage), "box");
}

TEST(PlaygroundTinkerer, ASavedPresetSaysSo) {
  Setting setting = chain_over("box r=3");
  setting.size = {1280, 1400};
  Stage stage(setting);
  stage.click(stage.control("preset_name"));
  stage.type("mine");
  stage.click(stage.control("preset_keep"));
  ASSERT_TRUE(stage.remembered().presets.contains("mine"));
  EXPECT_EQ(stage.state()["message"], "saved as mine; it is in the gallery");
}

TEST(PlaygroundTinkerer, TwoThresholdsHaveTwoNames) {
  Setting setting = chain_over("bradley; sauvola");
  setting.scale = 1.25;
  const Stage stage(setting);
  EXPECT_TRUE(is_drawn("1. Adaptive (Br"));
  EXPECT_TRUE(is_drawn("2. Adaptive (Sa"));
}

}  // namespace
}  // namespace satscope::app
