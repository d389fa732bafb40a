// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/files/named_file.h"
#include "app/core/stopping.h"

namespace satscope::app {
namespace {

namespace fs = std::filesystem;

std::atomic<bool> output_taken{false};

constexpr mode_t k_mode = 0666;  // less the user's umask
constexpr int k_tries = 16;      // names that are taken

/// The file that a name refers to, links followed, also one whose target is missing.
fs::path behind_links(fs::path name, std::error_code& error) {
  constexpr int k_most_links = 40;  // as Linux
  for (int i = 0; i < k_most_links; ++i) {
    std::error_code none;
    const fs::path next = fs::read_symlink(name, none);
    if (none) return fs::weakly_canonical(fs::absolute(name), error);
    name = name.parent_path() / next;
  }
  error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
  return {};
}

/// An unpredictable name in a folder. Short, because the wanted name may be as long as a name can be.
std::string draft_name(const std::string& folder) {
  std::uint64_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number) return {};
  return fmt::format("{}/.{:016x}.part", folder, number);
}

/// Whether both are the same file.
bool same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

/// Writes to the disk what was changed; an error that says that there is nothing to wait for is none. Returns 0 or the error.
int synced(int descriptor) {
  while (::fsync(descriptor) != 0)
    if (errno != EINTR) return errno == EINVAL || errno == ENOTSUP || errno == EROFS ? 0 : errno;
  return 0;
}

/// Whether a full pipe accepts more within a second; its reader may just be slow.
bool takes_more(int descriptor) {
  using Clock = std::chrono::steady_clock;
  for (const auto until = Clock::now() + std::chrono::seconds(1); Clock::now() < until;) {
    pollfd pipe{.fd = descriptor, .events = POLLOUT, .revents = 0};
    if (::poll(&pipe, 1, 100) > 0) return true;
  }
  return false;
}

}  // namespace

AtomicFile::AtomicFile(std::string name, IfTaken if_taken) : name_(std::move(name)), if_taken_(if_taken) {
  if (name_.empty()) fail(ENOENT);
  if (WriteNothing::in_force()) {
    if_taken_ = IfTaken::replace;
    straight_ = true;
    descriptor_ = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (is_standard_output(name_)) {
    if_taken_ = IfTaken::replace;
    output_taken = straight_ = true;
    descriptor_ = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (if_taken_ == IfTaken::count_up) {
    std::error_code error;
    // because: a link that has the name is something that has the name
    target_ = (fs::weakly_canonical(fs::absolute(name_).parent_path(), error) / fs::path(name_).filename()).string();
    if (error) fail(error.value());
    open_draft(fs::path(target_).parent_path().string());
    return;
  }
  struct stat there {
  }, out{};
  const bool exists = ::stat(name_.c_str(), &there) == 0;
  if (!exists && errno != ENOENT) fail(errno);
  if (exists && S_ISDIR(there.st_mode)) fail(EISDIR);
  if (exists) spare_inputs(name_);
  // because: `>> file` continues at its position, which only the stream itself knows
  const bool is_stdout = exists && ::fstat(STDOUT_FILENO, &out) == 0 && same_file(there, out);
  if (is_stdout || (exists && !S_ISREG(there.st_mode))) {
    straight_ = true;
    descriptor_ = is_stdout ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0) : ::open(name_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail(errno);
    return;
  }
  if (name_.back() == '/') fail(EISDIR);
  std::error_code error;
  // because: renaming onto a link would replace the link, not what it points to
  const fs::path target = behind_links(name_, error);
  if (error) fail(error.value());
  target_ = target.string();
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  open_draft(target.parent_path().string());
  if (exists) take_after(there);
}

void AtomicFile::open_draft(const std::string& folder) {
  // A file without a name vanishes even with a killed process. Not every file system has it, and only /proc can name it
  // later: then one with a name.
  descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, k_mode);
  if (descriptor_ >= 0 && ::access(unnamed().c_str(), F_OK) == 0) return;
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  int reason = EIO;
  for (int i = 0; i < k_tries && descriptor_ < 0; ++i) {
    temporary_ = draft_name(folder);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, k_mode);
    reason = errno;
    if (descriptor_ < 0 && reason != EEXIST) break;
  }
  if (descriptor_ >= 0) return;
  temporary_.clear();
  fail(reason);
}

