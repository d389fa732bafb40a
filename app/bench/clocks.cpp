// SPDX-License-Identifier: Apache-2.0
#include "app/bench/clocks.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "kernels/device.h"

namespace satscope::app {
namespace {

/// NVIDIA's management library, which comes with the driver; loaded once, and only its few functions are known.
class Management {
 public:
  Management() : library_(::dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)) {
    const auto init = function<int (*)()>("nvmlInit_v2");
    const auto by_index = function<int (*)(unsigned, void**)>("nvmlDeviceGetHandleByIndex_v2");
    clock_ = function<int (*)(void*, int, unsigned*)>("nvmlDeviceGetClockInfo");
    // because: it numbers all GPUs, CUDA only the visible ones
    if (std::getenv("CUDA_VISIBLE_DEVICES") || !init || !by_index || !clock_ || init() != 0 ||
        by_index(static_cast<unsigned>(gpu_status().index), &device_) != 0)
      device_ = nullptr;
  }

  double megahertz() const {
    constexpr int k_of_multiprocessors = 1;
    unsigned megahertz = 0;
    return device_ && clock_(device_, k_of_multiprocessors, &megahertz) == 0 ? megahertz : 0;
  }

 private:
  template <class F>
  F function(const char* name) const {
    return library_ ? reinterpret_cast<F>(::dlsym(library_, name)) : nullptr;
  }

  void* library_;
  void* device_ = nullptr;
  int (*clock_)(void*, int, unsigned*) = nullptr;
};

double of_cpu() {
  std::ifstream lines("/proc/cpuinfo");
  double fastest = 0;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("cpu MHz"))
      if (const std::size_t colon = line.find(':'); colon != line.npos)
        fastest = std::max(fastest, std::strtod(line.c_str() + colon + 1, nullptr));
  return fastest;
}

}  // namespace

double clock_megahertz(Machine machine) {
  if (machine == Machine::cpu) return of_cpu();
  if (!gpu_status().usable) return 0;
  static const Management management;
  return management.megahertz();
}

}  // namespace satscope::app
