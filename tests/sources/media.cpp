// SPDX-License-Identifier: Apache-2.0
#include "tests/sources/media.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <thread>

namespace satscope::test {

using namespace app;

bool have_ffmpeg() {
  static const bool have = std::system("ffmpeg -version >/dev/null 2>&1") == 0;
  return have;
}

void shell(const std::string& command) { ASSERT_EQ(std::system((command + " >/dev/null 2>&1").c_str()), 0) << command; }

std::string shell_output(const std::string& command) {
  std::string output;
  std::FILE* pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
  if (!pipe) return output;
  std::vector<char> chunk(1 << 16);
  while (const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), pipe)) output.append(chunk.data(), got);
  ::pclose(pipe);
  return output;
}

std::string make_video(const std::string& file, const std::string& arguments) {
  shell(fmt::format("ffmpeg -nostdin -v error -y {} '{}'", arguments, file));
  return file;
}

std::vector<Picture> decode_by_tool(const std::string& file, Extent extent, const std::string& filters,
                                    const std::string& matrix, const std::string& options) {
  const std::string raw = shell_output(
      fmt::format("ffmpeg -nostdin -v error {} -i '{}' -vf {}scale={}:{}:flags=bilinear:in_color_matrix={},format=rgba "
                  "-fps_mode passthrough -f rawvideo -",
                  options, file, filters, extent.width, extent.height, matrix));
  std::vector<Picture> pictures;
  const std::size_t bytes = extent.area() * 4;
  EXPECT_EQ(raw.size() % bytes, 0U);
  for (std::size_t at = 0; at + bytes <= raw.size(); at += bytes) {
    Picture picture{extent, std::vector<std::uint32_t>(extent.area())};
    std::memcpy(picture.rgba.data(), raw.data() + at, bytes);
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

std::unique_ptr<LiveInput> open_or_fail(const std::string& words, const OpenContext& context) {
  Opened opened = open_live(words, context);
  EXPECT_EQ(opened.answer, Answer::frame) << opened.why;
  return std::move(opened.input);
}

bool gives_frames(const LiveFeed& feed) {
  for (int i = 0; i < 5000 && feed.status().delivered == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return feed.status().delivered > 0;
}

std::vector<Picture> read_all(LiveInput& input, Reading* last, std::vector<double>* stamps) {
  std::vector<Picture> pictures;
  while (true) {
    Reading reading = input.next();
    if (reading.answer != Answer::frame) {
      if (last) *last = std::move(reading);
      return pictures;
    }
    const auto words = reading.frame.words();
    pictures.push_back({reading.frame.extent, {words.begin(), words.end()}});
    if (stamps) stamps->push_back(reading.frame.seconds);
    if (pictures.size() > 10000) {
      ADD_FAILURE() << "it does not end";
      return pictures;
    }
  }
}

int difference(const Picture& a, const Picture& b) {
  if (!(a.extent == b.extent)) return 255;
  int most = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    for (int shift = 0; shift < 32; shift += 8)
      most =
          std::max(most, std::abs(static_cast<int>(a.rgba[i] >> shift & 0xFF) - static_cast<int>(b.rgba[i] >> shift & 0xFF)));
  return most;
}

void turn_video(const std::string& file, int degrees) {
  constexpr std::size_t k_matrix = 44;  // behind the box's name, in its version 0
  constexpr std::uint32_t k_one = 0x10000;
  std::string bytes = read_file(file);
  const std::size_t box = bytes.find("tkhd");
  ASSERT_TRUE(box != bytes.npos && bytes[box + 4] == 0) << "a track header of version 0";
  const std::uint32_t cosine = degrees == 180 ? -k_one : 0, sine = degrees == 90 ? k_one : degrees == 270 ? -k_one : 0;
  const std::array matrix{cosine, sine, std::uint32_t{0}, -sine, cosine};
  for (std::size_t i = 0; i < 4 * matrix.size(); ++i)
    bytes[box + k_matrix + i] = static_cast<char>(matrix[i / 4] >> (24 - 8 * (i % 4)));
  std::ofstream(file, std::ios::binary) << bytes;
}

}  // namespace satscope::test
