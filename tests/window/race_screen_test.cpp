// SPDX-License-Identifier: Apache-2.0
// Race in the whole window, off-screen: keys, entrants, times beside a picture that stands still and one that moves, undo, the
// file of times; and that all its text can be read.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "app/bench/curves.h"
#include "app/bench/read.h"
#include "app/workspaces/race/settings.h"
#include "app/workspaces/race/sweep.h"
#include "kernels/registry.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

Setting race(const std::string& input = "pattern:scene:96x64") {
  Setting setting;
  setting.workspace = "race";
  setting.algorithm = "";
  setting.input = input;
  return setting;
}

const Chord k_space{.key = k_key_space}, k_undo{.key = 'Z', .ctrl = true};

nlohmann::json race_of(const Stage& stage) { return stage.state()["race"]; }
std::vector<std::string> entrants_of(const Stage& stage) {
  std::vector<std::string> ids;
  const auto state = stage.state();
  for (const auto& one : state["entrants"]["entrants"]) ids.push_back(one["algorithm"]);
  return ids;
}

/// Goes on until every entrant has so many runs.
void run_until(Stage& stage, int runs) {
  for (int tries = 0;; ++tries) {
    ASSERT_LT(tries, 5000) << "the race does not come to times";
    stage.frame();
    const auto results = race_of(stage)["results"];
    if (std::ranges::all_of(results, [&](const auto& one) { return one["n"] >= runs; })) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

TEST(RaceScreen, StartsAtRestAndRunsOnSpace) {
  Stage stage(race());
  EXPECT_EQ(race_of(stage)["racing"], false);
  EXPECT_EQ(race_of(stage)["results"].size(), RaceEdit{}.entrants.size());
  for (const nlohmann::json all = race_of(stage)["results"]; const auto& one : all) EXPECT_EQ(one["state"], "waiting");
  stage.key(k_space);
  EXPECT_EQ(race_of(stage)["racing"], true);
  ASSERT_NO_FATAL_FAILURE(run_until(stage, 5));
  for (const nlohmann::json all = race_of(stage)["results"]; const auto& one : all) {
    EXPECT_EQ(one["state"], "timed");
    EXPECT_EQ(one["correct"], true);
    EXPECT_EQ(one["max_error"], 0);
    EXPECT_EQ(one["w"], 96);
    EXPECT_EQ(one["machine"], "cpu");
    // the picture once in, and a table in 32 bits once out
    const double entries = one["form"] == "padded" ? 97. * 65 : 96. * 64;
    EXPECT_NEAR(one["gbs"].get<double>() * one["median_ms"].get<double>() * 1e6, 96. * 64 + 4 * entries, 1);
  }
  stage.key(k_space);
  EXPECT_EQ(race_of(stage)["racing"], false);
  EXPECT_GE(race_of(stage)["results"][0]["n"], 5) << "what was found stays";
  stage.shot("race-paused");
}

TEST(RaceScreen, KeysLetAlgorithmsEnterAndUndoTakesThemBack) {
  Stage stage(race());
  const std::vector<std::string> usual = entrants_of(stage);
  std::vector<std::string> expected = usual;
  for (std::size_t i = 0; i < std::min<std::size_t>(9, algorithms().size()); ++i) {
    const std::string& id = algorithms()[i].id;
    if (const auto there = std::ranges::find(expected, id); there != expected.end())
      expected.erase(there);
    else if (expected.size() < k_most_entrants)
      expected.push_back(id);
    stage.key({.key = '1' + static_cast<int>(i)});
    ASSERT_EQ(entrants_of(stage), expected) << id;
  }
  for (std::size_t i = 0; i < 20; ++i) stage.key(k_undo);
  EXPECT_EQ(entrants_of(stage), usual);
}

TEST(RaceScreen, SaysHowManyItNeeds) {
  Stage stage(race());
  for (std::size_t i = RaceEdit{}.entrants.size(); i-- > 0;) stage.click(stage.control(fmt::format("entrant:{}:out", i)));
  EXPECT_TRUE(entrants_of(stage).empty());
  EXPECT_NE(race_of(stage)["hint"].get<std::string>().find("2 to 6 algorithms"), std::string::npos);
  stage.shot("race-empty");
  stage.key(k_space);
  EXPECT_EQ(race_of(stage)["racing"], false);
  EXPECT_NE(stage.state()["message"].get<std::string>().find("2 to 6 algorithms"), std::string::npos);
  stage.key(k_undo);
  EXPECT_EQ(entrants_of(stage).size(), 1U);
}

TEST(RaceScreen, TheSameAlgorithmRacesAgainstItself) {
  Stage stage(race());
  const std::vector<std::string> usual = entrants_of(stage);
  // the first in the panel, because others may be out of sight
  const auto in_list = [](const std::string& id) { return std::ranges::find(algorithms(), id, &Algorithm::id); };
  const auto first = static_cast<std::size_t>(std::ranges::min_element(usual, {}, in_list) - usual.begin());
  stage.click(stage.control(fmt::format("entrant:{}:again", first)));
  const std::vector<std::string> ids = entrants_of(stage);
  ASSERT_EQ(ids.size(), usual.size() + 1);
  EXPECT_EQ(ids[first], ids[first + 1]);
  stage.key(k_space);
  ASSERT_NO_FATAL_FAILURE(run_until(stage, 3));
  EXPECT_EQ(race_of(stage)["results"].size(), ids.size());
  stage.click(stage.control("race:row:1"));
  EXPECT_EQ(race_of(stage)["baseline"], 1);
  EXPECT_EQ(race_of(stage)["results"][1]["speedup"], 1);
  stage.key(k_undo);
  EXPECT_EQ(race_of(stage)["baseline"], 0);
}

TEST(RaceScreen, RowsAreSortedByATitle) {
  Stage stage(race());
  stage.key(k_space);
  ASSERT_NO_FATAL_FAILURE(run_until(stage, 3));
  stage.key(k_space);
  stage.click(stage.control("race:sort:name"));
  stage.shot("race-sorted");
  EXPECT_EQ(stage.state()["race"]["sort"], "name");
  const auto y_of = [&](std::size_t row) { return stage.control(fmt::format("race:row:{}", row)).y; };
  const auto results = race_of(stage)["results"];
  for (const bool descending : {false, true}) {
    EXPECT_EQ(stage.state()["race"]["descending"], descending);
    for (std::size_t a = 0; a < results.size(); ++a)
      for (std::size_t b = 0; b < results.size(); ++b)
        if (results[a]["emulated"] != results[b]["emulated"]) {
          // code for the machine is first, whatever the order
          EXPECT_EQ(y_of(a) < y_of(b), !results[a]["emulated"].get<bool>());
        } else if (results[a]["name"] < results[b]["name"]) {
          EXPECT_EQ(y_of(a) < y_of(b), !descending);
        }
    stage.click(stage.control("race:sort:name"));
  }
}

TEST(RaceScreen, TheTimesBecomeAFile) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("satscope-race-{}", ::getpid());
  std::filesystem::create_directories(folder);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  ::setenv("XDG_PICTURES_DIR", folder.c_str(), 1);
  {
    Stage stage(race());
    stage.key({.key = 'E', .ctrl = true});
    EXPECT_EQ(stage.state()["message"], "there are no times yet");
    stage.key(k_space);
    ASSERT_NO_FATAL_FAILURE(run_until(stage, 3));
    stage.key({.key = 'E', .ctrl = true});
    EXPECT_EQ(stage.state()["message"], "saved as " + (folder / "satscope-race-1.json").string());
    stage.key({.key = 'C', .ctrl = true});
    EXPECT_EQ(stage.state()["message"], "the times are in the clipboard, as text");
  }
  std::ifstream file(folder / "satscope-race-1.json");
  const auto saved = nlohmann::json::parse(file);
  EXPECT_EQ(saved["results"].size(), RaceEdit{}.entrants.size());
  EXPECT_GE(saved["results"][0]["n"], 3);
  // every command that reads results takes it
  const BenchReport report = read_report_file((folder / "satscope-race-1.json").string());
  EXPECT_EQ(report.results.size(), RaceEdit{}.entrants.size());
  EXPECT_EQ(report.results[0].asked.algorithm, RaceEdit{}.entrants[0].algorithm);
  ASSERT_TRUE(report.results[0].times);
  EXPECT_EQ(report.results[0].times->samples, saved["results"][0]["n"]);
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
}

TEST(RaceScreen, TheSecondViewMeasuresSizes) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("satscope-sizes-{}", ::getpid());
  std::filesystem::create_directories(folder);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  ::setenv("XDG_PICTURES_DIR", folder.c_str(), 1);
  {
    Stage stage(race());
    const auto sweep = [&] { return race_of(stage)["sweep"]; };
    const auto until = [&](const auto& done) {
      for (int tries = 0; !done(); ++tries) {
        ASSERT_LT(tries, 10000) << sweep();
        stage.frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    };
    stage.key({.key = 'P'});
    EXPECT_EQ(stage.state()["race"]["plot"], true);
    stage.key({.key = 'E', .ctrl = true});
    EXPECT_EQ(stage.state()["message"], "there are no curves yet: measure them first");
    stage.frame();
    EXPECT_NE(letters_on_screen().find(U"Spacemeasure"), std::u32string::npos);
    stage.key(k_space);
    EXPECT_EQ(sweep()["running"], true);
    EXPECT_EQ(race_of(stage)["racing"], false) << "two that measure at once measure each other";
    ASSERT_NO_FATAL_FAILURE(until([&] { return sweep()["results"] >= 1; }));
    const auto says_stopped = [&] { return sweep()["notes"].dump().find("stopped before the end") != std::string::npos; };
    EXPECT_FALSE(says_stopped()) << "it still measures";
    EXPECT_NE(letters_on_screen().find(U"Spacestop"), std::u32string::npos);
    stage.key(k_space);
    ASSERT_NO_FATAL_FAILURE(until([&] { return sweep()["running"] == false; }));
    stage.frame();
    EXPECT_TRUE(says_stopped());
    const int kept = sweep()["results"];
    EXPECT_GT(sweep()["left"], 0);
    EXPECT_NE(sweep()["says"].get<std::string>().find("then stopped"), std::string::npos);
    stage.key({.key = 'E', .ctrl = true});
    EXPECT_EQ(stage.state()["message"], "saved as " + (folder / "satscope-sweep-1.json").string());
    stage.shot("race-sizes");
    // a curve whose name is pressed is hidden, until it is pressed again
    ASSERT_EQ(sweep()["hidden"], 0);
    stage.click(stage.control("race:curves-plot:0"));
    stage.frame();
    EXPECT_EQ(sweep()["hidden"], 1);
    stage.shot("race-sizes-hidden");
    stage.click(stage.control("race:curves-plot:0"));
    stage.frame();
    EXPECT_EQ(sweep()["hidden"], 0);
    // results of others are beside ours; a broken file says what is wrong, and what there is stays
    const int ours = sweep()["curves"];
    stage.screen().open((folder / "satscope-sweep-1.json").string());
    ASSERT_NO_FATAL_FAILURE(until([&] { return sweep()["others"] == 1; }));
    EXPECT_GT(sweep()["curves"], ours);
    std::ofstream(folder / "broken.json") << R"({"floor": [], "results": [{"type": "9u"}]})";
    stage.screen().open((folder / "broken.json").string());
    ASSERT_NO_FATAL_FAILURE(until([&] { return stage.state()["message"].dump().find("is damaged") != std::string::npos; }));
    EXPECT_NE(stage.state()["message"].get<std::string>().find("is damaged: unknown type '9u'"), std::string::npos)
        << stage.state()["message"];
    EXPECT_EQ(sweep()["others"], 1);
    stage.click(stage.control("race:only-ours"));
    stage.frame();
    EXPECT_EQ(sweep()["others"], 0);
    stage.key(k_space);
    ASSERT_NO_FATAL_FAILURE(until([&] { return sweep()["results"] > kept; })) << "it goes on where it was";
    stage.key(k_space);
    stage.key({.key = 'P'});
    EXPECT_EQ(stage.state()["race"]["plot"], false);
  }
  std::ifstream file(folder / "satscope-sweep-1.json");
  const auto saved = nlohmann::json::parse(file);
  ASSERT_GE(saved["results"].size(), 1U);
  EXPECT_EQ(saved["results"][0]["w"], 256);
  EXPECT_EQ(saved["results"][0]["correct"], true);
  for (const char* ending : {".csv", ".svg", ".png"})
    EXPECT_GT(std::filesystem::file_size(folder / fmt::format("satscope-sweep-1{}", ending)), 100U);
  std::filesystem::current_path(before);
  std::filesystem::remove_all(folder);
}

TEST(RaceScreen, FiltersRaceOverTheRadiusInTheSamePlot) {
  const BenchOrder order = sweep_of({}, k_type_pairs[0], "radius");
  EXPECT_EQ(order.varied, "r");
  std::set<std::string> filters, radii;
  for (const BenchCase& one : order.cases) {
    filters.insert(one.algorithm);
    radii.insert(varied_text(one, "r"));
  }
  EXPECT_EQ(filters, (std::set<std::string>{"box", "box-naive", "box-separable", "box-running"}));
  EXPECT_TRUE(radii.contains("1") && radii.contains("300"));
  Stage stage(race());
  stage.key({.key = 'P'});
  stage.click(stage.control("race:sizes"));
  for (int i = 0; i < 3; ++i) stage.frame();
  stage.click(stage.control("race:sizes:radius"));
  for (int i = 0; i < 3; ++i) stage.frame();
  EXPECT_GE(race_of(stage)["sweep"]["curves"], 4);
  stage.key(k_space);
  for (int tries = 0; race_of(stage)["sweep"]["results"] < 1; ++tries) {
    ASSERT_LT(tries, 10000) << race_of(stage)["sweep"];
    stage.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  stage.key(k_space);
  stage.shot("race-radius");
}

TEST(RaceScreen, ALiveSourceRacesAndIsShownMeanwhile) {
  Setting setting = race();
  setting.live = true;
  Stage stage(setting);
  stage.key(k_space);
  ASSERT_NO_FATAL_FAILURE(run_until(stage, 3));
  const auto shown = [&] { return stage.state()["playground"]["shown"].get<int>(); };
  const int before = shown();
  const auto began = std::chrono::steady_clock::now();
  while (shown() <= before + 5 && std::chrono::steady_clock::now() - began < std::chrono::seconds(3)) {
    stage.frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_GT(shown(), before + 5) << "frames come on";
  for (const nlohmann::json all = race_of(stage)["results"]; const auto& one : all) {
    EXPECT_EQ(one["correct"], true);
    EXPECT_EQ(one["w"], stage.state()["picture"]["w"]);
  }
  stage.key({.key = k_key_space, .shift = true});
  EXPECT_EQ(stage.state()["paused"], true);
  EXPECT_EQ(race_of(stage)["racing"], true) << "the race goes on, on the last frame";
  stage.shot("race-live");
}

TEST(RaceScreen, RacesOnlyWhereItIsSeen) {
  Stage stage(race());
  stage.key(k_space);
  ASSERT_NO_FATAL_FAILURE(run_until(stage, 1));
  stage.key({.key = '1', .ctrl = true});
  EXPECT_EQ(stage.state()["workspace"], "explore");
  EXPECT_EQ(race_of(stage)["racing"], false);
  stage.key({.key = '4', .ctrl = true});
  EXPECT_EQ(race_of(stage)["racing"], true) << "it goes on where it was";
}

class RaceReadable : public testing::TestWithParam<std::tuple<Extent, double, std::string>> {};

TEST_P(RaceReadable, NoLetterIsCutOrCovered) {
  const auto& [size, scale, theme] = GetParam();
  Setting setting = race("pattern:scene:480x320");
  setting.size = size;
  setting.scale = scale;
  setting.theme = theme;
  Stage stage(setting);
  const auto look = [&](const char* what) {
    stage.move_to({-10, -10});
    const auto letters = drawn_letters();
    EXPECT_GT(letters.size(), 100U);
    for (const std::string& fault : faults_of(letters, {"side", "standings"})) ADD_FAILURE() << fault << "; " << what;
    stage.shot(fmt::format("race-{}x{}-{}-{}-{}", size.width, size.height, scale, theme, what));
  };
  look("before");
  stage.key(k_space);
  ASSERT_NO_FATAL_FAILURE(run_until(stage, 10));
  look("running");
  stage.key({.key = 'P'});
  look("sizes");
}
INSTANTIATE_TEST_SUITE_P(Sizes, RaceReadable,
                         testing::Combine(testing::Values(Extent{1280, 720}, Extent{1920, 1080}), testing::Values(1.0, 2.0),
                                          testing::Values("dark", "light")),
                         [](const auto& it) { return fmt::format("n{}", it.index); });

}  // namespace
}  // namespace satscope::app
