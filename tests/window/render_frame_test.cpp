// SPDX-License-Identifier: Apache-2.0
// The way from a source to the buffers on the screen, on the CPU.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "kernels/device.h"
#include "kernels/filters/luma_pass.h"
#include "kernels/registry.h"
#include "tests/window/render_stage.h"

namespace satscope::app::testing {
namespace {

class Frames : public OnStage {
 protected:
  Frames() { wanted_.machine = Machine::cpu; }
  ~Frames() override { unsetenv("SATSCOPE_TEXEL_LIMIT"); }
  Wanted wanted_;
};

TEST_F(Frames, StillsShowTheReference) {
  Frame frame(DisplayPath::cpu);
  for (const Extent extent : {Extent{1, 1}, {1, 37}, {53, 1}, {64, 48}, {131, 67}}) {
    wanted_.still = noise(extent, 5);
    for (const Algorithm& algorithm : algorithms()) {
      if (!algorithm.refusal({.extent = extent}, Machine::cpu).empty()) continue;
      wanted_.algorithm = algorithm.id;
      frame.want(wanted_);
      settle(frame);
      SCOPED_TRACE(algorithm.id + " " + ::testing::PrintToString(std::pair{extent.width, extent.height}));
      EXPECT_EQ(frame.status().message, "");
      EXPECT_EQ(frame.status().algorithm, algorithm.id);
      EXPECT_EQ(frame.shown().picture, extent);
      expect_shows_reference(frame);
    }
  }
}

TEST_F(Frames, PictureIsOnTheScreenAsGrey) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = noise({19, 7}, 2);
  frame.want(wanted_);
  settle(frame);
  const auto words = words_behind(frame.shown().picture_texture, 19 * 7);
  for (int i = 0; i < 19 * 7; ++i) {
    const auto grey = static_cast<std::uint32_t>(wanted_.still->value(i % 19, i / 19));
    EXPECT_EQ(words[static_cast<std::size_t>(i)], 0xff000000 | grey << 16 | grey << 8 | grey);
  }
}

TEST_F(Frames, WideTablesAreShownLowWordFirst) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = noise({33, 21}, 3);
  wanted_.type = "8u64u";
  frame.want(wanted_);
  settle(frame);
  EXPECT_EQ(frame.shown().table_type, Scalar::u64);
  const auto reference = reference_of(frame);
  const auto words = words_of_table(frame.shown());
  for (std::size_t y = 0; y < 21; ++y)
    for (std::size_t x = 0; x < 33; ++x) {
      EXPECT_EQ(words[2 * (y * 33 + x)], reference[(y + 1) * 34 + x + 1]);
      EXPECT_EQ(words[2 * (y * 33 + x) + 1], 0U);
    }
}

TEST_F(Frames, TypeFollowsThePicture) {
  Frame frame(DisplayPath::cpu);
  const auto type_of = [&](std::shared_ptr<Samples> still) {
    wanted_.still = std::move(still);
    frame.want(wanted_);
    settle(frame);
    return frame.status().type;
  };
  EXPECT_EQ(type_of(noise({40, 30}, 1)), "8u32u");
  // 255 * 4200 * 4200 reaches 2^32
  EXPECT_EQ(type_of(picture_of({4200, 4200}, [](int x, int) { return x & 0xff; })), "8u64u");
  auto fractions = std::make_shared<Samples>();
  fractions->extent = {2, 2};
  fractions->values = std::vector<double>{0.5, 1.5, -2, 4};
  EXPECT_EQ(type_of(fractions), "32f32f");
  EXPECT_EQ(frame.padded(2, 2), Value{4.0});
}

TEST_F(Frames, BeyondTheLimitEveryNthIsDrawnAndSumsStayExact) {
  setenv("SATSCOPE_TEXEL_LIMIT", "1000", 1);
  Frame frame(DisplayPath::cpu);
  wanted_.still = noise({100, 70}, 9);
  frame.want(wanted_);
  settle(frame);
  const Shown& shown = frame.shown();
  // 34 * 24 is the first below 1000: 50 * 35 is not
  EXPECT_EQ(shown.reduction, 3);
  EXPECT_EQ(shown.texels, (Extent{34, 24}));
  EXPECT_EQ(shown.picture, (Extent{100, 70}));
  EXPECT_NE(frame.status().message.find("one pixel of 3x3"), std::string::npos) << frame.status().message;
  const auto reference = reference_of(frame);
  const auto table = words_of_table(shown);
  const auto picture = words_behind(shown.picture_texture, shown.texels.area());
  for (std::size_t j = 0; j < 24; ++j)
    for (std::size_t i = 0; i < 34; ++i) {
      EXPECT_EQ(table[j * 34 + i], reference[(3 * j + 1) * 101 + 3 * i + 1]);
      EXPECT_EQ(picture[j * 34 + i] & 0xff, wanted_.still->value(static_cast<int>(3 * i), static_cast<int>(3 * j)));
    }
  const std::optional<BoxSum> sum = frame.box_sum({7, 11, 31, 29});
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->sum,
            (Value{reference[40 * 101 + 38] - reference[11 * 101 + 38] - reference[40 * 101 + 7] + reference[11 * 101 + 7]}));
}

