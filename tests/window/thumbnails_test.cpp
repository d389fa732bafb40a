// SPDX-License-Identifier: Apache-2.0
// The shelf's thumbnails without a window: what each shows is what the filter's definition says of the small frame.
#include "app/workspaces/playground/chain/thumbnails.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>

#include "app/workspaces/playground/chain/before_after.h"
#include "app/workspaces/playground/chain/examples.h"
#include "kernels/filters/luma_pass.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

PictureWords noise_words(Extent extent, unsigned seed) {
  PictureWords picture{extent, {}};
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < extent.area(); ++i) picture.words.push_back(static_cast<std::uint32_t>(random()) | 0xFF000000U);
  return picture;
}

std::vector<std::uint32_t> cell_of(const Atlas& atlas, const std::string& filter) {
  const AtlasCell* cell = atlas.find(filter);
  EXPECT_NE(cell, nullptr);
  EXPECT_EQ(cell->problem, "");
  std::vector<std::uint32_t> words;
  for (int y = 0; y < cell->area.height; ++y)
    for (int x = 0; x < cell->area.width; ++x)
      words.push_back(
          atlas.picture.words.at(static_cast<std::size_t>((cell->area.y + y) * atlas.picture.extent.width + cell->area.x + x)));
  return words;
}

/// Of every channel by the definition, clipped at the edges.
std::vector<std::uint32_t> box_mean(const PictureWords& picture, int r) {
  std::vector<std::uint32_t> out;
  const auto [width, height] = picture.extent;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      std::uint32_t word = 0xFF000000U;
      for (int shift = 0; shift < 24; shift += 8) {
        std::uint64_t sum = 0, n = 0;
        for (int j = std::max(0, y - r); j <= std::min(height - 1, y + r); ++j)
          for (int i = std::max(0, x - r); i <= std::min(width - 1, x + r); ++i, ++n)
            sum += picture.words[static_cast<std::size_t>(j * width + i)] >> shift & 0xFF;
        word |= static_cast<std::uint32_t>((2 * sum + n) / (2 * n)) << shift;
      }
      out.push_back(word);
    }
  return out;
}

std::uint32_t grey(std::uint32_t value) { return 0xFF000000U | value * 0x00010101U; }

TEST(BeforeAfter, ShowsForEachFilterItsExampleAndWhatBecomesOfIt) {
  for (const FilterExample& example : filter_examples()) {
    const std::string filter(example.filter.substr(0, example.filter.find(' ')));
    Progress progress;
    if (filter == "faces") {
      EXPECT_THROW(before_and_after(filter, 96, progress), std::runtime_error);
      continue;
    }
    const PictureWords both = before_and_after(filter, 96, progress);
    const int width = (both.extent.width - 4) / 2;
    ASSERT_GT(width, 48) << filter;
    ASSERT_LE(width, 96) << filter;
    ASSERT_EQ(both.words.size(), both.extent.area());
    int changed = 0;
    for (int y = 0; y < both.extent.height; ++y)
      for (int x = 0; x < width; ++x) {
        const auto word = [&](int column) {
          return both.words[static_cast<std::size_t>(y) * static_cast<std::size_t>(both.extent.width) +
                            static_cast<std::size_t>(column)];
        };
        if (word(x) != word(width + 4 + x)) ++changed;
      }
    EXPECT_GT(changed, width * both.extent.height / 4) << filter << " changes too little of its example to be seen";
  }
}

TEST(Thumbnails, OfPresetsAreTheirChains) {
  ThumbnailMaker maker;
  Progress progress;
  PlaygroundEdit twice, alone;
  twice.chain = {{.filter = "box", .params = {{"r", 3.0}}}, {.filter = "box", .params = {{"r", 5.0}}}};
  alone = twice;
  alone.solo = 1;
  const ThumbnailRequest request{
      .frame = noise_words({37, 23}, 1), .whole = {37, 23}, .presets = {{"preset:twice", twice}, {"own:alone", alone}}};
  const Atlas atlas = maker.make(request, progress);
  EXPECT_EQ(atlas.cells.size(), filters().size() + 2);
  const std::vector<std::uint32_t> once = box_mean(request.frame, 3);
  EXPECT_EQ(cell_of(atlas, "preset:twice"), box_mean({request.frame.extent, once}, 5));
  EXPECT_EQ(cell_of(atlas, "own:alone"), box_mean(request.frame, 5));
}

