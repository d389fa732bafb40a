// SPDX-License-Identifier: Apache-2.0
// PNG, JPEG, BMP and TGA: the numbers that enter a table, the colours that are shown, and every way to be broken.
#include <gtest/gtest.h>

#include "app/sources/samples.h"
#include "tests/app/made_files.h"

namespace satscope::app {
namespace {

using test::bytes;
using test::Folder;

std::vector<double> values_of(const Samples& samples) {
  std::vector<double> list;
  for (int y = 0; y < samples.extent.height; ++y)
    for (int x = 0; x < samples.extent.width; ++x) list.push_back(samples.value(x, y));
  return list;
}

/// The sentence with which the input is refused; empty if it is not.
std::string refused(const std::string& input) {
  try {
    load_input(input);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

// red, green, blue, white; black, two that round to even and odd, a grey. The lumas are worked out by hand.
const std::string k_eight_colours = bytes({255, 0, 0, 0,  255, 0,  0, 0, 255, 255, 255, 255,  //
                                           0,   0, 0, 10, 20,  30, 1, 2, 3,   77,  77,  77});
const std::vector<double> k_eight_lumas{76, 150, 29, 255, 0, 18, 2, 77};

TEST(Pictures, ColourBecomesLumaInWholeNumbers) {
  const Folder folder;
  const Samples s = load_input(folder.write("a.png", test::make_png(4, 2, 8, 2, k_eight_colours)));
  EXPECT_EQ(s.extent, (Extent{4, 2}));
  EXPECT_EQ(values_of(s), k_eight_lumas);
  ASSERT_EQ(s.colours.size(), 8U);
  EXPECT_EQ(s.colours[0], 0xFF0000FFU);
  EXPECT_EQ(s.colours[5], 0xFF1E140AU);
}

TEST(Pictures, AlphaIsIgnored) {
  const Folder folder;
  const Samples rgba = load_input(folder.write("a.png", test::make_png(2, 1, 8, 6, bytes({255, 0, 0, 0, 10, 20, 30, 128}))));
  EXPECT_EQ(values_of(rgba), (std::vector<double>{76, 18}));
  EXPECT_EQ(rgba.colours[0], 0xFF0000FFU) << "shown opaque";
  const Samples grey = load_input(folder.write("b.png", test::make_png(2, 1, 8, 4, bytes({200, 0, 7, 255}))));
  EXPECT_EQ(values_of(grey), (std::vector<double>{200, 7}));
}

TEST(Pictures, GreyStaysAsItIs) {
  const Folder folder;
  const Samples s = load_input(folder.write("a.png", test::make_png(3, 2, 8, 0, bytes({0, 1, 2, 128, 254, 255}))));
  EXPECT_EQ(values_of(s), (std::vector<double>{0, 1, 2, 128, 254, 255}));
  EXPECT_TRUE(s.colours.empty());
  const Samples in_colour_format =
      load_input(folder.write("b.png", test::make_png(2, 1, 8, 2, bytes({9, 9, 9, 200, 200, 200}))));
  EXPECT_EQ(values_of(in_colour_format), (std::vector<double>{9, 200}));
  EXPECT_TRUE(in_colour_format.colours.empty());
}

TEST(Pictures, SixteenBitsKeepTheirValues) {
  const Folder folder;
  const Samples grey = load_input(folder.write("a.png", test::make_png(2, 1, 16, 0, bytes({0x12, 0x34, 0xFF, 0xFF}))));
  EXPECT_EQ(values_of(grey), (std::vector<double>{0x1234, 65535}));
  const Samples red = load_input(folder.write("b.png", test::make_png(1, 1, 16, 2, bytes({0xFF, 0xFF, 0, 0, 0, 0}))));
  EXPECT_EQ(values_of(red), std::vector<double>{19595});  // (299 * 65535 + 500) / 1000
  EXPECT_EQ(red.colours, std::vector<std::uint32_t>{0xFF0000FFU});
}

TEST(Pictures, BmpAndTgaLikePng) {
  const Folder folder;
  EXPECT_EQ(values_of(load_input(folder.write("a.bmp", test::make_bmp(4, 2, 3, k_eight_colours)))), k_eight_lumas);
  EXPECT_EQ(values_of(load_input(folder.write("a.tga", test::make_tga(4, 2, 3, k_eight_colours, false)))), k_eight_lumas);
  EXPECT_EQ(values_of(load_input(folder.write("b.TGA", test::make_tga(4, 2, 3, k_eight_colours, true)))), k_eight_lumas);
  EXPECT_EQ(values_of(load_input(folder.write("grey.tga", test::make_tga(3, 1, 1, bytes({5, 6, 250}), false)))),
            (std::vector<double>{5, 6, 250}));
}

TEST(Pictures, JpegComesNear) {
  const Folder folder;
  std::string flat;
  for (int i = 0; i < 16 * 16; ++i) flat += bytes({200, 100, 50});
  const Samples s = load_input(folder.write("a.jpg", test::make_jpeg(16, 16, 3, flat)));
  EXPECT_EQ(s.extent, (Extent{16, 16}));
  for (const double value : values_of(s)) EXPECT_NEAR(value, 124, 3);  // (59800 + 58700 + 5700 + 500) / 1000
  EXPECT_EQ(s.colours.size(), 256U);
  const Samples grey = load_input(folder.write("b.jpeg", test::make_jpeg(16, 16, 1, std::string(256, '\x64'))));
  for (const double value : values_of(grey)) EXPECT_NEAR(value, 100, 2);
}

TEST(Pictures, EveryShorterFileIsBroken) {
  const Folder folder;
  std::string noisy;
  for (int i = 0; i < 24 * 17 * 3; ++i) noisy.push_back(static_cast<char>(i * i * 7 + i / 5));
  const std::vector<std::pair<std::string, std::string>> whole{
      {"a.png", test::make_png(24, 17, 8, 2, noisy)},    {"a.jpg", test::make_jpeg(24, 17, 3, noisy)},
      {"a.bmp", test::make_bmp(24, 17, 3, noisy)},       {"a.tga", test::make_tga(24, 17, 3, noisy, false)},
      {"b.tga", test::make_tga(24, 17, 3, noisy, true)},
  };
  for (const auto& [name, content] : whole) {
    ASSERT_EQ(refused(folder.write(name, content)), "") << name;
    // stb_image_write ends a TGA with its pixels, a JPEG with two bytes of end mark, a PNG with IEND
    for (std::size_t size = 1; size < content.size(); size += size < 100 || size + 40 > content.size() ? 1 : 37)
      EXPECT_NE(refused(folder.write(name, content.substr(0, size))), "") << name << " of " << size << " bytes";
  }
}

TEST(Pictures, ABrokenFileSaysWhat) {
  const Folder folder;
  std::string png = test::make_png(4, 2, 8, 2, k_eight_colours);
  const std::string half = refused(folder.write("half.png", png.substr(0, png.size() / 2)));
  EXPECT_NE(half.find("half.png"), std::string::npos);
  EXPECT_NE(half.find("broken PNG"), std::string::npos) << half;
  png[60] = static_cast<char>(png[60] ^ 1);  // one bit of a pixel: only the checksum shows it
  EXPECT_NE(refused(folder.write("flipped.png", png)).find("checksum"), std::string::npos);
}

TEST(Pictures, AClaimIsJudgedBeforeMemoryIsTaken) {
  const Folder folder;
  const std::string why = refused(folder.write("huge.png", test::make_png_that_claims(100000, 100000)));
  EXPECT_NE(why.find("100000x100000"), std::string::npos) << why;
  EXPECT_NE(why.find("not supported"), std::string::npos) << why;
  EXPECT_NE(refused(folder.write("large.png", test::make_png_that_claims(20000, 20000))).find("20000x20000"),
            std::string::npos);
  EXPECT_NE(refused(folder.write("empty-promise.png", test::make_png_that_claims(10000, 10000))).find("broken"),
            std::string::npos);
  EXPECT_NE(refused(folder.write("none.png", test::make_png_that_claims(0, 5))), "");
  EXPECT_NE(refused(folder.write("long.png", test::make_png_that_claims(0x7FFFFFFF, 1))), "");
}

TEST(Pictures, WhatCannotStandInItsBytesIsBroken) {
  const Folder folder;
  // 26 bytes that claim 32767 x 32767 pixels in runs
  const std::string tga =
      bytes({0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0x7F, 0xFF, 0x7F, 8, 32, 0x81, 1, 0x81, 1, 0x81, 1, 0x81, 1});
  EXPECT_NE(refused(folder.write("claim.tga", tga)), "");
  const std::string small = bytes({0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 8, 32, 0x81, 1, 0x81, 1, 0x81, 1, 0x81, 1});
  EXPECT_NE(refused(folder.write("claim.tga", small)).find("512x512 pixels do not fit into 26 bytes"), std::string::npos);
}

TEST(Pictures, AJpegTableOfTooManyCodesIsBroken) {
  const Folder folder;
  std::string jpeg = test::make_jpeg(8, 8, 1, std::string(64, 'a'));
  const std::size_t table = jpeg.find("\xff\xc4");
  ASSERT_NE(table, jpeg.npos);
  jpeg[table + 5 + 15] = '\xff';
  jpeg[table + 5 + 14] = '\xff';
  EXPECT_NE(refused(folder.write("a.jpg", jpeg)).find("Huffman table"), std::string::npos);
  EXPECT_NE(refused(folder.write("a.tga", jpeg)).find("Huffman table"), std::string::npos);
  EXPECT_NE(refused(folder.write("b.tga", "\xff" + jpeg)), "") << "stb_image knows it as a JPEG all the same";
}

TEST(Pictures, WhatIsNoInputAtAll) {
  const Folder folder;
  EXPECT_NE(refused(folder.file("missing.png")).find("no such file"), std::string::npos);
  EXPECT_NE(refused(folder.path().string()).find("folder"), std::string::npos);
  EXPECT_NE(refused("/dev/null").find("regular file"), std::string::npos);
  EXPECT_NE(refused("").find("PNG"), std::string::npos);
  EXPECT_NE(refused(folder.write("empty.png", "")).find("empty"), std::string::npos);
  EXPECT_NE(refused(folder.write("x.psd", bytes({'8', 'B', 'P', 'S', 0, 1, 0, 0, 0, 0, 0, 0, 0}))).find("unknown format"),
            std::string::npos);
}

TEST(Pictures, TheContentDecidesNotTheName) {
  const Folder folder;
  EXPECT_EQ(values_of(load_input(folder.write("really-a.jpg", test::make_png(2, 1, 8, 0, bytes({3, 4}))))),
            (std::vector<double>{3, 4}));
}

}  // namespace
}  // namespace satscope::app
