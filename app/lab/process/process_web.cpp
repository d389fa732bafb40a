// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <stdexcept>

#include "app/lab/process/process.h"

namespace satscope::app::lab {

Ended run_process(const Process& /*process*/) {
  throw std::runtime_error("a browser has no compiler, so CUDA files of your own are not supported here");
}

std::string meaning_of_signal(int /*signal*/) { return {}; }

TemporaryFolder::TemporaryFolder() : path_("/tmp/satscope-lab") { std::filesystem::create_directories(path_); }
TemporaryFolder::~TemporaryFolder() {
  std::error_code unknown;
  std::filesystem::remove_all(path_, unknown);
}

}  // namespace satscope::app::lab
