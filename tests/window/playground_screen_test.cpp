// SPDX-License-Identifier: Apache-2.0
// The playground in the whole window, off-screen: wheel, keys, chain panel, tools, undo; and that all its text can be read.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/sources/samples.h"
#include "app/ui/views/view_transform.h"
#include "app/workspaces/playground/chain/presets.h"
#include "tests/app/made_files.h"
#include "tests/window/drawn_text.h"
#include "tests/window/playground_stage.h"

namespace satscope::app {
namespace {

std::string chain_of(const Stage& stage) { return stage.state()["playground"]["chain"]; }

Point place(const Stage& stage, double x, double y) {
  const auto json = stage.state();
  const auto& area = json["views"]["result"];
  const auto& view = json["view"];
  const View now{view["centre"][0], view["centre"][1], view["zoom"], false};
  return to_screen(now, {area["x"], area["y"], area["w"], area["h"]}, {x + 0.5, y + 0.5});
}

void wheel(Stage& stage, double steps) {
  stage.screen().input().push(InputEvent::wheel(steps));
  stage.settle();
  stage.frames(20);  // the turn is over
  stage.settle();
}

void drag(Stage& stage, Point from, Point to, MouseButton button = MouseButton::left, bool slowly = false) {
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::move_to(from.x, from.y));
  input.push(InputEvent::press(button, true));
  input.push(InputEvent::move_to((from.x + to.x) / 2, (from.y + to.y) / 2));
  input.push(InputEvent::move_to(to.x, to.y));
  if (slowly) stage.frames(4);
  input.push(InputEvent::press(button, false));
  stage.settle();
}

const Chord k_undo{.key = 'Z', .ctrl = true};

TEST(Playground, TheWheelChangesTheRadiusAndUndoGivesItBack) {
  Stage stage(chain_over("box r=12"));
  stage.move_to(place(stage, 40, 30));
  wheel(stage, 1);
  EXPECT_EQ(chain_of(stage), "box r=13");
  wheel(stage, -2);
  EXPECT_EQ(chain_of(stage), "box r=11");
  stage.key(k_undo);
  EXPECT_EQ(chain_of(stage), "box r=13");
  stage.key(k_undo);
  EXPECT_EQ(chain_of(stage), "box");
  const double zoom = stage.state()["view"]["zoom"];
  stage.screen().input().push(InputEvent::key({.ctrl = true}, true));
  wheel(stage, 1);
  stage.screen().input().push(InputEvent::key({}, false));
  stage.settle();
  EXPECT_EQ(chain_of(stage), "box") << "Ctrl+wheel zooms";
  EXPECT_GT(stage.state()["view"]["zoom"].get<double>(), zoom);
}

TEST(Playground, KeysChangeTheRadiusAndTheFilters) {
  Stage stage(chain_over("box r=12"));
  const auto type = [&stage](char c) {
    stage.screen().input().push(InputEvent::typed(static_cast<unsigned char>(c)));
    stage.settle();
  };
  type(']');
  EXPECT_EQ(chain_of(stage), "box r=13");
  type('}');
  EXPECT_EQ(chain_of(stage), "box r=23");
  type('[');
  type('{');
  EXPECT_EQ(chain_of(stage), "box");
  stage.key({.key = '1'});
  EXPECT_EQ(chain_of(stage), "") << "the first of the list was in the chain: now it is off";
  stage.key({.key = '3'});
  EXPECT_EQ(chain_of(stage), "sauvola");
  stage.key({.key = '1'});
  EXPECT_EQ(chain_of(stage), "box; sauvola");
}

TEST(Playground, RowsGoOffSoloAndUpAndDown) {
  Stage stage(chain_over("box r=3; gauss; lens"));
  stage.click(stage.control("chain:1:on"));
  EXPECT_EQ(chain_of(stage), "box r=3; lens");
  stage.click(stage.control("chain:1:on"));
  stage.click(stage.control("chain:0:down"));
  EXPECT_EQ(chain_of(stage), "gauss; box r=3; lens");
  stage.click(stage.control("chain:0:solo"));
  EXPECT_EQ(chain_of(stage), "gauss");
  stage.click(stage.control("chain:0:solo"));
  EXPECT_EQ(chain_of(stage), "gauss; box r=3; lens");
  stage.click(stage.control("chain:0:remove"));
  EXPECT_EQ(chain_of(stage), "box r=3; lens");
  stage.key(k_undo);
  EXPECT_EQ(chain_of(stage), "gauss; box r=3; lens");
}

TEST(Playground, ARowCanBeDraggedToAnotherPlace) {
  Stage stage(chain_over("box r=3; gauss; lens"));
  drag(stage, stage.control("chain:0"), stage.control("chain:2"), MouseButton::left, true);
  EXPECT_EQ(chain_of(stage), "gauss; lens; box r=3");
}

TEST(Playground, HoldingSShowsTheOriginalAndXAndDCompare) {
  Stage stage(chain_over("box"));
  stage.screen().input().push(InputEvent::key({.key = 'S'}, true));
  stage.settle();
  EXPECT_EQ(stage.state()["playground"]["shows"], "original");
  stage.screen().input().push(InputEvent::key({.key = 'S'}, false));
  stage.settle();
  EXPECT_EQ(stage.state()["playground"]["shows"], "result");
  stage.key({.key = 'D'});
  EXPECT_EQ(stage.state()["playground"]["shows"], "difference");
  stage.key({.key = 'X'});
  EXPECT_EQ(stage.state()["playground"]["wipe"], true);
  drag(stage, place(stage, 47.5, 50), place(stage, 71.5, 20));
  EXPECT_NEAR(stage.state()["playground"]["wipe_at"].get<double>(), 0.75, 0.02);
}

TEST(Playground, APixelIsShownBeforeAndAfterWithItsWindow) {
  Stage stage(chain_over("box r=2", "pattern:ramp:96x64"));
  stage.move_to(place(stage, 40, 30));
  const auto pixel = stage.state()["playground"]["pixel"];
  EXPECT_EQ(pixel["x"], 40);
  EXPECT_EQ(pixel["window"]["pixels"], 25);
  EXPECT_EQ(pixel["window"]["reads"], 4);
  const Samples samples = load_input("pattern:ramp:96x64");
  double sum = 0;
  for (int y = 28; y <= 32; ++y)
    for (int x = 38; x <= 42; ++x) sum += samples.value(x, y);
  ASSERT_FALSE(pixel["after"].is_null());
  EXPECT_EQ(pixel["before"][0], samples.value(40, 30));
  EXPECT_EQ(pixel["after"][0], std::floor(sum / 25 + 0.5));
}

TEST(Playground, TheCornersOfAPixelAreUnderTheFoldOfDetails) {
  Stage stage(chain_over("box r=2", "pattern:ramp:96x64"));
  EXPECT_FALSE(stage.state()["controls"].contains("pixel:corners"));
  stage.click(stage.control("chain:definition"));
  stage.move_to(place(stage, 40, 0));
  const auto corners = stage.state()["playground"]["pixel"]["window"]["corners"];
  EXPECT_EQ(corners[0], (nlohmann::json{{"letter", "A"}, {"x", 38}, {"y", 0}, {"read", false}}));
  EXPECT_EQ(corners[3], (nlohmann::json{{"letter", "D"}, {"x", 43}, {"y", 3}, {"read", true}}));
  std::string text;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.window == "chain" && letter.code < 128) text += static_cast<char>(letter.code);
  for (const char* entry : {"AP(38,0)=0", "BP(43,0)=0", "CP(38,3)", "DP(43,3)"}) EXPECT_NE(text.find(entry), text.npos) << text;
  stage.shot("playground-corners");
  const double below = stage.control("reset").y;
  stage.move_to(stage.control("pixel:corners"));
  EXPECT_TRUE(stage.state()["playground"]["pixel"].is_null());
  EXPECT_EQ(stage.control("reset").y, below) << "what is below keeps its place";
  stage.shot("playground-corners-none");
}

