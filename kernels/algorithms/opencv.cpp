// SPDX-License-Identifier: Apache-2.0
// Loads the module that calls OpenCV (opencv_module.cc), once, on demand.
#include "kernels/algorithms/opencv.h"

#include <stdexcept>

#include "kernels/module.h"

namespace satscope::opencv {
namespace {

using Integral = const char* (*)(const void*, int, int, char, void*, char);

struct Loaded {
  Integral integral = nullptr;
  std::string why_not;
};

Loaded load() {
  const Module module = load_module(SATSCOPE_OPENCV_MODULE, "satscope_opencv_integral");
  if (module.function) return {reinterpret_cast<Integral>(module.function), {}};
#ifdef SATSCOPE_HAS_OPENCV
  constexpr bool k_built = true;
#else
  constexpr bool k_built = false;
#endif
  return {nullptr, sentence_of_absence(k_built, module.why_not)};
}

const Loaded& module() {
  static const Loaded loaded = load();
  return loaded;
}

/// As the module wants it.
char letter_of(Scalar type) {
  switch (type) {
    case Scalar::u8: return 'b';
    case Scalar::f32: return 'f';
    case Scalar::f64: return 'd';
    default: return 'i';
  }
}

}  // namespace

std::string sentence_of_absence(bool built, const std::string& why_not) {
  std::string reason = "this satscope was built without OpenCV (libopencv-imgproc-dev)";
  if (!why_not.empty())
    reason = "OpenCV cannot be loaded (" + why_not + ")";
  else if (built)
    reason = SATSCOPE_OPENCV_MODULE " is missing beside the program and in lib/satscope";
  return reason + ", so cv::integral is not supported";
}

std::string absence() { return module().why_not; }

void integral(const void* picture, Extent extent, const TypePair& types, void* table) {
  if (!module().integral) throw std::runtime_error(module().why_not);
  const char* error = module().integral(picture, extent.width, extent.height, letter_of(types.in), table, letter_of(types.out));
  if (error) throw std::runtime_error(std::string("cv::integral failed: ") + error);
}

}  // namespace satscope::opencv
