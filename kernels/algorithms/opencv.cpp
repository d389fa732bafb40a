// SPDX-License-Identifier: Apache-2.0
// Loads the module that calls OpenCV (opencv_module.cc), once, on demand.
#include "kernels/algorithms/opencv.h"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

namespace satscope::opencv {
namespace {

using Integral = const char* (*)(const void*, int, int, char, void*, char);

struct Loaded {
  Integral integral = nullptr;
  std::string why_not;
};

/// Beside the program, where the system finds libraries, or where it was built.
Loaded load() {
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  Loaded loaded;
  for (const std::string& name :
       {(program.parent_path() / SATSCOPE_OPENCV_MODULE).string(), std::string(SATSCOPE_OPENCV_MODULE),
        std::string(SATSCOPE_MODULES "/" SATSCOPE_OPENCV_MODULE)}) {
    const bool there = name.find('/') == name.npos || std::filesystem::exists(name, unknown);
    if (!there) continue;
    if (void* module = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      loaded.integral = reinterpret_cast<Integral>(::dlsym(module, "satscope_opencv_integral"));
      if (loaded.integral) return loaded;
    }
    const char* error = ::dlerror();
    if (name.find('/') != name.npos) loaded.why_not = error ? error : "it lacks the function that is needed";
  }
  loaded.why_not = loaded.why_not.empty()
                       ? "this satscope was built without OpenCV (libopencv-imgproc-dev), so cv::integral is not supported"
                       : "OpenCV cannot be loaded (" + loaded.why_not + "), so cv::integral is not supported";
  return loaded;
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

std::string absence() { return module().why_not; }

void integral(const void* picture, Extent extent, const TypePair& types, void* table) {
  if (!module().integral) throw std::runtime_error(module().why_not);
  const char* error = module().integral(picture, extent.width, extent.height, letter_of(types.in), table, letter_of(types.out));
  if (error) throw std::runtime_error(std::string("cv::integral failed: ") + error);
}

}  // namespace satscope::opencv
