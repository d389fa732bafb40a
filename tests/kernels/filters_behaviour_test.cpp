// SPDX-License-Identifier: Apache-2.0
// What each filter is for, on pictures that are made so that one can say what comes out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "kernels/registry.h"
#include "tests/kernels/filters_reference_tools.h"
#include "tests/kernels/filters_stage.h"

namespace satscope {
namespace {

using namespace testing;

Grey made(Extent extent, const std::function<double(int x, int y)>& of) {
  Grey grey{extent, {}};
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) grey.pixels.push_back(static_cast<std::uint8_t>(std::clamp(of(x, y), 0.0, 255.0)));
  return grey;
}

/// map: of radii or depths, the same for all pixels.
Grey filtered(const char* id, const Params& params, const Grey& picture, int map = 0) {
  Stage stage(picture);
  std::fill(stage.map.pixels.begin(), stage.map.pixels.end(), static_cast<std::uint8_t>(map));
  const FilterPlan plan = filter_plan(*find_filter(id), stage.request(params), default_algorithm(Machine::cpu));
  Engine engine(plan.plan, Machine::cpu, 2);
  prepare(engine, plan, stage);
  engine.run();
  return {picture.extent, read_buffer<std::uint8_t>(engine, plan.plan.table())};
}

/// A dark and a light half with a little noise, as `greys` apart from 70 and 180 at most.
Grey step_edge(int greys) {
  std::mt19937 random(4);
  return made({120, 40}, [&](int x, int) {
    return (x < 60 ? 70 : 180) + static_cast<int>(random() % static_cast<unsigned>(2 * greys + 1)) - greys;
  });
}

/// How far a picture of that edge goes below the darkest and above the lightest pixel of the edge itself.
double overshoot(const Grey& picture, const Grey& edge) {
  const auto [least, most] = std::minmax_element(edge.pixels.begin(), edge.pixels.end());
  double over = 0;
  for (const std::uint8_t pixel : picture.pixels) over = std::max({over, 1.0 * *least - pixel, 1.0 * pixel - *most});
  return over;
}

/// Variance of the pixels of a half, away from the edge.
double noise_left(const Grey& picture) {
  double n = 0, sum = 0, squares = 0;
  for (int y = 0; y < 40; ++y)
    for (int x = 5; x < 40; ++x, ++n) {
      sum += picture.at(x, y);
      squares += picture.at(x, y) * picture.at(x, y);
    }
  return squares / n - sum * sum / (n * n);
}

TEST(Guided, HasSmallerHalosThanUnsharpOnlyWhereEpsIsSmall) {
  // eps 0.01 of squares of 255 is the variance of a step of 51 greys
  const auto halo = [](int low, int high, const char* id, const Params& params) {
    const Grey edge = made({120, 40}, [&](int x, int) { return x < 60 ? low : high; });
    return overshoot(filtered(id, params, edge), edge);
  };
  const Params guided{{"r", 8.0}, {"eps", 0.01}, {"detail", 200.0}}, unsharp{{"r", 8.0}, {"amount", 100.0}};
  // beside the edge 8 of 17 columns are on its other side: 120 * 8 / 17 = 56, 30 * 8 / 17 = 14
  EXPECT_NEAR(halo(60, 180, "unsharp", unsharp), 120.0 * 8 / 17, 1);
  EXPECT_NEAR(halo(100, 130, "unsharp", unsharp), 30.0 * 8 / 17, 1);
  EXPECT_LT(halo(60, 180, "guided", guided), 56.0 / 3);
  EXPECT_GT(halo(60, 180, "guided", guided), 0) << "it has one";
  EXPECT_GT(halo(100, 130, "guided", guided), 14.0 * 2 / 3) << "nearly that of the mask";
}

TEST(Median, IsRightToWithinABinAndChangesAFlatPicture) {
  for (const int bins : {16, 32}) {
    const int greys = 256 / bins;
    const Params params{{"r", 4.0}, {"bins", std::to_string(bins)}};
    const Grey flat = filtered("median", params, made({30, 30}, [](int, int) { return 96; }));
    for (const std::uint8_t pixel : flat.pixels) ASSERT_NEAR(pixel, 96 + greys / 2, 1) << "the middle of the bin from 96 on";
    const Grey picture = noise({31, 29}, 5), result = filtered("median", params, picture);
    int furthest = 0;
    for (int y = 0; y < 29; ++y)
      for (int x = 0; x < 31; ++x) {
        std::vector<int> window;
        for (int v = std::max(0, y - 4); v <= std::min(28, y + 4); ++v)
          for (int u = std::max(0, x - 4); u <= std::min(30, x + 4); ++u) window.push_back(static_cast<int>(picture.at(u, v)));
        std::ranges::sort(window);
        furthest = std::max(furthest, std::abs(static_cast<int>(result.at(x, y)) - window[(window.size() - 1) / 2]));
      }
    EXPECT_GT(furthest, 0);
    EXPECT_LT(furthest, greys);
  }
  EXPECT_NE(find_filter("median")->definition.find("even a flat picture changes"), std::string::npos);
}

TEST(Sauvola, SaysUpToWhichWindowSquaresFit32Bits) {
  std::uint64_t pixels = 0;
  while ((pixels + 1) * 255 * 255 < std::uint64_t{1} << 32) ++pixels;
  EXPECT_EQ(pixels, 66051U);
  EXPECT_NE(find_filter("sauvola")->reads.find("66,051 pixels"), std::string::npos);
}

TEST(Guided, SmoothsNoiseAndLeavesNoHalo) {
  const Grey edge = step_edge(6);
  const Params smooth{{"r", 8.0}, {"eps", 0.001}};
  const Grey result = filtered("guided", smooth, edge);
  EXPECT_LT(noise_left(result), 0.1 * noise_left(edge));
  EXPECT_EQ(overshoot(result, edge), 0);
  for (int y = 0; y < 40; ++y) EXPECT_GT(result.at(60, y) - result.at(59, y), 95) << "the edge stays";

  // put back threefold, what the guided filter smoothed away is noise; what a box mean took away is the edge too
  const Params sharp{{"r", 8.0}, {"eps", 0.001}, {"detail", 300.0}};
  const Grey sharpened = filtered("guided", sharp, edge), unsharp = filtered("unsharp", {{"r", 8.0}, {"amount", 200.0}}, edge);
  EXPECT_LE(overshoot(sharpened, edge), 16) << "noise of at most 6, three times as strong";
  EXPECT_GT(overshoot(unsharp, edge), 60);

  // the reference in double says the same, and without noise it has no overshoot at all
  const Grey clean = step_edge(0);
  const Stage stage(clean);
  const FilterRequest request = stage.request(sharp);
  const std::vector<Allowed> reference = reference_of_guided({*find_filter("guided"), request, stage.picture});
  const Grey own = filtered("guided", sharp, clean);
  double furthest = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    EXPECT_GE(own.pixels[i], reference[i].least);
    EXPECT_LE(own.pixels[i], reference[i].most);
    furthest = std::max({furthest, 70 - reference[i].least, reference[i].most - 180});
  }
  EXPECT_LE(furthest, 4);
  EXPECT_GT(overshoot(filtered("unsharp", {{"r", 8.0}, {"amount", 200.0}}, clean), clean), 70);
}

