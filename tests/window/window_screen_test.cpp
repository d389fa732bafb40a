// SPDX-License-Identifier: Apache-2.0
// The whole window off-screen, driven through its input queue; what it believes is read from its state file, as scripts do,
// and compared with the definition.
#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <malloc.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "app/core/json.h"
#include "app/render/gl/offscreen.h"
#include "app/sources/samples.h"
#include "app/ui/input.h"
#include "app/ui/ui.h"
#include "app/ui/window_actions.h"
#include "app/window/screen.h"
#include "kernels/registry.h"
#include "tests/window/pixels.h"

namespace satscope::app {
namespace {

constexpr const char* k_input = "pattern:noise:64x48:5";

/// A window on no screen.
class EmptyWindow {
 public:
  explicit EmptyWindow(Extent size, double scale = 1, bool synthetic = false) : offscreen_(size) {
    folder_ = std::filesystem::temp_directory_path() / ("satscope-screen-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    WindowOptions options;
    if (!synthetic) options.input = k_input;
    options.synthetic = synthetic;
    options.size = size;
    options.ui_scale = scale;
    options.machine = Machine::cpu;
    options.display = DisplayPath::cpu;
    options.state_out = (folder_ / "state.json").string();
    screen_ = std::make_unique<Screen>(options, Settings{}, host_);
    fill_pixels_for_shots_only();
  }
  ~EmptyWindow() { std::filesystem::remove_all(folder_); }

  Screen& screen() { return *screen_; }
  InputQueue& input() { return screen_->input(); }
  nlohmann::json state() const {
    std::ifstream file(folder_ / "state.json");
    return nlohmann::json::parse(file);
  }

  void frame() {
    now_ += 0.05;  // seconds: later than the least time between two state files
    screen_->step(now_);
    offscreen_.bind();
    screen_->draw(offscreen_.size(), now_);
    ASSERT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
  void frames(int count) {
    for (int i = 0; i < count; ++i) ASSERT_NO_FATAL_FAILURE(frame());
  }
  /// What one frame draws into a part of the window, row by row.
  std::vector<std::uint32_t> drawn(const Area& part) {
    glDisable(GL_RASTERIZER_DISCARD);
    frame();
    const std::vector<std::uint32_t> all = offscreen_.read();
    fill_pixels_for_shots_only();
    const auto width = static_cast<std::size_t>(offscreen_.size().width);
    const auto from = static_cast<std::size_t>(part.x), count = static_cast<std::size_t>(part.width);
    std::vector<std::uint32_t> pixels;
    for (auto y = static_cast<std::size_t>(part.y); y < static_cast<std::size_t>(part.y + part.height); ++y) {
      const auto first = all.begin() + static_cast<std::ptrdiff_t>(y * width + from);
      pixels.insert(pixels.end(), first, first + static_cast<std::ptrdiff_t>(count));
    }
    return pixels;
  }
  /// As the window's own loop: draws only what must be drawn, until it would sleep for ever.
  void run_until_asleep() {
    for (int tries = 0; screen_->next_step_in() >= 0; ++tries) {
      ASSERT_LT(tries, 20000) << "the window does not come to rest";
      now_ += 0.01;
      if (screen_->step(now_)) {
        offscreen_.bind();
        screen_->draw(offscreen_.size(), now_);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  /// Until nothing more happens by itself.
  void settle() {
    for (int calm = 0, tries = 0; calm < 5; ++tries) {
      ASSERT_LT(tries, 20000) << "the window does not come to rest";
      ASSERT_NO_FATAL_FAILURE(frame());
      calm = screen_->settled() ? calm + 1 : 0;
      if (calm == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  void key(Chord chord) {
    input().push(InputEvent::key(chord, true));
    input().push(InputEvent::key(chord, false));
    input().push(InputEvent::key({}, false));  // no modifier is held any more
    settle();
  }
  void type(std::string_view text) {
    for (const char c : text) input().push(InputEvent::typed(static_cast<unsigned char>(c)));
    settle();
  }
  /// Where the middle of a pixel of the picture lies in one of the views.
  Point place(const char* view, double x, double y) const {
    const auto json = state();
    const auto& area = json["views"][view];
    const Area at{area["x"], area["y"], area["w"], area["h"]};
    return to_screen(screen_->session().view, at, {x + 0.5, y + 0.5});
  }
  Point control(const char* id) const {
    const auto json = state();
    const auto& at = json["controls"].at(id);
    return {at["x"].get<double>() + at["w"].get<double>() / 2, at["y"].get<double>() + at["h"].get<double>() / 2};
  }
  void move_to(Point p) { input().push(InputEvent::move_to(p.x, p.y)); }
  void drag(Point from, Point to) {
    move_to(from);
    input().push(InputEvent::press(MouseButton::left, true));
    move_to({(from.x + to.x) / 2, (from.y + to.y) / 2});
    move_to(to);
    input().push(InputEvent::press(MouseButton::left, false));
    settle();
  }
  void click(Point at) {
    move_to(at);
    input().push(InputEvent::press(MouseButton::left, true));
    input().push(InputEvent::press(MouseButton::left, false));
    settle();
  }

 private:
  Offscreen offscreen_;
  Host host_;
  std::filesystem::path folder_;
  std::unique_ptr<Screen> screen_;
  double now_ = 0;
};

/// The double loop of the definition.
double sum_by_definition(const Box& box) {
  static const Samples samples = load_input(k_input);
  double sum = 0;
  for (int y = box.y; y < box.y + box.height; ++y)
    for (int x = box.x; x < box.x + box.width; ++x) sum += samples.value(x, y);
  return sum;
}

void expect_true_sum(const EmptyWindow& stage) {
  const auto box = stage.state()["box"];
  ASSERT_FALSE(box["sum"].is_null());
  EXPECT_EQ(box["sum"].get<double>(), sum_by_definition({box["x"], box["y"], box["w"], box["h"]}));
}

TEST(Screen, StartsWithABoxAndItsTrueSum) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  EXPECT_GT(stage.screen().session().edit.box.area(), 0);
  EXPECT_EQ(stage.state()["picture"]["w"], 64);
  EXPECT_EQ(stage.state()["settled"], true);
  expect_true_sum(stage);
}

TEST(Screen, ADragDrawsABoxInEitherView) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  stage.key({.key = k_key_delete});
  EXPECT_EQ(stage.screen().session().edit.box.area(), 0);
  stage.drag(stage.place("picture", 10, 8), stage.place("picture", 40, 30));
  EXPECT_EQ(stage.screen().session().edit.box, (Box{10, 8, 31, 23}));
  expect_true_sum(stage);
  stage.key({.key = k_key_delete});
  stage.drag(stage.place("table", 50, 40), stage.place("table", 3, 2));
  EXPECT_EQ(stage.screen().session().edit.box, (Box{3, 2, 48, 39}));
  expect_true_sum(stage);
}

TEST(Screen, ADraggedBoxIsDrawnByTheFrameThatReadsThePointer) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  const auto at = stage.state()["views"]["picture"];
  const Area picture{at["x"], at["y"], at["w"], at["h"]};
  stage.move_to(stage.place("picture", 5, 5));
  stage.input().push(InputEvent::press(MouseButton::left, true));
  stage.frames(10);
  std::vector<std::uint32_t> before = stage.drawn(picture);
  for (const int x : {20, 33, 47}) {
    stage.move_to(stage.place("picture", x, 30));
    const std::vector<std::uint32_t> at_once = stage.drawn(picture);
    stage.frames(10);
    const std::vector<std::uint32_t> at_rest = stage.drawn(picture);
    EXPECT_TRUE(at_once == at_rest) << "the box at column " << x << " comes later than the pointer";
    EXPECT_FALSE(at_rest == before) << "nothing to be seen";
    before = at_rest;
  }
}

TEST(Screen, KeysMoveTheBoxAndUndoTakesItBack) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  const Box before = stage.screen().session().edit.box;
  stage.key({.key = k_key_right});
  stage.frames(12);  // a key counts as held for a while
  stage.key({.key = k_key_down, .shift = true});
  stage.frames(12);
  EXPECT_EQ(stage.screen().session().edit.box, (Box{before.x + 1, before.y, before.width, before.height + 1}));
  expect_true_sum(stage);
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.screen().session().edit.box, (Box{before.x + 1, before.y, before.width, before.height}));
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.screen().session().edit.box, before);
  stage.key({.key = 'Z', .ctrl = true, .shift = true});
  EXPECT_EQ(stage.screen().session().edit.box.x, before.x + 1);
  expect_true_sum(stage);
}

TEST(Screen, KeysInAQuickRowAreStepsOfTheirOwn) {
  EmptyWindow stage({640, 480});
  stage.settle();
  const int x = stage.screen().session().edit.box.x;
  for (int i = 0; i < 3; ++i) stage.key({.key = k_key_right});
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.screen().session().edit.box.x, x + 2);
}

TEST(Screen, AlgorithmsAndTheirParametersAreChosenFromLists) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  stage.key({.key = '3'});
  const std::string third = stage.screen().session().edit.algorithm;
  EXPECT_EQ(stage.state()["algorithm"], third);
  EXPECT_EQ(third, algorithms()[2].id);
  expect_true_sum(stage);
  stage.click(stage.control("algorithm"));
  stage.key({.key = k_key_up});
  stage.key({.key = k_key_space});
  EXPECT_EQ(stage.screen().session().edit.algorithm, algorithms()[1].id);
  stage.click(stage.control("type"));
  stage.key({.key = k_key_down});
  stage.key({.key = k_key_down});
  stage.key({.key = k_key_space});
  EXPECT_EQ(stage.state()["type"], std::string(k_type_pairs[1].id)) << "the first is auto";
  expect_true_sum(stage);
}

TEST(Screen, AKeyThatComesAndGoesWithinAFrameIsNotLost) {
  EmptyWindow stage({640, 480});
  stage.settle();
  const int x = stage.screen().session().edit.box.x;
  for (int i = 0; i < 5; ++i) {
    stage.input().push(InputEvent::key({.key = k_key_right}, true));
    stage.input().push(InputEvent::key({.key = k_key_right}, false));
  }
  stage.settle();
  EXPECT_EQ(stage.screen().session().edit.box.x, x + 5);
}

TEST(Screen, TheWheelZoomsAtTheCursor) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  Point cursor = stage.place("picture", 12, 9);
  cursor = {std::floor(cursor.x), std::floor(cursor.y)};  // the pointer is on whole pixels
  const auto under_cursor = [&] {
    const auto area = stage.state()["views"]["picture"];
    return to_picture(stage.screen().session().view, {area["x"], area["y"], area["w"], area["h"]}, cursor);
  };
  const Point kept = under_cursor();
  stage.move_to(cursor);
  for (int i = 0; i < 4; ++i) stage.input().push(InputEvent::wheel(1));
  const double before = stage.screen().session().view.zoom;
  stage.settle();
  EXPECT_GT(stage.screen().session().view.zoom, 2 * before);
  EXPECT_NEAR(under_cursor().x, kept.x, 1e-9);
  EXPECT_NEAR(under_cursor().y, kept.y, 1e-9);
  stage.key({.key = 'F'});
  EXPECT_NEAR(stage.screen().session().view.zoom, before, 1e-9);
}

TEST(Screen, ShowsTheValuesUnderTheCursor) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  stage.move_to(stage.place("table", 20, 10));
  stage.settle();
  const auto hover = stage.state()["hover"];
  EXPECT_EQ(hover["x"], 20);
  EXPECT_EQ(hover["y"], 10);
  EXPECT_EQ(hover["i"].get<double>(), sum_by_definition({20, 10, 1, 1}));
  EXPECT_EQ(hover["ii"].get<double>(), sum_by_definition({0, 0, 21, 11}));
}

