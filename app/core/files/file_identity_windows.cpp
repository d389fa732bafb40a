// SPDX-License-Identifier: Apache-2.0
#include <windows.h>

#include <filesystem>

#include "app/core/files/read_files.h"

namespace satscope::app {

std::optional<FileIdentity> identity_of(const std::string& name) {
  const HANDLE file =
      ::CreateFileW(std::filesystem::path(name).c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                    OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return {};
  BY_HANDLE_FILE_INFORMATION about{};
  const bool known = ::GetFileType(file) == FILE_TYPE_DISK && ::GetFileInformationByHandle(file, &about);
  ::CloseHandle(file);
  if (!known || (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) return {};
  return FileIdentity{about.dwVolumeSerialNumber, std::uint64_t{about.nFileIndexHigh} << 32 | about.nFileIndexLow};
}

}  // namespace satscope::app