TEST(Guided, FastIsNearlyTheSame) {
  const Grey edge = step_edge(6);
  const Params whole{{"r", 8.0}, {"eps", 0.02}};
  Params fast = whole;
  fast["fast"] = true;
  const Grey a = filtered("guided", whole, edge), b = filtered("guided", fast, edge);
  double sum = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) sum += std::abs(a.pixels[i] - b.pixels[i]);
  EXPECT_LT(sum / static_cast<double>(a.pixels.size()), 2);
  EXPECT_NE(a.pixels, b.pixels);
}

TEST(Unsharp, IsTheMeanAtMinusAHundredAndThePictureAtZero) {
  const Grey picture = page({61, 37});
  for (const char* border : {"clip", "clamp", "mirror", "zero"}) {
    const Params mean{{"r", 5.0}, {"border", std::string(border)}};
    Params blurred = mean, same = mean;
    blurred["amount"] = -100.0;
    same["amount"] = 0.0;
    EXPECT_EQ(filtered("unsharp", blurred, picture).pixels, filtered("box", mean, picture).pixels) << border;
    EXPECT_EQ(filtered("unsharp", same, picture).pixels, picture.pixels) << border;
  }
}

TEST(Contrast, BringsLightAndShadeToTheSameMeanAndDeviation) {
  std::mt19937 random(3);
  const Grey picture = made({160, 60}, [&](int x, int) {
    const bool shade = x < 80;
    return (shade ? 40 : 200) + (shade ? 8 : 40) * (static_cast<double>(random() % 1000) / 500 - 1);
  });
  const Grey result = filtered("contrast", {{"r", 12.0}, {"target", 40.0}, {"floor", 2.0}}, picture);
  for (const int from : {20, 110}) {
    double n = 0, sum = 0, squares = 0;
    for (int y = 10; y < 50; ++y)
      for (int x = from; x < from + 30; ++x, ++n) {
        sum += result.at(x, y);
        squares += result.at(x, y) * result.at(x, y);
      }
    EXPECT_NEAR(sum / n, 128, 3);
    EXPECT_NEAR(std::sqrt(squares / n - sum * sum / (n * n)), 40, 3);
  }
}

