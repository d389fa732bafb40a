// SPDX-License-Identifier: Apache-2.0
// The search as kernels, on every machine, against the search of the host, which is compared with OpenCV's: window by window.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "kernels/device.h"
#include "kernels/faces/search.h"
#include "kernels/faces/windows.h"
#include "kernels/filters/filter_trace.h"
#include "kernels/registry.h"

namespace satscope::testing {
namespace {

using Random = std::mt19937;

/// Stages of random trees, of which about every second lets a window pass; some have one node, some three.
faces::Cascade random_cascade(Random& random, int stages) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  faces::Cascade cascade{.window = {12, 10}};
  for (int s = 0; s < stages; ++s) {
    cascade.stages.push_back({cascade.trees.size(), 3, static_cast<float>(below(100) - 80) / 100});
    for (int t = 0; t < 3; ++t) {
      const bool stump = below(2) == 0;
      cascade.trees.push_back({cascade.nodes.size(), cascade.leaves.size()});
      for (int n = 0; n < (stump ? 1 : 3); ++n) {
        faces::Feature feature;
        for (std::size_t k = 0; k < (below(2) == 0 ? 2U : 3U); ++k) {
          const int x = below(11), y = below(9);
          feature.rects[k] = {x, y, 1 + below(12 - x), 1 + below(10 - y), static_cast<float>(below(5) - 2) + 0.5F};
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

TEST_P(FaceSearch, FindsWhatTheHostFinds) {
  Random random(3);
  std::size_t passed = 0;
  std::int64_t skipped = 0, late = 0;
  for (const Extent extent : {Extent{1, 1}, Extent{12, 10}, Extent{13, 40}, Extent{37, 29}, Extent{161, 97}})
    for (const double factor : {1.1, 1.7}) {
      const faces::Cascade cascade = random_cascade(random, 4);
      const faces::Search search{.factor = factor, .threads = 2, .map = {7, 5}};
      faces::KernelSearch kernels(cascade, extent, search, GetParam());
      for (int round = 0; round < 2; ++round) {
        const std::vector<std::uint8_t> grey = picture_of(random, extent);
        const faces::Detection host = faces::detect(cascade, grey, extent, search);
        expect_same(kernels.run(grey), host, fmt::format("{}x{} by {}", extent.width, extent.height, factor));
        passed += host.windows.size();
        late += host.rejected.back();
        for (const faces::Level& level : faces::levels_of(cascade, extent, search))
          skipped += static_cast<std::int64_t>(level.windows().area());
        skipped -= host.looked_at;
      }
    }
  EXPECT_GT(passed, 100U) << "the test could not see a difference";
  EXPECT_GT(late, 100);
  EXPECT_GT(skipped, 100);
}

TEST_P(FaceSearch, RefusesAsTheHostDoes) {
  Random random(5);
  const faces::Cascade one = random_cascade(random, 1);
  EXPECT_THROW(faces::KernelSearch(one, {40, 40}, {.factor = 1}, GetParam()), std::invalid_argument);
  EXPECT_THROW(faces::KernelSearch(random_cascade(random, 254), {40, 40}, {}, GetParam()), std::invalid_argument);
  faces::Cascade all = one;
  all.stages.front().threshold = -1000;  // every window passes
  const Extent large{801, 601};
  EXPECT_THROW(faces::KernelSearch(all, large, {}, GetParam()).run(picture_of(random, large)), std::runtime_error);
}

INSTANTIATE_TEST_SUITE_P(On, FaceSearch, ::testing::Values(Machine::cpu, Machine::gpu), [](const auto& machine) {
  return machine.param == Machine::cpu ? std::string("cpu") : std::string("gpu");
});

TEST(FaceSearchTrace, EqualsTheHostWithoutARace) {
  Random random(7);
  const Extent extent{17, 14};
  const faces::Cascade cascade = random_cascade(random, 2);
  const std::vector<std::uint8_t> grey = picture_of(random, extent);
  const faces::CascadeNumbers numbers(cascade);
  const std::vector<std::span<const std::byte>> inputs{
      std::as_bytes(std::span(numbers.rects)),     std::as_bytes(std::span(numbers.weights)),
      std::as_bytes(std::span(numbers.ways)),      std::as_bytes(std::span(numbers.leaves)),
      std::as_bytes(std::span(numbers.trees)),     std::as_bytes(std::span(numbers.stages)),
      std::as_bytes(std::span(numbers.thresholds))};
  for (const Sizes& sizes : filter_trace_sizes()) {
    FilterRequest request{.extent = extent};
    request.sizes = sizes;
    const Trace trace = trace_filter(faces::window_filter(cascade, extent, {.factor = 1.2}), request, *find_algorithm("serial"),
                                     std::as_bytes(std::span(grey)), inputs);
    EXPECT_TRUE(trace.result_matches);
    EXPECT_TRUE(trace.deadlocks.empty());
    for (const Race& race : trace.races) ADD_FAILURE() << race.sentence();
  }
}

}  // namespace
}  // namespace satscope::testing
