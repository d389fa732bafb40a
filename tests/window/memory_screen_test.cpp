// SPDX-License-Identifier: Apache-2.0
// A window whose thread gets no memory at some moment: it says so and goes on, wherever that moment was. This program has an
// operator new of its own, and gives ImGui one too.
#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <chrono>
#include <cstdlib>
#include <new>
#include <random>
#include <thread>

#include "app/core/json.h"
#include "app/core/no_memory.h"
#include "app/render/gl/offscreen.h"
#include "app/ui/input.h"
#include "app/ui/ui.h"
#include "app/ui/window_actions.h"
#include "app/window/screen.h"
#include "tests/window/drawn_text.h"

namespace {

constexpr long k_never = -1;
/// What the thread that draws may still allocate before one block, or all of them, are refused.
thread_local long left = k_never;
thread_local bool all_refused = false;
thread_local long asked_for = 0;

bool refused() {
  ++asked_for;
  if (left == k_never) return false;
  if (left > 0) return --left, false;
  if (!all_refused) left = k_never;
  return true;
}

}  // namespace

// because: inlined, they look like a mismatch to g++
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (!refused())
    if (void* const block = std::malloc(size > 0 ? size : 1)) return block;
  throw satscope::app::NoMemory();
}
// never refused, because std::stable_sort, which asks so, sorts without the block, and nothing is to be said
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size > 0 ? size : 1);
}
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept { std::free(block); }

namespace satscope::app {
namespace {

/// While it lives, block number `after` of this thread, and with `all` each later one, is refused.
class Refusal {
 public:
  explicit Refusal(long after, bool all = false) {
    // because: an interface that begins anew takes its blocks elsewhere again
    ImGui::SetAllocatorFunctions([](std::size_t size, void*) { return ::operator new(size); },
                                 [](void* block, void*) { ::operator delete(block); });
    left = after;
    all_refused = all;
    asked_for = 0;
  }
  ~Refusal() { left = k_never; }
  Refusal(const Refusal&) = delete;
  Refusal& operator=(const Refusal&) = delete;

  bool happened() const { return left == k_never || (all_refused && left == 0); }
};

constexpr const char* k_sentence = "there was not enough memory";

/// A window that writes no state file: JSON's destructors allocate, so in it not every block may be refused.
class WindowWithoutFile {
 public:
  explicit WindowWithoutFile(const std::string& workspace) : offscreen_({1280, 720}) {
    WindowOptions options;
    options.input = "pattern:noise:64x48:5";
    options.workspace = workspace;
    if (workspace == "steps") options.algorithm = "scan-transpose-scan";
    if (workspace == "playground") options.chain = "box r=2";
    options.ui_scale = 1;
    options.machine = Machine::cpu;
    options.display = DisplayPath::cpu;
    screen_ = std::make_unique<Screen>(options, Settings{}, host_);
    glEnable(GL_RASTERIZER_DISCARD);
    settle();
  }

