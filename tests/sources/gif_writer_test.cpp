// SPDX-License-Identifier: Apache-2.0
// Written GIFs, read by the `ffmpeg` tool: every frame to the bit, and when it is shown.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "app/sources/live/gif_writer.h"
#include "tests/sources/media.h"

namespace satscope::test {
namespace {

using namespace app;

std::vector<std::uint32_t> colours(std::size_t count) {
  std::vector<std::uint32_t> list;
  for (std::size_t i = 0; i < count; ++i)
    list.push_back(0xFF000000U | static_cast<std::uint32_t>(i) * 0x01030507U % 0x1000000U);
  return list;
}

class GifWriting : public testing::Test {
 protected:
  void SetUp() override { SATSCOPE_NEEDS_FFMPEG(); }

  /// Writes the frames, ten a second, and reads them again.
  void expect_kept(Extent extent, std::size_t palette, const std::vector<std::vector<std::uint32_t>>& frames) {
    SCOPED_TRACE(fmt::format("{}x{} in {} colours", extent.width, extent.height, palette));
    const std::string file = folder_.file("a.gif");
    std::filesystem::remove(file);
    const auto writer = open_gif(file, {.extent = extent, .rate = 10, .palette = colours(palette)});
    for (std::size_t i = 0; i < frames.size(); ++i) writer->write(frames[i], static_cast<double>(i) / 10);
    EXPECT_FALSE(std::filesystem::exists(file)) << "not before it is finished";
    writer->finish();
    const auto read = decode_by_tool(file, extent);
    ASSERT_EQ(read.size(), frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) EXPECT_EQ(read[i].rgba, frames[i]) << "frame " << i;
    const std::string times =
        shell_output(fmt::format("ffprobe -v error -show_entries packet=duration_time -of csv=p=0 '{}'", file));
    std::string expected;
    for (std::size_t i = 0; i < frames.size(); ++i) expected += "0.100000\n";
    EXPECT_EQ(times, expected);
  }

  /// Noise has few strings that came before, areas have long ones.
  std::vector<std::uint32_t> frame(Extent extent, std::size_t palette, bool noise) {
    const std::vector<std::uint32_t> list = colours(palette);
    std::vector<std::uint32_t> rgba(extent.area());
    for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = list[(noise ? generator_() : i / 40) % list.size()];
    return rgba;
  }

  Folder folder_;
  std::mt19937 generator_{38};
};

TEST_F(GifWriting, FramesAreKeptToTheBit) {
  for (const Extent extent : {Extent{1, 1}, Extent{7, 1}, Extent{1, 9}, Extent{64, 48}, Extent{300, 200}})
    for (const std::size_t palette :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{4}, std::size_t{127}, std::size_t{128}, k_gif_colours})
      for (const bool noise : {false, true}) expect_kept(extent, palette, {frame(extent, palette, noise)});
}

TEST_F(GifWriting, OfAFrameOnlyWhatChangedIsStored) {
  const Extent extent{300, 200};
  const std::vector<std::uint32_t> first = frame(extent, 255, true);
  std::vector<std::uint32_t> second = first, third = frame(extent, 255, false);
  for (std::size_t y = 50; y < 60; ++y)
    for (std::size_t x = 100; x < 120; ++x) second[y * 300 + x] = first[0];
  expect_kept(extent, 255, {first, second});
  const auto with_part = std::filesystem::file_size(folder_.file("a.gif"));
  expect_kept(extent, 255, {first});
  EXPECT_LT(with_part, std::filesystem::file_size(folder_.file("a.gif")) + 400);
  expect_kept(extent, 255, {first, second, second, third, first});
}

TEST_F(GifWriting, ItRepeats) {
  expect_kept({4, 4}, 4, {frame({4, 4}, 4, true)});
  const std::string bytes = read_file(folder_.file("a.gif"));
  EXPECT_NE(bytes.find(std::string("NETSCAPE2.0\3\1\0\0\0", 16)), std::string::npos);
}

TEST(GifWriter, WithoutAFrameOrFinishThereIsNoFile) {
  const Folder folder;
  open_gif(folder.file("a.gif"), {.extent = {2, 2}, .palette = colours(2)})->finish();
  const auto writer = open_gif(folder.file("b.gif"), {.extent = {1, 1}, .palette = colours(2)});
  writer->write(colours(1), 0);
  EXPECT_TRUE(folder.names().empty());
}

TEST(GifWriter, SidesThatAGifCannotSayAreRefused) {
  try {
    open_gif("a.gif", {.extent = {65536, 1}, .palette = colours(2)});
    FAIL() << "it is taken";
  } catch (const WriteError& error) {
    EXPECT_NE(std::string(error.what()).find("65535"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace satscope::test
