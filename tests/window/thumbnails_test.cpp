// SPDX-License-Identifier: Apache-2.0
// The shelf's thumbnails without a window: what each shows is what the filter's definition says of the small frame.
#include "app/workspaces/playground/chain/thumbnails.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <set>
#include <thread>

#include "app/sources/files/cascade_file.h"
#include "app/sources/live/live_open.h"
#include "app/sources/still_input.h"
#include "app/workspaces/playground/chain/before_after.h"
#include "app/workspaces/playground/chain/examples.h"
#include "app/workspaces/playground/chain/presets.h"
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

/// Which thirds of a picture 37 pixels wide have a colour.
std::set<int> lit_in(const std::vector<std::uint32_t>& words) {
  std::set<int> lit;
  for (std::size_t i = 0; i < words.size(); ++i)
    if ((words[i] & 0xFF) != (words[i] >> 16 & 0xFF)) lit.insert(static_cast<int>(i % 37) * 3 / 37);
  return lit;
}

// a tip is read in ten seconds by a person who has never heard of a table; how it is computed is under a fold
TEST(FilterTexts, SayInAFewPlainWordsWhatHappensToThePicture) {
  for (const Filter& filter : filters()) {
    if (!filter.rival_of.empty()) continue;
    EXPECT_LE(filter.text.size(), 260U) << filter.id;
    for (const char* word : {"four reads", "variance", "deviation", "table", "histogram", "entries", "corner", "(2r", "O("})
      EXPECT_EQ(filter.text.find(word), std::string::npos) << filter.id << " says" << word;
  }
}

// ImGui breaks a line behind a quotation mark, and a full stop behind it would begin the next one
TEST(FilterTexts, HaveNoQuotationMarkBeforeAStop) {
  const auto expect_none = [](const std::string& text, const std::string& of) {
    for (std::size_t at = text.find('"'); at != text.npos; at = text.find('"', at + 1))
      EXPECT_TRUE(at + 1 == text.size() || std::string_view(".,;:!?").find(text[at + 1]) == std::string_view::npos)
          << of << ": " << text;
  };
  for (const Filter& filter : filters()) {
    expect_none(filter.text, filter.id);
    for (const Param& param : filter.params) expect_none(param.help, filter.id);
  }
  for (const Preset& preset : presets()) expect_none(std::string(preset.about), std::string(preset.id));
}

TEST(BeforeAfter, ShowsForEachFilterItsExampleAndWhatBecomesOfIt) {
  for (const FilterExample& example : filter_examples()) {
    const std::string filter(example.filter.substr(0, example.filter.find(' ')));
    Progress progress;
    if (filter == "faces" && installed_cascade().empty()) {
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
    const int part = filter == "faces" ? 16 : 4;  // the rest of that picture stays
    EXPECT_GT(changed, width * both.extent.height / part) << filter << " changes too little of its example to be seen";
  }
}

TEST(BeforeAfter, ShowsTheNoiseThatAnEdgeKeepingBlurRemoves) {
  Progress progress;
  const PictureWords both = before_and_after("guided", 240, progress);
  const int width = (both.extent.width - 4) / 2;
  const auto roughness = [&](int left) {  // mean difference of neighbours in green
    double sum = 0;
    for (int y = 0; y < both.extent.height; ++y)
      for (int x = 1; x < width; ++x) {
        const std::size_t at =
            static_cast<std::size_t>(y) * static_cast<std::size_t>(both.extent.width) + static_cast<std::size_t>(left + x);
        sum += std::abs(static_cast<int>(both.words[at] >> 8 & 255) - static_cast<int>(both.words[at - 1] >> 8 & 255));
      }
    return sum / (width - 1) / both.extent.height;
  };
  EXPECT_GT(roughness(0), 8) << "of the whole picture, so small, it is 5";
  EXPECT_GT(roughness(0), 2 * roughness(width + 4));
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
  ThumbnailRequest request{.frame = noise_words({37, 23}, 1), .whole = {37, 23}};
  const Atlas first = maker.make(request, progress);
  EXPECT_EQ(first.cells.size(), filters().size());
  EXPECT_EQ(cell_of(first, "box"), box_mean(request.frame, 12)) << "with the radius that it is added with";
  EXPECT_EQ(lit_in(cell_of(first, "motion")), std::set<int>{}) << "nothing has moved";
  const auto black_or_white = [](std::uint32_t word) { return word == grey(0) || word == grey(255); };
  EXPECT_TRUE(std::ranges::all_of(cell_of(first, "bradley"), black_or_white));

  request.frame = noise_words({37, 23}, 2);
  PlaygroundEdit painted;
  painted.chain = {{.filter = "variable", .params = {{"map", std::string("painted")}}}};
  request.presets = {{"own:painted", painted}};
  for (const bool again : {false, true}) {
    const Atlas second = maker.make(request, progress);
    // three rectangles at the top light up, and around them is the picture in grey
    const auto motion = cell_of(second, "motion");
    for (std::size_t i = 10 * 37; i < motion.size(); ++i)
      ASSERT_EQ(motion[i], grey(luma_of(request.frame.words[i]))) << "pixel " << i << (again ? ", the same again" : "");
    EXPECT_EQ(lit_in(motion), (std::set{0, 1, 2}));
    EXPECT_EQ(cell_of(second, "own:painted"), request.frame.words) << "nothing is painted: nothing is blurred";
  }
  request.moves = false;
  EXPECT_EQ(lit_in(cell_of(maker.make(request, progress), "motion")), std::set<int>{}) << "another still picture does not move";
  request.colour = false;
  for (const std::uint32_t word : cell_of(maker.make(request, progress), "variable")) ASSERT_EQ(word, grey(word & 0xFF));
}

/// Black where the luma is at most m(1 + k(s/R - 1)) of its window, clipped at the edges.
PictureWords sauvola_by_definition(const PictureWords& picture, int r, double k, double full) {
  const auto [width, height] = picture.extent;
  PictureWords out{picture.extent, {}};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      double sum = 0, squares = 0, n = 0;
      for (int j = std::max(0, y - r); j <= std::min(height - 1, y + r); ++j)
        for (int i = std::max(0, x - r); i <= std::min(width - 1, x + r); ++i, ++n) {
          const double value = luma_of(picture.words[static_cast<std::size_t>(j * width + i)]);
          sum += value;
          squares += value * value;
        }
      const double mean = sum / n, deviation = std::sqrt(std::max(0.0, squares / n - mean * mean));
      const bool black =
          luma_of(picture.words[static_cast<std::size_t>(y * width + x)]) <= mean * (1 + k * (deviation / full - 1));
      out.words.push_back(grey(black ? 0 : 255));
    }
  return out;
}

