// SPDX-License-Identifier: Apache-2.0
// A live source in the whole window, off-screen: what it says of its pace, and that nothing is made that is not shown.
#include <epoxy/gl.h>
#include <fmt/format.h>

#include <cstdio>

#include "app/core/text/number_text.h"
#include "app/pipeline/frame_source.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "tests/window/drawn_text.h"
#include "tests/window/steps_stage.h"

namespace satscope::app {
namespace {

Setting live_in(const std::string& workspace) {
  Setting setting;
  setting.workspace = workspace;
  setting.algorithm = "";
  setting.live = true;
  return setting;
}

int shown(const Stage& stage) { return stage.state()["live_frames"]["shown"]; }

void go_to(Stage& stage, std::string_view id) {
  const auto kinds = workspaces();
  const auto found = std::ranges::find(kinds, id, &WorkspaceKind::id);
  ASSERT_NE(found, kinds.end());
  stage.screen().perform(WindowAction::workspace, {.key = '1' + static_cast<int>(found - kinds.begin())});
  ASSERT_NO_FATAL_FAILURE(stage.frames(2));
  ASSERT_EQ(stage.screen().session().workspace, id);
}

/// Draws until so many more frames were shown.
void expect_more_frames(Stage& stage, int more) {
  const int before = shown(stage);
  for (int tries = 0; shown(stage) < before + more; ++tries) {
    ASSERT_LT(tries, 2000) << "the source stands still";
    ASSERT_NO_FATAL_FAILURE(stage.frame());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

TEST(LiveWindow, SaysHowFastFramesFollowEachOther) {
  Stage stage(live_in("explore"));
  expect_more_frames(stage, 12);
  const auto state = stage.state();
  for (const char* kind : {"live_frames", "window_frames"}) {
    const auto& reported = state[kind];
    EXPECT_GE(reported["frames"].get<int>(), 2) << kind;  // within a second, also on a busy machine
    EXPECT_GT(reported["seconds"].get<double>(), 0) << kind;
    EXPECT_GT(reported["median_ms"].get<double>(), 0) << kind;
    EXPECT_GE(reported["p90_ms"].get<double>(), reported["median_ms"].get<double>()) << kind;
    EXPECT_NEAR(reported["per_second"].get<double>(), reported["frames"].get<int>() / reported["seconds"].get<double>(), 1e-6)
        << kind;
  }
  EXPECT_TRUE(state["live_frames"].contains("dropped"));
  EXPECT_EQ(state["painter"], "cpu") << state["painter_reason"];
  // the work of every station and the waiting are at least the time between two frames
  const auto& budget = state["playground"]["budget"];
  double sum = 0;
  for (const auto& [station, ms] : budget.items()) sum += ms.is_null() ? 0 : ms.get<double>();
  EXPECT_GE(sum, state["playground"]["shown_ms"].get<double>() - 1e-6);
  for (const char* station : {"colour", "upload", "panels", "draw"}) EXPECT_FALSE(budget[station].is_null()) << station;
}

/// The number of the frame whose table was compared last; draws until it is another one than `before`.
int compared_after(Stage& stage, int before) {
  for (int tries = 0; tries < 2000; ++tries) {
    stage.frame();
    int frame = 0;
    const std::string text = stage.screen().state()["agreement_text"];
    if (std::sscanf(text.c_str(), "frame %d: all ", &frame) == 1 && frame != before) return frame;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return 0;
}

TEST(LiveWindow, ComparesWholeTablesNowAndThenAndSaysOfWhichFrame) {
  Setting setting = live_in("explore");
  setting.algorithm = "serial";
  Stage stage(setting);
  const int first = compared_after(stage, 0);
  ASSERT_GT(first, 0);
  const auto compared = [&](int frame, const char* rest) {
    const auto state = stage.screen().state();
    const auto& picture = state["picture"];
    const auto entries = picture["w"].get<std::uint64_t>() * picture["h"].get<std::uint64_t>();
    EXPECT_EQ(state["agreement"], "agree");
    EXPECT_EQ(state["table_check"]["entries"], entries);
    EXPECT_EQ(state["agreement_text"],
              fmt::format("frame {}: all {} entries equal the 64-bit definition (serial, 8u32u, CPU){}", frame,
                          grouped(entries), rest));
  };
  constexpr const char* k_others = "; while the source runs, frames are compared now and then";
  compared(first, k_others);
  const int second = compared_after(stage, first);
  ASSERT_GT(second, first) << "a running source is compared again";
  compared(second, k_others);
  std::u32string drawn;
  for (const DrawnLetter& letter : drawn_letters()) drawn += letter.code;
  EXPECT_NE(drawn.find(U"checked"), drawn.npos);
  stage.key(plain(k_key_space));
  const int last = compared_after(stage, second);
  ASSERT_GT(last, second) << "a source that has stopped is compared";
  stage.settle();
  compared(last, "");
}

TEST(LiveWindow, TakesNoFramesWhileItIsHidden) {
  Stage stage(live_in("explore"));
  expect_more_frames(stage, 3);
  double now = 1000;
  const auto hidden_steps = [&](int count) {
    for (int i = 0; i < count; ++i) {
      stage.screen().step(now += 0.1, false);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  };
  hidden_steps(5);  // what was on its way arrives
  const int before = stage.screen().state()["playground"]["shown"];
  hidden_steps(15);
  EXPECT_EQ(stage.screen().state()["playground"]["shown"], before);
  expect_more_frames(stage, 3);
}

TEST(LiveWindow, TakesNoFramesWhereNoneIsShown) {
  Stage stage(live_in("explore"));
  expect_more_frames(stage, 3);
  for (const char* workspace : {"steps", "learn"}) {
    go_to(stage, workspace);
    stage.frames(10);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stage.frames(10);
    const int before = stage.screen().state()["playground"]["shown"];
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stage.frames(10);
    EXPECT_EQ(stage.screen().state()["playground"]["shown"], before) << workspace;
    go_to(stage, "explore");
    expect_more_frames(stage, 3);
  }
}

/// A grey that grows with time, as PQ, for three seconds; its value at 0 s is the code of 203 cd/m2. Empty: there is no tool.
std::string make_hdr_video(const std::filesystem::path& folder, const char* transfer) {
  const std::string file = folder / fmt::format("{}.mkv", transfer);
  const std::string command = fmt::format(
      "ffmpeg -nostdin -v error -y -f lavfi -i color=black:size=32x32:rate=10:duration=3 -vf "
      "format=yuv444p10le,geq=lum=573+N:cb=512:cr=512 -c:v ffv1 -color_range tv -color_trc {} -color_primaries bt2020 "
      "-colorspace bt2020nc '{}' 2>/dev/null",
      transfer, file);
  return std::system(command.c_str()) == 0 ? file : std::string();
}

std::filesystem::path own_folder() {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("satscope-hdr-{}", ::getpid());
  std::filesystem::create_directories(folder);
  return folder;
}

double mean_of(const Stage& stage) { return stage.state()["picture"]["total"].get<double>() / (32 * 32); }

TEST(LiveWindow, MapsHdrWhereThatIsChosen) {
  const auto folder = own_folder();
  const std::string file = make_hdr_video(folder, "smpte2084"), usual = make_hdr_video(folder, "bt709");
  if (file.empty()) GTEST_SKIP() << "there is no ffmpeg tool";
  Setting setting = live_in("explore");
  setting.live = false;
  setting.input = file;
  Stage stage(setting);
  expect_more_frames(stage, 2);
  EXPECT_EQ(stage.state()["tone_map"], "none");
  EXPECT_LT(mean_of(stage), 160);
  stage.click(stage.control("tone_map"));
  stage.click(stage.control("tone_map:bt2390"));
  expect_more_frames(stage, 3);
  EXPECT_EQ(stage.state()["tone_map"], "bt2390");
  EXPECT_GT(mean_of(stage), 225);
  stage.screen().open(usual);
  expect_more_frames(stage, 3);
  stage.frames(3);
  EXPECT_FALSE(stage.state()["controls"].contains("tone_map"));
  std::filesystem::remove_all(folder);
}

TEST(LiveWindow, ASourceThatGivesNothingLeavesTheCropOfThePicture) {
  const auto folder = own_folder();
  Setting setting;
  setting.workspace = "explore";
  setting.algorithm = "";
  setting.input = "pattern:scene:96x64";
  Stage stage(setting);
  stage.screen().perform(k_transform_source, {}, R"({"crop": "5x4+4+2", "flip": "none", "rotate": 0})");
  stage.settle();
  const nlohmann::json before = stage.state()["picture"];
  ASSERT_EQ(before["w"], 5);
  stage.screen().open(folder.string());  // which is empty
  stage.until_message("no picture");
  stage.settle();
  EXPECT_EQ(stage.state()["picture"], before);
  std::filesystem::remove_all(folder);
}

TEST(FrameSource, AnotherToneMapKeepsTheFrame) {
  const auto folder = own_folder();
  const std::string file = make_hdr_video(folder, "smpte2084");
  if (file.empty()) GTEST_SKIP() << "there is no ffmpeg tool";
  FrameSource source{HostPool{}};
  const auto next = [&]() -> std::optional<SourceFrame> {
    for (int tries = 0; tries < 10000; ++tries) {
      if (auto frame = source.take()) return frame;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return {};
  };
  source.want({.words = file, .paused = true});
  ASSERT_TRUE(next());
  source.seek(2);
  const auto plain = next();
  ASSERT_TRUE(plain);
  EXPECT_NEAR(plain->seconds, 2, 1e-3);
  source.want({.words = file, .paused = true, .tone_map = ToneMap::bt2390});
  const auto mapped = next();
  ASSERT_TRUE(mapped);
  EXPECT_NEAR(mapped->seconds, 2, 1e-3);
  EXPECT_NE(mapped->words()[0], plain->words()[0]);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace satscope::app
