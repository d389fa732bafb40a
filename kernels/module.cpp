// SPDX-License-Identifier: Apache-2.0
#include "kernels/module.h"

#include <filesystem>

#include "kernels/shared_library.h"

namespace satscope {

Module load_module(const std::string& file, const char* function) {
  std::error_code unknown;
  const std::filesystem::path folder = program_folder();
  Module module;
  for (const std::filesystem::path& path : {folder / file, folder.parent_path() / SATSCOPE_INSTALLED_MODULES / file,
                                            std::filesystem::path(file), std::filesystem::path(SATSCOPE_MODULES) / file}) {
    if (path.has_parent_path() && !std::filesystem::exists(path, unknown)) continue;
    const SharedLibrary library(path.string(), SharedLibrary::Symbols::at_once);
    module.function = library.function<void*>(function);
    if (module.function) return module;
    if (path.has_parent_path()) module.why_not = library ? "it lacks the function that is needed" : library.why_not();
  }
  return module;
}

}  // namespace satscope