TEST(Screen, LettersAreTextInAField) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  stage.key({.key = 'O', .ctrl = true});
  EXPECT_EQ(stage.state()["popup"], "open");
  const std::string map = stage.screen().session().colour_map;
  stage.input().push(InputEvent::key({.key = 'V'}, true));
  stage.input().push(InputEvent::typed('v'));
  stage.input().push(InputEvent::key({.key = 'V'}, false));
  stage.settle();
  EXPECT_EQ(stage.screen().session().colour_map, map);
  stage.key({.key = k_key_escape});
  EXPECT_EQ(stage.state()["popup"], "");
  stage.key({.key = 'V'});
  EXPECT_NE(stage.screen().session().colour_map, map);
}

TEST(Screen, OpensWhatIsTyped) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  stage.key({.key = 'O', .ctrl = true});
  stage.type("pattern:ramp:30x20");
  stage.key({.key = k_key_enter});
  EXPECT_EQ(stage.screen().session().edit.input, "pattern:ramp:30x20");
  EXPECT_EQ(stage.state()["picture"]["w"], 30);
  EXPECT_EQ(refusal(stage.screen().session().edit.box, {30, 20}), "");
  stage.key({.key = 'Z', .ctrl = true});
  EXPECT_EQ(stage.screen().session().edit.input, k_input) << "undo brings the old picture back";
  expect_true_sum(stage);
}