TEST(Playground, HandlesAndBrushAreStepsOfUndo) {
  Stage stage(chain_over("variable"));
  const auto param = [&stage](const char* id) {
    const auto& chain = stage.screen().session().edit.part<PlaygroundEdit>().chain;
    const auto found = chain.front().params.find(id);
    return found == chain.front().params.end() ? -1 : std::get<double>(found->second);
  };
  drag(stage, place(stage, 47.5, 31.5), place(stage, 24, 48));
  EXPECT_NEAR(param("x"), 25, 2);
  EXPECT_NEAR(param("y"), 76, 3);
  stage.key(k_undo);
  EXPECT_EQ(param("x"), -1) << "one step for the whole drag";

  Stage brush(chain_over("variable map=painted"));
  drag(brush, place(brush, 20, 20), place(brush, 60, 40));
  ASSERT_TRUE(brush.screen().session().edit.part<PlaygroundEdit>().painted);
  EXPECT_EQ(brush.screen().session().edit.part<PlaygroundEdit>().painted->bytes[static_cast<std::size_t>(256 * (20 * 4 + 2) +
                                                                                                         20 * 256 / 96 + 1)],
            255);
  drag(brush, place(brush, 20, 20), place(brush, 21, 20), MouseButton::right);
  EXPECT_EQ(brush.screen().session().edit.part<PlaygroundEdit>().painted->bytes[static_cast<std::size_t>(256 * (20 * 4 + 2) +
                                                                                                         20 * 256 / 96 + 1)],
            0);
  brush.key(k_undo);
  brush.key(k_undo);
  EXPECT_FALSE(brush.screen().session().edit.part<PlaygroundEdit>().painted);
}