TEST_F(Frames, SpreadHasRangeAndMean) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = picture_of({300, 200}, [](int x, int y) { return (x + y) % 50 + 1; });
  frame.want(wanted_);
  settle(frame);
  const auto reference = reference_of(frame);
  const Shown& shown = frame.shown();
  ASSERT_TRUE(shown.spreads);
  EXPECT_EQ(shown.spreads->table.min, 1);
  EXPECT_EQ(shown.spreads->table.max, static_cast<double>(reference.back()));
  EXPECT_DOUBLE_EQ(shown.mean, static_cast<double>(reference.back()) / 60000);
  std::uint64_t counted = 0;
  for (const std::uint32_t bin : shown.spreads->table.histogram) counted += bin;
  EXPECT_EQ(counted, 256U * 200U);
  EXPECT_LT(shown.spreads->deramped.max, shown.spreads->table.max / 10);
}

TEST_F(Frames, WhatCannotBeDoneIsSaidAndTheOldStays) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = noise({20, 20}, 4);
  frame.want(wanted_);
  settle(frame);
  const std::uint64_t serial = frame.shown().serial;
  const auto says = [&](const Wanted& wanted, const std::string& words) {
    frame.want(wanted);
    settle(frame);
    EXPECT_NE(frame.status().message.find(words), std::string::npos) << frame.status().message;
    EXPECT_EQ(frame.shown().serial, serial);
    EXPECT_TRUE(frame.shown().ready);
  };
  Wanted other = wanted_;
  other.algorithm = "no-such-algorithm";
  says(other, "no-such-algorithm");
  other = wanted_;
  other.type = "9u9u";
  says(other, "9u9u");
  other = wanted_;
  auto wide = std::make_shared<Samples>();
  wide->extent = {2, 1};
  wide->values = std::vector<std::uint16_t>{7, 300};
  other.still = wide;
  other.type = "8u32u";
  says(other, "300");
  if (!gpu_status().usable) {
    other = wanted_;
    other.machine = Machine::gpu;
    says(other, "not supported");
  }
  frame.want(wanted_);
  settle(frame);
  EXPECT_EQ(frame.status().message, "");
  expect_shows_reference(frame);
}

TEST_F(Frames, AnAlgorithmThatDoesNotTakeThePictureIsReplacedAloud) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = noise({200, 150}, 5);
  wanted_.algorithm = "definition";
  frame.want(wanted_);
  settle(frame);
  const std::string& said = frame.status().message;
  EXPECT_NE(said.find("128x128"), std::string::npos) << said;
  EXPECT_NE(said.find(default_algorithm(Machine::cpu).title + " computes it instead"), std::string::npos) << said;
  EXPECT_EQ(frame.status().algorithm, default_algorithm(Machine::cpu).id);
  expect_shows_reference(frame);
  wanted_.still = noise({90, 70}, 5);
  frame.want(wanted_);
  settle(frame);
  EXPECT_EQ(frame.status().message, "");
  EXPECT_EQ(frame.status().algorithm, "definition");
  expect_shows_reference(frame);
}

TEST_F(Frames, ForcedPathThatCannotRunThrows) {
  if (gpu_status().usable) GTEST_SKIP() << "there is a GPU here";
  EXPECT_THROW(Frame{DisplayPath::interop}, std::runtime_error);
  EXPECT_THROW(Frame{DisplayPath::copy}, std::runtime_error);
  const Frame chosen(std::nullopt);
  EXPECT_EQ(chosen.status().path, DisplayPath::cpu);
  EXPECT_EQ(chosen.status().path_reason, gpu_status().reason);
}

