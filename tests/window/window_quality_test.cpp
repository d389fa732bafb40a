// SPDX-License-Identifier: Apache-2.0
// What the window does where it cannot keep up, and what it says of its time.
#include <gtest/gtest.h>

#include "app/ui/panels/status_text.h"
#include "app/window/adaptive_quality.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

/// Paints 30 times a second for so long; full_ms: what all pixels take.
void paint(AdaptiveQualityRule& rule, double& now, double full_ms, int times = 10) {
  for (int i = 0; i < times; ++i) {
    now += 1.0 / 30;
    rule.painted(rule.at(now).coarse ? full_ms / 4 : full_ms, now);
  }
}

TEST(AdaptiveQualityRule, LeavesFastViewsAlone) {
  AdaptiveQualityRule rule;
  double now = 100;
  EXPECT_FALSE(rule.at(now).coarse);
  paint(rule, now, 20);
  EXPECT_FALSE(rule.at(now).coarse);
  EXPECT_EQ(rule.sharp_at(), 0);
}

TEST(AdaptiveQualityRule, PaintsSlowViewsCoarselyWhileTheyMove) {
  AdaptiveQualityRule rule;
  double now = 100;
  paint(rule, now, 60);
  EXPECT_TRUE(rule.at(now).coarse);
  EXPECT_FALSE(rule.at(now).fewer_frames);
  EXPECT_NEAR(rule.at(now).full_ms, 60, 1e-9);
  EXPECT_GT(rule.sharp_at(), now);
  EXPECT_LT(rule.sharp_at(), now + 1);
  // then it rests, and is painted once more with all pixels
  now = rule.sharp_at();
  EXPECT_FALSE(rule.at(now).coarse);
  rule.painted(60, now);
  EXPECT_EQ(rule.sharp_at(), 0);
}

TEST(AdaptiveQualityRule, ASingleSlowViewIsPaintedWhole) {
  AdaptiveQualityRule rule;
  for (double now = 100; now < 110; now += 1) {
    EXPECT_FALSE(rule.at(now).coarse) << "it stood for a second";
    rule.painted(80, now);
  }
}

TEST(AdaptiveQualityRule, GoesBackWhenPaintingIsFastAgain) {
  AdaptiveQualityRule rule;
  double now = 100;
  paint(rule, now, 60);
  paint(rule, now, 22);
  EXPECT_TRUE(rule.at(now).coarse) << "between slow and fast it stays as it is";
  paint(rule, now, 15);
  EXPECT_FALSE(rule.at(now).coarse);
}

TEST(AdaptiveQualityRule, KeepsTimeFreeWhereEvenCoarseViewsAreSlow) {
  AdaptiveQualityRule rule;
  double now = 100;
  paint(rule, now, 400);
  const AdaptiveQuality quality = rule.at(now);
  EXPECT_TRUE(quality.coarse);
  EXPECT_TRUE(quality.fewer_frames);
  EXPECT_NEAR(rule.rests_until(), now + 0.1, 1e-9) << "as long as painting took";
  paint(rule, now, 60);
  EXPECT_FALSE(rule.at(now).fewer_frames);
  EXPECT_EQ(rule.rests_until(), 0);
}

TEST(AdaptiveQualityText, SaysWhatIsDoneAndWhy) {
  EXPECT_EQ(quality_text({}), "");
  EXPECT_EQ(quality_text({.coarse = true}), "half resolution");
  EXPECT_EQ(quality_text({.coarse = true, .fewer_frames = true}), "half resolution, fewer frames");
  FrameStatus status;
  const auto views = [&]() -> std::string {
    for (const auto& [name, sentence] : status_lines(status))
      if (name == "Views") return sentence;
    return {};
  };
  EXPECT_EQ(views(), "");
  status.quality = {.coarse = true, .fewer_frames = false, .full_ms = 60};
  EXPECT_NE(views().find("half resolution"), std::string::npos);
  EXPECT_NE(views().find("60"), std::string::npos) << views();
  EXPECT_EQ(views().find("wait"), std::string::npos);
  status.quality.fewer_frames = true;
  EXPECT_NE(views().find("new frames wait"), std::string::npos);
}

Budget budget_of(double work, double shown, double source) {
  Budget budget;
  budget.median_ms.front() = work / 4;
  budget.median_ms.back() = work * 3 / 4;
  budget.shown_ms = shown;
  budget.frame_ms = source;
  return budget;
}

TEST(BudgetOfAFrame, AddsUpToTheTimeBetweenTwoFrames) {
  const Budget idle = budget_of(12, 33.5, 33.3);
  EXPECT_NEAR(idle.sum_ms(), 12, 1e-9);
  EXPECT_NEAR(idle.sum_ms() + idle.waiting_ms(), 33.5, 1e-9);
  EXPECT_EQ(budget_of(40, 33.3, 33.3).waiting_ms(), 0) << "work of several frames at the same time";
  EXPECT_EQ(budget_of(12, 0, 33.3).waiting_ms(), 0) << "it is not known yet";
}

TEST(BudgetOfAFrame, NeverContradictsTheFrameRate) {
  EXPECT_EQ(budget_texts(budget_of(12, 33.5, 33.3), true).front(),
            "12.0 ms of work and 21.5 ms of waiting: a frame every 33.5 ms");
  EXPECT_EQ(budget_texts(budget_of(91, 333, 33.3), true).front(),
            "91.0 ms of work and 242 ms of waiting: a frame every 333 ms; the source has one every 33.3 ms");
  EXPECT_EQ(budget_texts(budget_of(40, 33.3, 33.3), true).front(),
            "40.0 ms of work, partly in parallel: a frame every 33.3 ms");
  EXPECT_EQ(budget_texts(budget_of(12, 0, 33.3), true).front(), "12.0 ms of work per frame");
  EXPECT_EQ(budget_texts({}, true).front(), "no frame has been measured yet");
  EXPECT_NE(budget_texts(budget_of(12, 0, 0), false).front().find("for this still picture"), std::string::npos);
  for (const Budget& budget : {budget_of(12, 33.5, 33.3), budget_of(91, 333, 33.3), budget_of(40, 33.3, 33.3)})
    for (const std::string& text : budget_texts(budget, true))
      EXPECT_LE(text.size(), budget_texts(budget, true).front().size()) << "from the longest to the shortest";
}

}  // namespace
}  // namespace satscope::app
