// SPDX-License-Identifier: Apache-2.0
// The look-back of blocks that exchange messages, in the whole window: only where they do, following the
// player, with no letter cut. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/steps.h"
#include "kernels/registry.h"
#include "tests/window/drawn_text.h"
#include "tests/window/rooms.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

/// 32 x 32 numbers: 2 x 4 tiles of the smallest machine.
Setting setting_of(const std::string& algorithm) {
  Setting setting;
  setting.algorithm = algorithm;
  setting.view = "look-back";
  setting.box = Box{0, 0, 32, 32};
  return setting;
}

bool is_drawn(const Stage& stage) { return stage.state()["views"].contains("look-back"); }

class LookBackIn : public testing::TestWithParam<std::tuple<Room, std::string>> {};
INSTANTIATE_TEST_SUITE_P(Sizes, LookBackIn,
                         testing::Combine(testing::Values(Room{{1280, 720}, 1, "hd"}, Room{{1280, 720}, 1.5, "hd15"},
                                                          Room{{1280, 720}, 2, "hd2"}, Room{{1920, 1080}, 1, "full"},
                                                          Room{{1920, 1080}, 1.5, "full15"}, Room{{1920, 1080}, 2, "full2"}),
                                          testing::Values("dark", "light")),
                         NamedByRoomAndId());

TEST_P(LookBackIn, IsDrawnWithoutOverlapOrCutText) {
  const auto& [room, theme] = GetParam();
  Setting setting = setting_of("single-pass");
  setting.size = room.size;
  setting.scale = room.scale;
  setting.theme = theme;
  Stage stage(setting);
  const std::size_t count = stage.steps()["steps"];
  std::set<std::string> seen;
  std::vector<std::size_t> places{0, count};
  for (std::size_t part = 1; part < 4; ++part) places.push_back(part * count / 4);
  for (const std::size_t place : places) {
    stage.scrub_to(place);
    const auto steps = stage.steps();
    ASSERT_EQ(steps["step"], place);
    const auto& tiles = steps["look_back"]["tiles"];
    ASSERT_EQ(tiles.size(), 8U);
    ASSERT_TRUE(is_drawn(stage));
    const std::string where = fmt::format("{} {} {}", room.name, theme, place);
    for (std::size_t block = 0; block < tiles.size(); ++block) {
      seen.insert(tiles[block]["is"].get<std::string>());
      if (block == 4 || (block % 3 == 1 && room.scale == 1)) {
        stage.move_to(stage.control(fmt::format("look-back:tile:{}", block)));
        for (const std::string& fault : faults_of(drawn_letters(), {"code", "history", "side", "Tooltip"}))
          ADD_FAILURE() << fault << "; the sentence of tile " << block << ", " << where;
        if (block == 4) stage.shot(fmt::format("look-back-{}-{}-{}-hover", room.name, theme, place));
      }
    }
    stage.move_to({-10, -10});
    for (const std::string& fault : faults_of(drawn_letters(), {"code", "history", "side"}))
      ADD_FAILURE() << fault << "; " << where;
    stage.shot(fmt::format("look-back-{}-{}-{}", room.name, theme, place));
    std::vector<Area> drawn;
    const auto state = stage.state();
    const auto& view = state["views"]["look-back"];
    for (std::size_t block = 0; block < tiles.size(); ++block) {
      const auto& at = state["controls"].at(fmt::format("look-back:tile:{}", block));
      const Area tile{at["x"], at["y"], at["w"], at["h"]};
      EXPECT_GE(tile.x, view["x"].get<double>()) << where;
      EXPECT_GE(tile.y, view["y"].get<double>()) << where;
      EXPECT_LE(tile.right(), view["x"].get<double>() + view["w"].get<double>()) << where;
      EXPECT_LE(tile.bottom(), view["y"].get<double>() + view["h"].get<double>()) << where;
      EXPECT_GT(std::min(tile.width, tile.height), 6) << where;
      for (const Area& other : drawn)
        EXPECT_TRUE(tile.right() < other.x || other.right() < tile.x || tile.bottom() < other.y || other.bottom() < tile.y)
            << "two tiles in one place, " << where;
      drawn.push_back(tile);
    }
    stage.screen().perform(StepsAction::level);
    stage.settle();
    for (const std::string& fault : faults_of(drawn_letters(), {"code", "history", "side"}))
      ADD_FAILURE() << fault << "; for a newcomer, " << where;
    stage.shot(fmt::format("look-back-{}-{}-{}-essential", room.name, theme, place));
    stage.screen().perform(StepsAction::level);
    stage.settle();
  }
  EXPECT_EQ(seen, (std::set<std::string>{"finished", "no step yet", "runs", "waits"}));
}