TEST(Playground, RectanglesAreDraggedMovedAndRemoved) {
  Stage stage(chain_over("motion"));
  const auto regions = [&stage] { return stage.screen().session().edit.part<PlaygroundEdit>().regions; };
  drag(stage, place(stage, 10, 10), place(stage, 30, 25));
  ASSERT_EQ(regions().size(), 1U);
  EXPECT_EQ(regions()[0], (Box{10, 10, 21, 16}));
  drag(stage, place(stage, 50, 30), place(stage, 80, 50));
  ASSERT_EQ(regions().size(), 2U);
  drag(stage, place(stage, 20, 17), place(stage, 25, 20));
  EXPECT_EQ(regions()[0], (Box{15, 13, 21, 16}));
  stage.click(place(stage, 90, 5));
  EXPECT_EQ(regions().size(), 2U) << "a click is no rectangle";
  stage.click(place(stage, 65, 40));
  stage.key({.key = k_key_delete});
  ASSERT_EQ(regions().size(), 1U);
  EXPECT_EQ(regions()[0], (Box{15, 13, 21, 16})) << "the one that was touched is gone";
  stage.key({.key = k_key_delete});
  EXPECT_EQ(regions().size(), 0U);
  stage.key(k_undo);
  EXPECT_EQ(regions().size(), 1U);
  drag(stage, place(stage, 90, 5), place(stage, 90, 5), MouseButton::right);
  EXPECT_EQ(regions().size(), 1U) << "there is none";
  drag(stage, place(stage, 25, 20), place(stage, 25, 20), MouseButton::right);
  EXPECT_EQ(regions().size(), 0U);
}

TEST(Playground, ATemplateIsCutByDragging) {
  Stage stage(chain_over("correlation w=9 h=9"));
  drag(stage, place(stage, 10, 12), place(stage, 29, 26));
  EXPECT_EQ(chain_of(stage), "correlation w=20 h=15 x=10 y=12");
  EXPECT_EQ(stage.screen().session().edit.part<PlaygroundEdit>().cut, nullptr) << "a still picture is cut by its parameters";
  stage.click(place(stage, 60, 40));
  EXPECT_EQ(chain_of(stage), "correlation w=20 h=15 x=10 y=12") << "a click cuts nothing";
  drag(stage, place(stage, 15, 20), place(stage, 25, 30));
  EXPECT_EQ(chain_of(stage), "correlation w=20 h=15 x=20 y=22") << "it is moved";
  stage.key(k_undo);
  EXPECT_EQ(chain_of(stage), "correlation w=20 h=15 x=10 y=12");
  stage.key(k_undo);
  EXPECT_EQ(chain_of(stage), "correlation w=9 h=9");
}