TEST_F(Frames, MeasuringKeepsTheLastSixty) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = noise({50, 40}, 6);
  frame.want(wanted_);
  settle(frame);
  EXPECT_EQ(frame.status().measured, 1);
  for (int i = 0; i < 70; ++i) {
    frame.measure();
    settle(frame);
  }
  EXPECT_EQ(frame.status().measured, 60);
  ASSERT_TRUE(frame.status().median_ms);
  EXPECT_GT(*frame.status().median_ms, 0);
  EXPECT_GT(frame.status().last_measured, 0);
  wanted_.algorithm = "brlt-scanrow";
  frame.want(wanted_);
  settle(frame);
  EXPECT_EQ(frame.status().measured, 1) << "times of another algorithm do not mix";
}

TEST_F(Frames, UnchangedRequestsStartNothing) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = noise({50, 40}, 6);
  frame.want(wanted_);
  settle(frame);
  const std::uint64_t serial = frame.shown().serial;
  for (int i = 0; i < 10; ++i) {
    frame.want(wanted_);
    EXPECT_FALSE(frame.active());
    EXPECT_FALSE(frame.advance());
  }
  EXPECT_EQ(frame.shown().serial, serial);
}

TEST_F(Frames, TheNewestRequestWins) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = noise({1500, 1500}, 1);
  frame.want(wanted_);
  frame.advance();
  const auto last = noise({31, 17}, 2);
  for (int i = 0; i < 5; ++i) {
    wanted_.still = i == 4 ? last : noise({1200, 1300}, 3);
    frame.want(wanted_);
    frame.advance();
  }
  settle(frame);
  EXPECT_EQ(frame.shown().serial, 1U) << "nothing that was no longer wanted was shown";
  EXPECT_EQ(frame.shown().picture, last->extent);
  expect_shows_reference(frame);
}

TEST_F(Frames, CancelLeavesWhatIsShown) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = noise({31, 17}, 2);
  frame.want(wanted_);
  settle(frame);
  const std::uint64_t serial = frame.shown().serial;
  wanted_.still = noise({3000, 3000}, 1);
  wanted_.algorithm = "scan-transpose-scan";
  frame.want(wanted_);
  frame.advance();
  EXPECT_TRUE(frame.status().busy);
  frame.cancel();
  settle(frame);
  EXPECT_EQ(frame.shown().serial, serial);
  EXPECT_FALSE(frame.status().busy);
  EXPECT_NE(frame.status().message, "");
  expect_shows_reference(frame);
}

TEST_F(Frames, CanEndWhileBusy) {
  for (const bool live : {false, true}) {
    Frame frame(DisplayPath::cpu);
    wanted_.still = noise({2000, 2000}, 1);
    wanted_.live.words = live ? "synthetic" : "";
    wanted_.algorithm = "scan-transpose-scan";
    frame.want(wanted_);
    for (int i = 0; i < 3; ++i) frame.advance();
    frame.check_agreement();
    frame.advance();
  }
}

TEST_F(Frames, LiveFramesShowTheirReference) {
  Frame frame(DisplayPath::cpu);
  wanted_.live.words = "synthetic:161x97";
  frame.want(wanted_);
  for (std::uint64_t n = 1; n <= 4; ++n) {
    advance_until(frame, [&] { return frame.shown().serial >= n; });
    expect_shows_reference(frame);
    const auto words = words_behind(frame.shown().picture_texture, frame.shown().texels.area());
    for (int y = 0; y < 97; ++y)
      for (int x = 0; x < 161; ++x) {
        const std::uint32_t word = words[static_cast<std::size_t>(161 * y + x)];
        ASSERT_EQ(static_cast<int>(*frame.pixel(x, y)),
                  (299 * part(word, 0) + 587 * part(word, 1) + 114 * part(word, 2) + 500) / 1000);
      }
  }
  EXPECT_GT(frame.status().frames_per_second, 0);
}

TEST_F(Frames, LiveFramesMoveAndPausedOnesStay) {
  Frame frame(DisplayPath::cpu);
  wanted_.live.words = "synthetic:161x97";
  frame.want(wanted_);
  advance_until(frame, [&] { return frame.shown().serial >= 1; });
  const auto first = words_behind(frame.shown().picture_texture, frame.shown().texels.area());
  advance_until(frame, [&] { return words_behind(frame.shown().picture_texture, frame.shown().texels.area()) != first; });
  wanted_.live.paused = true;
  frame.want(wanted_);
  settle(frame);
  const auto kept = words_behind(frame.shown().picture_texture, frame.shown().texels.area());
  wanted_.algorithm = "brlt-scanrow";
  frame.want(wanted_);
  settle(frame);
  EXPECT_EQ(frame.status().algorithm, "brlt-scanrow") << "a paused frame goes through another algorithm";
  EXPECT_EQ(words_behind(frame.shown().picture_texture, frame.shown().texels.area()), kept);
  expect_shows_reference(frame);
  EXPECT_FALSE(frame.active());
}

