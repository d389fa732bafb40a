// SPDX-License-Identifier: Apache-2.0
// The search as kernels, on every machine, against the search of the host, which is compared with OpenCV's: window by window.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/faces/search.h"
#include "kernels/faces/walk.h"
#include "kernels/faces/windows.h"
#include "kernels/filters/filter_trace.h"
#include "kernels/registry.h"

namespace satscope::testing {
namespace {

using Random = std::mt19937;

/// Stages of so many random trees, of which about every second lets a window pass; some trees have one node, some three.
faces::Cascade random_cascade(Random& random, const std::vector<int>& trees, Extent window = {12, 10}) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  faces::Cascade cascade{.window = window};
  for (const int count : trees) {
    const float mean = count > 3 ? 0.1F * static_cast<float>(count) : 0;
    cascade.stages.push_back(
        {cascade.trees.size(), static_cast<std::size_t>(count), mean + static_cast<float>(below(100) - 80) / 100});
    for (int t = 0; t < count; ++t) {
      const bool stump = below(2) == 0;
      cascade.trees.push_back({cascade.nodes.size(), cascade.leaves.size()});
      for (int n = 0; n < (stump ? 1 : 3); ++n) {
        faces::Feature feature;
        for (std::size_t k = 0; k < (below(2) == 0 ? 2U : 3U); ++k) {
          const int x = below(window.width - 1), y = below(window.height - 1);
          feature.rects[k] = {x, y, 1 + below(window.width - x), 1 + below(window.height - y),
                              static_cast<float>(below(5) - 2) + 0.5F};
        }
        const auto threshold = static_cast<float>(below(200) - 100) / 1000;
        cascade.nodes.push_back({static_cast<int>(cascade.features.size()), threshold,
                                 stump    ? 0
                                 : n == 0 ? 1
                                          : -(2 * n - 2),
                                 stump    ? -1
                                 : n == 0 ? 2
                                          : -(2 * n - 1)});
        cascade.features.push_back(feature);
      }
      for (int leaf = 0; leaf < (stump ? 2 : 4); ++leaf) cascade.leaves.push_back(static_cast<float>(below(200) - 90) / 100);
    }
  }
  return cascade;
}

/// Spots of light on a slope, with noise and a flat corner.
std::vector<std::uint8_t> picture_of(Random& random, Extent extent) {
  std::vector<std::uint8_t> grey;
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x) {
      const int spot = (x / 5 + y / 4) % 3 == 0 ? 90 : 0, noise = static_cast<int>(random() % 40);
      grey.push_back(static_cast<std::uint8_t>(
          x > 2 * extent.width / 3 && y < extent.height / 2 ? 77 : std::min(255, 80 * x / extent.width + spot + noise)));
    }
  return grey;
}

void expect_same(const faces::Detection& got, const faces::Detection& wanted, const std::string& name) {
  EXPECT_EQ(got.windows, wanted.windows) << name;
  EXPECT_EQ(got.rejected, wanted.rejected) << name;
  EXPECT_EQ(got.flat, wanted.flat) << name;
  EXPECT_EQ(got.looked_at, wanted.looked_at) << name;
  EXPECT_EQ(got.sizes, wanted.sizes) << name;
  EXPECT_EQ(got.map, wanted.map) << name;
}

