// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <random>
#include <stdexcept>

#include "app/lab/process/process.h"

namespace satscope::app::lab {

std::string why_no_process() {
  return "CUDA files of your own (the Lab) are not supported on Windows: take satscope for Linux, also in WSL";
}

Ended run_process(const Process& /*process*/) { throw std::runtime_error(why_no_process()); }

std::string meaning_of_signal(int /*signal*/) { return {}; }

TemporaryFolder::TemporaryFolder() {
  std::random_device random;
  path_ = (std::filesystem::temp_directory_path() / fmt::format("satscope-lab-{:08x}", random())).string();
  std::filesystem::create_directories(path_);
}
TemporaryFolder::~TemporaryFolder() {
  std::error_code unknown;
  std::filesystem::remove_all(path_, unknown);
}

}  // namespace satscope::app::lab
