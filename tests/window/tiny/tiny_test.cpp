// SPDX-License-Identifier: Apache-2.0
// A program whose list of workspaces has a tiny one beside Explore and Steps, and whose list of views of Steps has a tiny one
// beside the grids: each is everywhere where its like is, and the window names neither.
#include <gtest/gtest.h>

#include <string>

#include "app/session/fields.h"
#include "app/ui/drawing/page.h"
#include "app/ui/workspace.h"
#include "app/workspaces/steps/export/web_page.h"
#include "app/workspaces/steps/view.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {

WorkspaceKind explore_workspace();
WorkspaceKind tiny_workspace();
WorkspaceKind steps_workspace();
StepViewKind grids_view();
StepViewKind tiny_view();

const std::vector<WorkspaceKind>& workspaces() {
  static const std::vector<WorkspaceKind> all{explore_workspace(), tiny_workspace(), steps_workspace()};
  return all;
}

const std::vector<StepViewKind>& step_views() {
  static const std::vector<StepViewKind> all = [] {
    StepViewKind grids = grids_view();
    grids.id = "grids";
    return std::vector{grids, tiny_view()};
  }();
  return all;
}
bool is_step_view(std::string_view id) { return find_step_view(id) != nullptr; }
std::string_view first_step_view() { return step_views().front().id; }

namespace {

/// All that ImGui draws in the frame that was drawn last, without the spaces.
std::string letters() {
  std::string text;
  for (const DrawnLetter& letter : drawn_letters())
    if (letter.code < 128) text += static_cast<char>(letter.code);
  return text;
}

TEST(TinyWorkspace, HasTabKeysMenuSideBottomLineAndKeySheet) {
  Stage stage({.box = {}, .workspace = "explore"});
  EXPECT_TRUE(stage.state()["controls"].contains("workspace:tiny"));
  stage.key(plain('Y'));
  EXPECT_EQ(stage.state()["count"]["value"], 0) << "its key is its own";
  stage.key(ctrl('2'));
  EXPECT_EQ(stage.state()["workspace"], "tiny");
  stage.key(plain('Y'));
  EXPECT_EQ(stage.state()["count"]["value"], 1);
  EXPECT_NE(letters().find("counted1"), std::string::npos) << letters();
  EXPECT_NE(letters().find("Ycount"), std::string::npos) << "the bottom line: " << letters();
  stage.click(stage.control("tiny:button"));
  EXPECT_EQ(stage.state()["count"]["value"], 2);
  stage.click(stage.control("menu:file"));
  EXPECT_NE(letters().find("Countonemore"), std::string::npos) << letters();
  stage.key(plain(k_key_escape));
  stage.key(plain(k_key_f1));
  EXPECT_NE(letters().find("Counting"), std::string::npos) << letters();
  EXPECT_NE(letters().find("Clickthebutton:onemore."), std::string::npos) << letters();
}

TEST(TinyWorkspace, HasItsPartOfSessionUndoAndStateFile) {
  Stage stage({.box = {}, .workspace = "tiny"});
  EXPECT_EQ(stage.state()["tiny"]["odd"], false);
  stage.key(plain('Y'));
  EXPECT_EQ(stage.state()["tiny"]["odd"], true);
  stage.key(ctrl('Z'));
  EXPECT_EQ(stage.state()["count"]["value"], 0);
  nlohmann::json kept = to_json(stage.screen().session());
  kept["count"]["value"] = 7;
  EXPECT_EQ(to_json(session_from_json(kept, whole_session()))["count"]["value"], 7);
  kept["count"]["value"] = "many";
  EXPECT_THROW(session_from_json(kept, whole_session()), std::runtime_error);
}

TEST(TinyView, HasButtonKeysKeySheetPointerAndStateFile) {
  Stage stage({.box = {}});
  EXPECT_EQ(stage.steps()["view"], "grids");
  EXPECT_GT(stage.steps()["tiny"], 1) << "it reports also while another is shown";
  stage.choose_view("tiny");
  EXPECT_EQ(stage.steps()["view"], "tiny");
  EXPECT_TRUE(stage.state()["views"].contains("tiny"));
  EXPECT_NE(letters().find("place0ofpicture"), std::string::npos) << letters();
  stage.click(stage.control("tiny:1"));
  EXPECT_EQ(stage.steps()["hover"]["buffer"], "scanned rows");
  EXPECT_EQ(stage.steps()["chosen"]["buffer"], "scanned rows");
  stage.move_to({-10, -10});
  EXPECT_TRUE(stage.steps()["hover"].is_null());
  stage.key(plain('W'));
  EXPECT_EQ(stage.steps()["view"], "grids");
  stage.key(shift('W'));
  EXPECT_EQ(stage.steps()["beside"], "tiny");
  EXPECT_TRUE(stage.state()["views"].contains("tiny"));
  stage.key(shift('W'));
  EXPECT_EQ(stage.steps()["beside"], "");
  stage.key(plain(k_key_f1));
  EXPECT_NE(letters().find("gridsortiny"), std::string::npos) << letters();
}

TEST(TinyView, IsInSessionsTwoAtOnceAndPages) {
  EXPECT_EQ(read_part<StepsSettings>({{"view", "tiny"}}).view, "tiny");
  EXPECT_THROW(read_part<StepsSettings>({{"view", "network"}}), std::runtime_error) << "this program has none";
  Stage stage({.box = {}, .view = "tiny"});
  EXPECT_EQ(stage.steps()["view"], "tiny");
  stage.key(plain('D'));
  EXPECT_TRUE(stage.state()["controls"].contains("tiny:0:B"));
  StoryRequest wanted;
  wanted.samples = load_input("pattern:noise:4x4:5");
  wanted.algorithm = "serial";
  const StepsPage page(make_story(wanted), {.view = find_step_view("tiny")});
  WebRun web(page, {640, 480}, 1, 1);
  PackedDrawings drawings;
  nlohmann::json sources = nlohmann::json::array();
  web.go_on(drawings, sources);
  EXPECT_EQ(web.data()["views"][0]["name"], "tiny");
  EXPECT_NE(drawings.data().dump().find("place 0 of picture"), std::string::npos) << drawings.data().dump();
}

}  // namespace
}  // namespace satscope::app