class FaceSearch : public ::testing::TestWithParam<Machine> {
 protected:
  void SetUp() override {
    if (GetParam() == Machine::gpu && !gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  }
};

/// What a test saw, to be sure that there was something to see.
struct WasSeen {
  std::size_t passed = 0;
  std::int64_t late = 0, skipped = 0;
};

void search_on_both(Random& random, const faces::Cascade& cascade, Extent extent, double factor, Machine machine,
                    WasSeen& seen) {
  const faces::Search search{.factor = factor, .threads = 2, .map = {7, 5}};
  faces::KernelSearch kernels(cascade, extent, search, machine);
  for (int round = 0; round < 2; ++round) {
    const std::vector<std::uint8_t> grey = picture_of(random, extent);
    const faces::Detection host = faces::detect(cascade, grey, extent, search);
    expect_same(kernels.run(grey), host, fmt::format("{}x{} by {}", extent.width, extent.height, factor));
    seen.passed += host.windows.size();
    seen.late += host.rejected.back();
    for (const faces::Level& level : faces::levels_of(cascade, extent, search))
      seen.skipped += static_cast<std::int64_t>(level.windows().area());
    seen.skipped -= host.looked_at;
  }
}

TEST_P(FaceSearch, FindsWhatTheHostFinds) {
  Random random(3);
  // a stage of 32 trees or more belongs to warps
  for (const std::vector<int>& trees : {std::vector{3, 3, 3, 3}, {3, 40, 3, 65}, {33, 32}}) {
    WasSeen seen;
    for (const Extent extent : {Extent{1, 1}, Extent{12, 10}, Extent{13, 40}, Extent{37, 29}, Extent{161, 97}})
      for (const double factor : {1.1, 1.7})
        search_on_both(random, random_cascade(random, trees), extent, factor, GetParam(), seen);
    EXPECT_GT(seen.passed, 100U) << "the test could not see a difference";
    EXPECT_GT(seen.late, 100);
    EXPECT_GT(seen.skipped, 100);
  }
}

TEST_P(FaceSearch, SkipsAlongRowsOfMoreWindowsThanThreads) {
  Random random(13);
  WasSeen seen;
  for (const int width : {523, 1203, 2601}) {
    faces::Cascade cascade = random_cascade(random, {3, 3});
    search_on_both(random, cascade, {width, 12}, 1.7, GetParam(), seen);
    cascade.stages.front().threshold = 1000;  // all are rejected: the longest run there can be
    search_on_both(random, cascade, {width, 12}, 1.7, GetParam(), seen);
  }
  EXPECT_GT(seen.skipped, 1000);
}

TEST_P(FaceSearch, TakesWindowsThatNoSharedMemoryHolds) {
  Random random(17);
  WasSeen seen;
  for (int i = 0; i < 4; ++i)
    search_on_both(random, random_cascade(random, {3, 40}, {100, 70}), {161, 97}, 1.1, GetParam(), seen);
  EXPECT_GT(seen.passed, 100U);
}

TEST_P(FaceSearch, KeepsTheOrderOfLeavesWhoseSumsAreRounded) {
  Random random(19);
  faces::Cascade cascade = random_cascade(random, {3, 40});
  EXPECT_TRUE(faces::CascadeNumbers(cascade).exact);
  for (std::size_t i = 0; i < cascade.leaves.size(); i += 3) cascade.leaves[i] *= 1e-30F;
  EXPECT_FALSE(faces::CascadeNumbers(cascade).exact);
  WasSeen seen;
  search_on_both(random, cascade, {161, 97}, 1.1, GetParam(), seen);
  EXPECT_GT(seen.passed + static_cast<std::size_t>(seen.late), 100U);
}

TEST_P(FaceSearch, RefusesAsTheHostDoes) {
  Random random(5);
  const faces::Cascade one = random_cascade(random, {3});
  EXPECT_THROW(faces::KernelSearch(one, {40, 40}, {.factor = 1}, GetParam()), std::invalid_argument);
  EXPECT_THROW(faces::KernelSearch(random_cascade(random, std::vector<int>(254, 1)), {40, 40}, {}, GetParam()),
               std::invalid_argument);
  faces::Cascade all = one;
  all.stages.front().threshold = -1000;  // every window passes
  const Extent large{801, 601};
  EXPECT_THROW(faces::KernelSearch(all, large, {}, GetParam()).run(picture_of(random, large)), std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(On, FaceSearch, ::testing::Values(Machine::cpu, Machine::gpu), [](const auto& machine) {
  return machine.param == Machine::cpu ? std::string("cpu") : std::string("gpu");
});

// the walk adds pixels up, the search reads tables: window by window they must agree
TEST(FaceWalk, SaysOfEachWindowWhatTheSearchDoes) {
  Random random(29);
  const Extent picture{61, 47};
  std::size_t passed = 0;
  for (const std::vector<int>& trees : {std::vector{3, 3, 3}, {2, 40}, {3}, {1, 1}}) {
    const faces::Cascade cascade = random_cascade(random, trees);
    const std::vector<std::uint8_t> grey = picture_of(random, picture);
    const faces::Search search{.factor = 1.3};
    const faces::Detection found = faces::detect(cascade, grey, picture, search);
    faces::Detection walked{.rejected = std::vector<std::int64_t>(trees.size()), .sizes = found.sizes};
    for (const faces::Level& level : faces::levels_of(cascade, picture, search))
      for (int y = 0; y < level.rows; y += level.step)
        for (int x = 0; x < level.columns; x += level.step) {
          const auto walk = faces::walk_window(cascade, grey, picture, search, level.box(x, y));
          ASSERT_TRUE(walk);
          ASSERT_EQ(walk->box, level.box(x, y));
          ++walked.looked_at;
          if (walk->flat) {
            ++walked.flat;
            EXPECT_TRUE(walk->steps.empty());
            continue;
          }
          const faces::WalkStep& last = walk->steps.back();
          EXPECT_TRUE(last.ends_stage && last.leaf);
          int reads = 8;
          for (const faces::WalkStep& step : walk->steps) {
            const auto& feature =
                cascade.features[static_cast<std::size_t>(cascade.nodes[static_cast<std::size_t>(step.node)].feature)];
            reads += feature.rects[2].weight == 0 ? 8 : 12;
            EXPECT_EQ(step.reads, reads);
          }
          if (walk->passed == static_cast<int>(trees.size()))
            walked.windows.push_back(walk->box);
          else
            ++walked.rejected[static_cast<std::size_t>(walk->passed)];
          if (walk->passed == 0) x += level.step;
        }
    expect_same(walked, found, "walked");
    passed += found.windows.size();
  }
  EXPECT_GT(passed, 100U) << "the test could not see a difference";
}

TEST(FaceWalk, TakesTheWindowThatGotFurthest) {
  Random random(31);
  const Extent picture{83, 59};
  const faces::Cascade cascade = random_cascade(random, {3, 3, 3, 3});
  const std::vector<std::uint8_t> grey = picture_of(random, picture);
  const faces::Search search{.factor = 1.2, .map = picture};
  const std::vector<Box> windows = faces::detect(cascade, grey, picture, search).windows;
  EXPECT_GT(windows.size(), 5U);
  for (const Box& window : windows) {
    const auto walk =
        faces::furthest_window(cascade, grey, picture, search, window.x + window.width / 2, window.y + window.height / 2);
    ASSERT_TRUE(walk);
    EXPECT_EQ(walk->passed, 4) << "the window of the middle of one that passes";
  }
  EXPECT_FALSE(faces::furthest_window(cascade, grey, {5, 5}, search, 2, 2)) << "no window fits";
  EXPECT_FALSE(faces::walk_window(cascade, grey, {5, 5}, search, {0, 0, 5, 5}));
}

TEST(FaceAtlas, LevelsLieApartAndWithin) {
  Random random(23);
  const faces::Cascade cascade = random_cascade(random, {3, 40});
  const Extent picture{161, 97};
  faces::WindowSearch search(cascade, picture, {.factor = 1.1});
  const std::vector<std::uint8_t> grey = picture_of(random, picture);
  std::vector<std::uint8_t> first;
  int before = 0;
  for (const std::size_t most : {std::size_t{1} << 26, std::size_t{20'000}, std::size_t{1}}) {
    search.atlases = faces::atlases_of(search.levels, most);
    const faces::Atlases& atlases = search.atlases;
    EXPECT_TRUE(first.empty() ? atlases.count == 1 : atlases.count > before) << atlases.count;
    before = atlases.count;
    EXPECT_TRUE(most == 1 || atlases.size.area() <= most);
    std::vector<std::vector<bool>> taken(static_cast<std::size_t>(atlases.count), std::vector<bool>(atlases.size.area()));
    for (std::size_t i = 0; i < search.levels.size(); ++i) {
      const auto [atlas, left, top] = atlases.spots[i];
      const Extent size = search.levels[i].size;
      ASSERT_TRUE(left >= 1 && top >= 1 && left + size.width <= atlases.size.width && top + size.height <= atlases.size.height);
      for (int y = top; y < top + size.height; ++y)
        for (int x = left; x < left + size.width; ++x) {
          auto place = taken[static_cast<std::size_t>(atlas)].begin() + y * atlases.size.width + x;
          ASSERT_FALSE(*place) << "level " << i << " lies on another at " << x << ", " << y;
          *place = true;
        }
    }
    const FilterRequest request{.extent = picture};
    const FilterPlan plan = filter_plan(faces::window_filter(search), request, *find_algorithm("serial"));
    Engine engine(plan.plan, Machine::cpu, 2);
    const auto inputs = search.inputs(picture);
    ASSERT_EQ(inputs.size(), plan.inputs.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) engine.write(plan.inputs[i].buffer, std::as_bytes(std::span(inputs[i])));
    engine.write(plan.plan.picture(), std::as_bytes(std::span(grey)));
    engine.run();
    std::vector<std::uint8_t> settled(plan.plan.buffers.back().packed_bytes());
    engine.read(plan.plan.table(), std::as_writable_bytes(std::span(settled)));
    if (first.empty()) first = settled;
    EXPECT_EQ(settled, first) << atlases.count << " atlases";
  }
}

TEST(FaceSearchTrace, EqualsTheHostWithoutARace) {
  Random random(7);
  const Extent extent{17, 14};
  faces::Cascade cascade = random_cascade(random, {3, 9});
  cascade.stages.front().threshold = -1000;  // all pass, so that warps have something to do
  const std::vector<std::uint8_t> grey = picture_of(random, extent);
  const faces::WindowSearch search(cascade, extent, {.factor = 1.2});
  for (const Sizes& sizes : filter_trace_sizes()) {
    FilterRequest request{.extent = extent};
    request.sizes = sizes;
    std::vector<std::span<const std::byte>> inputs;
    const auto words = search.inputs(extent);
    for (const std::vector<std::uint32_t>& one : words) inputs.push_back(std::as_bytes(std::span(one)));
    const Trace trace =
        trace_filter(faces::window_filter(search), request, *find_algorithm("serial"), std::as_bytes(std::span(grey)), inputs);
    EXPECT_TRUE(trace.result_matches);
    EXPECT_TRUE(trace.deadlocks.empty());
    for (const Race& race : trace.races) ADD_FAILURE() << race.sentence();
  }
}

}  // namespace
}  // namespace satscope::testing
