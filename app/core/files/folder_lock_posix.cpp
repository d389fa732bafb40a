// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "app/core/files/folder_lock.h"

namespace satscope::app {

FolderLock::FolderLock(const std::filesystem::path& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  constexpr int k_tries = 20;
  constexpr std::chrono::milliseconds k_pause{10};
  for (int i = 0; descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && i < k_tries; ++i)
    std::this_thread::sleep_for(k_pause);
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace satscope::app
