// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>

#include "kernels/shared_library.h"

namespace satscope {

SharedLibrary::SharedLibrary(const std::string& file, Symbols symbols)
    : handle_(::dlopen(file.c_str(), (symbols == Symbols::at_once ? RTLD_NOW : RTLD_LAZY) | RTLD_LOCAL)) {
  if (handle_) return;
  const char* const error = ::dlerror();
  why_not_ = error ? error : "no reason given";
}

void* SharedLibrary::address_of(const char* name) const { return handle_ ? ::dlsym(handle_, name) : nullptr; }

std::filesystem::path program_folder() {
  std::error_code unknown;
  return std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
}

}  // namespace satscope
