// SPDX-License-Identifier: Apache-2.0
// Each decoded frame against the same frame by the `ffmpeg` tool.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>

#include "tests/sources/media.h"

namespace satscope::test {
namespace {

using namespace app;

class VideoFrames : public testing::Test {
 protected:
  void SetUp() override { SATSCOPE_NEEDS_FFMPEG(); }

  /// Both decode it alike, and there is something in it.
  void expect_alike(const std::string& file, Extent extent, std::size_t count, const std::string& filters = {},
                    const std::string& matrix = "auto", const std::string& options = {}) {
    const auto input = open_or_fail(file);
    ASSERT_TRUE(input);
    Reading last;
    const std::vector<Picture> ours = read_all(*input, &last);
    const std::vector<Picture> theirs = decode_by_tool(file, extent, filters, matrix, options);
    EXPECT_EQ(last.answer, Answer::end) << last.why;
    ASSERT_EQ(theirs.size(), count) << "the tool decodes another number of frames than was meant";
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      EXPECT_EQ(ours[i].extent, extent);
      ASSERT_EQ(difference(ours[i], theirs[i]), 0) << "frame " << i;
      if (extent.area() > 16) {
        ASSERT_GT(std::set<std::uint32_t>(ours[i].rgba.begin(), ours[i].rgba.end()).size(), 4U) << "an empty frame";
      }
    }
    if (count > 1 && extent.area() > 16) {
      ASSERT_NE(difference(ours.front(), ours.back()), 0) << "nothing moves";
    }
    EXPECT_EQ(input->describe().delivered.extent, extent);
  }

