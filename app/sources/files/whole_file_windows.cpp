// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <windows.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "app/sources/files/standard_input.h"
#include "app/sources/loaders.h"

namespace satscope::app {

std::vector<std::byte> whole_file(const std::string& name, std::uintmax_t most) {
  const auto fail = [&](std::string_view why) { return InputError(fmt::format("cannot read '{}': {}", name, why)); };
  const auto refused = [&] {
    const DWORD error = ::GetLastError();
    const bool none = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND || error == ERROR_INVALID_NAME;
    return fail(none ? "there is no such file" : std::system_category().message(static_cast<int>(error)));
  };
  const HANDLE handle = ::CreateFileW(std::filesystem::path(path_of(name)).c_str(), GENERIC_READ,
                                      FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_SEQUENTIAL_SCAN, nullptr);
  if (handle == INVALID_HANDLE_VALUE) throw refused();
  const std::unique_ptr<void, decltype(&::CloseHandle)> file(handle, &::CloseHandle);
  if (::GetFileType(handle) != FILE_TYPE_DISK) throw fail("it is a device or a pipe, not a regular file");
  BY_HANDLE_FILE_INFORMATION about{};
  if (!::GetFileInformationByHandle(handle, &about)) throw refused();
  if ((about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) throw fail("it is a folder, not a file");
  const std::uintmax_t size = std::uintmax_t{about.nFileSizeHigh} << 32 | about.nFileSizeLow;
  if (size > most) throw fail(fmt::format("it has {} bytes, and {} are allowed", size, most));
  require_memory(fmt::format("'{}'", name), static_cast<double>(size));
  std::vector<std::byte> bytes(size);
  for (std::size_t at = 0; at < bytes.size();) {
    constexpr std::size_t k_at_once = std::size_t{1} << 30;
    DWORD got = 0;
    if (!::ReadFile(handle, bytes.data() + at, static_cast<DWORD>(std::min(bytes.size() - at, k_at_once)), &got, nullptr))
      throw refused();
    if (got == 0) throw fail("it became shorter while it was read");
    at += got;
  }
  return bytes;
}

}  // namespace satscope::app
