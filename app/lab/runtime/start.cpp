// SPDX-License-Identifier: Apache-2.0
// The begin and the end of the program: maps the recording and the device, sees crashes, endless loops and forbidden calls.
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <new>

#include "machine.h"

extern "C" char __executable_start[], etext[];
extern "C" void* __real_malloc(std::size_t);

namespace satlab {
namespace {

std::uint32_t program_counter(void* context) {
  const auto pc = static_cast<std::uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
  const bool ours = pc >= reinterpret_cast<std::uint64_t>(__executable_start) && pc < reinterpret_cast<std::uint64_t>(etext);
  return ours ? static_cast<std::uint32_t>(pc + 1) : 0;
}

std::string where() {
  if (!block_now) return "in host code";
  return "in " + launched_kernel + (running ? ", " + running_thread() : "");  // between two threads none of them runs
}

void endless(void* context, const char* what) {
  say(Report::endless, program_counter(context), last_site, {}, words("%s %s.", what, where().c_str()));
  leave(End::stuck);
}

/// Every tenth of a second of processor time: threads that only meet at barriers do no access.
void tick() {
  static std::uint64_t seen = 0, barriers = 0;
  static int still = 0;
  if (accesses_seen != seen) {
    seen = accesses_seen;
    barriers = barriers_seen;
    still = 0;
  } else if (++still >= 20 && barriers_seen - barriers > 1000) {
    say(Report::endless, last_site, last_site, {}, endless_barriers());
    leave(End::stuck);
  }
}

/// The time is over. That is a mistake only if threads of a kernel repeat what they did: else they may be slow.
void out_of_time(int, siginfo_t*, void* context) {
  if (running && repeats()) endless(context, "The program was stopped because it does not end: it runs on");
  if (const Settings& settings = header->settings; settings.has_small_picture()) {
    // because: between two threads none of them runs
    const std::string stopped = block_now ? " It was stopped " + where() + "." : "";
    say(Report::endless, program_counter(context), last_site, {},
        words(
            "After %s of memory on a picture of %ux%u pixels the program has not come to its end. Is there an endless loop?%s",
            accesses_text().c_str(), settings.width, settings.height, stopped.c_str()));
    leave(End::stuck);
  }
  say(Report::unfinished, program_counter(context), last_site, {},
      words("Not finished in %u s (--seconds): the run was stopped %s. Is there an endless loop? If not, give it more time.",
            header->settings.seconds, where().c_str()));
  leave(End::stuck);
}

void crash(int signal, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  const auto stack = static_cast<std::uint64_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
  header->signal = signal;
  const bool memory = signal == SIGSEGV || signal == SIGBUS;
  std::string sentence;
  if (memory && on_a_stack(address))
    sentence = words("The stack of a thread is full: its local variables take more than %llu KB, or it calls itself too often.",
                     static_cast<unsigned long long>(k_stack_bytes >> 10));
  else if (memory && !running && address - (stack - (1 << 20)) < (2 << 20))
    sentence = "The stack is full: a function calls itself without end, or a local array is too large.";
  else if (memory)
    sentence = words("The program crashes %s: it accesses the address 0x%llx, where there is no memory.", where().c_str(),
                     static_cast<unsigned long long>(address));
  else if (signal == SIGFPE)
    sentence = "The program crashes " + where() + ": a division by 0.";
  else if (signal == SIGABRT)
    sentence = "The program ends itself by abort() " + where() + ".";
  else
    sentence = words("The program crashes %s (%s).", where().c_str(), strsignal(signal));
  say(Report::crash, program_counter(context), last_site, {}, sentence);
  leave(End::crashed);
}

const char* forbidden_name(int call) {
  switch (call) {
    case SYS_fork:
    case SYS_vfork:
    case SYS_clone:
    case SYS_clone3: return "starts a process or a thread (fork, system, std::thread)";
    case SYS_execve:
    case SYS_execveat: return "starts another program";
    case SYS_socket:
    case SYS_connect:
    case SYS_bind: return "uses the network (socket)";
    case SYS_kill:
    case SYS_tkill: return "sends a signal to a process (kill)";
    case SYS_ptrace: return "looks into another process (ptrace)";
    case SYS_open:
    case SYS_openat:
    case SYS_creat: return "writes a file outside of its own folder";
    case SYS_unlink:
    case SYS_unlinkat:
    case SYS_rmdir: return "deletes a file";
    default: return "changes files or the system";
  }
}

/// The name of a relative path in the program's own folder, where all that it writes goes: without folders. Empty for others.
std::string own_path(const char* path) {
  if (!path || !*path || *path == '/' || !*header->settings.folder) return "";
  std::string name = path;
  while (name.starts_with("./")) name.erase(0, 2);
  std::replace(name.begin(), name.end(), '/', '_');
  return header->settings.folder + ("/written " + name);
}

/// A file is written in the program's own folder. The kernel watches that (Landlock); what it refuses is reported.
long open_to_write(const greg_t* r, int call) {
  const bool at = call == SYS_openat;
  const auto path = reinterpret_cast<const char*>(r[at ? REG_RSI : REG_RDI]);
  open_how how{};
  how.flags =
      static_cast<std::uint64_t>(call == SYS_creat ? O_CREAT | O_WRONLY | O_TRUNC : r[at ? REG_RDX : REG_RSI] & 0xffffffff);
  if (how.flags & (O_CREAT | O_TMPFILE))
    how.mode = static_cast<std::uint64_t>(r[at ? REG_R10 : call == SYS_creat ? REG_RSI : REG_RDX] & 07777);
  if (!*header->settings.folder) return -EACCES;
  const std::string own = own_path(path);
  const long result =
      syscall(SYS_openat2, at ? static_cast<int>(r[REG_RDI]) : AT_FDCWD, own.empty() ? path : own.c_str(), &how, sizeof how);
  if (result >= 0 && !own.empty())
    say(Report::tolerated, 0, last_site, {path},
        words("The program writes the file %s: the Lab keeps it apart, and deletes it afterwards.", path));
  return result < 0 ? -errno : result;
}

/// A folder for results: what is written into it is kept apart anyway.
bool make_folder(const greg_t* r, int call) {
  const auto path = reinterpret_cast<const char*>(r[call == SYS_mkdirat ? REG_RSI : REG_RDI]);
  if (own_path(path).empty()) return false;
  say(Report::tolerated, 0, last_site, {path}, words("The program makes the folder %s: the Lab does not.", path));
  return true;
}

void forbidden(int, siginfo_t* info, void* context) {
  greg_t* r = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  const int call = info->si_syscall;
  long result = -EPERM;
  if (call == SYS_open || call == SYS_openat || call == SYS_creat) result = open_to_write(r, call);
  if ((call == SYS_mkdir || call == SYS_mkdirat) && make_folder(r, call)) result = 0;
  if (result == -EPERM || result == -EACCES || result == -ENOSYS)
    say(Report::forbidden, 0, last_site, {forbidden_name(call)},
        words("The program %s: the Lab does not allow that, and the call fails.", forbidden_name(call)));
  r[REG_RAX] = result;
}

void out_of_memory() {
  say(Report::memory, 0, last_site, {}, "The program asks for more memory than it may have (1 GB): new throws std::bad_alloc.");
  throw std::bad_alloc();
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  action.sa_sigaction = handler;
  sigaction(signal, &action, nullptr);
}

__attribute__((constructor(101))) void begin() {
  Header first;
  if (pread(k_recording_file, &first, sizeof first, 0) != sizeof first) _exit(8);
  void* map = mmap(nullptr, recording_bytes(first.settings), PROT_READ | PROT_WRITE, MAP_SHARED, k_recording_file, 0);
  if (map == MAP_FAILED) _exit(8);
  close(k_recording_file);
  header = static_cast<Header*>(map);
  events = reinterpret_cast<Event*>(static_cast<char*>(map) + k_header_bytes);
  texts = static_cast<char*>(map) + k_header_bytes + first.settings.most_events * sizeof(Event);
  recording = first.settings.record != 0;
  map_at(k_device, k_device_bytes);
  map_at(k_shared, k_shared_bytes);
  map_written_locals();

  static char signal_stack[65536];
  const stack_t stack{signal_stack, 0, sizeof signal_stack};
  sigaltstack(&stack, nullptr);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) handle(signal, crash);
  handle(SIGVTALRM, [](int, siginfo_t*, void*) { tick(); });
  handle(SIGXCPU, out_of_time);
  handle(SIGSYS, forbidden);
  const itimerval tenth{{0, 100000}, {0, 100000}};
  setitimer(ITIMER_VIRTUAL, &tenth, nullptr);
  std::set_new_handler(out_of_memory);
}

__attribute__((destructor)) void finish() {
  if (header->end != End::running) return;
  header->end = End::exited;
  std::string names;
  std::uint32_t site = 0;
  for (const Buffer& buffer : buffers)
    if (!buffer.freed() && buffer.name != k_heap_name) {
      names += (names.empty() ? "" : ", ") + buffer.name;
      if (!site) site = buffer.site;
    }
  if (!device_failed) say_what_is_held();
  if (!names.empty() && !device_failed)
    say(Report::never_freed, site, 0, {names}, "Never freed: " + names + ". Every cudaMalloc needs its cudaFree.");
}

}  // namespace
}  // namespace satlab