TEST(Playground, AHaarFeatureIsLaidAndPulledByDragging) {
  Stage stage(chain_over("haar w=6 h=10"));
  const auto at = [&stage] { return *stage.screen().session().edit.part<PlaygroundEdit>().feature_at; };
  drag(stage, place(stage, 48, 32), place(stage, 58, 40));
  EXPECT_EQ(at(), (std::array{52, 35})) << "it is moved from the middle";
  EXPECT_EQ(chain_of(stage), "haar w=6 h=10");
  drag(stage, place(stage, 10, 12), place(stage, 29, 26));
  EXPECT_EQ(at(), (std::array{10, 12}));
  EXPECT_EQ(chain_of(stage), "haar w=10 h=15") << "two rectangles share the twenty columns";
  stage.key(k_undo);
  EXPECT_EQ(chain_of(stage), "haar w=6 h=10");
}

// a cascade of one stump that wants light above dark, named in the window; what it finds is hidden
TEST(Playground, FacesAreFoundInTheBackgroundAndHidden) {
  const test::Folder folder;
  const std::string file = folder.write(
      "edge.xml",
      "<?xml version=\"1.0\"?><opencv_storage><cascade><stageType>BOOST</stageType><featureType>HAAR</featureType>"
      "<height>24</height><width>24</width><stages><_><stageThreshold>0.5</stageThreshold><weakClassifiers><_>"
      "<internalNodes>0 -1 0 1.</internalNodes><leafValues>-1. 1.</leafValues></_></weakClassifiers></_></stages>"
      "<features><_><rects><_>0 0 24 24 -1.</_><_>0 0 24 12 2.</_></rects></_></features></cascade></opencv_storage>");
  Stage stage(chain_over("faces neighbours=0 factor=2 parts=2"));
  stage.click(stage.control("faces:cascade"));
  stage.type(file);
  stage.key({.key = k_key_enter});
  const auto faces = stage.state()["playground"]["faces"];
  ASSERT_EQ(faces["problem"], "");
  ASSERT_GT(faces["found"].size(), 0U);
  EXPECT_EQ(stage.screen().session().part<PlaygroundView>().cascade, file);
  stage.click(stage.control("faces:far"));
  EXPECT_TRUE(stage.screen().session().part<PlaygroundView>().far);
  const auto bars = stage.state()["controls"]["faces:stages"];
  stage.click({double{bars["x"]} + 0.75 * double{bars["w"]}, double{bars["y"]} + double{bars["h"]} / 2});
  EXPECT_EQ(stage.screen().session().part<PlaygroundView>().stage, 1) << "of stages 0 and 1";

  // a pixel in the first face is the mean of a cell, one beside all faces is itself
  const auto pixel = [&](int x, int y) {
    stage.move_to(place(stage, x, y));
    stage.settle();
    stage.settle();
    return stage.state()["playground"]["pixel"];
  };
  const auto held = [&](int x, int y) {
    return std::ranges::any_of(faces["found"], [&](const auto& face) {
      return x >= face["x"] && y >= face["y"] && x < int{face["x"]} + int{face["w"]} && y < int{face["y"]} + int{face["h"]};
    });
  };
  int changed = 0, in_faces = 0;
  for (int y = 3; y < 64; y += 20)
    for (int x = 3; x < 96; x += 22) {
      const auto values = pixel(x, y);
      if (!held(x, y)) {
        EXPECT_EQ(values["before"], values["after"]) << x << ", " << y;
        continue;
      }
      ++in_faces;
      changed += values["before"] != values["after"];
    }
  EXPECT_GT(in_faces, 3);
  EXPECT_GT(changed, in_faces / 2);
}

TEST(Playground, OfALivePictureTheTemplateIsKept) {
  Stage stage(chain_over("correlation w=9 h=9", "synthetic:96x64"));
  drag(stage, place(stage, 10, 12), place(stage, 29, 26));
  const PlaygroundEdit& edit = stage.screen().session().edit.part<PlaygroundEdit>();
  ASSERT_TRUE(edit.cut);
  EXPECT_EQ(edit.cut->extent, (Extent{20, 15}));
  EXPECT_NE(chain_of(stage).find("from=kept"), std::string::npos) << chain_of(stage);
  EXPECT_EQ(stage.state()["playground"]["message"], "");
}

TEST(Playground, AnExampleIsOneClick) {
  Stage stage(chain_over("unsharp r=3"));
  stage.click(stage.control("example"));
  stage.settle();
  EXPECT_EQ(stage.screen().session().edit.input, "pattern:haze:1280x720");
  EXPECT_EQ(chain_of(stage), "unsharp r=12 amount=200");
  EXPECT_EQ(stage.state()["playground"]["picture"]["w"], 1280);
}

