// SPDX-License-Identifier: Apache-2.0
// As on other systems, a file takes its name when it is whole: ReplaceFile keeps the rights of the one that it replaces.
#include "app/core/files/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <io.h>
#include <sys/stat.h>
#include <windows.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "app/core/files/read_files.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

bool output_taken = false;

constexpr int k_tries = 16;  // names that are taken
constexpr int k_stdout = 1;

/// The number in errno that says the same as an error of Windows.
int errno_of(DWORD error) {
  const int number = std::system_category().default_error_condition(static_cast<int>(error)).value();
  return number == 0 ? EIO : number;
}

fs::path draft_name(const fs::path& folder) {
  std::random_device random;
  return folder / fmt::format(".{:08x}{:08x}.part", random(), random());
}

/// What a name stands for now.
struct There {
  bool exists = false, folder = false, device = false, read_only = false;
  fs::path target = {};  ///< links followed
};

There there_is(const fs::path& name) {
  There there;
  const HANDLE file = ::CreateFileW(name.c_str(), 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (file == INVALID_HANDLE_VALUE) return there;
  there.exists = true;
  there.device = ::GetFileType(file) != FILE_TYPE_DISK;
  BY_HANDLE_FILE_INFORMATION about{};
  if (!there.device && ::GetFileInformationByHandle(file, &about)) {
    there.folder = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    there.read_only = (about.dwFileAttributes & FILE_ATTRIBUTE_READONLY) != 0;
  }
  std::wstring target(32768, L'\0');  // the longest path
  const DWORD length =
      ::GetFinalPathNameByHandleW(file, target.data(), static_cast<DWORD>(target.size()), FILE_NAME_NORMALIZED);
  if (length > 0 && length < target.size()) there.target = target.substr(0, length);
  ::CloseHandle(file);
  return there;
}

}  // namespace

AtomicFile::AtomicFile(std::string name, IfTaken if_taken) : name_(std::move(name)), if_taken_(if_taken) {
  if (name_.empty()) fail(ENOENT);
  if (WriteNothing::in_force() || is_standard_output(name_)) {
    const bool nothing = WriteNothing::in_force();
    if_taken_ = IfTaken::replace;
    straight_ = true;
    output_taken = output_taken || !nothing;
    descriptor_ = nothing ? ::_open("NUL", _O_WRONLY | _O_BINARY | _O_NOINHERIT) : ::_dup(k_stdout);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (name_.back() == '/' || name_.back() == '\\') fail(EISDIR);
  std::error_code error;
  const fs::path whole = fs::absolute(name_, error);
  if (error) fail(error.default_error_condition().value());
  if (if_taken_ == IfTaken::replace) {
    const There there = there_is(name_);
    if (there.folder) fail(EISDIR);
    if (there.device) {
      straight_ = true;
      descriptor_ = ::_wopen(fs::path(name_).c_str(), _O_WRONLY | _O_BINARY | _O_NOINHERIT);
      if (descriptor_ < 0) fail(errno);
      return;
    }
    if (there.exists) spare_inputs(name_);
    if (there.read_only) fail(EACCES);
    target_ = (there.target.empty() ? whole : there.target).string();
  } else {
    target_ = whole.string();
  }
  open_draft(fs::path(target_).parent_path().string());
}

void AtomicFile::open_draft(const std::string& folder) {
  int reason = EIO;
  for (int i = 0; i < k_tries; ++i) {
    const fs::path draft = draft_name(folder);
    descriptor_ = ::_wopen(draft.c_str(), _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    reason = errno;
    if (descriptor_ >= 0) {
      temporary_ = draft.string();
      return;
    }
    if (reason != EEXIST) break;
  }
  fail(reason);
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::_close(descriptor_);
  if (!temporary_.empty()) ::_wunlink(fs::path(temporary_).c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  constexpr std::size_t k_at_once = std::size_t{1} << 30;  // one call writes at most 2 GB
  while (!bytes.empty()) {
    const int written = ::_write(descriptor_, bytes.data(), static_cast<unsigned>(std::min(bytes.size(), k_at_once)));
    if (written < 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::seek(std::int64_t offset) {
  if (::_lseeki64(descriptor_, offset, SEEK_SET) < 0) fail(errno);
}

bool AtomicFile::reserve(std::int64_t bytes) {
  if (straight_) return true;
  FILE_ALLOCATION_INFO room{};
  room.AllocationSize.QuadPart = bytes;
  // what is more than the file at its end goes back when it is closed
  return ::SetFileInformationByHandle(reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor_)), FileAllocationInfo, &room,
                                      sizeof room) ||
         errno_of(::GetLastError()) != ENOSPC;
}

void AtomicFile::complete() {
  if (descriptor_ >= 0 && synced_ && !straight_ && ::_commit(descriptor_) != 0) fail(errno);
}

void AtomicFile::close() {
  if (descriptor_ >= 0 && ::_close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void AtomicFile::replace() {
  if (!straight_) spare_inputs(target_);  // because: a playlist opens its parts while it plays
  complete();
  close();
  if (straight_) return;
  const fs::path from(temporary_), to(target_);
  constexpr DWORD k_keep = REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS;
  // because: that replaces only what is there, and not on every file system
  if (!::ReplaceFileW(to.c_str(), from.c_str(), nullptr, k_keep, nullptr, nullptr) &&
      !::MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
    fail(errno_of(::GetLastError()));
  temporary_.clear();
}

bool AtomicFile::commit_as(const std::string& name) {
  complete();
  close();                  // because: nothing that is open takes another name
  std::error_code unknown;  // because: what is in a folder that was removed meanwhile is not lost
  const fs::path folder = fs::path(target_).parent_path();
  fs::create_directories(folder, unknown);
  const std::string wanted = (folder / fs::path(name).filename()).string();
  try {
    if (!rename_to_free(temporary_, wanted)) return false;
  } catch (const std::system_error& error) {
    fail(error.code().default_error_condition().value());
  }
  temporary_.clear();
  name_ = name;
  target_ = wanted;
  return true;
}

bool standard_output_is_taken() { return output_taken; }

bool rename_to_free(const std::string& from, const std::string& to) {
  if (::MoveFileExW(fs::path(from).c_str(), fs::path(to).c_str(), MOVEFILE_WRITE_THROUGH)) return true;
  const DWORD error = ::GetLastError();
  if (error == ERROR_ALREADY_EXISTS || error == ERROR_FILE_EXISTS) return false;
  throw std::system_error(static_cast<int>(error), std::system_category());
}

}  // namespace satscope::app