// made from a small picture, in which strokes are pale, the page would come out empty
TEST(Thumbnails, OfAThresholdAreTheWholeResultInSmall) {
  const SourceFrame source = frame_of(load_input("pattern:page:640x360"), heap_block);
  const auto words = source.words();
  const PictureWords page{source.extent, {words.begin(), words.end()}};
  PlaygroundEdit preset;
  preset.chain = {{.filter = "sauvola", .params = {{"r", 7.0}, {"k", 0.3}}}};
  ThumbnailMaker maker;
  Progress progress;
  const Atlas atlas = maker.make({.frame = page, .whole = page.extent, .presets = {{"preset:page", preset}}}, progress);
  const PictureWords expected = shrunk(sauvola_by_definition(page, 7, 0.3, 128), 128);
  for (const char* id : {"sauvola", "preset:page"}) {
    const std::vector<std::uint32_t> seen = cell_of(atlas, id);
    ASSERT_EQ(seen.size(), expected.words.size()) << id;
    std::size_t other = 0;
    for (std::size_t i = 0; i < seen.size(); ++i) other += seen[i] == expected.words[i] ? 0 : 1;
    EXPECT_LT(other, seen.size() / 200) << id << ": but for where a pixel is as dark as its threshold";
  }
  EXPECT_LT(std::ranges::min(expected.words), grey(128)) << "there is print to be seen";
}

// the ground of a lens blur rises as the distance from a band of tilt-shift does: the same defaults would look alike
TEST(Thumbnails, ALensBlurLooksOtherThanTiltShift) {
  const SourceFrame source = frame_of(load_input("pattern:lamps:640x360"), heap_block);
  const auto words = source.words();
  ThumbnailMaker maker;
  Progress progress;
  const Atlas atlas = maker.make({.frame = {source.extent, {words.begin(), words.end()}}, .whole = source.extent}, progress);
  const std::vector<std::uint32_t> band = cell_of(atlas, "variable"), lens = cell_of(atlas, "depth");
  double difference = 0;
  for (std::size_t i = 0; i < band.size(); ++i)
    difference += std::abs(static_cast<int>(luma_of(band[i])) - static_cast<int>(luma_of(lens[i])));
  EXPECT_GT(difference / static_cast<double>(band.size()), 3) << "of 255, on average";
}