TEST(Screen, UndoOutrunsThePicturesThatItReads) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  for (const char* input : {"pattern:ramp:30x20", "pattern:noise:17x11"}) {
    stage.screen().open(input);
    stage.settle();
  }
  const auto input_after = [&](std::vector<Action> actions) {
    for (const Action action : actions) stage.screen().perform(action);  // no frame in between
    stage.settle();
    return stage.screen().session().edit.input;
  };
  EXPECT_EQ(input_after({WindowAction::undo, WindowAction::undo}), k_input);
  EXPECT_EQ(input_after({WindowAction::redo, WindowAction::redo}), "pattern:noise:17x11");
  EXPECT_EQ(input_after({WindowAction::undo, WindowAction::redo}), "pattern:noise:17x11")
      << "the picture of the way there came after all";
  EXPECT_EQ(input_after({WindowAction::undo}), "pattern:ramp:30x20");
  EXPECT_EQ(stage.state()["picture"]["w"], 30);
}

TEST(Screen, ABrokenFileIsASentenceAndTheOldPictureStays) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  stage.screen().open("/no/such/picture.png");
  stage.settle();
  EXPECT_NE(stage.state()["message"].get<std::string>().find("/no/such/picture.png"), std::string::npos);
  EXPECT_EQ(stage.screen().session().edit.input, k_input);
  expect_true_sum(stage);
  stage.click(stage.control("message:act"));
  EXPECT_EQ(stage.state()["popup"], "open");
  stage.key({.key = k_key_escape});
  stage.key({.key = k_key_escape});
  EXPECT_EQ(stage.state()["message"], "");
}