// the stage of a class has no room for the sum alone: 90 are in the tiles 70 and 20, 40 above them in 30 and 10
TEST(LookBackScreen, TheSentenceOfAClassHasTheSum) {
  Stage stage({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "look-back", .presents = true});
  for (int at = 0; at < 6; ++at) stage.key({.key = k_key_page_down, .ctrl = true});
  stage.key({.key = k_key_page_down});
  stage.settle();
  stage.frames(3);
  const std::u32string said = letters_on_screen();
  EXPECT_NE(said.find(letters_of("reads the aggregate 90 of block 4 and the prefix 40 of block 2: 90 + 40 = 130.")), said.npos);
}

/// The numbers by hand: four tiles of a row with the sums 3, 1, 7 and 2; six of a picture, where 70 and 20 lie in one row below
/// 30 and 10.
TEST(LookBackScreen, ANewcomerReadsOneSentence) {
  const std::vector<std::pair<int, std::string>> sentences{
      {1, "Block 2 publishes the aggregate 1."},
      {2, "Block 3 publishes the aggregate 7."},
      {3, "Block 3 reads the aggregate 1 of block 2 and the prefix 3 of block 1 and publishes the prefix 11."},
      {5, "Block 2 sums its own tile."},
      {6, "Block 2 publishes the prefix 40 of its first column: 10 + 30 = 40."}};
  Stage stage({.box = {}, .workspace = "learn", .lesson = "look-back"});
  int at = 0;
  const auto says = [](const std::string& words) {
    return letters_on_screen().find(letters_of(words)) != std::u32string::npos;
  };
  for (const auto& [card, sentence] : sentences) {
    for (; at < card; ++at) stage.key({.key = k_key_page_down, .ctrl = true});
    stage.frames(3);
    EXPECT_TRUE(says(sentence)) << card;
    EXPECT_TRUE(says(card < 5 ? "own sum 7" : "20 block 4")) << card;
    EXPECT_TRUE(card >= 5 || says("\u2192 row ends") || says("no tile to the right")) << card;
    for (const char* words : {"bottom[", "left[", "word", "none needed", "thread 0", "Key J", "What for", "finds nothing yet"})
      EXPECT_FALSE(says(words)) << words << card;
  }
  stage.screen().perform(StepsAction::level);
  stage.settle();
  EXPECT_FALSE(says(sentences.back().second));
  EXPECT_TRUE(says("Key J"));
}

// the last card: block 3 did not wait for the prefix 4 of block 2
TEST(LookBackScreen, AfterTheLastStepANewcomerSeesTheWholeRun) {
  Stage stage({.size = {1280, 720}, .box = {}, .workspace = "learn", .lesson = "look-back", .presents = true});
  for (int at = 0; at < 7; ++at) stage.key({.key = k_key_page_down, .ctrl = true});
  stage.frames(3);
  std::multiset<char32_t> labels;  // in the gaps between the tiles, and above them
  const nlohmann::json controls = stage.state().at("controls");
  std::vector<Area> tiles;
  for (int tile = 0; tile < 4; ++tile) {
    const nlohmann::json& at = controls.at(fmt::format("look-back:tile:{}", tile));
    tiles.push_back({at.at("x"), at.at("y"), at.at("w"), at.at("h")});
  }
  for (const DrawnLetter& letter : drawn_letters()) {
    const bool in_tile = std::ranges::any_of(tiles, [&](const Area& tile) { return tile.contains(letter.area.middle()); });
    if (!in_tile && letter.area.y < tiles.front().bottom() && (letter.code == U'P' || letter.code == U'A'))
      labels.insert(letter.code);
  }
  EXPECT_EQ(labels.count(U'P'), 3U) << "block 2 reads 3, block 3 reads 3, and block 4 reads 11";
  EXPECT_EQ(labels.count(U'A'), 2U) << "block 3 reads 1; the sentence begins with the other";
  const std::u32string said = letters_on_screen();
  for (const char* words : {"All 4 blocks are finished.", "prefix 3", "prefix 4", "prefix 11"})
    EXPECT_NE(said.find(letters_of(words)), said.npos) << words;
  EXPECT_EQ(said.find(letters_of("published")), said.find(letters_of("published,"))) << "no sum of the last step";
}

