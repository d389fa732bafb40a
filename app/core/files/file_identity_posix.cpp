// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include "app/core/files/read_files.h"

namespace satscope::app {

std::optional<FileIdentity> identity_of(const std::string& name) {
  struct stat file {};
  if (::stat(name.c_str(), &file) != 0 || !S_ISREG(file.st_mode)) return {};
  return FileIdentity{file.st_dev, file.st_ino};
}

}  // namespace satscope::app