TEST(Screen, GivesLargeBlocksBackToTheSystem) {
#if defined(__SANITIZE_ADDRESS__) || !defined(M_MMAP_THRESHOLD)
  GTEST_SKIP() << "another heap than glibc's is in use";
#else
  const EmptyWindow stage({640, 480});
  const auto kept = [](std::size_t bytes) {
    volatile char* block = static_cast<char*>(std::malloc(bytes));
    block[0] = 1;
    return std::unique_ptr<char, decltype(&std::free)>(const_cast<char*>(block), &std::free);
  };
  kept(std::size_t{16} << 20);  // freed at once; of this glibc would learn
  const std::size_t before = mallinfo2().hblkhd;
  const auto table = kept(std::size_t{2} << 20);
  EXPECT_GE(mallinfo2().hblkhd, before + (std::size_t{2} << 20)) << "bytes that go back when they are freed";
#endif
}

TEST(Screen, EscNeverQuits) {
  EmptyWindow stage({640, 480});
  stage.settle();
  for (int i = 0; i < 10; ++i) stage.key({.key = k_key_escape});
  EXPECT_FALSE(stage.screen().quit_wanted());
  stage.key({.key = 'Q', .ctrl = true});
  EXPECT_TRUE(stage.screen().quit_wanted());
}

TEST(Screen, TheMovingSourceRunsAndStands) {
  EmptyWindow stage({640, 480});
  stage.settle();
  stage.screen().perform(WindowAction::live);
  for (int i = 0; i < 3000 && stage.screen().session().edit.live && stage.state()["picture"]["w"] != 1280; ++i) stage.frame();
  EXPECT_EQ(stage.state()["live"], true);
  stage.key({.key = k_key_space});
  EXPECT_TRUE(stage.screen().session().paused);
  const auto state = stage.state();
  EXPECT_EQ(state["picture"]["w"], 1280);
  EXPECT_FALSE(state["box"]["sum"].is_null());
  stage.key({.key = 'K'});
  EXPECT_FALSE(stage.screen().session().edit.live);
  expect_true_sum(stage);
}

