// SPDX-License-Identifier: Apache-2.0
// Prints how long our search on the host takes beside OpenCV's: same pictures, factor, windows and threads, in turns. A figure
// of this machine, so no test.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <opencv2/objdetect.hpp>

#include "app/sources/files/cascade_file.h"
#include "kernels/faces/detect.h"
#include "tests/faces/photographs.h"

namespace satscope::testing {
namespace {

template <class F>
double milliseconds(F&& run) {
  const auto before = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
}

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

void compare(const std::string& file, int threads, int rounds) {
  const faces::Cascade cascade = app::load_cascade(file);
  cv::CascadeClassifier classifier(file);
  cv::setNumThreads(threads);
  std::vector<Picture> pictures = photographs();
  for (const char* input : {"pattern:portrait:640x480", "pattern:portrait:1920x1080"}) pictures.push_back(load_picture(input));
  std::vector<double> ratios;
  fmt::print("{}\n{} threads, medians of {} rounds; ratio: ours / OpenCV's\n", file, threads, rounds);
  for (const Picture& picture : pictures) {
    std::vector<double> ours, theirs, parts[3];
    for (int round = -1; round < rounds; ++round) {  // the first one warms up
      faces::Detection found;
      const double own = milliseconds([&] {
        found = faces::detect(cascade, picture.pixels(), picture.extent, {.threads = threads});
        faces::grouped(found.windows);
      });
      std::vector<cv::Rect> rects;
      const double other = milliseconds([&] { classifier.detectMultiScale(picture.mat(), rects, 1.1, 3); });
      if (round < 0) continue;
      ours.push_back(own);
      theirs.push_back(other);
      ratios.push_back(own / other);
      parts[0].push_back(found.scale_ms);
      parts[1].push_back(found.tables_ms);
      parts[2].push_back(found.cascade_ms);
    }
    fmt::print(
        "{:>5}x{:<5} ours {:8.1f} ms (scale {:.1f}, tables {:.1f}, cascade {:.1f})  OpenCV {:8.1f} ms  ratio {:.2f}  {}\n",
        picture.extent.width, picture.extent.height, quantile(ours, 0.5), quantile(parts[0], 0.5), quantile(parts[1], 0.5),
        quantile(parts[2], 0.5), quantile(theirs, 0.5), quantile(ours, 0.5) / quantile(theirs, 0.5), picture.name);
  }
  fmt::print("ratio of all rounds: median {:.2f}, p10 {:.2f}, p90 {:.2f}\n", quantile(ratios, 0.5), quantile(ratios, 0.1),
             quantile(ratios, 0.9));
}

}  // namespace
}  // namespace satscope::testing

/// Arguments: threads, rounds, cascade.
int main(int count, char** words) {
  using namespace satscope;
  const std::string file = count > 3 ? words[3] : app::installed_cascade();
  if (file.empty()) {
    fmt::print("opencv-data is not installed\n");
    return 1;
  }
  testing::compare(file, count > 1 ? std::atoi(words[1]) : 2, count > 2 ? std::max(1, std::atoi(words[2])) : 5);
  return 0;
}