  Screen& screen() { return *screen_; }
  void frame() {
    now_ += 0.05;
    screen_->step(now_);
    offscreen_.bind();
    screen_->draw(offscreen_.size(), now_);
    ASSERT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
  void settle() {
    for (int calm = 0, tries = 0; calm < 3; ++tries) {
      ASSERT_LT(tries, 20000) << "the window does not come to rest";
      ASSERT_NO_FATAL_FAILURE(frame());
      calm = screen_->settled() ? calm + 1 : 0;
      if (calm == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  void key(Chord chord) {
    screen_->input().push(InputEvent::key(chord, true));
    screen_->input().push(InputEvent::key(chord, false));
    screen_->input().push(InputEvent::key({}, false));
    settle();
  }
  std::string message() {
    const auto& message = screen_->doing().message;
    return message ? message->text : "";
  }
  std::size_t controls() { return screen_->state()["controls"].size(); }

 private:
  Offscreen offscreen_;
  Host host_;
  std::unique_ptr<Screen> screen_;
  double now_ = 0;
};

/// How many blocks a whole frame takes.
long blocks_of_a_frame(WindowWithoutFile& stage) {
  stage.screen().redraw();
  const Refusal none(k_never);
  stage.frame();
  return asked_for;
}

class LackOfMemory : public ::testing::TestWithParam<const char*> {};

TEST_P(LackOfMemory, AtAnyMomentOfAFrameIsASentenceAndTheWindowGoesOn) {
  WindowWithoutFile stage(GetParam());
  const long all = blocks_of_a_frame(stage);
  ASSERT_GT(all, 100);
  constexpr int k_moments = 12;
  std::minstd_rand random(7);
  int refusals = 0;
  for (int i = 0; i < k_moments; ++i) {
    const long moment = i < 4 ? i : static_cast<long>(random() % static_cast<unsigned long>(all));
    SCOPED_TRACE(moment);
    stage.screen().redraw();
    {
      const Refusal one(moment);
      ASSERT_NO_FATAL_FAILURE(stage.frame());
      if (!one.happened()) continue;
    }
    ++refusals;
    const std::string said = stage.message();
    EXPECT_TRUE(said.find(k_sentence) != std::string::npos || said == NoMemory().what()) << said;
    ASSERT_NO_FATAL_FAILURE(stage.settle());
    ASSERT_NO_FATAL_FAILURE(stage.key({.key = k_key_escape}));  // closes the sentence
    EXPECT_EQ(stage.message(), "");
  }
  EXPECT_GT(refusals, k_moments / 2);
  // and it is the window that it was
  EXPECT_GT(stage.controls(), 5U);
  EXPECT_EQ(stage.screen().session().workspace, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Workspaces, LackOfMemory,
                         ::testing::Values("explore", "steps", "playground", "race", "learn", "storage"),
                         [](const auto& it) { return std::string(it.param); });

TEST(LackOfMemoryScreen, TheSentenceIsDrawnWithTheMenusAndAnotherWorkspaceCanBeChosen) {
  WindowWithoutFile stage("explore");
  stage.screen().redraw();
  {
    const Refusal one(blocks_of_a_frame(stage) / 2);
    stage.frame();
    ASSERT_TRUE(one.happened());
  }
  EXPECT_FALSE(stage.screen().settled());
  std::string drawn;  // letters alone
  for (const DrawnLetter& letter : drawn_letters()) drawn += static_cast<char>(letter.code);
  EXPECT_NE(drawn.find("therewasnotenoughmemory"), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("File"), std::string::npos) << drawn;
  ASSERT_NO_FATAL_FAILURE(stage.key({.key = '5', .ctrl = true}));
  EXPECT_EQ(stage.screen().session().workspace, "learn");
}

/// The next time that one asks OpenGL what went wrong, it had no memory.
GLenum without_memory() {
  epoxy_glGetError = [] { return static_cast<GLenum>(GL_NO_ERROR); };
  return GL_OUT_OF_MEMORY;
}

TEST(LackOfMemoryScreen, OfOpenGLIsOneToo) {
  WindowWithoutFile stage("explore");
  const auto ask = epoxy_glGetError;
  stage.screen().perform(WindowAction::next_colour_map);
  epoxy_glGetError = &without_memory;
  stage.frame();
  const bool asked = epoxy_glGetError != &without_memory;
  epoxy_glGetError = ask;
  ASSERT_TRUE(asked) << "nothing was painted";
  EXPECT_NE(stage.message().find(k_sentence), std::string::npos) << stage.message();
  ASSERT_NO_FATAL_FAILURE(stage.settle());
  EXPECT_GT(stage.controls(), 5U);
}

TEST(LackOfMemoryScreen, WithoutAnyMemoryForSecondsTheWindowEndsWithASentence) {
  WindowWithoutFile stage("explore");
  stage.screen().redraw();
  const Refusal all(0, true);
  int frames = 0;
  try {
    for (; frames < 200; ++frames) stage.frame();
    FAIL() << "it goes on without any memory";
  } catch (const NoMemory& problem) {
    left = k_never;
    EXPECT_NE(std::string(problem.what()).find("not enough memory to draw the window"), std::string::npos) << problem.what();
  }
  EXPECT_GT(frames, 20) << "a moment without memory ends nothing";
}

TEST(LackOfMemoryScreen, WhatComesBackInTimeIsDrawn) {
  WindowWithoutFile stage("explore");
  stage.screen().redraw();
  {
    const Refusal all(0, true);
    for (int i = 0; i < 20; ++i) ASSERT_NO_FATAL_FAILURE(stage.frame());
  }
  ASSERT_NO_FATAL_FAILURE(stage.settle());
  EXPECT_NE(stage.message().find(k_sentence), std::string::npos);
  EXPECT_GT(stage.controls(), 5U);
}

}  // namespace
}  // namespace satscope::app
