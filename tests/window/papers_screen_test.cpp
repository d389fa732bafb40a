// SPDX-License-Identifier: Apache-2.0
// The page of the papers in the whole window off-screen: every row of assets/papers.json is opened by a press, and shows the
// workspace and the algorithm that its command line names. With SATSCOPE_SHOTS set to a folder, the pictures are kept there.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "app/published/papers.h"
#include "app/ui/workspace.h"
#include "app/workspaces/race/race.h"
#include "app/workspaces/race/sweep.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

constexpr Chord k_papers = ctrl(k_key_f1 + 2);

/// What a command line says behind an option; empty: it does not say it.
std::string said(const std::string& line, const std::string& option) {
  std::istringstream words(line);
  for (std::string word; words >> word;)
    if (word == option && words >> word) return word;
  return {};
}

/// The workspace in which the command's work is seen.
std::string workspace_of(const PaperItem& item) {
  const std::string command = item.opens.substr(0, item.opens.find(' '));
  if (command == "sweep" || command == "bench") return "race";
  if (command == "trace" || command.starts_with("figure:")) return "steps";
  if (command == "store") return "storage";
  return said(item.opens, "--workspace");
}

std::vector<std::string> entrants_of(const nlohmann::json& state) {
  std::vector<std::string> ids;
  for (const auto& one : state.at("entrants").at("entrants")) ids.push_back(one.at("algorithm"));
  return ids;
}

void expect_shown(const PaperItem& item, const nlohmann::json& state) {
  const std::string at = item.paper + ", " + item.item;
  // the FPGA's memory and parts are beside the engine's steps, the whole program's beside the filter, models beside times
  const bool by_hand = item.opens.ends_with("--figures") || item.opens.starts_with("kernels ") || item.opens == "model";
  if (!by_hand) {
    EXPECT_EQ(state.at("workspace"), workspace_of(item)) << at;
  }
  const std::string workspace = state.at("workspace");
  if (const std::string algorithm = said(item.opens, "--algorithm"); !algorithm.empty()) {
    EXPECT_EQ(state.at("steps").at("algorithm"), algorithm) << at;
  }
  if (const std::string view = said(item.opens, "--view"); !view.empty()) {
    EXPECT_EQ(state.at("steps").at("view"), view) << at;
  }
  if (const std::string param = said(item.opens, "--param"); workspace == "steps" && !param.empty()) {
    const auto& params = state.at("steps").at("params");
    const auto& value = params.at(param.substr(0, param.find('=')));
    EXPECT_EQ(value.is_string() ? value.get<std::string>() : value.dump(), param.substr(param.find('=') + 1)) << at;
  }
  if (const std::string method = said(item.opens, "--method"); !method.empty()) {
    EXPECT_EQ(state.at("storing").at("method"), method) << at;
  }
  if (workspace == "race") {
    EXPECT_GE(entrants_of(state).size(), 2U) << at;
    std::istringstream algorithms(said(item.opens, "--algorithms"));
    const auto entrants = entrants_of(state);
    for (std::string id; std::getline(algorithms, id, ',');)
      EXPECT_NE(std::ranges::find(entrants, id), entrants.end()) << at << ": " << id;
    if (const std::string preset = said(item.opens, "--preset"); !preset.empty()) {
      EXPECT_EQ(state.at("race").at("sizes"), preset) << at;
      EXPECT_TRUE(state.at("race").at("plot")) << at;
    }
  }
}

TEST(PapersPage, OpensEveryRow) {
  Stage stage({.workspace = "explore"});
  std::map<std::string, int> seen;
  int reported = 0;
  for (std::size_t i = 0; i < paper_items().size(); ++i) {
    const PaperItem& item = paper_items()[i];
    const std::string at = item.paper + ", " + item.item;
    stage.key(k_papers);
    ASSERT_EQ(stage.state().at("popup"), "papers");
    stage.type(item.paper.substr(0, 4) + " " + item.item);
    const std::string control = fmt::format("papers:{}", i);
    ASSERT_TRUE(stage.state().at("controls").contains(control)) << at;
    stage.click(stage.control(control));
    if (!item.is_live()) {
      EXPECT_EQ(stage.state().at("popup"), "papers") << at << " cannot be shown";
      stage.key({.key = k_key_escape});
      ++reported;
      continue;
    }
    const auto state = stage.state();
    EXPECT_EQ(state.at("popup"), "") << at;
    const auto& message = stage.screen().doing().message;
    ASSERT_TRUE(message) << at;
    EXPECT_FALSE(message->bad) << at << ": " << message->text;
    if (!item.shows.empty()) {
      EXPECT_NE(message->text.find(item.title), std::string::npos) << message->text;
      EXPECT_NE(message->text.find(item.reason), std::string::npos) << message->text;
    }
    expect_shown(item, state);
    ++seen[state.at("workspace")];
  }
  EXPECT_EQ(reported, 1);
  for (const char* workspace : {"explore", "steps", "race", "storage", "playground"})
    EXPECT_GT(seen[workspace], 0) << workspace;
}

TEST(PapersPage, IsReachedAndChosenByKeys) {
  Stage stage({.workspace = "explore"});
  stage.key(k_papers);
  stage.type("chen Figure 2b");
  stage.key({.key = k_key_down});
  stage.shot("papers-by-keys");
  stage.key({.key = k_key_space});
  EXPECT_EQ(stage.state().at("popup"), "");
  EXPECT_EQ(stage.state().at("workspace"), "steps");
}

TEST(PapersPage, IsReadAtEverySize) {
  for (const Extent size : {Extent{1280, 720}, {1920, 1080}})
    for (const double scale : {1.0, 2.0}) {
      Stage stage({.size = size, .scale = scale, .theme = scale > 1 ? "light" : "dark", .workspace = "explore"});
      stage.key(k_papers);
      stage.shot(fmt::format("papers-{}x{}-{}", size.width, size.height, scale));
      int letters = 0;
      for (const DrawnLetter& letter : drawn_letters()) letters += letter.window.find("items") != std::string::npos ? 1 : 0;
      EXPECT_GT(letters, 100);
    }
}

TEST(PapersPage, PlotsPrintedTimesBeforeAnythingIsMeasured) {
  RaceModel model;
  Session session = whole_session();
  session.edit.part<RaceEdit>().entrants = {{.algorithm = "serial"},
                                            {.algorithm = "rows-n", .params = {{"n", 2.0}}},
                                            {.algorithm = "rows-n", .params = {{"n", 4.0}}}};
  session.part<RaceView>().sizes = "ehsan";
  step_race_sweep(model, session, "8u32u");
  int marks = 0;
  bool serial_360 = false;
  for (const PlotSeries& series : model.plot.series)
    for (const PlotPoint& point : series.points) {
      if (series.kind != PlotKind::published) continue;
      ++marks;
      // Table 2: the serial engine takes 360*240 cycles at 147 MHz or so; the paper prints milliseconds below 1
      serial_360 = serial_360 || (point.at == "360x240" && point.y > 0 && point.y < 2);
    }
  EXPECT_GE(marks, 14) << "serial, 2 and 4 rows, at seven sizes";
  EXPECT_TRUE(serial_360);
  session.part<RaceView>().sizes = "";
  step_race_sweep(model, session, "8u32u");
  EXPECT_TRUE(model.plot.series.empty()) << "squares wait for the first time";
}

}  // namespace
}  // namespace satscope::app