TEST(Contrast, LiftsNoGainAboveItsFloor) {
  const Grey picture = made({40, 40}, [](int x, int y) { return 100 + (x + y) % 2; });  // a deviation of 1/2
  const Grey result = filtered("contrast", {{"r", 10.0}, {"target", 60.0}, {"floor", 20.0}}, picture);
  const auto [least, most] = std::minmax_element(result.pixels.begin(), result.pixels.end());
  EXPECT_LE(*most - *least, 4) << "a gain of 3, not of 120";
}

TEST(Mosaic, ByContentHasLargeCellsWhereThereIsNothingToSee) {
  const Grey picture = made({64, 64}, [](int x, int y) { return x < 32 && y < 32 ? 255 * ((x / 3 + y / 3) % 2) : 90; });
  const Params params{{"cell", 4.0}, {"by", std::string("content")}, {"levels", 4.0}, {"split", 8.0}};
  const Stage stage(picture);
  const FilterPlan plan = filter_plan(*find_filter("mosaic"), stage.request(params), *find_algorithm("serial"));
  Engine engine(plan.plan, Machine::cpu, 1);
  prepare(engine, plan, stage);
  engine.run();
  int levels = -1;
  for (std::size_t i = 0; i < plan.plan.buffers.size(); ++i)
    if (plan.plan.buffers[i].name == "levels") levels = static_cast<int>(i);
  ASSERT_GE(levels, 0);
  const auto level = read_buffer<std::uint8_t>(engine, levels);
  for (int y = 0; y < 16; ++y)
    for (int x = 0; x < 16; ++x)
      EXPECT_EQ(level[static_cast<std::size_t>(16 * y + x)], x < 8 && y < 8 ? 0 : 3) << x << ", " << y;
}

TEST(Median, IsLessThanABinFromTheTrueOne) {
  const Grey picture = page({53, 37});
  for (const char* bins : {"16", "32"})
    for (const int r : {1, 3, 9}) {
      const Grey result = filtered("median", {{"r", static_cast<double>(r)}, {"bins", std::string(bins)}}, picture);
      const int width = 256 / std::stoi(bins);
      for (int y = 0; y < 37; ++y)
        for (int x = 0; x < 53; ++x) {
          std::vector<double> window;
          for (int j = std::max(0, y - r); j <= std::min(36, y + r); ++j)
            for (int i = std::max(0, x - r); i <= std::min(52, x + r); ++i) window.push_back(picture.at(i, j));
          std::sort(window.begin(), window.end());
          const double median = window[(window.size() + 1) / 2 - 1];
          ASSERT_LT(std::abs(result.at(x, y) - median), width) << x << ", " << y;
          ASSERT_EQ(std::floor(result.at(x, y) / width), std::floor(median / width)) << x << ", " << y;
        }
    }
}

