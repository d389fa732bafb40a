// SPDX-License-Identifier: Apache-2.0
// Landlock: files are written in one folder only. Seccomp: calls that reach beyond the process raise SIGSYS, which the runtime
// turns into a sentence. Neither needs rights.
#include "app/lab/process/confine.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

namespace satscope::app::lab {
namespace {

constexpr std::uint32_t k_trap = SECCOMP_RET_TRAP, k_refuse = SECCOMP_RET_ERRNO | 1 /* EPERM */;

constexpr int k_trapped[] = {SYS_fork,   SYS_vfork,    SYS_clone,     SYS_clone3,    SYS_execveat, SYS_socket,   SYS_connect,
                             SYS_bind,   SYS_ptrace,   SYS_kill,      SYS_tkill,     SYS_creat,    SYS_unlink,   SYS_unlinkat,
                             SYS_rmdir,  SYS_rename,   SYS_renameat,  SYS_renameat2, SYS_mkdir,    SYS_mkdirat,  SYS_link,
                             SYS_linkat, SYS_symlink,  SYS_symlinkat, SYS_truncate,  SYS_chmod,    SYS_fchmodat, SYS_chown,
                             SYS_lchown, SYS_fchownat, SYS_mknod,     SYS_mknodat};
constexpr int k_refused[] = {SYS_process_vm_writev,
                             SYS_process_vm_readv,
                             SYS_io_uring_setup,
                             SYS_bpf,
                             SYS_mount,
                             SYS_umount2,
                             SYS_chroot,
                             SYS_setuid,
                             SYS_setgid,
                             SYS_unshare,
                             SYS_setns,
                             SYS_keyctl,
                             SYS_add_key,
                             SYS_perf_event_open,
                             SYS_pidfd_send_signal,
                             SYS_pidfd_open,
                             SYS_userfaultfd,
                             SYS_rt_sigqueueinfo,
                             SYS_rt_tgsigqueueinfo,
                             SYS_shmget,
                             SYS_msgget,
                             SYS_setpgid,
                             SYS_setsid};

constexpr std::uint32_t low_word_of(int argument) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args)) + 8u * static_cast<std::uint32_t>(argument);
}

sock_filter load(std::uint32_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
sock_filter end(std::uint32_t what) { return BPF_STMT(BPF_RET | BPF_K, what); }
/// Goes on by one instruction if equal, else by 1 + other.
sock_filter unless_equal_skip(std::uint32_t value, std::uint8_t other) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, other);
}

std::uint32_t number(int call) { return static_cast<std::uint32_t>(call); }

/// Loads the number of the call, and ends a process with calls of another architecture.
std::vector<sock_filter> filter_begun() {
  return {load(offsetof(seccomp_data, arch)),
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
          end(SECCOMP_RET_KILL_PROCESS),
          load(offsetof(seccomp_data, nr)),
          BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
          end(SECCOMP_RET_KILL_PROCESS)};
}

/// One execve: that which begins the program.
void allow_program(std::vector<sock_filter>& f, const char* program, std::uint32_t otherwise) {
  const auto address = reinterpret_cast<std::uint64_t>(program);
  f.insert(f.end(), {unless_equal_skip(number(SYS_execve), 6), load(low_word_of(0)),
                     unless_equal_skip(static_cast<std::uint32_t>(address), 3), load(low_word_of(0) + 4),
                     unless_equal_skip(static_cast<std::uint32_t>(address >> 32), 1), end(SECCOMP_RET_ALLOW), end(otherwise)});
}

/// Signals to itself, as abort() does. Returns the instruction that takes the process's own number.
std::size_t allow_own_signals(std::vector<sock_filter>& f) {
  f.insert(f.end(), {unless_equal_skip(number(SYS_tgkill), 4), load(low_word_of(0)), unless_equal_skip(0, 1),
                     end(SECCOMP_RET_ALLOW), end(k_refuse)});
  return f.size() - 3;
}