  Folder folder_;
};

TEST_F(VideoFrames, OfUsualVideos) {
  for (const char* name : {"a.mp4", "a.mkv", "a.avi", "a.webm", "a.ts"}) {
    const std::string codec = std::string(name) == "a.webm" ? "-c:v libvpx -b:v 1M" : "-c:v mpeg4 -q:v 3";
    const auto file = make_video(folder_.file(name), "-f lavfi -i testsrc2=size=160x96:rate=25:duration=0.6 " + codec);
    SCOPED_TRACE(name);
    expect_alike(file, {160, 96}, 15);
  }
}

TEST_F(VideoFrames, OfH264WithFramesOutOfOrder) {
  const auto file =
      make_video(folder_.file("a.mp4"), "-f lavfi -i testsrc2=size=176x144:rate=30:duration=1 -c:v libx264 -bf 3 -g 10");
  expect_alike(file, {176, 144}, 30);
}

TEST_F(VideoFrames, OfAnySize) {
  for (const Extent extent :
       {Extent{37, 23}, Extent{1, 1}, Extent{1, 40}, Extent{51, 1}, Extent{2, 3}, Extent{427, 240}, Extent{1921, 5}}) {
    SCOPED_TRACE(fmt::format("{}x{}", extent.width, extent.height));
    for (const char* pixels : {"yuv420p", "yuv422p", "gbrp", "gray"}) {
      SCOPED_TRACE(pixels);
      const auto file =
          make_video(folder_.file("a.mkv"),
                     fmt::format("-f lavfi -i testsrc2=size=2560x480:rate=10:duration=0.5 -vf "
                                 "crop={}:{}:exact=1:x=200:y=100,scale={}:{} -pix_fmt {} -c:v ffv1",
                                 std::max(extent.width, 4), std::max(extent.height, 4), extent.width, extent.height, pixels));
      // because: the tool takes BT.601 of any size that names no matrix
      const char* const matrix = extent.width >= 1280 && pixels[0] == 'y' ? "bt709" : "auto";
      const auto theirs = decode_by_tool(file, extent, {}, matrix);
      const auto input = open_or_fail(file);
      ASSERT_TRUE(input);
      const auto ours = read_all(*input);
      ASSERT_EQ(ours.size(), 5U);
      ASSERT_EQ(theirs.size(), 5U);
      for (std::size_t i = 0; i < 5; ++i) ASSERT_EQ(difference(ours[i], theirs[i]), 0) << "frame " << i;
    }
  }
}

TEST_F(VideoFrames, OfTurnedVideos) {
  // every turn by right angles, as a display matrix: the tool turns as well
  const auto plain =
      make_video(folder_.file("plain.mov"), "-f lavfi -i testsrc2=size=64x40:rate=10:duration=0.3 -c:v qtrle -pix_fmt rgb24");
  expect_alike(plain, {64, 40}, 3);
  for (const int degrees : {90, 180, 270}) {
    SCOPED_TRACE(degrees);
    const std::string file = folder_.file("turned.mov");
    std::filesystem::copy_file(plain, file, std::filesystem::copy_options::overwrite_existing);
    ASSERT_NO_FATAL_FAILURE(turn_video(file, degrees));
    expect_alike(file, degrees == 180 ? Extent{64, 40} : Extent{40, 64}, 3);
    // the control: unturned it is another picture
    const auto turned = read_all(*open_or_fail(file));
    const auto unturned = decode_by_tool(file, {64, 40}, {}, "auto", "-noautorotate");
    EXPECT_GT(difference(turned.front(), unturned.front()), 0);
  }
}

TEST_F(VideoFrames, WithAlpha) {
  const std::string moving =
      "-f lavfi -i testsrc2=size=48x34:rate=10:duration=0.4 -vf "
      "format=yuva444p,geq=lum='lum(X\\,Y)':cb='cb(X\\,Y)':cr='cr(X\\,Y)':a='mod(X*5+Y+N*9\\,256)' ";
  expect_alike(make_video(folder_.file("a.mov"), moving + "-c:v qtrle -pix_fmt argb"), {48, 34}, 4);
  for (const char* pixels : {"yuva420p", "yuva444p", "yuva422p10le"}) {
    SCOPED_TRACE(pixels);
    const auto file = make_video(folder_.file("a.mkv"), moving + fmt::format("-c:v ffv1 -pix_fmt {}", pixels));
    expect_alike(file, {48, 34}, 4);
    const auto frames = read_all(*open_or_fail(file));
    const auto [least, most] = std::ranges::minmax(frames.front().rgba, {}, [](std::uint32_t word) { return word >> 24; });
    EXPECT_LT(least >> 24, 20U);
    EXPECT_GT(most >> 24, 200U);
  }
}

TEST_F(VideoFrames, WithTenBits) {
  for (const char* pixels : {"yuv420p10le", "yuv444p12le"}) {
    SCOPED_TRACE(pixels);
    expect_alike(make_video(folder_.file("a.mkv"),
                            fmt::format("-f lavfi -i testsrc2=size=80x50:rate=10:duration=0.4 -c:v ffv1 -pix_fmt {}", pixels)),
                 {80, 50}, 4);
  }
}

TEST_F(VideoFrames, GreyOfManyBitsIsTheNearestOf256) {
  for (const auto& [pixels, white] : {std::pair{"gray16le", 65535U}, {"gray12le", 4095U}, {"gray10le", 1023U}}) {
    SCOPED_TRACE(pixels);
    const std::string source = fmt::format("-f lavfi -i testsrc2=size=80x50:rate=10:duration=0.4 -pix_fmt {} ", pixels);
    const auto file = make_video(folder_.file("a.mkv"), source + "-c:v ffv1");
    const std::string numbers =
        read_file(make_video(folder_.file("a.raw"), fmt::format("-i {} -pix_fmt {} -f rawvideo", file, pixels)));
    const std::vector<Picture> frames = read_all(*open_or_fail(file));
    ASSERT_EQ(frames.size() * frames.front().rgba.size() * 2, numbers.size());
    std::size_t at = 0;
    for (const Picture& frame : frames)
      for (const std::uint32_t word : frame.rgba) {
        const unsigned value = static_cast<unsigned char>(numbers[at]) + 256U * static_cast<unsigned char>(numbers[at + 1]);
        at += 2;
        ASSERT_EQ(word & 0xFF, static_cast<unsigned>(std::lround(value * 255.0 / white))) << value;
        ASSERT_EQ(word & 0xFF, word >> 16 & 0xFF);
      }
  }
}

// the numbers 0, 97, 194 ... of a raw file
TEST_F(VideoFrames, GreyOfManyBitsHasARange) {
  constexpr int k_wide = 32, k_high = 16;
  const auto number = [](int x, int y) { return (y * k_wide + x) * 97 % 65536; };
  std::string raw;
  for (int i = 0; i < k_wide * k_high; ++i)
    for (const int shift : {0, 8}) raw += static_cast<char>(number(i % k_wide, i / k_wide) >> shift);
  const std::string from = folder_.write("raw", raw);
  const auto video =
      make_video(folder_.file("a.mkv"),
                 fmt::format("-f rawvideo -pix_fmt gray16le -s {}x{} -r 10 -i '{}' -c:v ffv1", k_wide, k_high, from));
  for (const auto& [range, black, white] :
       {std::tuple{GreyRange{false, 1000, 30000}, 1000.0, 30000.0}, {GreyRange{}, 0.0, 1.0 * number(k_wide - 1, k_high - 1)}}) {
    OpenContext context;
    context.greys = range;
    const Opened opened = open_live(video, context);
    ASSERT_EQ(opened.answer, Answer::frame) << opened.why;
    const Reading reading = opened.input->next();
    ASSERT_EQ(reading.answer, Answer::frame) << reading.why;
    for (int y = 0; y < k_high; ++y)
      for (int x = 0; x < k_wide; ++x) {
        const double part = std::clamp((number(x, y) - black) / (white - black), 0.0, 1.0);
        ASSERT_EQ(reading.frame.words()[static_cast<std::size_t>(y * k_wide + x)] & 255,
                  static_cast<std::uint32_t>(std::floor(255 * part + 0.5)))
            << x << ", " << y;
      }
  }
}

TEST_F(VideoFrames, HdrIsSaid) {
  for (const auto& [transfer, title] : {std::pair{"smpte2084", "PQ"}, {"arib-std-b67", "HLG"}, {"bt709", ""}}) {
    const auto file = make_video(
        folder_.file("a.mp4"),
        fmt::format("-f lavfi -i testsrc2=size=64x48:rate=10:duration=0.2 -c:v libx264 -pix_fmt yuv420p10le -color_trc {} "
                    "-color_primaries bt2020 -colorspace bt2020nc",
                    transfer));
    std::vector<std::string> notes = open_or_fail(file)->describe().notes;
    std::erase(notes, "its 10-bit values are reduced to 8 bits");
    ASSERT_EQ(notes.size(), *title ? 1U : 0U) << transfer;
    if (!*title) continue;
    EXPECT_NE(notes[0].find(fmt::format("HDR ({}), shown without tone mapping", title)), std::string::npos) << notes[0];
    EXPECT_NE(notes[0].find("--tone-map bt2390"), std::string::npos) << notes[0];
  }
}

/// 4x4 pixels of each of these Y', Cb, Cr, 10 bits of narrow range, side by side, in BT.2020.
std::string make_patches(const Folder& folder, const std::vector<std::array<int, 3>>& patches, const std::string& tags) {
  std::string raw;
  for (std::size_t channel = 0; channel < 3; ++channel)
    for (std::size_t row = 0; row < 4; ++row)
      for (const auto& patch : patches)
        for (std::size_t x = 0; x < 4; ++x)
          raw += {static_cast<char>(patch[channel] & 0xFF), static_cast<char>(patch[channel] >> 8)};
  return make_video(folder.file("patches.mkv"),
                    fmt::format("-f rawvideo -pix_fmt yuv444p10le -video_size {}x4 -i '{}' -c:v ffv1 {}", 4 * patches.size(),
                                folder.write("patches.yuv", raw), tags));
}

// Expected values: from the matrix of BT.2020 and the formulas of the standards, by the Python program of tone_map_test.cpp.
TEST_F(VideoFrames, HdrIsMappedForAnOrdinaryScreen) {
  using Patch = std::pair<std::array<int, 3>, std::array<double, 3>>;
  const std::vector<Patch> pq{{{64, 512, 512}, {0, 0, 0}},
                              {{327, 512, 512}, {72.94, 72.94, 72.94}},     // 10 cd/m2
                              {{573, 512, 512}, {230.50, 230.50, 230.50}},  // 203 cd/m2
                              {{723, 512, 512}, {255, 255, 255}},           // 1000 cd/m2
                              {{443, 462, 536}, {180.95, 129.85, 73.35}},
                              {{467, 486, 488}, {98.02, 173.15, 115.28}},
                              {{410, 557, 503}, {96.37, 114.79, 181.15}}};
  const std::vector<Patch> hlg{{{64, 512, 512}, {0, 0, 0}},
                               {{502, 512, 512}, {143.05, 143.05, 143.05}},  // half
                               {{721, 512, 512}, {230.38, 230.38, 230.38}},  // three quarters: diffuse white
                               {{940, 512, 512}, {255, 255, 255}},
                               {{432, 455, 560}, {152.81, 112.29, 86.71}}};
  for (const auto& [transfer, title, patches] : {std::tuple{"smpte2084", "PQ", &pq}, {"arib-std-b67", "HLG", &hlg}})
    for (const char* colours : {"-color_primaries bt2020 -colorspace bt2020nc", ""}) {  // BT.2020 where nothing is said
      SCOPED_TRACE(fmt::format("{} {}", title, colours));
      std::vector<std::array<int, 3>> stored;
      for (const Patch& patch : *patches) stored.push_back(patch.first);
      const auto file = make_patches(folder_, stored, fmt::format("-color_range tv -color_trc {} {}", transfer, colours));
      const auto input = open_or_fail(file, {.tone_map = ToneMap::bt2390});
      ASSERT_TRUE(input);
      const Description said = input->describe();
      EXPECT_TRUE(said.hdr);
      EXPECT_EQ(said.notes.front(), fmt::format("it is HDR ({}), mapped for an ordinary screen (BT.2390)", title));
      const std::vector<Picture> mapped = read_all(*input), plain = read_all(*open_or_fail(file));
      ASSERT_EQ(mapped.size(), 1U);
      for (std::size_t i = 0; i < patches->size(); ++i)
        for (std::size_t channel = 0; channel < 3; ++channel) {
          const std::uint32_t word = mapped[0].rgba[4 * i + 1 + mapped[0].rgba.size() / 4];
          EXPECT_NEAR(word >> 8 * channel & 0xFF, (*patches)[i].second[channel], 0.8) << i << ' ' << channel;
        }
      EXPECT_GT(difference(mapped[0], plain[0]), 30) << "the control: values as stored";
    }
}

TEST_F(VideoFrames, HdrOfFullRangeIsMapped) {
  const auto file = make_patches(folder_, {{0, 512, 512}, {594, 512, 512}, {1023, 512, 512}},
                                 "-color_range pc -color_trc smpte2084 -color_primaries bt2020 -colorspace bt2020nc");
  const Picture mapped = read_all(*open_or_fail(file, {.tone_map = ToneMap::bt2390})).at(0);
  for (const auto& [x, grey] : {std::pair{1, 0.0}, {5, 230.33}, {9, 255.0}})  // 594 of 1023: 203 cd/m2
    for (const int shift : {0, 8, 16}) EXPECT_NEAR(mapped.rgba[static_cast<std::size_t>(x)] >> shift & 0xFF, grey, 0.8);
}

TEST_F(VideoFrames, WhatIsNoHdrIsNotMapped) {
  const auto file = make_patches(folder_, {{64, 512, 512}, {573, 512, 512}, {443, 462, 536}},
                                 "-color_range tv -color_trc bt709 -color_primaries bt709 -colorspace bt709");
  const auto input = open_or_fail(file, {.tone_map = ToneMap::bt2390});
  EXPECT_FALSE(input->describe().hdr);
  EXPECT_EQ(difference(read_all(*input)[0], read_all(*open_or_fail(file))[0]), 0);
}

TEST_F(VideoFrames, HdrThatNamesOtherColoursSaysSo) {
  const auto file = make_patches(folder_, {{573, 512, 512}},
                                 "-color_range tv -color_trc smpte2084 -color_primaries smpte432 -colorspace bt2020nc");
  const auto note = open_or_fail(file, {.tone_map = ToneMap::bt2390})->describe().notes.front();
  EXPECT_NE(note.find("taken for those of BT.2020"), std::string::npos) << note;
}

// Also of a width whose rows are not whole vectors.
TEST_F(VideoFrames, HdrOfAnySizeIsMapped) {
  const OpenContext mapping{.tone_map = ToneMap::bt2390};
  for (const Extent extent : {Extent{1, 1}, Extent{37, 23}, Extent{64, 4}}) {
    const auto file = make_video(
        folder_.file("a.mkv"),
        fmt::format(
            "-f lavfi -i color=gray:size=64x64:rate=10:duration=0.2 -vf format=yuv444p10le,crop={}:{}:exact=1 -c:v ffv1 "
            "-color_range tv -color_trc smpte2084 -color_primaries bt2020 -colorspace bt2020nc",
            extent.width, extent.height));
    const std::vector<Picture> frames = read_all(*open_or_fail(file, mapping));
    ASSERT_EQ(frames.size(), 2U);
    EXPECT_EQ(frames[0].extent, extent);
    for (const std::uint32_t word : frames[0].rgba) ASSERT_EQ(word, frames[0].rgba.front());
    EXPECT_NEAR(frames[0].rgba.front() & 0xFF, 185.18, 0.8) << "94 cd/m2";  // 504 of 64 ... 940
    EXPECT_EQ(frames[0].rgba.front() >> 24, 255U);
  }
}

TEST_F(VideoFrames, OfATransferThatHasNoName) {
  const auto file = make_video(folder_.file("a.m2v"),
                               "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.2 -c:v mpeg2video -seq_disp_ext always "
                               "-color_primaries bt709 -color_trc bt709 -colorspace bt709 -f mpeg2video");
  std::string bytes = read_file(file);
  const std::string_view k_extension("\x00\x00\x01\xB5", 4);
  std::size_t displays = 0;  // sequence_display_extension(): four bits of its id, four of the format, primaries, transfer
  for (std::size_t at = 0; (at = bytes.find(k_extension, at)) != bytes.npos; at += 4)
    if (bytes.at(at + 4) >> 4 == 2) bytes.at(at + 6) = '\xFF', ++displays;
  ASSERT_GT(displays, 0U);
  folder_.write("a.m2v", bytes);
  EXPECT_EQ(read_all(*open_or_fail(file)).size(), 5U);
}

TEST_F(VideoFrames, InTheColoursThatTheySay) {
  for (const auto& [space, range, width, height, matrix] : {std::tuple{"bt709", "tv", 64, 40, "auto"},
                                                            {"bt470bg", "pc", 64, 40, "auto"},
                                                            {"unknown", "tv", 64, 40, "bt601"},
                                                            {"unknown", "tv", 720, 576, "bt601"},
                                                            {"unknown", "tv", 1280, 544, "bt709"},
                                                            {"unknown", "tv", 64, 578, "bt709"}}) {
    SCOPED_TRACE(fmt::format("{} {} {}x{}", space, range, width, height));
    const auto file = make_video(
        folder_.file("a.mkv"),
        fmt::format(
            "-f lavfi -i testsrc2=size={}x{}:rate=10:duration=0.3 -c:v ffv1 -pix_fmt yuv420p -colorspace {} -color_range {}",
            width, height, space, range));
    expect_alike(file, {width, height}, 3, {}, matrix);
  }
}

TEST_F(VideoFrames, OfInterlacedVideosShowOneFieldAndSaySo) {
  const auto file =
      make_video(folder_.file("a.mkv"),
                 "-f lavfi -i testsrc2=size=96x64:rate=50:duration=0.4 -vf tinterlace=interleave_top,setfield=tff "
                 "-c:v mpeg2video -flags +ilme+ildct -q:v 2");
  expect_alike(file, {96, 64}, 10, "field=type=top,");
  const auto input = open_or_fail(file);
  input->next();
  const auto notes = input->describe().notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("interlaced"), std::string::npos);
}

