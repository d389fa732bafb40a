// SPDX-License-Identifier: Apache-2.0
// Every phase of every algorithm and filter in the whole window, in every view of a story: no letter is cut, and none is on
// another.
#include <fmt/format.h>
#include <imgui.h>

#include <map>
#include <set>

#include "app/workspaces/steps/steps.h"
#include "kernels/registry.h"
#include "tests/window/drawn_text.h"
#include "tests/window/rooms.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

class EveryPhase : public ::testing::TestWithParam<std::tuple<Room, std::string>> {};

void expect_readable(const std::string& where) {
  const auto letters = drawn_letters();
  EXPECT_GT(letters.size(), 150U) << "letters are not seen, " << where;
  for (const std::string& fault : faults_of(letters, {"code", "history", "side"})) ADD_FAILURE() << fault << "; " << where;
  for (const std::string& fault : covered_of(letters, {"code", "history", "side"})) ADD_FAILURE() << fault << "; " << where;
}

TEST_P(EveryPhase, IsDrawnWithoutOverlapOrCutText) {
  const auto& [room, algorithm] = GetParam();
  for (const std::string& view : ids_of_step_views(false)) {
    Setting setting;
    setting.size = room.size;
    setting.scale = room.scale;
    setting.algorithm = algorithm;
    setting.theme = room.scale > 1 ? "light" : "dark";
    setting.view = view;
    Stage stage(setting);
    ASSERT_EQ(stage.steps()["view"], view);
    const auto story_phases = stage.steps()["chapters"];
    const bool all = room.scale != 1.5;  // because: between the others' scales three places of each view are enough
    for (std::size_t i = 0; i <= story_phases.size(); ++i) {
      if (!all && i == 2 && i < story_phases.size()) {
        i = story_phases.size();
        stage.key({.key = k_key_end});
      }
      const std::string where = room.name + " " + algorithm + " " + view + " " + std::to_string(i);
      ASSERT_EQ(stage.steps()["step"], i == 0 ? 0 : story_phases[i - 1]["end"].get<int>());
      expect_readable(where);
      if (::testing::Test::HasFailure()) stage.shot("text-" + where);
      if (::testing::Test::HasFailure() && !shots_folder()) return;
      stage.shot(room.name + "-" + algorithm + "-" + view + "-" + std::to_string(i));
      if (view == "tree" && !stage.state()["views"].contains("tree")) break;  // it is the network
      stage.key({.key = k_key_page_down});
    }
  }
}

/// A filter's blocks all do the same, so of the first and of the last pass one step is looked at.
class EveryFilterPass : public ::testing::TestWithParam<std::tuple<Room, std::string>> {};

TEST_P(EveryFilterPass, IsDrawnWithoutOverlapOrCutText) {
  const auto& [room, filter] = GetParam();
  Setting setting;
  setting.size = room.size;
  setting.scale = room.scale;
  setting.filter = filter;
  setting.theme = room.scale > 1 ? "light" : "dark";
  Stage stage(setting);
  const auto steps = stage.steps();
  std::map<int, std::size_t> in_pass;
  for (const auto& story_phase : steps["chapters"]) in_pass.try_emplace(story_phase["pass"], story_phase["end"]);
  const std::set<std::size_t> places{0, in_pass.begin()->second, in_pass.rbegin()->second, steps["steps"]};
  for (const std::string view : {"grids", "network"}) {
    if (stage.steps()["view"] != view) stage.key({.key = 'W'});
    ASSERT_EQ(stage.steps()["view"], view);
    for (const std::size_t place : places) {
      const bool caption = view == "grids" || place == *places.rbegin();  // one network is like the other
      if (!caption) continue;
      stage.scrub_to(place);
      // because: a pixel of the bar may be more than one step
      for (int i = 0; i < 4 && stage.steps()["step"] != place; ++i)
        stage.key({.key = stage.steps()["step"] < place ? k_key_right : k_key_left});
      const std::string where = fmt::format("{} {} {} {}", room.name, filter, view, place);
      ASSERT_EQ(stage.steps()["step"], place) << where;
      expect_readable(where);
      stage.shot(fmt::format("{}-{}-{}-{}", room.name, filter, view, place));
      if (::testing::Test::HasFailure() && !shots_folder()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, EveryFilterPass,
                         ::testing::Combine(::testing::Values(Room{{1280, 720}, 1, "hd"}, Room{{1280, 720}, 2, "hd2"},
                                                              Room{{1920, 1080}, 1, "full"}, Room{{1920, 1080}, 2, "full2"}),
                                            ::testing::ValuesIn(ids_of(filters()))),
                         NamedByRoomAndId());

INSTANTIATE_TEST_SUITE_P(Sizes, EveryPhase,
                         ::testing::Combine(::testing::Values(Room{{1280, 720}, 1, "hd"}, Room{{1280, 720}, 1.5, "hd15"},
                                                              Room{{1280, 720}, 2, "hd2"}, Room{{1920, 1080}, 1, "full"},
                                                              Room{{1920, 1080}, 1.5, "full15"},
                                                              Room{{1920, 1080}, 2, "full2"}),
                                            ::testing::ValuesIn(ids_of(traced_algorithms()))),
                         NamedByRoomAndId());

/// Draws one frame of ImGui with two texts in a small window; where a box is asked for, over the first.
std::vector<std::string> faults_with(float second_line, float width, unsigned box = 0, bool again = false) {
  ImGui::NewFrame();
  ImGui::SetNextWindowPos({10, 10});
  ImGui::SetNextWindowSize({width, 200});
  ImGui::Begin("text", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
  ImGui::GetWindowDrawList()->AddText({20, 20}, 0xFFFFFFFF, "first line");
  ImGui::GetWindowDrawList()->AddText({20, 20 + second_line}, 0xFFFFFFFF, "second");
  if (box != 0) ImGui::GetWindowDrawList()->AddRectFilled({15, 15}, {45, 45}, box, 3);
  if (again) ImGui::GetWindowDrawList()->AddText({20, 20}, 0xFFFFFFFF, "first line");
  ImGui::End();
  ImGui::Render();
  return box != 0 ? covered_of(drawn_letters(), {}) : faults_of(drawn_letters(), {});
}

TEST(DrawnText, ThatIsCutOrCoveredIsFound) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {400, 300};
  unsigned char* pixels = nullptr;
  int w = 0, h = 0;
  io.Fonts->GetTexDataAsAlpha8(&pixels, &w, &h);
  faults_with(30, 300);  // a window's first frame is not drawn
  EXPECT_EQ(faults_with(30, 300), std::vector<std::string>{});
  EXPECT_EQ(drawn_letters().size(), 15U) << "two words and one";
  EXPECT_FALSE(faults_with(2, 300).empty()) << "one line on the other";
  EXPECT_FALSE(faults_with(30, 50).empty()) << "the window ends within the first line";
  EXPECT_EQ(faults_with(30, 300), std::vector<std::string>{});
  const auto covered = faults_with(30, 300, 0xFF0000FF);
  ASSERT_FALSE(covered.empty()) << "a box lies over the first letters";
  EXPECT_LT(covered.size(), 8U) << "but not over the last ones, nor over the second line";
  EXPECT_TRUE(faults_with(30, 300, 0x400000FF).empty()) << "letters are read through a faint box";
  EXPECT_TRUE(faults_with(30, 300, 0xFF0000FF, true).empty()) << "they were drawn again over it";
  ImGui::DestroyContext();
}

}  // namespace
}  // namespace satscope::app