/// The driver has threads and writes to devices, and no hook says what was refused: so calls fail, and end nothing.
std::vector<sock_filter> filter_for_gpu(const char* program, std::size_t& own_process) {
  std::vector<sock_filter> f = filter_begun();
  for (const int call : {SYS_fork, SYS_vfork, SYS_execveat, SYS_ptrace, SYS_kill, SYS_tkill})
    f.insert(f.end(), {unless_equal_skip(number(call), 1), end(k_refuse)});
  for (const int call : k_refused) f.insert(f.end(), {unless_equal_skip(number(call), 1), end(k_refuse)});
  // because: clone3 hides what it makes; the C library then takes clone
  f.insert(f.end(), {unless_equal_skip(number(SYS_clone3), 1), end(SECCOMP_RET_ERRNO | ENOSYS)});
  f.insert(f.end(), {unless_equal_skip(number(SYS_clone), 4), load(low_word_of(0)),
                     BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), end(k_refuse), end(SECCOMP_RET_ALLOW)});
  f.insert(f.end(), {unless_equal_skip(number(SYS_socket), 6), load(low_word_of(0)), unless_equal_skip(AF_INET, 1),
                     end(k_refuse), unless_equal_skip(AF_INET6, 1), end(k_refuse), end(SECCOMP_RET_ALLOW)});
  own_process = allow_own_signals(f);
  allow_program(f, program, k_refuse);
  f.push_back(end(SECCOMP_RET_ALLOW));
  return f;
}

std::vector<sock_filter> filter_for(const char* program, bool watches_folders, std::size_t& own_process) {
  std::vector<sock_filter> f = filter_begun();
  for (const int call : k_trapped) f.insert(f.end(), {unless_equal_skip(number(call), 1), end(k_trap)});
  for (const int call : k_refused) f.insert(f.end(), {unless_equal_skip(number(call), 1), end(k_refuse)});
  // because: without Landlock nothing would watch it
  if (!watches_folders) f.insert(f.end(), {unless_equal_skip(number(SYS_openat2), 1), end(k_refuse)});
  // files that are opened to be written
  for (const auto& [call, argument] : {std::pair{SYS_open, 1}, std::pair{SYS_openat, 2}})
    f.insert(f.end(), {unless_equal_skip(number(call), 4), load(low_word_of(argument)),
                       BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1), end(k_trap),
                       end(SECCOMP_RET_ALLOW)});
  own_process = allow_own_signals(f);
  allow_program(f, program, k_trap);
  f.push_back(end(SECCOMP_RET_ALLOW));
  return f;
}

constexpr std::uint64_t k_truncate = std::uint64_t{1} << 14;  // which older headers do not name

/// A set of rules that lets no file be written; -1 if the kernel has no Landlock.
int ruleset_of(std::uint64_t& writing) {
  const long abi = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (abi < 1) return -1;
  writing = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
            LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
            LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
            LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (abi >= 3) writing |= k_truncate;
  const landlock_ruleset_attr rules{.handled_access_fs = writing};
  return static_cast<int>(::syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0));
}

/// From now on this file, or files below this folder, may be written. False if the kernel refuses. Only system calls.
bool open_up(int ruleset, const char* path, std::uint64_t writing) {
  const int place = ::open(path, O_PATH | O_CLOEXEC);
  struct stat about {};
  if (place >= 0 && ::fstat(place, &about) == 0 && !S_ISDIR(about.st_mode))
    writing &= LANDLOCK_ACCESS_FS_WRITE_FILE | k_truncate;
  const landlock_path_beneath_attr below{.allowed_access = writing, .parent_fd = place};
  const bool added = place >= 0 && ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &below, 0) == 0;
  if (place >= 0) ::close(place);
  return added;
}

/// The devices of a GPU, also those of WSL.
bool open_up_gpu(int ruleset, std::uint64_t writing) {
  bool all = open_up(ruleset, "/dev/null", writing);
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/dev", error)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("nvidia") || name == "dxg") all = open_up(ruleset, entry.path().c_str(), writing) && all;
  }
  return all;
}

}  // namespace

Confinement::Confinement(const std::string& folder, const char* program, Needs needs)
    : needs_(needs), ruleset_(ruleset_of(writing_)) {
  const bool all =
      ruleset_ < 0 || (open_up(ruleset_, folder.c_str(), writing_) && (needs == k_cpu || open_up_gpu(ruleset_, writing_)));
  if (!all) ::close(std::exchange(ruleset_, -1));
  filter_ = needs == k_gpu ? filter_for_gpu(program, own_process_) : filter_for(program, ruleset_ >= 0, own_process_);
}

Confinement::~Confinement() {
  if (ruleset_ >= 0) ::close(ruleset_);
}

bool Confinement::apply() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  // because: the driver names its threads there, and does not start if it cannot
  if (ruleset_ >= 0 && needs_ == k_gpu && !open_up(ruleset_, "/proc/self", writing_)) return false;
  if (ruleset_ >= 0 && ::syscall(SYS_landlock_restrict_self, ruleset_, 0) != 0) return false;
  filter_[own_process_].k = static_cast<std::uint32_t>(::getpid());
  const sock_fprog program{static_cast<unsigned short>(filter_.size()), filter_.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

}  // namespace satscope::app::lab