TEST_F(Frames, APausedSourceStillGivesItsFirstFrame) {
  Frame frame(DisplayPath::cpu);
  wanted_.live = {.words = "synthetic:40x30", .paused = true};
  frame.want(wanted_);
  advance_until(frame, [&] { return frame.shown().ready; });
  settle(frame);
  EXPECT_EQ(frame.shown().serial, 1U);
  expect_shows_reference(frame);
}

TEST_F(Frames, TheWholeTableIsComparedWithTheDefinition) {
  Frame frame(DisplayPath::cpu);
  frame.check_agreement();
  EXPECT_FALSE(frame.active()) << "nothing is shown yet";
  for (const auto& [extent, compared] : {std::pair{Extent{200, 100}, "all 20,000 entries equal the 64-bit definition"},
                                         {{5, 3}, "all 15 entries"},
                                         {{1, 1}, "the only entry"}}) {
    wanted_.still = noise(extent, 8);
    for (const std::string type : {"8u32u", "8u64u", "32f32f"}) {
      wanted_.type = type;
      frame.want(wanted_);
      settle(frame);
      frame.check_agreement();
      settle(frame);
      EXPECT_EQ(frame.status().agreement, FrameStatus::Agreement::agree) << frame.status().agreement_text;
      const std::string& text = frame.status().agreement_text;
      EXPECT_NE(text.find(type), std::string::npos) << text;
      EXPECT_EQ(text.rfind(compared, 0), 0U) << text;
      ASSERT_TRUE(frame.status().table_check);
      EXPECT_EQ(frame.status().table_check->entries, extent.area());
      EXPECT_TRUE(frame.status().table_check->exact());
    }
  }
  wanted_.still = noise({1, 1}, 9);
  frame.want(wanted_);
  settle(frame);
  EXPECT_EQ(frame.status().agreement, FrameStatus::Agreement::unknown) << "another picture was not compared";
}

std::shared_ptr<Samples> numbers(Extent extent, std::vector<double> values) {
  auto samples = std::make_shared<Samples>();
  samples->extent = extent;
  samples->values = std::move(values);
  return samples;
}

SumTruth truth_of(Frame& frame, const Box& box) {
  frame.watch({}, {box});
  settle(frame);
  return frame.box_truth(box).value();
}

TEST_F(Frames, ASumThatWrapsStandsBesideTheTrueOne) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = numbers({3, 2}, {4294967295, 1, 7, 0, 0, 9});
  wanted_.type = "32u32u";
  frame.want(wanted_);
  settle(frame);
  const SumTruth wrapped = truth_of(frame, {0, 0, 3, 2});
  EXPECT_EQ(wrapped.state, SumTruth::State::wrong);
  EXPECT_EQ(frame.box_sum({0, 0, 3, 2})->sum, Value{std::uint64_t{16}});
  EXPECT_EQ(wrapped.sum, Value{std::uint64_t{4294967312}});
  EXPECT_EQ(wrapped.error, 4294967296.0);
  EXPECT_DOUBLE_EQ(wrapped.mean, 4294967312.0 / 6);
  EXPECT_NE(wrapped.why.find("2^32"), std::string::npos) << wrapped.why;
  EXPECT_EQ(truth_of(frame, {1, 0, 2, 2}).state, SumTruth::State::exact) << "right although the table wraps";
  frame.check_agreement();
  settle(frame);
  EXPECT_EQ(frame.status().agreement, FrameStatus::Agreement::agree);
  EXPECT_FALSE(frame.status().table_check->exact());
  EXPECT_EQ(frame.status().table_check->beyond, 4U);  // all but the left column
  EXPECT_NE(frame.status().agreement_text.find("only modulo 2^32"), std::string::npos) << frame.status().agreement_text;
}

TEST_F(Frames, BytesBeyondTheTypeAreSummedAsWell) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = picture_of({4200, 4200}, [](int, int) { return 255; });
  wanted_.type = "8u32u";
  frame.want(wanted_);
  settle(frame);
  const SumTruth whole = truth_of(frame, {0, 0, 4200, 4200});
  EXPECT_EQ(whole.state, SumTruth::State::wrong);
  EXPECT_EQ(whole.sum, Value{std::uint64_t{4498200000}});
  EXPECT_EQ(whole.mean, 255);
  EXPECT_NE(whole.why.find("16,843,009"), std::string::npos) << whole.why;
  frame.watch({}, {Box{100, 100, 4000, 4100}});
  EXPECT_EQ(frame.box_truth({100, 100, 4000, 4100})->state, SumTruth::State::exact) << "known without summing";
}

