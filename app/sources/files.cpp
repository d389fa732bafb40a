// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace satscope::app {
namespace {

constexpr mode_t k_mode = 0666;  // less the user's umask

}  // namespace

AtomicFile::AtomicFile(std::string name) : name_(std::move(name)) {
  namespace fs = std::filesystem;
  if (name_.empty()) fail(ENOENT);
  std::error_code error;
  // because: renaming onto a link would replace the link, not what it points to
  const fs::path target = fs::weakly_canonical(fs::absolute(name_), error);
  if (error) fail(error.value());
  target_ = target.string();
  const fs::file_status status = fs::status(target, error);
  if (status.type() == fs::file_type::directory) fail(EISDIR);
  if (fs::exists(status) && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  if (fs::exists(status) && status.type() != fs::file_type::regular) {
    straight_ = true;
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (!name_.empty() && name_.back() == '/') fail(EISDIR);
  // A file without a name vanishes even with a killed process. Not every file system has it: then one with a name.
  const std::string folder = target.parent_path().string();
  descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, k_mode);
  if (descriptor_ >= 0) return;
  temporary_ = fmt::format("{}.{}.part", target_, ::getpid());
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, k_mode);
  if (descriptor_ < 0) {
    const int reason = errno;
    temporary_.clear();
    fail(reason);
  }
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  constexpr std::size_t k_at_once = std::size_t{1} << 30;  // one call writes at most 2 GB
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), k_at_once));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::seek(std::int64_t offset) {
  if (::lseek(descriptor_, offset, SEEK_SET) < 0) fail(errno);
}

void AtomicFile::commit() {
  if (!straight_ && temporary_.empty()) {
    const std::string temporary = fmt::format("{}.{}.part", target_, ::getpid());
    ::unlink(temporary.c_str());  // left by a process of the same number that was killed between two lines
    const std::string unnamed = fmt::format("/proc/self/fd/{}", descriptor_);
    if (::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, temporary.c_str(), AT_SYMLINK_FOLLOW) != 0) fail(errno);
    temporary_ = temporary;
  }
  // because: some file systems report a full disk only here
  const int closed = ::close(std::exchange(descriptor_, -1));
  if (closed != 0) fail(errno);
  if (straight_) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
}

void AtomicFile::fail(int error) const {
  // a constructor that throws runs no destructor, but it also leaves nothing behind
  throw WriteError(fmt::format("cannot write '{}': {}", name_, std::strerror(error)));
}

std::string ending_of(const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

void write_file(const std::string& name, std::span<const std::byte> bytes) {
  AtomicFile file(name);
  file.write(bytes);
  file.commit();
}

void write_file(const std::string& name, std::string_view text) { write_file(name, std::as_bytes(std::span(text))); }

}  // namespace satscope::app
