// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/standard_input.h"

#include <fmt/format.h>
#include <io.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "app/sources/samples.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t k_most = std::uint64_t{2} << 30;

[[noreturn]] void unreadable(const std::string& why) {
  throw InputError(fmt::format("cannot read the standard input: {}", why));
}

fs::path& kept_file() {
  static auto& path = *new fs::path;  // never deleted: it is read when the program ends
  return path;
}

void remove_kept_file() {
  std::error_code unknown;
  fs::remove(kept_file(), unknown);
}

std::string kept() {
  std::random_device random;
  kept_file() = fs::temp_directory_path() / fmt::format("satscope-{:08x}{:08x}.input", random(), random());
  std::ofstream file(kept_file(), std::ios::binary);
  std::atexit(&remove_kept_file);
  std::array<char, 1 << 16> block;
  std::uint64_t size = 0;
  while (true) {
    const int got = ::_read(0, block.data(), static_cast<unsigned>(block.size()));
    if (got < 0) unreadable(std::strerror(errno));
    if (got == 0) break;
    size += static_cast<std::uint64_t>(got);
    if (size > k_most) unreadable(fmt::format("it has more than {} GiB; give the name of a file", k_most >> 30));
    file.write(block.data(), got);
  }
  file.close();
  if (!file) unreadable(fmt::format("{} cannot be written", kept_file().string()));
  return kept_file().string();
}

}  // namespace

std::string path_of(const std::string& name) {
  if (name != k_standard_input) return name;
  static const std::string path = kept();
  return path;
}

}  // namespace satscope::app
