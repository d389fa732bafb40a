// SPDX-License-Identifier: Apache-2.0
// A named mutex for each folder, because Windows locks no folders. Numbers of handles fit into an int, as Windows promises.
#include "app/core/files/folder_lock.h"

#include <windows.h>

#include <cstdint>
#include <string>

namespace satscope::app {
namespace {

HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(static_cast<std::intptr_t>(descriptor)); }

}  // namespace

FolderLock::FolderLock(const std::filesystem::path& folder) : descriptor_(0) {
  std::error_code unknown;
  const std::size_t number = std::filesystem::hash_value(std::filesystem::weakly_canonical(folder, unknown));
  const std::wstring name = L"Local\\satscope-" + std::to_wstring(number);
  const HANDLE mutex = ::CreateMutexW(nullptr, FALSE, name.c_str());
  if (!mutex) return;
  constexpr DWORD k_most_ms = 200;
  const DWORD waited = ::WaitForSingleObject(mutex, k_most_ms);
  if (waited == WAIT_OBJECT_0 || waited == WAIT_ABANDONED)
    descriptor_ = static_cast<int>(reinterpret_cast<std::intptr_t>(mutex));
  else
    ::CloseHandle(mutex);
}

FolderLock::~FolderLock() {
  if (descriptor_ == 0) return;
  ::ReleaseMutex(handle_of(descriptor_));
  ::CloseHandle(handle_of(descriptor_));
}

}  // namespace satscope::app
