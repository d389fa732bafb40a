// SPDX-License-Identifier: Apache-2.0
// PGM and PPM, plain and raw.
#include <gtest/gtest.h>

#include "app/sources/loaders.h"
#include "tests/app/made_files.h"

namespace satscope::app {
namespace {

using test::bytes;
using test::Folder;

Samples load(const std::string& content) {
  const Folder folder;
  return load_input(folder.write("a.pgm", content));
}

std::string refused_netpbm(const std::string& content) {
  try {
    load(content);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(Netpbm, RawAndPlainSayTheSame) {
  const Samples raw = load("P5 3 2 255\n" + bytes({0, 1, 127, 128, 254, 255}));
  const Samples plain = load("P2\n# a comment\n3 2 # and another\n255\n0 1 127\n128 254 255\n");
  EXPECT_EQ(raw.extent, (Extent{3, 2}));
  EXPECT_EQ(raw.values, plain.values);
  EXPECT_EQ(raw.value(2, 1), 255);
  EXPECT_EQ(raw.value(2, 0), 127);
  EXPECT_TRUE(raw.colours.empty());
}

TEST(Netpbm, ColourBecomesLuma) {
  for (const Samples& s : {load("P6 2 1 255\n" + bytes({255, 0, 0, 10, 20, 30})), load("P3 2 1 255 255 0 0 10 20 30")}) {
    EXPECT_EQ(s.value(0, 0), 76);
    EXPECT_EQ(s.value(1, 0), 18);
    EXPECT_EQ(s.colours, (std::vector<std::uint32_t>{0xFF0000FFU, 0xFF1E140AU}));
  }
}

TEST(Netpbm, NumbersAreNotStretched) {
  const Samples s = load("P5 2 1 15\n" + bytes({7, 15}));
  EXPECT_EQ(s.value(0, 0), 7);
  EXPECT_EQ(s.value(1, 0), 15);
  EXPECT_EQ(load("P3 1 1 15 15 0 0").colours, std::vector<std::uint32_t>{0xFF0000FFU}) << "shown over the full range";
}

TEST(Netpbm, SixteenBits) {
  const Samples s = load("P5 2 1 65535\n" + bytes({0x12, 0x34, 0xFF, 0xFE}));
  EXPECT_EQ(s.value(0, 0), 0x1234);
  EXPECT_EQ(s.value(1, 0), 0xFFFE);
  EXPECT_EQ(load("P2 1 1 1000 999").value(0, 0), 999);
}

TEST(Netpbm, WrittenAsThePictureIsRead) {
  const Folder folder;
  const auto written = [&](const std::string& png) { return netpbm_of(load_input(folder.write("a.png", png))); };
  const std::string six = bytes({255, 0, 0, 10, 20, 30});
  EXPECT_EQ(written(test::make_png(2, 1, 8, 2, six)), "P6\n2 1\n255\n" + six);
  EXPECT_EQ(written(test::make_png(2, 1, 8, 0, bytes({7, 9}))), "P5\n2 1\n255\n" + bytes({7, 9}));
  EXPECT_EQ(written(test::make_png(1, 1, 16, 0, bytes({0x12, 0x34}))), "P5\n1 1\n65535\n" + bytes({0x12, 0x34}));
  EXPECT_EQ(written(test::make_png(1, 1, 16, 2, six)), "") << "16 bits of colour are luma, and 8 bits of each channel";
  EXPECT_EQ(netpbm_of(load("P5 1 1 15\n" + bytes({7}))), "") << "its white is another";
  EXPECT_EQ(netpbm_of(load_input(folder.write("a.csv", "1,2.5\n"))), "");
}

TEST(Netpbm, BrokenOnes) {
  EXPECT_NE(refused_netpbm("P5 3 2 255\n" + bytes({0, 1, 2, 3, 4})).find("ends early"), std::string::npos);
  EXPECT_NE(refused_netpbm("P5 3 2 255").find("ends before"), std::string::npos);
  EXPECT_NE(refused_netpbm("P5 3 ").find("its height"), std::string::npos);
  EXPECT_NE(refused_netpbm("P2 2 1 255 1").find("ends"), std::string::npos);
  EXPECT_NE(refused_netpbm("P2 2 1 255 1 word").find("whole number"), std::string::npos);
  EXPECT_NE(refused_netpbm("P2 2 1 255 1 -3").find("whole number"), std::string::npos);
  EXPECT_NE(refused_netpbm("P2 2 2 9 1 2 3 10").find("10 at x = 1, y = 1"), std::string::npos);
  EXPECT_NE(refused_netpbm("P5 2 1 9\n" + bytes({9, 10})).find("10 at x = 1, y = 0"), std::string::npos);
  EXPECT_NE(refused_netpbm("P5 0 2 255\n").find("at least 1"), std::string::npos);
  EXPECT_NE(refused_netpbm("P5 2 2 0\n1234").find("maxval"), std::string::npos);
  EXPECT_NE(refused_netpbm("P5 2 2 65536\n1234").find("maxval"), std::string::npos);
  EXPECT_NE(refused_netpbm("P5 100000 100000 255\nx"), "");
  EXPECT_NE(refused_netpbm("P2 100000 20000 255\n1 2 3"), "");
  EXPECT_NE(refused_netpbm("P4 8 1\nx").find("P2, P3, P5 and P6"), std::string::npos);
}

}  // namespace
}  // namespace satscope::app
