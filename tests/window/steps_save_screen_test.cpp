// SPDX-License-Identifier: Apache-2.0
// Steps saved from the window by its keys: a page as PNG and SVG, a phase as GIF, in the working directory.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "app/sources/live/live_open.h"
#include "app/sources/samples.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/steps/export/film.h"
#include "app/workspaces/steps/export/save.h"
#include "kernels/registry.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {
namespace fs = std::filesystem;

constexpr Chord k_save_png{.key = 'E', .ctrl = true}, k_save_svg{.key = 'E', .ctrl = true, .shift = true},
    k_save_gif{.key = 'G', .ctrl = true, .shift = true};

/// The working directory is an empty folder.
class StepsSaving : public testing::Test {
 protected:
  StepsSaving()
      : before_(fs::current_path()), folder_(fs::temp_directory_path() / ("satscope-saved-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    fs::current_path(folder_);
    for (const char* place : {"XDG_PICTURES_DIR", "XDG_VIDEOS_DIR"}) ::setenv(place, folder_.c_str(), 1);
  }
  ~StepsSaving() override {
    fs::current_path(before_);
    fs::remove_all(folder_);
  }
  static std::set<std::string> names() {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(fs::current_path())) names.insert(entry.path().filename().string());
    return names;
  }

 private:
  fs::path before_, folder_;
};

TEST_F(StepsSaving, APageIsTheStepThatIsShown) {
  Stage stage({.step = 3});
  const std::string label = stage.steps()["label"];
  stage.key(k_save_png);
  EXPECT_EQ(names(), (std::set<std::string>{"satscope-figure-1.png"}));
  EXPECT_EQ(load_input("satscope-figure-1.png").extent, (Extent{2560, 1440}));
  const std::string said = stage.state()["message"];
  EXPECT_NE(said.find("saved as " + fs::current_path().string() + "/satscope-figure-1.png"), std::string::npos) << said;
  stage.frame(20);
  stage.settle();
  EXPECT_EQ(stage.state()["message"], said) << "the path is needed later, in a terminal";
  EXPECT_TRUE(stage.state()["controls"].contains("message:act"));
  stage.key(k_save_svg);
  stage.key(k_save_png);
  EXPECT_EQ(names(), (std::set<std::string>{"satscope-figure-1.png", "satscope-figure-1.svg", "satscope-figure-2.png"}));
  std::ifstream file("satscope-figure-1.svg");
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(svg.find("step 3 of"), std::string::npos);
  EXPECT_NE(svg.find("up-sweep, step 2 of 3"), std::string::npos);
  EXPECT_EQ(stage.steps()["step"], 3) << "the window stays where it was";
  EXPECT_EQ(stage.steps()["label"], label);
}

TEST_F(StepsSaving, APhaseBecomesAFilm) {
  Stage stage({.step = 3});  // in the up-sweep of three steps, after the load
  stage.key(k_save_gif);     // until it rests
  EXPECT_EQ(names(), (std::set<std::string>{"satscope-figure-1.gif"}));
  const Opened opened = open_live("satscope-figure-1.gif", {});
  ASSERT_EQ(opened.answer, Answer::frame) << opened.why;
  std::size_t frames = 0;
  while (opened.input->next().answer == Answer::frame) ++frames;
  EXPECT_EQ(frames, 1 + 3 * (10 + 1) + 1) << "three steps at one a second, of which half moves at 20 frames a second";
}