TEST(Median, TakesSpecksAwayAndLeavesAnEdge) {
  std::mt19937 random(8);
  const auto edge = [](int x) { return x < 30 ? 40 : 200; };
  const Grey specked = made({60, 40}, [&](int x, int) { return random() % 8 == 0 ? (random() % 2 ? 255 : 0) : edge(x); });
  const Grey result = filtered("median", {{"r", 3.0}, {"bins", std::string("32")}}, specked);
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 60; ++x) EXPECT_NEAR(result.at(x, y), edge(x), 8) << x << ", " << y;
}

TEST(Histogram, SpreadsAFaintRampOverAllGreys) {
  const Grey picture = made({256, 20}, [](int x, int) { return 96 + x / 8; });  // 32 greys
  const Grey result = filtered("histogram", {{"r", 300.0}, {"limit", 32.0}, {"bins", std::string("32")}}, picture);
  EXPECT_LT(result.at(0, 10), 12);
  EXPECT_GT(result.at(255, 10), 243);
  for (int x = 8; x < 256; ++x) EXPECT_GE(result.at(x, 10), result.at(x - 1, 10)) << x;
}

TEST(Histogram, ALimitKeepsAFlatPlaceAsItIs) {
  const Grey flat = made({20, 20}, [](int, int) { return 200; });
  const auto grey = [&](double limit) {
    return filtered("histogram", {{"r", 5.0}, {"limit", limit}, {"bins", std::string("32")}}, flat).at(10, 10);
  };
  EXPECT_NEAR(grey(1), 200, 8);
  EXPECT_EQ(grey(32), 16) << "the first of the 8 greys of the only bin that is not empty: 255 / 16";
}

TEST(Depth, IsSharpInFocusAndRoundHighlightsElsewhere) {
  Grey picture = made({81, 81}, [](int, int) { return 0; });
  picture.pixels[40 * 81 + 40] = 255;
  // on the ground, row 40 is at half of the depth
  const Params sharp{{"r", 20.0}, {"focus", 50.0}, {"sharp", 10.0}};
  EXPECT_EQ(filtered("depth", sharp, picture).pixels, picture.pixels);
  // a light, blurred with a radius of 10 everywhere
  picture = made({81, 81}, [](int x, int y) { return x >= 38 && x <= 42 && y >= 38 && y <= 42 ? 255 : 0; });
  const auto at_corner_and_side = [&](const char* kernel) {
    const Params params{{"r", 10.0}, {"focus", 0.0}, {"map", std::string("painted")}, {"kernel", std::string(kernel)}};
    const Grey result = filtered("depth", params, picture, 255);
    return std::pair{result.at(48, 48), result.at(48, 40)};
  };
  EXPECT_EQ(at_corner_and_side("box"), (std::pair{14.0, 14.0})) << "a square: 25 of 441 pixels are white";
  EXPECT_LT(at_corner_and_side("disc").first, 0.3 * at_corner_and_side("disc").second) << "no square";
  EXPECT_GT(at_corner_and_side("disc").second, 15);
  EXPECT_LT(at_corner_and_side("tent").first, 0.35 * at_corner_and_side("tent").second) << "a product of two slopes";
}

TEST(Depth, RefusesATableOfATableThatDoesNotFit) {
  const Filter& depth = *find_filter("depth");
  const auto why = [&](Extent extent, const char* kernel) {
    return depth.refusal({.extent = extent, .params = {{"kernel", std::string(kernel)}}});
  };
  EXPECT_EQ(why({3840, 2160}, "tent"), "");
  EXPECT_NE(why({7680, 4320}, "tent").find("not supported"), std::string::npos);
  EXPECT_EQ(why({7680, 4320}, "disc"), "");
}

TEST(MotionBlur, OfATurnedPictureIsTheTurnedBlur) {
  const Grey picture = noise({37, 29}, 3);
  const auto turned = [](const Grey& grey) {
    return made(grey.extent.transposed(), [&](int x, int y) { return grey.at(y, x); });
  };
  for (const char* border : {"clip", "clamp", "mirror", "zero"})
    for (const double angle : {0.0, 20.0, 44.0}) {
      // mirrored at the falling diagonal, a direction that rises by an angle falls so steeply
      const Params flat{{"r", 6.0}, {"angle", -angle}, {"border", std::string(border)}};
      const Params steep{{"r", 6.0}, {"angle", angle - 90}, {"border", std::string(border)}};
      EXPECT_EQ(filtered("motion-blur", steep, turned(picture)).pixels, turned(filtered("motion-blur", flat, picture)).pixels)
          << angle << " " << border;
    }
}

