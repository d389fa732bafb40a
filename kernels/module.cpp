// SPDX-License-Identifier: Apache-2.0
#include "kernels/module.h"

#include <dlfcn.h>

#include <filesystem>

namespace satscope {

Module load_module(const std::string& file, const char* function) {
  std::error_code unknown;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
  Module module;
  for (const std::filesystem::path& path : {folder / file, folder.parent_path() / SATSCOPE_INSTALLED_MODULES / file,
                                            std::filesystem::path(file), std::filesystem::path(SATSCOPE_MODULES) / file}) {
    if (path.has_parent_path() && !std::filesystem::exists(path, unknown)) continue;
    if (void* const loaded = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      module.function = ::dlsym(loaded, function);
      if (module.function) return module;
    }
    const char* const error = ::dlerror();
    if (path.has_parent_path()) module.why_not = error ? error : "it lacks the function that is needed";
  }
  return module;
}

}  // namespace satscope