TEST(Thumbnails, AreReducedByMeansOfWhatLiesInAPixel) {
  const PictureWords picture{{4, 2}, {grey(10), grey(20), grey(30), grey(40), grey(50), grey(60), grey(70), grey(81)}};
  EXPECT_EQ(reduced(picture, {2, 1}).words, (std::vector{grey(35), grey(55)}));            // 140 / 4, 221 / 4
  EXPECT_EQ(reduced(picture, {3, 1}).words, (std::vector{grey(35), grey(50), grey(61)}));  // columns 0 and 1, 2, 3
  EXPECT_EQ(reduced(picture, {4, 2}).words, picture.words);
}

TEST(Thumbnails, OfOddSizesAndOnePixel) {
  ThumbnailMaker maker;
  Progress progress;
  for (const Extent extent : {Extent{1, 1}, Extent{1, 300}, Extent{509, 3}, Extent{640, 360}}) {
    const Atlas atlas = maker.make({.frame = noise_words(extent, 3), .whole = {4 * extent.width, 4 * extent.height}}, progress);
    ASSERT_EQ(atlas.cells.size(), filters().size());
    for (const AtlasCell& cell : atlas.cells) {
      EXPECT_EQ(cell.problem, "") << cell.filter;
      EXPECT_LE(std::max(cell.area.width, cell.area.height), 128);
      EXPECT_LE(cell.area.x + cell.area.width, atlas.picture.extent.width);
      EXPECT_LE(cell.area.y + cell.area.height, atlas.picture.extent.height);
    }
  }
}

TEST(Thumbnails, AreCoarseInBoxesAlone) {
  const PictureWords picture = noise_words({64, 32}, 5);
  const std::vector<Box> boxes = scaled_boxes({{21, 10, 20, 9}}, {128, 64}, picture.extent);
  ASSERT_EQ(boxes.size(), 1U);
  EXPECT_LE(boxes[0].x, 21 / 2);
  EXPECT_LE(boxes[0].y, 10 / 2);
  EXPECT_GT(boxes[0].x + boxes[0].width, (21 + 20 - 1) / 2);
  EXPECT_GT(boxes[0].y + boxes[0].height, (10 + 9 - 1) / 2);
  EXPECT_LE(boxes[0].width, 12);
  EXPECT_LE(boxes[0].height, 7);
  EXPECT_EQ(scaled_boxes({{100, 60, 28, 4}}, {128, 64}, picture.extent), (std::vector<Box>{{50, 30, 14, 2}}));
  const PictureWords small = shrunk(picture, 8), coarse = coarsened(picture, 8, boxes);
  for (int y = 0; y < 32; ++y)
    for (int x = 0; x < 64; ++x) {
      const bool in = x >= boxes[0].x && x < boxes[0].x + boxes[0].width && y >= boxes[0].y && y < boxes[0].y + boxes[0].height;
      const auto i = static_cast<std::size_t>(y * 64 + x), block = static_cast<std::size_t>(y / 8 * 8 + x / 8);
      ASSERT_EQ(coarse.words[i], in ? small.words[block] : picture.words[i]) << x << ", " << y;
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
  const PictureWords picture = noise_words({64, 48}, 5), coarse = coarsened(picture, 16, std::vector<Box>{{0, 0, 64, 48}});
  EXPECT_EQ(coarse.extent, picture.extent);
  ASSERT_EQ(coarse.words.size(), picture.words.size());
  const PictureWords means = shrunk(picture, 16);
  for (int y = 0; y < 48; ++y)
    for (int x = 0; x < 64; ++x)
      ASSERT_EQ(coarse.words[static_cast<std::size_t>(64 * y + x)],
                means.words[static_cast<std::size_t>(16 * (y / 4) + x / 4)]);
  EXPECT_EQ(coarsened(noise_words({1, 1}, 1), 16, std::vector<Box>{{0, 0, 1, 1}}).words, noise_words({1, 1}, 1).words);
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
  ThumbnailRequest request{.frame = noise_words({64, 48}, 1), .whole = {64, 48}};
  EXPECT_TRUE(thumbnails.ready(0));
  EXPECT_TRUE(thumbnails.give(request, 0));
  EXPECT_FALSE(thumbnails.ready(0.05));
  for (int i = 0; i < 5000 && !thumbnails.advance(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_EQ(cell_of(thumbnails.atlas(), "box"), box_mean(request.frame, 12));
  EXPECT_FALSE(thumbnails.ready(0.05)) << "8 a second are enough";
  EXPECT_TRUE(thumbnails.ready(60));
  EXPECT_FALSE(thumbnails.give(request, 0.2));
  EXPECT_FALSE(thumbnails.busy());
  request.colour = false;
  EXPECT_TRUE(thumbnails.give(request, 0.2));
}

}  // namespace
}  // namespace satscope::app
