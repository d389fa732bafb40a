// SPDX-License-Identifier: Apache-2.0
// The way of a frame through a chain of filters to the screen, on every path: what is shown is compared with the definition,
// written down again here, of the very picture that is shown beside it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <set>

#include "app/pipeline/runner.h"
#include "app/render/interop.h"
#include "kernels/device.h"
#include "kernels/filters/chain.h"
#include "tests/window/render_stage.h"

namespace satscope::app::testing {
namespace {

using Words = std::vector<std::uint32_t>;

std::uint32_t channel(std::uint32_t word, int c) { return word >> (8 * c) & 0xff; }

std::uint32_t luma_word(std::uint32_t word) {
  const std::uint32_t y = (299 * channel(word, 0) + 587 * channel(word, 1) + 114 * channel(word, 2) + 500) / 1000;
  return 0xff000000U | y << 16 | y << 8 | y;
}

/// The mean over what exists of (2 r + 1)^2 pixels, rounded half up, of every channel.
Words box_mean(const Words& words, Extent extent, int r) {
  Words out(words.size());
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) {
      std::array<std::uint64_t, 4> sum{};
      std::uint64_t n = 0;
      for (int v = std::max(0, y - r); v <= std::min(extent.height - 1, y + r); ++v)
        for (int u = std::max(0, x - r); u <= std::min(extent.width - 1, x + r); ++u, ++n)
          for (int c = 0; c < 4; ++c)
            sum[static_cast<std::size_t>(c)] += channel(words[static_cast<std::size_t>(v * extent.width + u)], c);
      std::uint32_t word = 0;
      for (int c = 0; c < 4; ++c)
        word |= static_cast<std::uint32_t>((2 * sum[static_cast<std::size_t>(c)] + n) / (2 * n)) << (8 * c);
      out[static_cast<std::size_t>(y * extent.width + x)] = word;
    }
  return out;
}

Words lumas(Words words) {
  for (std::uint32_t& word : words) word = luma_word(word);
  return words;
}

/// A picture in colour.
std::shared_ptr<const Samples> colourful(Extent extent) {
  auto samples = std::make_shared<Samples>(*noise(extent, 11));
  for (std::size_t i = 0; i < extent.area(); ++i)
    samples->colours.push_back(0xff000000U | static_cast<std::uint32_t>((i * 2654435761U) >> 8));
  return samples;
}

class FilteredFrames : public OnStage, public ::testing::WithParamInterface<DisplayPath> {
 protected:
  void SetUp() override {
    if (GetParam() != DisplayPath::cpu && !gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
    if (GetParam() == DisplayPath::interop)
      if (const std::string why = interop_refusal(); !why.empty()) GTEST_SKIP() << why;
    frame_.emplace(GetParam());
  }
  void TearDown() override { unsetenv("SATSCOPE_TEXEL_LIMIT"); }

  void want(const std::string& chain, bool colour = true) {
    wanted_.filters.emplace();
    if (!chain.empty()) wanted_.filters->chain = parse_chain(chain);
    wanted_.filters->colour = colour;
    frame_->want(wanted_);
  }
  Words picture() const { return words_behind(filtered().picture_texture, filtered().texels.area()); }
  Words result() const { return words_behind(filtered().result_texture, filtered().texels.area()); }
  const Filtered& filtered() const { return frame_->filtered(); }

  std::optional<Frame> frame_;
  Wanted wanted_;
};

TEST_P(FilteredFrames, StillsAreFilteredInLuma) {
  for (const Extent extent : {Extent{1, 1}, {1, 37}, {53, 1}, {64, 48}, {131, 67}}) {
    wanted_.still = colourful(extent);
    for (const int r : {0, 1, 3, 200}) {
      SCOPED_TRACE(fmt::format("{}x{} r={}", extent.width, extent.height, r));
      want(fmt::format("box r={}", r), false);
      settle(*frame_);
      ASSERT_TRUE(filtered().ready);
      EXPECT_EQ(filtered().message, "");
      EXPECT_EQ(filtered().picture, extent);
      EXPECT_FALSE(filtered().colour);
      EXPECT_EQ(picture(), wanted_.still->colours);
      ASSERT_EQ(result(), box_mean(lumas(picture()), extent, r));
    }
  }
}

TEST_P(FilteredFrames, ChannelsAreFilteredEachByItself) {
  const Extent extent{131, 67};
  wanted_.still = colourful(extent);
  want("box r=4");
  settle(*frame_);
  EXPECT_EQ(filtered().message, "");
  EXPECT_TRUE(filtered().colour);
  EXPECT_EQ(result(), box_mean(wanted_.still->colours, extent, 4));
  want("box r=4; sauvola");
  settle(*frame_);
  EXPECT_FALSE(filtered().colour) << "a threshold is about luma";
}

TEST_P(FilteredFrames, AChainGoesFromFilterToFilter) {
  const Extent extent{97, 61};
  wanted_.still = colourful(extent);
  want("box r=2; box r=5", false);
  settle(*frame_);
  EXPECT_EQ(result(), box_mean(box_mean(lumas(picture()), extent, 2), extent, 5));
  ASSERT_EQ(filtered().filters.size(), 2U);
  EXPECT_EQ(filtered().tables, 2);
  EXPECT_GE(filtered().table_bytes, extent.area() * sizeof(std::uint32_t));
  for (const FilterTimes& one : filtered().filters) {
    EXPECT_EQ(one.filter, "box");
    EXPECT_GT(one.median_ms, 0);
    EXPECT_GE(one.median_ms, one.table_ms);
  }
}

/// The naive mean reads (2 r + 1)^2 pixels: with r = 24 a hundred times as many as with r = 2.
TEST_P(FilteredFrames, TheTimesOfAFilterAreOfTheRadiusThatIsShown) {
  wanted_.still = noise({160, 120}, 5);
  double few = 0;
  for (const int r : {1, 2, 1, 2, 24}) {
    want(fmt::format("box-naive r={}", r), false);
    settle(*frame_);
    ASSERT_EQ(filtered().filters.size(), 1U);
    if (r == 2) few = filtered().filters[0].median_ms;
  }
  if (GetParam() != DisplayPath::cpu) return;  // because: a GPU has both done at once
  EXPECT_GT(filtered().filters[0].median_ms, 10 * few);
}

TEST_P(FilteredFrames, AnEmptyChainShowsThePicture) {
  wanted_.still = colourful({33, 21});
  want("box");
  settle(*frame_);
  want("");
  settle(*frame_);
  EXPECT_EQ(result(), wanted_.still->colours);
  EXPECT_EQ(picture(), wanted_.still->colours);
  EXPECT_TRUE(filtered().filters.empty());
}

TEST_P(FilteredFrames, LiveResultsBelongToTheirPicture) {
  wanted_.live.words = "synthetic:161x97";
  want("box r=3", false);
  for (std::uint64_t n = 1; n <= 6; ++n) {
    advance_until(*frame_, [&] { return filtered().serial >= n; });
    ASSERT_EQ(result(), box_mean(lumas(picture()), {161, 97}, 3));
    const SourceFrame made_of = frame_->result_frame().value();
    ASSERT_EQ(Words(made_of.words().begin(), made_of.words().end()), picture());
  }
  EXPECT_GT(frame_->status().frames_per_second, 0);
  EXPECT_GT(frame_->status().budget.shown, 4U);
  for (const Station station : {Station::decode, Station::upload, Station::split, Station::table, Station::filters})
    EXPECT_TRUE(frame_->status().budget.at(station)) << k_stations[static_cast<std::size_t>(station)];
}

/// Colours that are seen; of a picture that is covered there are four at most, one for each quarter.
std::size_t colours_in(const Words& words) { return std::set<std::uint32_t>(words.begin(), words.end()).size(); }

TEST_P(FilteredFrames, FacesAreHiddenOnlyInTheFrameInWhichTheyWereFound) {
  const Extent extent{160, 96};
  wanted_.live.words = "synthetic:160x96";
  want("faces parts=64");
  advance_until(*frame_, [&] { return filtered().serial >= 3; });
  EXPECT_LE(colours_in(result()), 4U) << "no search for faces has ended yet";
  EXPECT_GT(colours_in(picture()), 100U);

  want("faces parts=4");
  for (int n = 0; n < 4; ++n) {
    const SourceFrame found_in = *frame_->whole_frame();
    const Box face{10 * n, 20, 32, 32};
    wanted_.filters->searched = found_in;
    wanted_.filters->faces = {face};
    frame_->want(wanted_);
    const std::uint64_t before = filtered().serial;
    advance_until(*frame_, [&] {
      return filtered().serial > before && picture() == Words(found_in.words().begin(), found_in.words().end());
    });
    // frames that were not searched wait, however many come
    advance_until(*frame_, [&] { return frame_->whole_frame()->rgba != found_in.rgba; });
    for (int i = 0; i < 50; ++i) frame_->advance();
    const Words shown = picture(), hidden = result();
    ASSERT_EQ(shown, Words(found_in.words().begin(), found_in.words().end()));
    int open = 0;
    for (int y = 0; y < extent.height; ++y)
      for (int x = 0; x < extent.width; ++x) {
        const auto at = static_cast<std::size_t>(y * extent.width + x);
        const bool within = x >= face.x && y >= face.y && x < face.x + face.width && y < face.y + face.height;
        if (within)
          open += shown[at] == hidden[at];
        else
          ASSERT_EQ(shown[at], hidden[at]);
      }
    EXPECT_LT(open, face.area() / 4);
  }
  // boxes of one source mean nothing in another
  wanted_.live.words = "synthetic:161x97";
  frame_->want(wanted_);
  advance_until(*frame_, [&] { return filtered().picture == Extent{161, 97}; });
  EXPECT_LE(colours_in(result()), 4U);
}

TEST_P(FilteredFrames, APictureWhoseFacesCannotBeHiddenIsBlack) {
  wanted_.still = colourful({160, 96});
  want("faces");
  settle(*frame_);
  EXPECT_LE(colours_in(result()), 4U);
  wanted_.algorithm = "no such";
  want("faces");
  settle(*frame_);
  EXPECT_NE(filtered().message, "");
  EXPECT_EQ(result(), Words(160 * 96, 0xFF000000U));
  want("faces hide=nothing");
  settle(*frame_);
  EXPECT_EQ(result(), wanted_.still->colours) << "who hides nothing sees the picture as it is";
}

TEST_P(FilteredFrames, AFrozenFrameGoesThroughAnotherChain) {
  wanted_.live.words = "synthetic:161x97";
  want("box r=1", false);
  advance_until(*frame_, [&] { return filtered().serial >= 2; });
  wanted_.live.paused = true;
  want("box r=1", false);
  settle(*frame_);
  const Words kept = picture();
  want("box r=9", false);
  settle(*frame_);
  EXPECT_EQ(picture(), kept);
  EXPECT_EQ(result(), box_mean(lumas(kept), {161, 97}, 9));
  EXPECT_FALSE(frame_->active());
}

TEST_P(FilteredFrames, WhatIsRefusedSaysSoAndThePictureIsShownAsItIs) {
  wanted_.still = colourful({33, 21});
  want("box r=1", false);
  settle(*frame_);
  ASSERT_NE(result(), picture());
  for (const auto& [algorithm, chain] : {std::pair{"no such", "box r=2"}, {"", "motion; box"}}) {
    wanted_.algorithm = algorithm;
    want(chain, false);
    settle(*frame_);
    EXPECT_NE(filtered().message, "");
    EXPECT_EQ(filtered().message.find("vector"), std::string::npos) << "that is no sentence";
    EXPECT_EQ(result(), picture());
  }
  wanted_.algorithm.clear();
  want("box r=2", false);
  settle(*frame_);
  EXPECT_EQ(filtered().message, "");
  EXPECT_EQ(result(), box_mean(lumas(picture()), {33, 21}, 2));
}

TEST_P(FilteredFrames, TablesOfAnAlgorithmThatDoesNotTakeThePictureAreMadeByAnother) {
  wanted_.still = colourful({200, 150});
  wanted_.algorithm = "definition";
  want("box r=2", false);
  settle(*frame_);
  EXPECT_EQ(filtered().message, "");
  EXPECT_EQ(result(), box_mean(lumas(picture()), {200, 150}, 2));
}

TEST_P(FilteredFrames, RegionsShowWhatMovedSinceTheFrameBefore) {
  const Extent extent{161, 97};
  const std::vector<Box> regions{{0, 0, 161, 97}, {10, 20, 30, 40}, {-5, -5, 3, 3}};
  wanted_.live.words = "synthetic:161x97";
  wanted_.filters.emplace();
  wanted_.filters->chain = parse_chain("motion");
  wanted_.filters->regions = regions;
  frame_->want(wanted_);
  Words previous;
  int compared = 0;
  for (std::uint64_t n = 1; compared < 4; ++n) {
    advance_until(*frame_, [&] { return filtered().serial >= n; });
    ASSERT_EQ(filtered().serial, n);
    const Words now = lumas(picture());
    ASSERT_EQ(result(), now) << "a filter that measures shows what it measured in";
    if (!previous.empty()) {
      ASSERT_EQ(filtered().regions.size(), regions.size());
      for (std::size_t i = 0; i < 2; ++i) {
        const Box& box = regions[i];
        double sum = 0;
        for (int y = box.y; y < box.y + box.height; ++y)
          for (int x = box.x; x < box.x + box.width; ++x) {
            const auto at = static_cast<std::size_t>(y * extent.width + x);
            sum += std::abs(static_cast<double>(channel(now[at], 0)) - channel(previous[at], 0));
          }
        EXPECT_NEAR(filtered().regions[i], sum / static_cast<double>(box.area()), 0.5 / 256 + 1e-9);
      }
      EXPECT_EQ(filtered().regions[2], 0);
      ++compared;
    }
    previous = now;
  }
}

TEST_P(FilteredFrames, APaintedMapChangesTheRadius) {
  const Extent extent{65, 43};
  wanted_.still = colourful(extent);
  auto map = std::make_shared<PaintedMap>();
  std::ranges::fill(map->bytes, 255);
  wanted_.filters.emplace();
  wanted_.filters->chain = parse_chain("variable r=3 map=painted");
  wanted_.filters->colour = false;
  frame_->want(wanted_);
  settle(*frame_);
  EXPECT_EQ(result(), lumas(picture())) << "nothing is painted yet";
  wanted_.filters->painted = map;
  frame_->want(wanted_);
  settle(*frame_);
  EXPECT_EQ(result(), box_mean(lumas(picture()), extent, 3));
}

TEST_P(FilteredFrames, AChainMayWantTheSameMapTwice) {
  const Extent extent{65, 43};
  wanted_.still = colourful(extent);
  auto map = std::make_shared<PaintedMap>();
  std::ranges::fill(map->bytes, 255);
  wanted_.filters.emplace();
  wanted_.filters->chain = parse_chain("variable r=3 map=painted; depth kernel=box r=2 focus=0 map=painted");
  wanted_.filters->colour = false;
  wanted_.filters->painted = map;
  frame_->want(wanted_);
  settle(*frame_);
  EXPECT_EQ(result(), box_mean(box_mean(lumas(picture()), extent, 3), extent, 2));
}

TEST_P(FilteredFrames, AKeptTemplateIsWhatIsLookedFor) {
  const Extent extent{65, 43};
  wanted_.still = colourful(extent);
  wanted_.filters.emplace();
  wanted_.filters->chain = parse_chain("correlation w=7 h=5 from=kept");
  frame_->want(wanted_);
  settle(*frame_);
  EXPECT_EQ(result(), Words(extent.area(), 0xFF000000U)) << "nothing was kept: nothing matches";
  auto cut = std::make_shared<TemplateCut>(TemplateCut{{7, 5}, {}});
  const Words grey = lumas(picture());
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 7; ++x)
      cut->pixels.push_back(static_cast<std::uint8_t>(grey[static_cast<std::size_t>((20 + y) * extent.width + 30 + x)]));
  wanted_.filters->cut = cut;
  frame_->want(wanted_);
  settle(*frame_);
  EXPECT_EQ(result()[static_cast<std::size_t>(22 * extent.width + 33)], 0xFFFFFFFFU) << "there it was cut";
}

TEST_P(FilteredFrames, PixelsAndSnapshotAreThoseOfTheResult) {
  const Extent extent{65, 43};
  wanted_.still = colourful(extent);
  frame_->watch_pixel(20, 30);
  want("box r=2", false);
  settle(*frame_);
  const Words before = picture(), after = result();
  const std::size_t at = 30 * 65 + 20;
  ASSERT_TRUE(frame_->filtered_pixel(20, 30));
  EXPECT_EQ(frame_->filtered_pixel(20, 30)->before, before[at]);
  EXPECT_EQ(frame_->filtered_pixel(20, 30)->after, after[at]);
  EXPECT_FALSE(frame_->filtered_pixel(65, 0));
  frame_->watch_pixel(64, 42);
  frame_->advance();
  ASSERT_TRUE(frame_->filtered_pixel(64, 42));
  EXPECT_EQ(frame_->filtered_pixel(64, 42)->after, after.back());
  const auto saved = frame_->snapshot();
  ASSERT_TRUE(saved);
  EXPECT_EQ(saved->extent, extent);
  EXPECT_EQ(saved->words, after);
}

TEST_P(FilteredFrames, AMirroredSourceIsSavedAsItIs) {
  wanted_.live = {.words = "synthetic:64x48", .paused = true};
  want("");
  settle(*frame_);
  const Words plain = picture();
  wanted_.live.mirrored = true;
  want("");
  settle(*frame_);
  EXPECT_TRUE(frame_->status().source.mirrored);
  const Words turned = picture();
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 64; ++x)
      ASSERT_EQ(turned[static_cast<std::size_t>(y * 64 + x)], plain[static_cast<std::size_t>(y * 64 + 63 - x)]);
  EXPECT_EQ(frame_->snapshot()->words, plain);
}