TEST(LookBackScreen, FollowsThePlayerForthAndBack) {
  Stage stage(setting_of("single-pass"));
  std::vector<nlohmann::json> course;
  for (int step = 0; step < 12; ++step) {
    course.push_back(stage.steps()["look_back"]);
    stage.key({.key = k_key_right});
  }
  EXPECT_NE(course.front(), course.back());
  for (int step = 11; step >= 0; --step) {
    stage.key({.key = k_key_left});
    ASSERT_EQ(stage.steps()["look_back"], course[static_cast<std::size_t>(step)]) << "back at step " << step;
  }
  stage.scrub_to(9);
  EXPECT_EQ(stage.steps()["look_back"], course[9]);
  stage.key({.key = k_key_end});
  for (const auto& tile : stage.steps()["look_back"]["tiles"]) EXPECT_EQ(tile["is"], "finished");
}

TEST(LookBackScreen, IsOffTheScreenWithoutMessages) {
  for (const Algorithm& algorithm : traced_algorithms()) {
    Stage stage(setting_of(algorithm.id));
    const bool has_messages = !stage.steps()["look_back"].is_null();
    EXPECT_EQ(has_messages, algorithm.id == "single-pass") << algorithm.id;
    EXPECT_EQ(is_drawn(stage), has_messages) << algorithm.id;
    EXPECT_EQ(stage.offers_view("look-back"), has_messages) << algorithm.id;
    EXPECT_EQ(stage.state()["controls"].contains("steps:order"), has_messages) << algorithm.id;
    EXPECT_EQ(stage.state()["views"].contains("grids"), !has_messages) << algorithm.id;
  }
}

TEST(LookBackScreen, AskedForAtTheStartHasTilesEnough) {
  Setting setting = setting_of("single-pass");
  setting.box.reset();
  EXPECT_TRUE(is_drawn(Stage(setting)));
  const std::string picture = std::exchange(setting.input, "");
  EXPECT_TRUE(is_drawn(Stage(setting))) << "of the example picture";
  setting.input = picture;
  setting.view = "grids";
  EXPECT_TRUE(Stage(setting).steps()["look_back"].is_null()) << "the usual patch is one tile";
}

TEST(LookBackScreen, JumpsToTheNextWordThatIsPublishedOrRead) {
  Stage stage(setting_of("single-pass"));
  const auto caption = [&] {
    int count = 0;
    const auto steps = stage.steps();
    for (const auto& tile : steps["look_back"]["tiles"])
      for (const auto& words : tile["told"]) count += words["aggregates"].get<int>() + 2 * words["prefixes"].get<int>();
    return count;
  };
  const auto reads = [&] {
    const auto steps = stage.steps();
    return std::ranges::any_of(steps["look_back"]["looks"], [](const auto& look) {
      return look["found"][1].template get<int>() + look["found"][2].template get<int>() > 0;
    });
  };
  int published = 0, read = 0;
  for (int before = caption(), jump = 0; jump < 12; ++jump) {
    const std::size_t from = stage.steps()["step"];
    stage.key({.key = 'J'});
    const std::size_t there = stage.steps()["step"];
    EXPECT_EQ(stage.steps()["view"], "look-back");
    EXPECT_TRUE(caption() > before || reads()) << "jump " << jump;
    ++(caption() > before ? published : read);
    stage.key({.key = k_key_left});
    while (stage.steps()["step"] > from) {
      EXPECT_EQ(caption(), before) << "it happened in that step: " << there;
      EXPECT_FALSE(reads()) << "nor was a word read before";
      stage.key({.key = k_key_left});
    }
    while (stage.steps()["step"] < there) stage.key({.key = k_key_right});
    before = caption();
  }
  EXPECT_GT(published, 2);
  EXPECT_GT(read, 0);
}

TEST(LookBackScreen, IsChosenByItsButtonAndByTheKeyOfViews) {
  Setting setting = setting_of("single-pass");
  setting.view = "grids";
  Stage stage(setting);
  EXPECT_FALSE(is_drawn(stage));
  stage.choose_view("look-back");
  std::vector<std::string> seen;
  do {
    seen.push_back(stage.steps()["view"]);
    EXPECT_EQ(is_drawn(stage), seen.back() == "look-back");
    stage.key({.key = 'W'});
  } while (stage.steps()["view"] != "look-back" && seen.size() < step_views().size());
  std::vector<std::string> all = ids_of(step_views());
  std::ranges::rotate(all, std::ranges::find(all, "look-back"));
  EXPECT_EQ(seen, all);
  EXPECT_TRUE(is_drawn(stage));
}

}  // namespace
}  // namespace satscope::app
