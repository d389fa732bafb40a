// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/standard_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>

#include "app/core/stopping.h"
#include "app/sources/samples.h"

namespace satscope::app {
namespace {

constexpr std::uint64_t k_most = std::uint64_t{2} << 30;  ///< because: a file without a name may be in memory

[[noreturn]] void unreadable(const std::string& why) {
  throw InputError(fmt::format("cannot read the standard input: {}", why));
}

/// A file that vanishes with the process.
int nameless_file() {
  for (const char* folder : {"/var/tmp", "/tmp"})
    if (const int file = ::open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0) return file;
  const int file = ::memfd_create("satscope", MFD_CLOEXEC);
  if (file < 0) unreadable(std::strerror(errno));
  return file;
}

void write_all(int file, std::span<const char> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) unreadable(std::strerror(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

std::string kept() {
  struct stat about {};
  if (::fstat(STDIN_FILENO, &about) != 0) unreadable(std::strerror(errno));
  if (S_ISREG(about.st_mode)) return fmt::format("/proc/self/fd/{}", STDIN_FILENO);
  const int file = nameless_file();
  std::array<char, 1 << 16> block;
  std::uint64_t size = 0;
  while (true) {
    const ssize_t got = ::read(STDIN_FILENO, block.data(), block.size());
    if (got < 0 && errno == EINTR && !stopping()) continue;
    if (got < 0) unreadable(std::strerror(errno));
    if (got == 0) return fmt::format("/proc/self/fd/{}", file);
    size += static_cast<std::uint64_t>(got);
    if (size > k_most) unreadable(fmt::format("it has more than {} GiB; give the name of a file", k_most >> 30));
    write_all(file, std::span(block).first(static_cast<std::size_t>(got)));
  }
}

}  // namespace

std::string path_of(const std::string& name) {
  if (name != k_standard_input) return name;
  static const std::string path = kept();
  return path;
}

}  // namespace satscope::app
