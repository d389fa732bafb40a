// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machine/clocks.h"

#include <cstdlib>

#include "app/bench/machine/system.h"
#include "kernels/device.h"
#include "kernels/shared_library.h"

namespace satscope::app {
namespace {

/// NVIDIA's management library, which comes with the driver; loaded once, and only its few functions are known.
class Management {
 public:
  Management() {
    const SharedLibrary library("libnvidia-ml.so.1", SharedLibrary::Symbols::at_once);
    const auto init = library.function<int (*)()>("nvmlInit_v2");
    const auto by_index = library.function<int (*)(unsigned, void**)>("nvmlDeviceGetHandleByIndex_v2");
    clock_ = library.function<int (*)(void*, int, unsigned*)>("nvmlDeviceGetClockInfo");
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
  void* device_ = nullptr;
  int (*clock_)(void*, int, unsigned*) = nullptr;
};

}  // namespace

double clock_megahertz(Machine machine) {
  if (machine == Machine::cpu) return cpu_megahertz();
  if (!gpu_status().usable) return 0;
  static const Management management;
  return management.megahertz();
}

}  // namespace satscope::app