TEST(Thumbnails, AreWhatTheDefinitionsSay) {
  ThumbnailMaker maker;
  Progress progress;
  ThumbnailRequest request{
      .frame = noise_words({37, 23}, 1), .whole = {37, 23}, .chain = {{.filter = "box", .params = {{"r", 5.0}}}}};
  const Atlas first = maker.make(request, progress);
  EXPECT_EQ(first.cells.size(), filters().size());
  EXPECT_EQ(cell_of(first, "box"), box_mean(request.frame, 5)) << "with the chain's radius";
  EXPECT_EQ(cell_of(first, "box-naive"), box_mean(request.frame, 12)) << "with its own";
  EXPECT_EQ(cell_of(first, "motion"), std::vector<std::uint32_t>(37 * 23, grey(0))) << "nothing has moved yet";
  const auto black_or_white = [](std::uint32_t word) { return word == grey(0) || word == grey(255); };
  EXPECT_TRUE(std::ranges::all_of(cell_of(first, "bradley"), black_or_white));

  const PictureWords before = request.frame;
  request.frame = noise_words({37, 23}, 2);
  request.chain = {{.filter = "variable", .params = {{"map", std::string("painted")}}}};
  for (const bool again : {false, true}) {
    const Atlas second = maker.make(request, progress);
    const auto motion = cell_of(second, "motion");
    for (std::size_t i = 0; i < motion.size(); ++i) {
      const std::uint32_t a = luma_of(before.words[i]), b = luma_of(request.frame.words[i]);
      ASSERT_EQ(motion[i], grey(a > b ? a - b : b - a)) << "pixel " << i << (again ? ", the same frame again" : "");
    }
    EXPECT_EQ(cell_of(second, "variable"), request.frame.words) << "nothing is painted: nothing is blurred";
  }
  request.colour = false;
  const auto luma = cell_of(maker.make(request, progress), "variable");
  for (std::size_t i = 0; i < luma.size(); ++i) ASSERT_EQ(luma[i], grey(luma_of(request.frame.words[i])));
}

TEST(Thumbnails, ShowWhatAClickWouldGiveInThePlaceOfTheChosenFilter) {
  ThumbnailMaker maker;
  Progress progress;
  const auto box = [](double r) { return ChainEntry{.filter = "box", .params = {{"r", r}}}; };
  ThumbnailRequest request{.frame = noise_words({37, 23}, 1), .whole = {37, 23}, .chain = {box(2), box(5), box(1)}, .place = 1};
  const PictureWords first{request.frame.extent, box_mean(request.frame, 2)};
  const Atlas second_place = maker.make(request, progress);
  EXPECT_EQ(cell_of(second_place, "box"), box_mean(first, 5)) << "the chosen one keeps its radius";
  EXPECT_EQ(cell_of(second_place, "box-naive"), box_mean(first, 12)) << "behind the first, before the third";
  request.chain[0].on = false;
  EXPECT_EQ(cell_of(maker.make(request, progress), "box-naive"), box_mean(request.frame, 12)) << "nothing before it is on";
  request.place = 0;
  EXPECT_EQ(cell_of(maker.make(request, progress), "box"), box_mean(request.frame, 2));
}

