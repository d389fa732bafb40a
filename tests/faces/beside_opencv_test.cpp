// SPDX-License-Identifier: Apache-2.0
// Scaling, raw windows and grouping against OpenCV's own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <opencv2/objdetect.hpp>
#include <pugixml.hpp>
#include <random>
#include <set>
#include <sstream>
#include <tuple>

#include "app/sources/files/cascade_file.h"
#include "kernels/faces/detect.h"
#include "tests/faces/photographs.h"

namespace satscope::testing {
namespace {

/// The first `stages` of a cascade's file: with few of them many windows pass on any picture.
std::string cut(const std::string& file, int stages) {
  pugi::xml_document document;
  EXPECT_TRUE(document.load_file(file.c_str())) << file;
  pugi::xml_node root = document.child("opencv_storage").child("cascade"), list = root.child("stages");
  int n = 0;
  for (pugi::xml_node stage = list.first_child(); stage;) {
    const pugi::xml_node next = stage.next_sibling();
    if (stage.type() != pugi::node_element || ++n > stages) list.remove_child(stage);
    stage = next;
  }
  root.child("stageNum").text().set(std::min(n, stages));
  std::ostringstream text;
  document.save(text);
  return text.str();
}

using Windows = std::multiset<std::array<int, 4>>;

Windows theirs(const std::string& xml, const Picture& picture, double factor) {
  cv::CascadeClassifier classifier;
  const cv::FileStorage file(xml, cv::FileStorage::READ | cv::FileStorage::MEMORY);
  EXPECT_TRUE(classifier.read(file.getFirstTopLevelNode()));
  std::vector<cv::Rect> found;
  classifier.detectMultiScale(picture.mat(), found, factor, 0);
  Windows windows;
  for (const cv::Rect& r : found) windows.insert({r.x, r.y, r.width, r.height});
  return windows;
}

Windows ours(const std::string& xml, const Picture& picture, double factor) {
  Windows windows;
  const faces::Cascade cascade = app::cascade_from_text(xml, "cut");
  for (const Box& window : faces::detect(cascade, picture.pixels(), picture.extent, {.factor = factor}).windows) {
    const Box b = faces::cut_to(picture.extent, window);
    windows.insert({b.x, b.y, b.width, b.height});
  }
  return windows;
}

/// Every window that either finds is found by both. Returns how many.
std::size_t compare(const std::string& xml, const Picture& picture, double factor = 1.1) {
  const Windows a = theirs(xml, picture, factor), b = ours(xml, picture, factor);
  std::vector<std::array<int, 4>> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  const std::size_t either = a.size() + b.size() - both.size();
  std::string apart;
  for (const auto& [name, more, less] : {std::tuple{"OpenCV", &a, &b}, {"ours", &b, &a}}) {
    std::vector<std::array<int, 4>> only;
    std::ranges::set_difference(*more, *less, std::back_inserter(only));
    for (const auto& [x, y, w, h] : only) apart += fmt::format("\n  only {}: {}, {}, {} x {}", name, x, y, w, h);
  }
  EXPECT_EQ(both.size(), either) << picture.name << apart;
  return both.size();
}

const std::string k_folder = "/usr/share/opencv4/haarcascades/haarcascade_frontalface_";

#define NEED_CASCADES() \
  if (app::installed_cascade().empty()) GTEST_SKIP() << "opencv-data is not installed"

TEST(FacesBesideOpenCv, ScalesAlike) {
  std::mt19937 random(3);
  Picture noise{"noise", {157, 93}, std::vector<std::uint8_t>(157 * 93)};
  for (auto& pixel : noise.grey) pixel = static_cast<std::uint8_t>(random());
  for (const Extent size : {Extent{157, 93}, Extent{143, 85}, Extent{78, 46}, Extent{79, 47}, Extent{24, 31}, Extent{1, 1}}) {
    std::vector<std::uint8_t> to(size.area());
    faces::scale_linear(noise.pixels(), noise.extent, to.data(), size.width, size, 2);
    cv::Mat expected;
    cv::resize(noise.mat(), expected, {size.width, size.height}, 0, 0, cv::INTER_LINEAR_EXACT);
    ASSERT_TRUE(expected.isContinuous());
    EXPECT_TRUE(std::equal(to.begin(), to.end(), expected.data)) << size.width << "x" << size.height;
  }
}

TEST(FacesBesideOpenCv, WindowsOfDrawnPicturesAreTheSame) {
  NEED_CASCADES();
  std::size_t both = 0;
  for (const char* input : {"pattern:portrait:320x241", "pattern:page:301x207", "pattern:noise:97x83:4"})
    for (const char* name : {"default", "alt", "alt2", "alt_tree"})
      both += compare(cut(k_folder + name + ".xml", 3), load_picture(input));
  EXPECT_GT(both, 1000U);
}

TEST(FacesBesideOpenCv, WindowsOfPhotographsAreTheSame) {
  NEED_CASCADES();
  const std::vector<Picture> list = photographs();
  if (list.empty()) GTEST_SKIP() << "python3-skimage is not installed, whose photographs are looked at";
  std::size_t many = 0;
  for (const Picture& picture : list) many += compare(cut(k_folder + "alt2.xml", 8), picture, 1.3);
  EXPECT_GT(many, 5000U);
  EXPECT_EQ(list.size(), 20U);
  for (const char* name : {"default", "alt", "alt2", "alt_tree"})
    EXPECT_GT(compare(cut(k_folder + name + ".xml", 100), list.front()), 3U) << "windows around the face of the portrait";
}

TEST(FacesBesideOpenCv, GroupsAlike) {
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    std::vector<Box> windows;
    std::vector<cv::Rect> rects;
    for (int i = 0; i < 150; ++i) {
      const int side = 20 + static_cast<int>(random() % 60), x = static_cast<int>(random() % 160),
                y = static_cast<int>(random() % 90);
      windows.push_back({x, y, side, side});
      rects.emplace_back(x, y, side, side);
    }
    const int least = round % 4;
    std::vector<int> weights;
    cv::groupRectangles(rects, weights, least, 0.2);
    const std::vector<faces::Face> groups = faces::grouped(windows, least);
    ASSERT_EQ(groups.size(), rects.size());
    for (std::size_t i = 0; i < rects.size(); ++i) {
      EXPECT_EQ(groups[i].box, (Box{rects[i].x, rects[i].y, rects[i].width, rects[i].height}));
      EXPECT_EQ(groups[i].neighbours, weights[i]);
    }
  }
}

}  // namespace
}  // namespace satscope::testing