TEST(Playground, ParametersThatDoNothingAreNotShown) {
  for (const bool by_content : {false, true}) {
    Stage stage(chain_over(by_content ? "mosaic by=content" : "mosaic"));
    EXPECT_EQ(stage.state()["controls"].contains("param:split"), by_content);
    EXPECT_TRUE(stage.state()["controls"].contains("param:cell"));
  }
}

TEST(Playground, EscGivesBackWhatWasDragged) {
  Stage stage(chain_over("motion"));
  InputQueue& input = stage.screen().input();
  const Point from = place(stage, 10, 10), to = place(stage, 40, 40);
  input.push(InputEvent::move_to(from.x, from.y));
  input.push(InputEvent::press(MouseButton::left, true));
  input.push(InputEvent::move_to(to.x, to.y));
  stage.frames(4);
  EXPECT_EQ(stage.screen().session().edit.part<PlaygroundEdit>().regions.size(), 1U);
  stage.press({.key = k_key_escape});
  stage.frames(4);
  input.push(InputEvent::press(MouseButton::left, false));
  stage.settle();
  EXPECT_EQ(stage.screen().session().edit.part<PlaygroundEdit>().regions.size(), 0U);
}

TEST(Playground, PresetsAndResetAreOneClick) {
  Setting setting = chain_over("lens");
  setting.size = {1280, 2200};  // all of the panel is in sight
  Stage stage(setting);
  for (const Preset& preset : presets()) {
    stage.click(stage.control(fmt::format("preset:{}", preset.id)));
    EXPECT_EQ(stage.state()["playground"]["message"], "") << preset.id;
    EXPECT_FALSE(chain_of(stage).empty()) << preset.id;
  }
  stage.click(stage.control("reset"));
  EXPECT_EQ(chain_of(stage), "box");
  EXPECT_EQ(stage.state()["playground"]["wipe"], false);
}

/// What is drawn in the panel of the chain, without blanks.
std::string chain_panel() {
  std::string text;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.window == "chain" && letter.code > ' ' && letter.code < 128) text += static_cast<char>(letter.code);
  return text;
}

TEST(Playground, AFilterComesFromTheShelf) {
  Stage stage(chain_over("box"));
  stage.click(stage.control("shelf:bradley"));
  EXPECT_EQ(chain_of(stage), "box; bradley") << "what was chosen stays";
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(chain_of(stage), "box") << "one press takes it back";
}

TEST(Playground, AFilterThatTheShelfAddsIsScrolledIntoSight) {
  Setting setting = chain_over("box; gauss; lens; unsharp; mosaic");
  setting.size = {1280, 720};
  Stage stage(setting);
  stage.click(stage.control("shelf:bradley"));
  const nlohmann::json at = stage.state()["controls"]["chain:5"];
  EXPECT_GE(at["y"].get<double>(), 0);
  EXPECT_LE(at["y"].get<double>() + at["h"].get<double>(), 720);
  EXPECT_EQ(chain_panel().find("1.Boxmean"), std::string::npos) << "its place is taken by the new one";
}

// not by an id that no text explains
TEST(Playground, AFilterOfTheChainGoesByItsNameHoweverNarrow) {
  Setting setting = chain_over("stored; bradley");
  setting.size = {1280, 1440};
  setting.scale = 1.5;
  Stage stage(setting);
  std::string text;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.window == "chain" && letter.code < 128) text += static_cast<char>(letter.code);
  for (const char* name : {"1.Blur", "2.Adaptive"}) EXPECT_NE(text.find(name), text.npos) << text;
  EXPECT_EQ(text.find("1.stored"), text.npos) << text;
}

TEST(Playground, AShortNameInTheChainIsThePlainWords) {
  Setting setting = chain_over("guided; contrast");
  setting.scale = 1.25;
  Stage stage(setting);
  std::string text;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.window == "chain" && letter.code > ' ' && letter.code < 128) text += static_cast<char>(letter.code);
  for (const char* name : {"1.Edge-keep", "2.Evenlight"}) EXPECT_NE(text.find(name), text.npos) << text;
  for (const char* jargon : {"1.guided", "2.local"}) EXPECT_EQ(text.find(jargon), text.npos) << text;
  stage.shot("playground-short-names");
}

