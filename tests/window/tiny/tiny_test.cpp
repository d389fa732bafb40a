// SPDX-License-Identifier: Apache-2.0
// A program whose list of workspaces has a tiny one beside Explore: it is everywhere where a workspace is, and the window was
// not told about it.
#include <gtest/gtest.h>

#include <string>

#include "app/ui/workspace.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {

WorkspaceKind explore_workspace();
WorkspaceKind tiny_workspace();

const std::vector<WorkspaceKind>& workspaces() {
  static const std::vector<WorkspaceKind> all{explore_workspace(), tiny_workspace()};
  return all;
}

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

}  // namespace
}  // namespace satscope::app
