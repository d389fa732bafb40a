// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace satscope::app {

/// While it lives, no other process that asks for it changes the files of this folder. It waits for a moment at most: a window
/// that was stopped may hold it for ever.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace satscope::app
