// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <stdexcept>

#include "app/lab/process/process.h"

namespace satscope::app::lab {

std::string why_no_process() { return "a browser has no compiler, so CUDA files of your own are not supported here"; }

Ended run_process(const Process& /*process*/) { throw std::runtime_error(why_no_process()); }

std::string meaning_of_signal(int /*signal*/) { return {}; }

TemporaryFolder::TemporaryFolder() : path_("/tmp/satscope-lab") { std::filesystem::create_directories(path_); }
TemporaryFolder::~TemporaryFolder() {
  std::error_code unknown;
  std::filesystem::remove_all(path_, unknown);
}

}  // namespace satscope::app::lab
