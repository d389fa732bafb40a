// SPDX-License-Identifier: Apache-2.0
// HDR as an ordinary screen shows it. The expected values were computed by a Python program of its own, in doubles and without
// tables, from the formulas of SMPTE ST 2084, BT.2100 (HLG: gamma 1.2, 1000 cd/m2), the EETF of BT.2390 on the largest of R, G
// and B (1000 to 203 cd/m2), matrices from the chromaticities of BT.2020 and BT.709 with D65, and BT.1886. The knee lies
// at 87.8 cd/m2; below it a screen code is 255 (L / 203)^(1/2.4).
#include "app/sources/tone_map.h"

#include <gtest/gtest.h>

#include <cmath>

namespace satscope::app {
namespace {

struct Expected {
  std::array<std::uint16_t, 3> codes;  ///< R, G, B
  std::array<double, 3> screen;        ///< 0 ... 255
};

/// R, G, B, A.
std::array<int, 4> mapped(const ToneMapper& mapper, std::array<std::uint16_t, 3> codes, std::uint16_t alpha = 65535) {
  const std::array<std::uint16_t, 4> pixel{codes[0], codes[1], codes[2], alpha};
  std::uint32_t word = 0;
  mapper.map(pixel.data(), {&word, 1});
  std::array<int, 4> channels{};
  for (std::size_t i = 0; i < 4; ++i) channels[i] = static_cast<int>(word >> 8 * i & 0xFF);
  return channels;
}

void expect_all(HdrCurve curve, const std::vector<Expected>& list) {
  const ToneMapper mapper(curve);
  for (const Expected& one : list) {
    const auto channels = mapped(mapper, one.codes);
    // nearest, but for what the cells of the tables round; saturated dark channels are differences of large numbers
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(channels[i], one.screen[i], 0.56) << one.codes[0] << ' ' << one.codes[1] << ' ' << one.codes[2] << ", " << i;
  }
}

TEST(ToneMap, OfPq) {
  expect_all(HdrCurve::pq, {
                               {{0, 0, 0}, {0, 0, 0}},
                               {{1408, 1408, 1408}, {4.090, 4.090, 4.090}},           // 0.01 cd/m2
                               {{9827, 9827, 9827}, {27.868, 27.868, 27.868}},        // 1
                               {{19641, 19641, 19641}, {72.737, 72.737, 72.737}},     // 10
                               {{28854, 28854, 28854}, {142.230, 142.230, 142.230}},  // 50
                               {{32768, 32768, 32768}, {183.509, 183.509, 183.509}},  // half of the codes
                               {{33297, 33297, 33297}, {189.347, 189.347, 189.347}},  // 100, above the knee
                               {{38055, 38055, 38055}, {230.343, 230.343, 230.343}},  // 203
                               {{42767, 42767, 42767}, {250.017, 250.017, 250.017}},  // 400
                               {{49271, 49271, 49271}, {255, 255, 255}},              // 1000
                               {{59150, 59150, 59150}, {255, 255, 255}},              // 4000
                               {{65535, 65535, 65535}, {255, 255, 255}},              // 10000
                               {{33297, 0, 0}, {233.897, 0, 0}},                      // primaries of BT.2020
                               {{0, 33297, 0}, {0, 199.452, 0}},
                               {{0, 0, 33297}, {0, 0, 198.409}},
                               {{30282, 17782, 11575}, {189.854, 0, 0.600}},  // primaries of BT.709
                               {{26302, 32747, 18987}, {0, 189.791, 0}},
                               {{30987, 27937, 21402}, {181.698, 129.602, 72.732}},  // an orange, 90 : 40 : 10 in BT.709
                               {{47678, 42767, 37953}, {255, 181.049, 133.372}},     // 800, 400, 200 cd/m2
                               {{40754, 37953, 35999}, {255, 200.743, 178.751}},     // 300, 200, 150
                           });
}

TEST(ToneMap, OfHlg) {
  expect_all(HdrCurve::hlg, {
                                {{0, 0, 0}, {0, 0, 0}},
                                {{16384, 16384, 16384}, {71.527, 71.527, 71.527}},     // a quarter: 9.6 cd/m2
                                {{32768, 32768, 32768}, {143.054, 143.054, 143.054}},  // half: 50.7
                                {{49151, 49151, 49151}, {230.377, 230.377, 230.377}},  // three quarters: 203, diffuse white
                                {{58982, 58982, 58982}, {253.199, 253.199, 253.199}},  // 522
                                {{65535, 65535, 65535}, {255, 255, 255}},              // 1000
                                {{49151, 0, 0}, {255, 0, 0}},                          // primaries of BT.2020
                                {{0, 49151, 0}, {0, 239.000, 0}},
                                {{0, 0, 49151}, {0, 0, 208.769}},
                                {{52428, 39321, 26214}, {255, 143.216, 97.587}},
                                {{32768, 26214, 19660}, {153.133, 112.282, 86.582}},
                            });
}

TEST(ToneMap, GreyStaysGreyAndBrighterIsNoDarker) {
  for (const HdrCurve curve : {HdrCurve::pq, HdrCurve::hlg}) {
    const ToneMapper mapper(curve);
    int before = 0, steps = 0;
    for (unsigned code = 0; code < 65536; ++code) {
      const auto word = static_cast<std::uint16_t>(code);
      const auto channels = mapped(mapper, {word, word, word});
      ASSERT_TRUE(channels[0] == channels[1] && channels[1] == channels[2]) << code;
      ASSERT_GE(channels[0], before) << code;
      ASSERT_LE(channels[0], before + 1) << code << ": a step of more than one";
      steps += channels[0] != before;
      before = channels[0];
    }
    EXPECT_EQ(before, 255);
    EXPECT_EQ(steps, 255);
  }
}

TEST(ToneMap, AlphaKeepsItsValue) {
  const ToneMapper mapper(HdrCurve::pq);
  for (const auto& [deep, expected] : {std::pair{0, 0}, {257, 1}, {32768, 128}, {65535, 255}})
    EXPECT_EQ(mapped(mapper, {1, 2, 3}, static_cast<std::uint16_t>(deep))[3], expected);
}

TEST(ToneMap, MapsEveryPixelOfARow) {
  const ToneMapper mapper(HdrCurve::hlg);
  std::vector<std::uint16_t> row;
  for (unsigned i = 0; i < 4 * 7; ++i) row.push_back(static_cast<std::uint16_t>(i * 2111));
  std::vector<std::uint32_t> words(7);
  mapper.map(row.data(), words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto channels = mapped(mapper, {row[4 * i], row[4 * i + 1], row[4 * i + 2]}, row[4 * i + 3]);
    for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(static_cast<int>(words[i] >> 8 * c & 0xFF), channels[c]);
  }
}

}  // namespace
}  // namespace satscope::app