TEST_F(VideoFrames, OfAVideoThatChangesItsSize) {
  make_video(folder_.file("a.ts"), "-f lavfi -i testsrc2=size=64x48:rate=10:duration=0.5 -c:v mpeg2video");
  make_video(folder_.file("b.ts"),
             "-f lavfi -i testsrc2=size=80x32:rate=10:duration=0.5 -c:v mpeg2video -output_ts_offset 0.5");
  const auto file = folder_.write("ab.ts", read_file(folder_.file("a.ts")) + read_file(folder_.file("b.ts")));
  const auto frames = read_all(*open_or_fail(file));
  ASSERT_GT(frames.size(), 7U);
  EXPECT_EQ(frames.front().extent, (Extent{64, 48}));
  EXPECT_EQ(frames.back().extent, (Extent{80, 32}));
}

TEST_F(VideoFrames, FromMemoryAreTheSame) {
  const auto file = make_video(folder_.file("a.mp4"), "-f lavfi -i testsrc2=size=64x48:rate=10:duration=0.5 -c:v mpeg4");
  const std::string content = read_file(file);
  Opened opened = open_video_bytes("a.mp4", std::as_bytes(std::span(content)), {});
  ASSERT_EQ(opened.answer, Answer::frame) << opened.why;
  const auto ours = read_all(*opened.input), theirs = decode_by_tool(file, {64, 48});
  ASSERT_EQ(ours.size(), theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) EXPECT_EQ(difference(ours[i], theirs[i]), 0);
}

TEST_F(VideoFrames, OfFilesWithOddNames) {
  for (const char* name : {"a b.mp4", "http:x.mp4", "%03d.mp4", "a+1,2.mp4", "pipe:.mp4"}) {
    const auto file = make_video(folder_.file("plain.mp4"), "-f lavfi -i testsrc2=size=32x32:rate=10:duration=0.2 -c:v mpeg4");
    const std::string odd = folder_.write(name, read_file(file));
    EXPECT_EQ(read_all(*open_or_fail(odd)).size(), 2U) << name;
  }
}

}  // namespace
}  // namespace satscope::test