TEST_F(StepsSaving, ThePlaceMayBeAFolderANameOrBothAndHasItsEndingOnce) {
  struct ThreeSteps final : Clock {
    ThreeSteps() : Clock(3, {3}) {}
    void placed() override {}
  } const clock;
  const std::string here = fs::current_path();
  fs::create_directory("slides");
  const std::string before = ::getenv("HOME") ? ::getenv("HOME") : "";
  ::setenv("HOME", here.c_str(), 1);
  const auto out = [&](const char* place, const char* kind) {
    return order_of({.what = SaveRequest::What::all, .kind = kind, .place = place}, clock).out;
  };
  EXPECT_EQ(out("up", "strip"), here + "/up.png");
  EXPECT_EQ(out("up.png", "strip"), here + "/up.png");
  EXPECT_EQ(out("~/slides/up", "gif"), here + "/slides/up.gif");
  EXPECT_EQ(out("slides", "gif"), here + "/slides/satscope-figure-1.gif");
  EXPECT_EQ(out("slides/", "pngs"), here + "/slides/satscope-figure-1-%d.png");
  EXPECT_EQ(out("up", "pngs"), here + "/up-%d.png");
  ::setenv("HOME", before.c_str(), 1);
}

void choose_on_card(Stage& stage, const std::string& list, const std::string& entry) {
  stage.click(stage.control(list));
  stage.click(stage.control(list + ":" + entry));
}

TEST_F(StepsSaving, TheCardWritesAFilePerStepAndAStrip) {
  Stage stage({.step = 3});  // as above: the phase has steps 2, 3 and 4
  stage.key({.key = 'S'});
  choose_on_card(stage, "steps:save:what", "1");
  choose_on_card(stage, "steps:save:kind", "pngs");
  stage.click(stage.control("steps:save:scale:1"));
  stage.shot("save_card");
  stage.click(stage.control("steps:save:go"));
  EXPECT_EQ(names(), (std::set<std::string>{"satscope-figure-1-2.png", "satscope-figure-1-3.png", "satscope-figure-1-4.png"}));
  EXPECT_EQ(load_input("satscope-figure-1-3.png").extent, (Extent{1280, 720}));
  EXPECT_FALSE(stage.state()["controls"].contains("steps:save:go")) << "the card goes when all is written";
  stage.key({.key = 'S'});
  choose_on_card(stage, "steps:save:kind", "strip-svg");
  stage.click(stage.control("steps:save:go"));
  ASSERT_TRUE(names().contains("satscope-figure-1.svg"));
  std::ifstream file("satscope-figure-1.svg");
  const std::string strip{std::istreambuf_iterator<char>(file), {}};
  for (const char* label : {"load", "up-sweep, step 1 of 3", "up-sweep, step 2 of 3", "up-sweep, step 3 of 3"})
    EXPECT_NE(strip.find(label), std::string::npos) << label << ": what the phase finds, and its steps";
  stage.key({.key = 'S'});
  choose_on_card(stage, "steps:save:what", "2");  // far more than a strip has room for
  stage.click(stage.control("steps:save:go"));
  EXPECT_TRUE(stage.state()["controls"].contains("steps:save:go")) << "what cannot be is not begun";
  EXPECT_EQ(names().size(), 4U);
  stage.key({.key = k_key_escape});
  EXPECT_FALSE(stage.state()["controls"].contains("steps:save:go"));
}

TEST_F(StepsSaving, TheCardWritesAWebPageThatBeginsAtTheStepShown) {
  Stage stage({.step = 3});
  stage.key({.key = 'S'});
  choose_on_card(stage, "steps:save:what", "2");
  choose_on_card(stage, "steps:save:kind", "web");
  EXPECT_FALSE(stage.state()["controls"].contains("steps:save:scale:1")) << "it has no pixels";
  stage.click(stage.control("steps:save:go"));
  ASSERT_EQ(names(), (std::set<std::string>{"satscope-figure-1.html"}));
  std::ifstream file("satscope-figure-1.html");
  const std::string page{std::istreambuf_iterator<char>(file), {}}, opens = "id=\"data\">";
  const std::size_t data = page.find(opens) + opens.size();
  const auto kept = nlohmann::json::parse(page.substr(data, page.find("</script>", data) - data));
  EXPECT_EQ(kept["players"], nlohmann::json::parse("[[0, 3]]"));
  const auto& steps = kept["runs"][0]["steps"];
  EXPECT_EQ(steps.size(), stage.steps()["steps"].get<std::size_t>() + 1);
  EXPECT_EQ(steps[3]["label"], stage.steps()["label"]);
  const std::string caption = steps[3]["told"];
  EXPECT_TRUE(caption.starts_with(stage.steps()["told"]["this_step"].get<std::string>())) << caption;
}