void AtomicFile::take_after(const struct stat& there) {
  struct stat draft {};
  if (::fstat(descriptor_, &draft) != 0) return;
  const bool owned =
      (draft.st_uid == there.st_uid && draft.st_gid == there.st_gid) || ::fchown(descriptor_, there.st_uid, there.st_gid) == 0;
  // because: a program that runs as its owner must not run as another user
  constexpr mode_t k_rights = 0777, k_all = 07777;
  [[maybe_unused]] const int changed = ::fchmod(descriptor_, there.st_mode & (owned ? k_all : k_rights));
}

std::string AtomicFile::unnamed() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::write(std::span<const std::byte> bytes) {
  if (straight_ && ::isatty(descriptor_) != 0 && std::ranges::find(bytes, std::byte{0}) != bytes.end())
    throw WriteError(
        fmt::format("{} is a terminal, and this is no text; name a file, or pass it on with | or >", output_in_words(name_)));
  constexpr std::size_t k_at_once = std::size_t{1} << 30;  // one call writes at most 2 GB
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), k_at_once));
    if (written < 0 && errno == EINTR && (!stopping() || takes_more(descriptor_))) continue;
    if (written < 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::seek(std::int64_t offset) {
  if (::lseek(descriptor_, offset, SEEK_SET) < 0) fail(errno);
}

bool AtomicFile::reserve(std::int64_t bytes) {
  if (straight_) return true;
  reserved_ = true;
  return ::fallocate(descriptor_, FALLOC_FL_KEEP_SIZE, 0, bytes) == 0 || (errno != ENOSPC && errno != EDQUOT);
}

bool AtomicFile::name_draft() {
  const auto link_to = [this](const std::string& name) {
    return ::linkat(AT_FDCWD, unnamed().c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0 : errno;
  };
  int reason = link_to(target_);
  if (reason == 0) return true;
  // because: a link replaces nothing; renaming does
  for (int i = 0; i < k_tries && reason == EEXIST; ++i) {
    temporary_ = draft_name(fs::path(target_).parent_path().string());
    reason = link_to(temporary_);
  }
  if (reason == 0) return false;
  temporary_.clear();
  fail(reason);
}

void AtomicFile::complete() {
  struct stat written {};
  if (reserved_ && ::fstat(descriptor_, &written) == 0 && ::ftruncate(descriptor_, written.st_size) != 0) fail(errno);
  if (!straight_ && synced_)
    // because: after a crash a new name must not be that of an empty file
    if (const int error = synced(descriptor_); error != 0) fail(error);
}

void AtomicFile::close() {
  // because: some file systems report a full disk only here
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void AtomicFile::sync_folder() const {
  if (!synced_) return;
  const int folder = ::open(fs::path(target_).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;  // one that may be written but not read
  synced(folder);          // the file has its name by now, so this cannot fail it
  ::close(folder);
}

void AtomicFile::replace() {
  if (!straight_) spare_inputs(target_);  // because: a playlist opens its parts while it plays
  complete();
  const bool there = !straight_ && temporary_.empty() && name_draft();
  close();
  if (straight_) return;
  if (!there && std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  sync_folder();
}

bool AtomicFile::commit_as(const std::string& name) {
  complete();
  std::error_code unknown;  // because: what is in a folder that was removed meanwhile is not lost
  fs::create_directories(fs::path(target_).parent_path(), unknown);
  const std::string wanted = (fs::path(target_).parent_path() / fs::path(name).filename()).string();
  if (!take(wanted)) return false;
  name_ = name;
  target_ = wanted;
  close();
  sync_folder();
  return true;
}

/// False: something has that name.
bool AtomicFile::take(const std::string& name) {
  if (temporary_.empty()) {
    if (::linkat(AT_FDCWD, unnamed().c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) return true;
    if (errno != EEXIST) fail(errno);
    return false;
  }
  try {
    if (!rename_to_free(temporary_, name)) return false;
  } catch (const std::system_error& error) {
    fail(error.code().value());
  }
  temporary_.clear();
  return true;
}

bool standard_output_is_taken() { return output_taken; }

bool rename_to_free(const std::string& from, const std::string& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
  // not every file system has that: then an empty file takes the name first, and is replaced
  const int placeholder = ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, k_mode);
  if (placeholder < 0 && errno == EEXIST) return false;
  if (placeholder < 0) throw std::system_error(errno, std::generic_category());
  ::close(placeholder);
  if (std::rename(from.c_str(), to.c_str()) == 0) return true;
  const int error = errno;
  ::unlink(to.c_str());
  throw std::system_error(error, std::generic_category());
}

}  // namespace satscope::app