static FILE* open_file(const char* path, const char* mode, const char* function) {
  using Open = FILE* (*)(const char*, const char*);
  const auto open = reinterpret_cast<Open>(dlsym(RTLD_NEXT, function));
  // what the program has written before is read from there
  const std::string own = *mode == 'r' ? own_path(path) : "";
  return open(!own.empty() && access(own.c_str(), R_OK) == 0 ? own.c_str() : path, mode);
}

static void no_program(const char* function, const char* what) {
  say(Report::tolerated, 0, last_site, {function},
      words("%s(\"%.100s\") fails: the Lab starts no other programs.", function, what));
}

static void* host_or_heap(std::size_t bytes, std::uint32_t site) {
  return running ? heap_allocate(bytes, site) : operator new(bytes);
}

extern "C" {
FILE* fopen(const char* path, const char* mode) { return open_file(path, mode, "fopen"); }
FILE* fopen64(const char* path, const char* mode) { return open_file(path, mode, "fopen64"); }
int system(const char* command) {
  if (!command) return 0;
  return no_program("system", command), -1;
}
FILE* popen(const char* command, const char*) { return no_program("popen", command), nullptr; }

// what the student's own code calls for malloc, free, new and delete
void* satlab_malloc_call(std::size_t bytes) { return running ? heap_allocate(bytes, SITE) : __wrap_malloc(bytes); }
void satlab_free_call(void* p) { running ? heap_free(p, SITE) : free(p); }
void* satlab_new(std::size_t bytes) { return host_or_heap(bytes, SITE); }
void* satlab_new_array(std::size_t bytes) { return host_or_heap(bytes, SITE); }
void satlab_delete(void* p) { running ? heap_free(p, SITE) : free(p); }
void satlab_delete_array(void* p) { running ? heap_free(p, SITE) : free(p); }
void satlab_delete_sized(void* p, std::size_t) { running ? heap_free(p, SITE) : free(p); }
void satlab_delete_array_sized(void* p, std::size_t) { running ? heap_free(p, SITE) : free(p); }

void* __wrap_malloc(std::size_t bytes) {
  void* p = __real_malloc(bytes);
  if (!p)
    say(Report::memory, 0, last_site, {},
        words("malloc(%zu) fails: the program asks for more memory than it may have (1 GB).", bytes));
  return p;
}

void __assert_fail(const char* condition, const char*, unsigned line, const char*) noexcept {
  say(Report::assertion, last_site, 0, {}, words("assert(%s) in line %u fails %s.", condition, line, where().c_str()));
  if (!running) leave(End::crashed);
  device_failed = true;
  last_error = cudaErrorAssert;
  end_fiber();
}
}
