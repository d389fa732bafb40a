// SPDX-License-Identifier: Apache-2.0
// Pictures in which OpenCV and we look for faces.
#pragma once
#include <cstring>
#include <filesystem>
#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "app/sources/samples.h"

namespace satscope::testing {

struct Picture {
  std::string name;
  Extent extent;
  std::vector<std::uint8_t> grey;
  std::span<const std::uint8_t> pixels() const { return grey; }
  cv::Mat mat() const { return {extent.height, extent.width, CV_8U, const_cast<std::uint8_t*>(grey.data())}; }
};

inline Picture load_picture(const std::string& input) {
  const app::Samples samples = app::load_input(input);
  const std::vector<std::byte> bytes = app::pixels_as(samples, Scalar::u8);
  Picture picture{input, samples.extent, std::vector<std::uint8_t>(bytes.size())};
  std::memcpy(picture.grey.data(), bytes.data(), bytes.size());
  return picture;
}

/// What the Debian package python3-skimage brings: a portrait, a photographer, a cat, things, skies, textures, micrographs,
/// scans.
inline std::vector<Picture> photographs() {
  const std::string folder = "/usr/lib/python3/dist-packages/skimage/data/";
  std::vector<Picture> list;
  for (const char* name : {"astronaut.png",
                           "camera.png",
                           "chelsea.png",
                           "coffee.png",
                           "coins.png",
                           "rocket.jpg",
                           "moon.png",
                           "motorcycle_left.png",
                           "motorcycle_right.png",
                           "hubble_deep_field.jpg",
                           "page.png",
                           "text.png",
                           "brick.png",
                           "grass.png",
                           "gravel.png",
                           "clock_motion.png",
                           "cell.png",
                           "ihc.png",
                           "retina.jpg",
                           "color.png"})
    if (std::filesystem::exists(folder + name)) list.push_back(load_picture(folder + name));
  return list;
}

}  // namespace satscope::testing
