// SPDX-License-Identifier: Apache-2.0
// The files of a page are in its memory. What is written there for good goes to the page (assets/browser/page.js), which keeps
// what the program remembers, and offers the rest as a download.
#include <emscripten.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/core/files/atomic_file.h"

// clang-format off
EM_JS(void, satscope_written, (const char* name), { Module['onWritten']?.(UTF8ToString(name)); });
// clang-format on

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

bool output_taken = false;

constexpr mode_t k_mode = 0666;

std::string draft_name(const std::string& folder) {
  static int number = 0;
  return fmt::format("{}/.{}-{}.part", folder, ::getpid(), ++number);
}

}  // namespace

AtomicFile::AtomicFile(std::string name, IfTaken if_taken) : name_(std::move(name)), if_taken_(if_taken) {
  if (name_.empty()) fail(ENOENT);
  if (WriteNothing::in_force() || is_standard_output(name_)) {
    const bool nothing = WriteNothing::in_force();
    if_taken_ = IfTaken::replace;
    straight_ = true;
    output_taken = output_taken || !nothing;
    descriptor_ = nothing ? ::open("/dev/null", O_WRONLY) : ::dup(STDOUT_FILENO);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  struct stat there {};
  const bool exists = ::stat(name_.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) fail(EISDIR);
  if (name_.back() == '/') fail(EISDIR);
  if (exists && if_taken_ == IfTaken::replace) spare_inputs(name_);
  std::error_code error;
  target_ = fs::absolute(name_, error).string();
  if (error) fail(error.value());
  open_draft(fs::path(target_).parent_path().string());
}

void AtomicFile::open_draft(const std::string& folder) {
  temporary_ = draft_name(folder);
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL, k_mode);
  if (descriptor_ >= 0) return;
  temporary_.clear();
  fail(errno);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::seek(std::int64_t offset) {
  if (::lseek(descriptor_, offset, SEEK_SET) < 0) fail(errno);
}

bool AtomicFile::reserve(std::int64_t /*bytes*/) { return true; }

void AtomicFile::close() {
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void AtomicFile::replace() {
  close();
  if (straight_) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  satscope_written(target_.c_str());
}

bool AtomicFile::commit_as(const std::string& name) {
  const fs::path folder = fs::path(target_).parent_path();
  const std::string wanted = (folder / fs::path(name).filename()).string();
  try {
    if (!rename_to_free(temporary_, wanted)) return false;
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
  temporary_.clear();
  name_ = name;
  target_ = wanted;
  close();
  satscope_written(target_.c_str());
  return true;
}

bool standard_output_is_taken() { return output_taken; }

bool rename_to_free(const std::string& from, const std::string& to) {
  struct stat there {};
  if (::lstat(to.c_str(), &there) == 0) return false;
  if (std::rename(from.c_str(), to.c_str()) != 0) throw std::system_error(errno, std::generic_category());
  return true;
}

}  // namespace satscope::app