TEST(Screen, ReportsItsRestBeforeItSleeps) {
  EmptyWindow stage({320, 240}, 1, true);
  const auto press_space = [&] {
    stage.input().push(InputEvent::key({.key = k_key_space}, true));
    stage.input().push(InputEvent::key({.key = k_key_space}, false));
  };
  for (int round = 0; round < 3; ++round) {
    ASSERT_NO_FATAL_FAILURE(stage.frames(3 + round));
    press_space();
    ASSERT_NO_FATAL_FAILURE(stage.run_until_asleep());
    EXPECT_TRUE(stage.screen().settled());
    EXPECT_EQ(stage.state()["paused"], true) << "round " << round;
    press_space();
  }
}

TEST(Screen, ControlsOfTheSidePanelAreReachedByKeys) {
  EmptyWindow stage({1280, 720});
  stage.settle();
  stage.key({.key = k_key_tab});
  EXPECT_EQ(stage.state()["in_panels"], true);
  const Box box = stage.screen().session().edit.box;
  stage.key({.key = k_key_right});
  EXPECT_EQ(stage.screen().session().edit.box, box) << "arrows belong to the controls";
  stage.key({.key = k_key_escape});
  EXPECT_EQ(stage.state()["in_panels"], false);
  stage.key({.key = k_key_right});
  EXPECT_EQ(stage.screen().session().edit.box.x, box.x + 1);
}

TEST(Screen, StartsWithTheMovingSourceAndABoxOnIt) {
  EmptyWindow stage({640, 480}, 1, true);
  stage.settle();
  // because: the sum is that of a frame, which another thread makes
  for (int tries = 0; tries < 5000 && stage.state()["box"]["sum"].is_null(); ++tries) stage.frame();
  const auto state = stage.state();
  EXPECT_EQ(state["live"], true);
  EXPECT_EQ(state["picture"]["w"], 1280);
  EXPECT_GT(state["box"]["w"], 0);
  EXPECT_FALSE(state["box"]["sum"].is_null());
}

/// Every panel, popup and toggle, 60 frames each, at sizes and scales with and without room for them.
struct Room {
  Extent size;
  double scale;
};
class EveryPanel : public testing::TestWithParam<Room> {};

TEST_P(EveryPanel, DrawsWithoutErrors) {
  EmptyWindow stage(GetParam().size, GetParam().scale);
  stage.settle();
  constexpr int k_frames = 60;
  for (const Action action : {WindowAction::key_sheet, WindowAction::open, WindowAction::go_to_pixel}) {
    stage.screen().perform(action);
    ASSERT_NO_FATAL_FAILURE(stage.frames(k_frames));
    stage.key({.key = k_key_escape});
  }
  for (const Action action :
       {WindowAction::side_panel, WindowAction::theme, WindowAction::deramp, WindowAction::histogram, WindowAction::numbers,
        WindowAction::grid, WindowAction::next_colour_map, WindowAction::range_from_box, WindowAction::auto_range,
        WindowAction::remove_box, WindowAction::place_box, WindowAction::zoom_to_box, WindowAction::next_panel,
        WindowAction::side_panel, WindowAction::actual_size, WindowAction::larger, WindowAction::smaller,
        WindowAction::measure}) {
    stage.screen().perform(action);
    ASSERT_NO_FATAL_FAILURE(stage.frames(k_frames / 6));
  }
  for (const char* menu : {"menu:file", "menu:view", "menu:help"}) {
    stage.settle();
    if (!stage.state()["controls"].contains(menu)) continue;
    stage.click(stage.control(menu));
    ASSERT_NO_FATAL_FAILURE(stage.frames(k_frames));
    stage.key({.key = k_key_escape});
  }
  stage.screen().open("/no/such/file");
  ASSERT_NO_FATAL_FAILURE(stage.frames(k_frames));
  stage.screen().open("pattern:ramp:3x2");
  stage.settle();
  ASSERT_NO_FATAL_FAILURE(stage.frames(k_frames));
}
INSTANTIATE_TEST_SUITE_P(Sizes, EveryPanel,
                         testing::Values(Room{{1280, 720}, 1}, Room{{320, 240}, 1}, Room{{1280, 720}, 2}, Room{{320, 240}, 2},
                                         Room{{1, 1}, 1}),
                         [](const auto& made) {
                           const Room& room = made.param;
                           return std::to_string(room.size.width) + "x" + std::to_string(room.size.height) + "at" +
                                  std::to_string(static_cast<int>(room.scale));
                         });

}  // namespace
}  // namespace satscope::app
