// SPDX-License-Identifier: Apache-2.0
#include "kernels/shared_library.h"

#include <windows.h>

#include <array>
#include <system_error>

namespace satscope {

SharedLibrary::SharedLibrary(const std::string& file, Symbols /*symbols*/)
    : handle_(::LoadLibraryW(std::filesystem::path(file).c_str())) {
  if (!handle_) why_not_ = file + ": " + std::system_category().message(static_cast<int>(::GetLastError()));
}

void* SharedLibrary::address_of(const char* name) const {
  return handle_ ? reinterpret_cast<void*>(::GetProcAddress(static_cast<HMODULE>(handle_), name)) : nullptr;
}

std::filesystem::path program_folder() {
  std::array<wchar_t, 32768> name{};  // the longest path
  const DWORD length = ::GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
  return std::filesystem::path(std::wstring(name.data(), length)).parent_path();
}

}  // namespace satscope
