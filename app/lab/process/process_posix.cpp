// SPDX-License-Identifier: Apache-2.0
#include "app/lab/process/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "app/core/stopping.h"
#include "app/lab/process/confine.h"
#include "app/lab/runtime/events.h"

namespace satscope::app::lab {
namespace {

constexpr std::size_t k_most_output = 1 << 20;
constexpr const char* k_folder_prefix = "satscope-lab-";

void limit(int what, std::uint64_t soft, std::uint64_t hard) {
  const rlimit both{soft, hard};
  ::setrlimit(static_cast<__rlimit_resource>(what), &both);
}

/// The environment of this process, with messages in English.
std::vector<std::string> environment() {
  std::vector<std::string> list{"LC_ALL=C"};
  for (char** entry = environ; entry && *entry; ++entry)
    if (const std::string_view text(*entry); !text.starts_with("LC_") && !text.starts_with("LANG")) list.emplace_back(text);
  return list;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

/// All that the child needs, made before the fork.
struct Prepared {
  explicit Prepared(const Process& process)
      : words(process.words), env(environment()), argv(pointers(words)), envp(pointers(env)) {
    output = ::memfd_create("satscope-lab-output", MFD_CLOEXEC);
    if (output < 0) throw std::runtime_error("this system has no memory for what a program prints");
    if (!process.shut_in.empty())
      confinement =
          std::make_unique<Confinement>(process.shut_in, argv[0], process.on_gpu ? Confinement::k_gpu : Confinement::k_cpu);
  }
  ~Prepared() { ::close(output); }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

  std::vector<std::string> words, env;
  std::vector<char*> argv, envp;
  int output = -1;
  std::unique_ptr<Confinement> confinement;
};

/// In the child, which has this process's memory until it is another program: only system calls.
[[noreturn, gnu::noinline]] void become(const Process& process, Prepared& p, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(126);
  const int null = ::open("/dev/null", O_RDONLY);
  ::dup2(null, STDIN_FILENO);
  ::dup2(p.output, STDOUT_FILENO);
  ::dup2(p.output, STDERR_FILENO);
  if (process.recording >= 0) ::dup2(process.recording, satlab::k_recording_file);
  if (!process.folder.empty() && ::chdir(process.folder.c_str()) != 0) ::_exit(126);
  const auto seconds = static_cast<std::uint64_t>(process.limits.seconds);
  limit(RLIMIT_CPU, seconds, seconds + 1);
  limit(RLIMIT_DATA, process.limits.data_bytes, process.limits.data_bytes);
  limit(RLIMIT_FSIZE, process.limits.file_bytes, process.limits.file_bytes);
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_NOFILE, 512, 512);
  if (p.confinement) {
    if (!p.confinement->apply()) ::_exit(126);
    ::execve(p.argv[0], p.argv.data(), p.envp.data());
  } else {
    ::execvpe(p.argv[0], p.argv.data(), p.envp.data());
  }
  ::_exit(127);
}

std::string read_output(int file) {
  const off_t size = std::min<off_t>(::lseek(file, 0, SEEK_END), k_most_output);
  std::string text(static_cast<std::size_t>(std::max<off_t>(size, 0)), '\0');
  const ssize_t got = ::pread(file, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return text;
}

}  // namespace

std::string why_no_process() { return {}; }

Ended run_process(const Process& process) {
  Prepared prepared(process);
  const auto began = std::chrono::steady_clock::now();
  // because: after a fork each page that the window writes would be copied first
  const pid_t parent = ::getpid(), child = ::vfork();
  if (child < 0) throw std::runtime_error("this system lets no further process begin");
  if (child == 0) become(process, prepared, parent);
  int status = 0;
  bool late = false;
  rusage used{};
  while (::wait4(child, &status, WNOHANG, &used) == 0) {
    const auto passed = std::chrono::steady_clock::now() - began;
    late = passed > std::chrono::seconds(4 * process.limits.seconds);
    if (process.stop.stop_requested() || stopping() || late) ::kill(child, SIGKILL);
    ::usleep(300);
  }
  Ended ended;
  ended.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  ended.out_of_time = ended.signal != 0 && (late || used.ru_utime.tv_sec + used.ru_stime.tv_sec >= process.limits.seconds);
  ended.output = read_output(prepared.output);
  if (ended.code == 126) throw std::runtime_error("this system cannot shut a program in: not supported here");
  return ended;
}

std::string meaning_of_signal(int signal) {
  if (signal == SIGSYS)
    return "The program was ended because it starts another program or a process (system, popen): the Lab does not allow that.";
  if (signal == SIGKILL) return "The program was killed by the system, which lacks memory for it.";
  return fmt::format("The program was ended by the signal {} ({}).", signal, ::strsignal(signal));
}

TemporaryFolder::TemporaryFolder() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  // those of processes that are gone
  for (const auto& entry : fs::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename();
    pid_t owner = 0;
    if (!name.starts_with(k_folder_prefix)) continue;
    const char* number = name.c_str() + std::string_view(k_folder_prefix).size();
    if (std::from_chars(number, name.c_str() + name.size(), owner).ec == std::errc() && ::kill(owner, 0) != 0 &&
        errno == ESRCH) {
      std::error_code ignored;
      fs::remove_all(entry.path(), ignored);
    }
  }
  path_ = (parent / fmt::format("{}{}-XXXXXX", k_folder_prefix, ::getpid())).string();
  if (!::mkdtemp(path_.data()))
    throw std::runtime_error(fmt::format("{} cannot be written: no place for a program", parent.string()));
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace satscope::app::lab