TEST_P(FilteredFrames, WhatIsBeyondOpenGLIsShownReduced) {
  setenv("SATSCOPE_TEXEL_LIMIT", "1000", 1);
  frame_.reset();
  frame_.emplace(GetParam());
  const Extent extent{65, 43};
  wanted_.still = colourful(extent);
  want("box r=2", false);
  settle(*frame_);
  ASSERT_TRUE(filtered().ready);
  ASSERT_GT(filtered().reduction, 1);
  const Words whole = box_mean(lumas(wanted_.still->colours), extent, 2), small = result();
  for (int j = 0; j < filtered().texels.height; ++j)
    for (int i = 0; i < filtered().texels.width; ++i)
      ASSERT_EQ(small[static_cast<std::size_t>(j * filtered().texels.width + i)],
                whole[static_cast<std::size_t>((j * extent.width + i) * filtered().reduction)]);
}

TEST_P(FilteredFrames, TablesComeBackAfterFilters) {
  wanted_.live.words = "synthetic:161x97";
  want("box r=1");
  advance_until(*frame_, [&] { return filtered().serial >= 2; });
  wanted_.filters.reset();
  frame_->want(wanted_);
  advance_until(*frame_, [&] { return frame_->shown().ready; });
  wanted_.live.paused = true;  // then all numbers are known, on every way
  frame_->want(wanted_);
  settle(*frame_);
  expect_shows_reference(*frame_);
}

