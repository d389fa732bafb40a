// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "app/sources/files/standard_input.h"
#include "app/sources/loaders.h"

namespace satscope::app {

std::vector<std::byte> whole_file(const std::string& name, std::uintmax_t most) {
  const auto fail = [&](std::string_view why) { return InputError(fmt::format("cannot read '{}': {}", name, why)); };
  struct stat about {};
  const auto check = [&](int failed) {
    if (failed != 0) throw fail(errno == ENOENT || errno == ENOTDIR ? "there is no such file" : std::strerror(errno));
    if (S_ISDIR(about.st_mode)) throw fail("it is a folder, not a file");
    if (!S_ISREG(about.st_mode)) throw fail("it is a device or a pipe, not a regular file");
  };
  const std::string path = path_of(name);
  check(::stat(path.c_str(), &about));  // before it is opened, because some devices act on that
  // because: it may have become a pipe, and opening one waits for who writes into it
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) throw fail(std::strerror(errno));
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(::fdopen(descriptor, "rb"), &std::fclose);
  if (!file) throw fail(std::strerror(errno));
  check(::fstat(descriptor, &about));
  const auto size = static_cast<std::uintmax_t>(about.st_size);
  if (size > most) throw fail(fmt::format("it has {} bytes, and {} are allowed", size, most));
  require_memory(fmt::format("'{}'", name), static_cast<double>(size));
  std::vector<std::byte> bytes(size);
  if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) throw fail("it became shorter while it was read");
  return bytes;
}

}  // namespace satscope::app