TEST(Thumbnails, OfOddSizesAndOnePixel) {
  ThumbnailMaker maker;
  Progress progress;
  for (const Extent extent : {Extent{1, 1}, Extent{1, 300}, Extent{509, 3}, Extent{640, 360}}) {
    const Atlas atlas =
        maker.make({.frame = noise_words(extent, 3), .whole = {4 * extent.width, 4 * extent.height}, .chain = {}}, progress);
    ASSERT_EQ(atlas.cells.size(), filters().size());
    for (const AtlasCell& cell : atlas.cells) {
      EXPECT_EQ(cell.problem, "") << cell.filter;
      EXPECT_LE(std::max(cell.area.width, cell.area.height), 128);
      EXPECT_LE(cell.area.x + cell.area.width, atlas.picture.extent.width);
      EXPECT_LE(cell.area.y + cell.area.height, atlas.picture.extent.height);
    }
  }
}

TEST(Thumbnails, ShrinkByMeansOfBlocks) {
  const PictureWords picture{{3, 2}, {0xFF000010U, 0xFF000020U, 0xFF0000FFU, 0xFF000030U, 0xFF000043U, 0xFF000001U}};
  const PictureWords small = shrunk(picture, 2);
  EXPECT_EQ(small.extent, (Extent{2, 1}));
  // (16 + 32 + 48 + 67) / 4 = 40.75; (255 + 1) / 2 = 128
  EXPECT_EQ(small.words, (std::vector<std::uint32_t>{0xFF000029U, 0xFF000080U}));
  EXPECT_EQ(shrunk(picture, 3).words, picture.words);
}

TEST(Thumbnails, CoarsenedPicturesHaveAsManyPixelsAndFewerDetails) {
  const PictureWords picture = noise_words({64, 48}, 5), coarse = coarsened(picture, 16);
  EXPECT_EQ(coarse.extent, picture.extent);
  ASSERT_EQ(coarse.words.size(), picture.words.size());
  const PictureWords means = shrunk(picture, 16);
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 64; ++x)
      ASSERT_EQ(coarse.words[static_cast<std::size_t>(64 * y + x)],
                means.words[static_cast<std::size_t>(16 * (y / 4) + x / 4)]);
  EXPECT_EQ(coarsened(noise_words({1, 1}, 1), 16).words, noise_words({1, 1}, 1).words);
}

TEST(Thumbnails, ShrinkRadiiButNotBelowWhatIsSeen) {
  const auto scaled = [](const char* filter, const char* param, double value, double scale) {
    return std::get<double>(scaled_params(*find_filter(filter), {{param, value}}, scale).at(param));
  };
  EXPECT_EQ(scaled("box", "r", 100, 0.1), 10);
  EXPECT_EQ(scaled("box", "r", 12, 0.1), 3);
  EXPECT_EQ(scaled("box", "r", 1, 0.1), 1);
  EXPECT_EQ(scaled("box", "r", 0, 0.1), 0);
  EXPECT_EQ(scaled("gauss", "sigma", 40, 0.1), 4);
  EXPECT_EQ(scaled("gauss", "sigma", 5, 0.1), 1.5);
  EXPECT_EQ(scaled("sauvola", "k", 0.5, 0.1), 0.5);
  EXPECT_EQ(std::get<double>(scaled_params(*find_filter("bradley"), {}, 0.25).at("r")), 10) << "the default is 40";
}

TEST(Thumbnails, ComeFromAThreadAndOnlyForWhatIsNew) {
  Thumbnails thumbnails;
  ThumbnailRequest request{.frame = noise_words({64, 48}, 1), .whole = {64, 48}, .chain = {}};
  EXPECT_TRUE(thumbnails.ready(0));
  EXPECT_TRUE(thumbnails.give(request, 0));
  EXPECT_FALSE(thumbnails.ready(0.05));
  for (int i = 0; i < 5000 && !thumbnails.advance(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_EQ(cell_of(thumbnails.atlas(), "box"), box_mean(request.frame, 12));
  EXPECT_FALSE(thumbnails.ready(0.05)) << "8 a second are enough";
  EXPECT_TRUE(thumbnails.ready(60));
  EXPECT_FALSE(thumbnails.give(request, 0.2));
  EXPECT_FALSE(thumbnails.busy());
  request.chain.push_back({.filter = "box"});
  EXPECT_TRUE(thumbnails.give(request, 0.2));
}

}  // namespace
}  // namespace satscope::app