INSTANTIATE_TEST_SUITE_P(Paths, FilteredFrames, ::testing::Values(DisplayPath::cpu, DisplayPath::copy, DisplayPath::interop),
                         [](const auto& tested) { return std::string(id_of(tested.param)); });

TEST(PaintedMaps, SpreadEvenlyAndKeepTheirEnds) {
  PaintedMap map;
  for (int y = 0; y < PaintedMap::k_side; ++y)
    for (int x = 0; x < PaintedMap::k_side; ++x)
      map.bytes[static_cast<std::size_t>(y * PaintedMap::k_side + x)] = static_cast<std::uint8_t>(x);
  for (const Extent extent : {Extent{1, 1}, {256, 3}, {1000, 2}, {77, 5}}) {
    std::vector<std::uint8_t> bytes(extent.area());
    spread_map(map, extent, bytes.data());
    for (int x = 0; x < extent.width; ++x) {
      // cell c has its middle at (c + 1/2) / 256 of the width
      const double cell = std::clamp((x + 0.5) / extent.width * PaintedMap::k_side - 0.5, 0.0, 255.0);
      EXPECT_NEAR(bytes[static_cast<std::size_t>(x)], cell, 0.51) << extent.width << " " << x;
    }
  }
}

}  // namespace
}  // namespace satscope::app::testing