TEST_F(Frames, RoundedSumsSayTheirError) {
  Frame frame(DisplayPath::cpu);
  wanted_.still = numbers({3, 1}, {16777216, 1, 1});
  wanted_.type = "32f32f";
  frame.want(wanted_);
  settle(frame);
  const SumTruth rounded = truth_of(frame, {1, 0, 1, 1});
  EXPECT_EQ(rounded.state, SumTruth::State::wrong);
  EXPECT_EQ(rounded.sum, Value{1.0});
  EXPECT_EQ(rounded.error, 1);
  EXPECT_EQ(truth_of(frame, {0, 0, 1, 1}).state, SumTruth::State::exact);
  wanted_.still = numbers({2, 1}, {3e38, 3e38});
  frame.want(wanted_);
  settle(frame);
  const SumTruth overflowed = truth_of(frame, {0, 0, 2, 1});
  EXPECT_EQ(overflowed.state, SumTruth::State::wrong);
  EXPECT_GT(to_double(overflowed.sum), 5.9e38);
  frame.check_agreement();
  settle(frame);
  EXPECT_EQ(frame.status().agreement, FrameStatus::Agreement::differ) << frame.status().agreement_text;
}

TEST_F(Frames, AMovingSourceIsSummedWhenItStands) {
  Frame frame(DisplayPath::cpu);
  wanted_.live.words = "synthetic:401x297";
  wanted_.type = "8u32f";
  frame.want(wanted_);
  const Box all{0, 0, 401, 297}, few{0, 0, 200, 200};
  frame.watch({}, {all});
  advance_until(frame, [&] { return frame.shown().serial >= 3; });
  EXPECT_EQ(frame.box_truth(all)->state, SumTruth::State::unknown);
  EXPECT_EQ(frame.box_truth(few)->state, SumTruth::State::exact) << "below 2^24 at its end";
  frame.check_agreement();
  advance_until(frame, [&] { return frame.status().agreement != FrameStatus::Agreement::unknown; });
  EXPECT_EQ(frame.status().agreement, FrameStatus::Agreement::agree) << frame.status().agreement_text;
  EXPECT_NE(frame.status().agreement_text.find("119,097 entries"), std::string::npos) << frame.status().agreement_text;
  wanted_.live.paused = true;
  frame.want(wanted_);
  const SumTruth still = truth_of(frame, all);
  double sum = 0;
  for (int y = 0; y < 297; ++y)
    for (int x = 0; x < 401; ++x) sum += *frame.pixel(x, y);
  const double reported = to_double(frame.box_sum(all)->sum);
  EXPECT_EQ(still.state == SumTruth::State::exact, reported == sum);
  if (still.state == SumTruth::State::wrong) {
    EXPECT_EQ(still.sum, Value{sum});
    EXPECT_EQ(still.error, std::abs(reported - sum));
  }
}

TEST_F(Frames, NothingIsShownOutsideOfThePicture) {
  Frame frame(DisplayPath::cpu);
  EXPECT_FALSE(frame.pixel(0, 0));
  EXPECT_FALSE(frame.padded(0, 0));
  wanted_.still = noise({6, 5}, 1);
  frame.want(wanted_);
  settle(frame);
  EXPECT_FALSE(frame.pixel(6, 0));
  EXPECT_FALSE(frame.pixel(0, -1));
  EXPECT_TRUE(frame.padded(6, 5));
  EXPECT_FALSE(frame.padded(7, 5));
  EXPECT_FALSE(frame.box_sum({0, 0, 7, 1}));
  EXPECT_FALSE(frame.box_sum({0, 0, 0, 1}));
}

TEST(Luma, IsTheWholeNumberFormula) {
  EXPECT_EQ(luma_of(0xffffffff), 255U);
  EXPECT_EQ(luma_of(0xff000000), 0U);
  EXPECT_EQ(luma_of(0x000000ff), 76U);   // 76.245
  EXPECT_EQ(luma_of(0x0000ff00), 150U);  // 149.685
  EXPECT_EQ(luma_of(0x00ff0000), 29U);   // 29.07
}

}  // namespace
}  // namespace satscope::app::testing
