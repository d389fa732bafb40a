// SPDX-License-Identifier: Apache-2.0
// The whole window against pictures of it that a person has looked at. Compared are means over small squares, so that another
// Mesa's rounding passes and a missing corner, a lost colour map or a shifted panel does not. A golden that is missing is
// written into the build folder and fails: look at it, then copy it to tests/window/goldens/.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "app/sources/samples.h"
#include "app/window/window.h"

namespace satscope::app {
namespace {

constexpr int k_square = 8;           // side of the squares, in pixels
constexpr double k_most_in_one = 28;  // of 255: a letter moved by a pixel stays below, a handle of the box does not
constexpr double k_most_on_average = 1.5;

struct Shot {
  std::string name;
  WindowOptions options;
};

void PrintTo(const Shot& shot, std::ostream* out) { *out << shot.name; }

/// Mean of a channel over the square at (x, y), which the edge of the picture may cut.
double mean(const Samples& picture, int x, int y, int channel) {
  double sum = 0;
  int count = 0;
  for (int j = y; j < std::min(y + k_square, picture.extent.height); ++j)
    for (int i = x; i < std::min(x + k_square, picture.extent.width); ++i, ++count) {
      const std::size_t at =
          static_cast<std::size_t>(j) * static_cast<std::size_t>(picture.extent.width) + static_cast<std::size_t>(i);
      sum += picture.colours[at] >> (8 * channel) & 0xFFU;
    }
  return sum / count;
}

/// Empty if the pictures look the same, else where they differ most. The status corner has times, so it is left out.
std::string difference(const Samples& a, const Samples& b, double ui_scale) {
  if (a.extent != b.extent) return "the sizes differ";
  if (a.colours.empty() || b.colours.empty()) return "one of them is grey";
  const int bar = static_cast<int>(40 * ui_scale);
  double worst = 0, sum = 0;
  int worst_x = 0, worst_y = 0, count = 0;
  for (int y = bar; y < a.extent.height; y += k_square)
    for (int x = 0; x < a.extent.width; x += k_square)
      for (int channel = 0; channel < 3; ++channel, ++count) {
        const double apart = std::abs(mean(a, x, y, channel) - mean(b, x, y, channel));
        sum += apart;
        if (apart > worst) worst = apart, worst_x = x, worst_y = y;
      }
  if (worst <= k_most_in_one && sum / count <= k_most_on_average) return {};
  return "they differ by " + std::to_string(worst) + " of 255 around (" + std::to_string(worst_x) + ", " +
         std::to_string(worst_y) + "), on average by " + std::to_string(sum / count);
}

std::vector<Shot> shots() {
  const auto options = [](std::string input, Box box, Extent size, double scale, std::string theme) {
    WindowOptions o;
    o.input = std::move(input);
    o.box = box;
    o.size = size;
    o.ui_scale = scale;
    o.theme = std::move(theme);
    o.machine = Machine::cpu;
    return o;
  };
  // as narrow as hides the kernel's source, which changes for reasons of its own
  const auto steps = [&](std::string algorithm, std::size_t step, std::string theme) {
    WindowOptions o = options("pattern:ramp:40x30", {4, 4, 8, 8}, {720, 500}, 1, std::move(theme));
    o.workspace = "steps";
    o.algorithm = std::move(algorithm);
    o.step = step;
    return o;
  };
  WindowOptions storage = options("pattern:staircase:96x64", {20, 10, 12, 9}, {1280, 720}, 1, "dark");
  storage.workspace = "storage";
  return {
      {"storage", storage},
      {"steps_scan", steps("scan-transpose-scan", 3, "dark")},
      {"steps_tile", steps("brlt-scanrow", 4, "light")},
      {"dark", options("pattern:staircase:96x64", {20, 10, 40, 30}, {800, 500}, 1, "dark")},
      {"light", options("pattern:checker:48x32", {8, 8, 24, 12}, {800, 500}, 1.25, "light")},
      {"numbers", options("pattern:ramp:6x5", {1, 1, 3, 2}, {800, 500}, 1, "dark")},
  };
}

std::filesystem::path drawn(const Shot& shot) {
  const auto file = std::filesystem::path(SATSCOPE_SHOTS) / (shot.name + ".png");
  std::filesystem::create_directories(file.parent_path());
  make_shot(shot.options, file.string());
  return file;
}

class Golden : public testing::TestWithParam<Shot> {};

TEST_P(Golden, LooksAsBefore) {
  const auto golden = std::filesystem::path(SATSCOPE_GOLDENS) / (GetParam().name + ".png");
  const auto file = drawn(GetParam());
  ASSERT_TRUE(std::filesystem::exists(golden)) << "there is no golden; look at " << file << " and copy it to " << golden;
  EXPECT_EQ(difference(load_input(file.string()), load_input(golden.string()), *GetParam().options.ui_scale), "")
      << "drawn: " << file << "\ngolden: " << golden;
}

INSTANTIATE_TEST_SUITE_P(Window, Golden, testing::ValuesIn(shots()), [](const auto& made) { return made.param.name; });

// The control: a box that is one texel wider is seen.
TEST(GoldenControl, AChangedBoxIsSeen) {
  Shot shot = shots().back();
  const auto file = std::filesystem::path(SATSCOPE_GOLDENS) / (shot.name + ".png");
  ASSERT_TRUE(std::filesystem::exists(file));
  const Samples golden = load_input(file.string());
  shot.name = "control";
  shot.options.box->width += 1;
  EXPECT_NE(difference(load_input(drawn(shot).string()), golden, *shot.options.ui_scale), "");
}

}  // namespace
}  // namespace satscope::app