TEST(MotionBlur, KeepsLinesOfItsDirectionAndBlursThoseAcross) {
  const Grey picture = made({101, 101}, [](int x, int y) { return x == y ? 250 : 0; });
  const auto middle = [&](double angle) {
    return filtered("motion-blur", {{"r", 20.0}, {"angle", angle}}, picture).at(50, 50);
  };
  EXPECT_EQ(middle(-45), 250);
  EXPECT_LT(middle(45), 20);
}

TEST(Correlation, FindsItsTemplateInLightAndShade) {
  std::mt19937 random(12);
  Grey picture = made({90, 60}, [&](int, int) { return 100 + static_cast<double>(random() % 30); });
  const auto stamp = [&](int left, int top, double gain, double light) {
    for (int j = 0; j < 11; ++j)
      for (int i = 0; i < 11; ++i)
        picture.pixels[static_cast<std::size_t>((top + j) * 90 + left + i)] =
            static_cast<std::uint8_t>(light + gain * (std::hypot(i - 5, j - 5) < 4 ? 200 : 20 + 6 * i));
  };
  stamp(10, 20, 1, 0);
  stamp(60, 30, 0.3, 20);  // in the shade
  const Grey result = filtered("correlation", {{"w", 11.0}, {"h", 11.0}, {"x", 10.0}, {"y", 20.0}}, picture);
  EXPECT_EQ(result.at(15, 25), 255);
  EXPECT_GT(result.at(65, 35), 250);
  int above = 0;
  for (const std::uint8_t match : result.pixels) above += match > 240;
  EXPECT_LE(above, 6) << "and nothing else";
  EXPECT_NE(find_filter("correlation")->remark({.extent = {90, 60}}).find("1152"), std::string::npos) << "2 x 24 x 24";
}

TEST(Haar, AnswersWhereItsEdgeLies) {
  const Grey step = made({80, 60}, [](int x, int) { return x < 40 ? 200 : 50; });
  const Params across{{"w", 10.0}, {"h", 8.0}, {"gain", 1.0}};
  const Grey edge = filtered("haar", across, step);
  EXPECT_EQ(edge.at(40, 30), 128 + 75) << "127 of 150 / 255";
  EXPECT_EQ(edge.at(20, 30), 128) << "even ground";
  EXPECT_EQ(edge.at(60, 30), 128) << "however dark";
  EXPECT_EQ(edge.at(45, 30), 128 + 37) << "half of a rectangle is on the wrong side";
  Params down = across;
  down["kind"] = std::string("two-down");
  for (const std::uint8_t pixel : filtered("haar", down, step).pixels) ASSERT_EQ(pixel, 128);
  const Grey line = made({80, 60}, [](int, int y) { return y >= 28 && y < 32 ? 0 : 255; });
  const Grey found = filtered(
      "haar", {{"kind", std::string("three-down")}, {"w", 9.0}, {"h", 4.0}, {"gain", 1.0}, {"show", std::string("strength")}},
      line);
  EXPECT_EQ(found.at(40, 30), 255) << "as much as it can be";
}

TEST(Bins, SayHowMuchMemoryTheyTake) {
  for (const char* id : {"median", "histogram"}) {
    const std::string said = find_filter(id)->remark({.extent = {1920, 1080}});
    EXPECT_EQ(said, "16 tables of 1920x1080 counts: 133 MB");
    const FilterRequest request{.extent = {190, 108}, .params = {{"bins", std::string("32")}}};
    const FilterPlan plan = filter_plan(*find_filter(id), request, *find_algorithm("serial"));
    std::size_t bytes = 0, tables = 0;
    for (const Buffer& buffer : plan.plan.buffers)
      if (buffer.name.starts_with("table of bin")) bytes += buffer.packed_bytes(), ++tables;
    EXPECT_EQ(tables, 32U);
    EXPECT_EQ(bytes, 32U * 4 * 190 * 108);
  }
}

}  // namespace
}  // namespace satscope
