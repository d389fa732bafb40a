// SPDX-License-Identifier: Apache-2.0
// The only file that includes OpenCV: a separate library, loaded by opencv.cpp.
#include <opencv2/imgproc.hpp>
#include <string>

namespace {

int depth_of(char letter) {
  switch (letter) {
    case 'b': return CV_8U;
    case 'f': return CV_32F;
    case 'd': return CV_64F;
    default: return CV_32S;
  }
}

}  // namespace

/// The padded table of a picture of width x height numbers; types are b (bytes), i (32-bit integers), f, d. Returns null, or an
/// error message, which lives until this thread's next call.
extern "C" const char* satscope_opencv_integral(const void* picture, int width, int height, char from, void* table, char to) {
  thread_local std::string error;
  try {
    const cv::Mat pixels(height, width, depth_of(from), const_cast<void*>(picture));
    cv::Mat sums(height + 1, width + 1, depth_of(to), table);
    cv::integral(pixels, sums, depth_of(to));
    if (sums.data == table) return nullptr;
    error = "it wrote its table to another place";
  } catch (const std::exception& what) {
    error = what.what();
  }
  return error.c_str();
}