TEST_F(StepsSaving, TwoAtOnceAreNoWebPage) {
  Stage stage({.step = 3});
  stage.key({.key = 'D'});
  stage.key({.key = 'S'});
  choose_on_card(stage, "steps:save:what", "2");
  choose_on_card(stage, "steps:save:kind", "web");
  stage.click(stage.control("steps:save:go"));
  EXPECT_TRUE(names().empty());
  EXPECT_NE(stage.state().dump().find("a web page has the steps of one algorithm, not of two at once"), std::string::npos);
}

TEST_F(StepsSaving, TwoAtOnceAreSavedTogether) {
  Stage stage({.step = 3});
  stage.key({.key = 'D'});
  stage.key(k_save_svg);
  std::ifstream file("satscope-figure-1.svg");
  const std::string svg{std::istreambuf_iterator<char>(file), {}};
  for (const auto& side : stage.steps()["pair"]["sides"])
    EXPECT_NE(svg.find(known_algorithm(side["algorithm"].get<std::string>()).title), std::string::npos);
}

TEST_F(StepsSaving, EscStopsAFilmAndLeavesNothing) {
  Stage stage({.step = 3});
  stage.press(k_save_gif);
  stage.frames(20);
  EXPECT_FALSE(stage.screen().settled());
  stage.press({.key = k_key_escape});
  stage.frames(3);
  stage.settle();
  EXPECT_EQ(names(), (std::set<std::string>{}));
  EXPECT_EQ(stage.steps()["step"], 3);
}

TEST_F(StepsSaving, TheWindowIsDrawnAsBefore) {
  Stage stage({.step = 3});
  stage.move_to({-10, -10});
  const auto before = stage.pixels();
  stage.key(k_save_png);
  stage.screen().perform(WindowAction::leave);  // the message
  stage.settle();
  const auto after = stage.pixels();
  std::size_t differ = 0;
  for (std::size_t i = 0; i < before.size(); ++i) differ += before[i] != after[i];
  EXPECT_LT(differ, before.size() / 20) << "but for the message";
}

TEST_F(StepsSaving, OneKeySavesWithTheBackgroundThatWasChosenOnTheCard) {
  Stage stage({.step = 3});
  const auto saved = [&](const std::string& name) {
    stage.key(k_save_svg);
    std::ifstream file(name);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  const std::string seen = saved("satscope-figure-1.svg");
  stage.key({.key = 'S'});
  choose_on_card(stage, "steps:save:background", "white");
  stage.click(stage.control("steps:save:close"));
  const std::string white = saved("satscope-figure-2.svg");
  ASSERT_FALSE(white.empty());
  EXPECT_NE(white.find("#ffffff"), white.npos);
  EXPECT_EQ(seen.find("#ffffff"), seen.npos);
  EXPECT_EQ(stage.remembered().background, "white") << "for the next start";
}

TEST_F(StepsSaving, TheButtonsOfTheCardStayWhereTheyAre) {
  Stage stage({.step = 3});
  stage.key({.key = 'S'});
  const auto at = [&] { return stage.control("steps:save:go").y; };
  const double before = at();
  choose_on_card(stage, "steps:save:kind", "svg");
  stage.shot("save_card_svg");
  EXPECT_EQ(at(), before);
  choose_on_card(stage, "steps:save:what", "2");
  choose_on_card(stage, "steps:save:kind", "web");
  EXPECT_EQ(at(), before);
  stage.shot("save_card_web");
  choose_on_card(stage, "steps:save:what", "3");
  choose_on_card(stage, "steps:save:kind", "pngs");
  EXPECT_EQ(at(), before);
  stage.shot("save_card_range");
}

}  // namespace
}  // namespace satscope::app
