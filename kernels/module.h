// SPDX-License-Identifier: Apache-2.0
// Parts of the program that are loaded on demand, because the libraries that they bring along may be missing.
#pragma once
#include <string>

namespace satscope {

struct Module {
  void* function = nullptr;
  std::string why_not;  ///< without a function: what the loader said of the file; empty if there is no such file
};

/// Loads `file` ("libsatscope_opencv.so") and finds `function` in it. It may be beside the program, in lib/satscope beside the
/// program's folder, where the system finds libraries, or where it was built.
Module load_module(const std::string& file, const char* function);

}  // namespace satscope