TEST(Playground, AFilterIsInWordsAndItsFormulaUnderAFold) {
  Setting setting = chain_over("bradley");
  setting.size = {1920, 1080};
  Stage stage(setting);
  const std::string words = chain_panel();
  EXPECT_NE(words.find("Makesaphotoofapageblackandwhite"), words.npos) << words;
  EXPECT_NE(words.find("darkerby15%"), words.npos) << words;
  EXPECT_NE(words.find("radius40px"), words.npos) << words;
  EXPECT_EQ(words.find("reads:"), words.npos) << words;
  stage.shot("playground-words");
  stage.click(stage.control("chain:definition"));
  const std::string open = chain_panel();
  EXPECT_NE(open.find("reads:"), open.npos) << open;
}

TEST(Playground, ADoubleClickGivesANumberItsUsualValueBack) {
  Stage stage(chain_over("bradley r=30 t=20"));
  const Point slider = stage.control("param:t");
  InputQueue& input = stage.screen().input();
  input.push(InputEvent::move_to(slider.x, slider.y));
  for (const bool down : {true, false, true, false}) input.push(InputEvent::press(MouseButton::left, down));
  stage.settle();
  EXPECT_EQ(chain_of(stage), "bradley r=30");
}

TEST(Playground, ARadiusIsDraggedFinely) {
  Stage stage(chain_over("box r=24"));
  const auto radius = [&] { return stage.screen().session().edit.part<PlaygroundEdit>().chain.at(0).params.at("r"); };
  const nlohmann::json slider = stage.state()["controls"]["param:r"];
  const double width = slider["w"].get<double>(), left = slider["x"].get<double>();
  const double y = slider["y"].get<double>() + slider["h"].get<double>() / 2;
  const auto at = [&](double part) { return Point{left + part * width, y}; };
  drag(stage, at(0.25), at(0.5), MouseButton::left, true);
  EXPECT_NEAR(std::get<double>(radius()), 100, 10) << "in the middle of 0 to 200";
  drag(stage, at(0.5), at(0.99), MouseButton::left, true);
  EXPECT_EQ(std::get<double>(radius()), 200);
  // a larger one, by the wheel, is dragged over all radii
  stage.move_to(place(stage, 10, 10));
  wheel(stage, 1);
  ASSERT_GT(std::get<double>(radius()), 200);
  drag(stage, at(0.9), at(0.99), MouseButton::left, true);
  EXPECT_EQ(std::get<double>(radius()), 4096);
}

TEST(Playground, MotionOfAStillPictureSaysWhatItNeeds) {
  Stage still(chain_over("motion"));
  EXPECT_NE(chain_panel().find("Thispictureisstill"), std::string::npos) << chain_panel();
}

class Readable : public testing::TestWithParam<std::tuple<Extent, double, std::string>> {};

TEST_P(Readable, NoLetterIsCutOrCovered) {
  const auto& [size, scale, chain] = GetParam();
  Setting setting = chain_over(chain, "pattern:scene:480x320");
  setting.size = size;
  setting.scale = scale;
  setting.theme = scale > 1 ? "light" : "dark";
  Stage stage(setting);
  stage.move_to(place(stage, 200, 150));
  for (const int key : {'D', 'X', 'S'}) {
    const auto letters = drawn_letters();
    EXPECT_GT(letters.size(), 150U);
    for (const std::string& fault : faults_of(letters, {"side", "chain"}))
      ADD_FAILURE() << fault << "; before " << static_cast<char>(key);
    stage.shot(fmt::format("playground-{}x{}-{}-{}-{}", size.width, size.height, scale, chain, static_cast<char>(key)));
    stage.key({.key = key});
  }
}
INSTANTIATE_TEST_SUITE_P(Sizes, Readable,
                         testing::Combine(testing::Values(Extent{1280, 720}, Extent{1920, 1080}), testing::Values(1.0, 2.0),
                                          testing::Values("box", "box r=3; gauss; sauvola", "variable")),
                         [](const auto& it) { return fmt::format("n{}", it.index); });

}  // namespace
}  // namespace satscope::app
