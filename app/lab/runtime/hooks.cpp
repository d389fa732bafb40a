// SPDX-License-Identifier: Apache-2.0
// What the compiler calls before each access (-fsanitize=thread), at each basic block (trace-pc), and where an index, a sum or
// a shift is wrong (-fsanitize=bounds and so on). The libraries of these sanitizers are not linked.
#include "machine.h"

extern "C" char __start_satlab_seen[], __stop_satlab_seen[], etext[], __data_start[];

namespace satlab {
namespace {

void host_access(std::uint64_t address, std::size_t bytes, bool write, std::uint32_t site) {
  if (!on_device(address)) return;
  Buffer* buffer = buffer_at(address);
  if (buffer && buffer->managed) {
    for (std::uint64_t k = address - buffer->at; write && k < std::min(address - buffer->at + bytes, buffer->bytes); ++k)
      buffer->host_wrote[k] = true;
    return;
  }
  const std::string name = buffer ? buffer->name : "device memory";
  say(Report::host_misuse, site, address, {name},
      words("Host code %s %s, which is memory of the device: use cudaMemcpy. On a GPU the program crashes here.",
            write ? "writes to" : "reads", name.c_str()));
}

void record_write(char* p, int size, std::uint32_t site, int flags) {
  ++changes;
  idle = false;
  running->forget_seen();
  running->pending = nullptr;
  running->pending_events = 0;
  for (int done = 0; done < size; done += 8) {
    const int part = std::min(8, size - done);
    const std::uint64_t old = number_at(p + done, static_cast<std::size_t>(part));
    Event* event = record(Kind::write, part, site, reinterpret_cast<std::uint64_t>(p) + static_cast<unsigned>(done), old,
                          flags | (done + 8 < size ? k_more_follows : 0));
    if (!running->pending) running->pending = event;
    ++running->pending_events;
  }
}

void record_read(const char* p, int size, std::uint32_t site, int flags) {
  const auto record_now = [&] {
    for (int done = 0; done < size && !idle; done += 8) {
      const int part = std::min(8, size - done);
      const std::uint64_t value = number_at(p + done, static_cast<std::size_t>(part));
      record(Kind::read, part, site, reinterpret_cast<std::uint64_t>(p) + static_cast<unsigned>(done), value,
             flags | (done + 8 < size ? k_more_follows : 0));
    }
    return number_at(p, static_cast<std::size_t>(std::min(8, size)));
  };
  const std::uint64_t value = record_now();
  running->flag_site = flags & k_volatile ? site : 0;
  if (!running->reads_again({site, reinterpret_cast<std::uint64_t>(p), value}, (flags & k_volatile) ? 1 : 4)) return;
  wait_as(Fiber::spinning, site);
  // because: the thread reads only now, and may get what another one wrote meanwhile
  if (number_at(p, static_cast<std::size_t>(std::min(8, size))) != value) record_now();
}

void read_local(std::uint64_t address, std::size_t size, std::uint32_t site) {
  if (!unset_local(address, size)) return;
  say(Report::unset_local, site, address, {},
      words(
          "%s reads a local variable, or an element of a local array, that it has not set: it holds whatever was there before.",
          running_thread().c_str()));
}

/// Before an access of the student's code, or, of a read, at the latest.
void access(void* p, std::size_t size, bool write, std::uint32_t site, int flags) {
  ++accesses_seen;
  last_site = site;
  const auto address = reinterpret_cast<std::uint64_t>(p);
  if (write && address - table_at < table_bytes) write_to_table(address, size, k_from_host);
  if (!running) {
    if (write || !(flags & k_volatile)) host_touches(address, size, write, site);  // because: a volatile word may be a flag
    return host_access(address, size, write, site);
  }
  // because: g++ announces a copy of a struct as write, read, and only then copies. A read changes nothing, so the value of a
  // write is taken at the next write, or where the thread stops.
  if (write) settle_write();
  if (on_own_stack(address)) return write ? mark_local(address, size) : read_local(address, size, site);
  if (p >= __start_satlab_seen && p < __stop_satlab_seen) return;
  const int bytes = static_cast<int>(std::min<std::size_t>(size, 1 << 20));
  if (!allowed(address, bytes, write, site)) return;
  if (lockstep()) wait_as(Fiber::at_access, site, !write);
  ++header->accesses;
  write ? record_write(static_cast<char*>(p), bytes, site, flags) : record_read(static_cast<char*>(p), bytes, site, flags);
}

/// `int a[4] = {1, 2, 3, 4};` in a kernel: clang copies it from the constants of the program.
bool sets_local(const void* to, const void* from) {
  return running && from >= etext && from < __data_start && on_own_stack(reinterpret_cast<std::uint64_t>(to));
}

void moved(void* to, const void* from, std::size_t bytes, std::uint32_t site) {
  if (bytes == 0) return;
  if (from && !sets_local(to, from)) access(const_cast<void*>(from), bytes, false, site, 0);
  access(to, bytes, true, site, 0);
}

}  // namespace
}  // namespace satlab

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {
  if (!running) return;
  ++running->depth;
  forget_locals(reinterpret_cast<std::uint64_t>(__builtin_frame_address(1)));
}
void __tsan_func_exit() {
  if (running) --running->depth;
}
#define SATLAB_HOOK(n)                                                                              \
  void __tsan_read##n(void* a) { access(a, n, false, SITE, 0); }                                    \
  void __tsan_write##n(void* a) { access(a, n, true, SITE, 0); }                                    \
  void __tsan_unaligned_read##n(void* a) { access(a, n, false, SITE, 0); }                          \
  void __tsan_unaligned_write##n(void* a) { access(a, n, true, SITE, 0); }                          \
  void __tsan_volatile_read##n(void* a) { access(a, n, false, SITE, k_volatile); }                  \
  void __tsan_volatile_write##n(void* a) { access(a, n, true, SITE, k_volatile); }                  \
  void __tsan_unaligned_volatile_read##n(void* a) { access(a, n, false, SITE, k_volatile); }        \
  void __tsan_unaligned_volatile_write##n(void* a) { access(a, n, true, SITE, k_volatile); }        \
  void __tsan_read_write##n(void* a) { access(a, n, false, SITE, 0), access(a, n, true, SITE, 0); } \
  void __tsan_unaligned_read_write##n(void* a) { access(a, n, false, SITE, 0), access(a, n, true, SITE, 0); }
SATLAB_HOOK(1)
SATLAB_HOOK(2)
SATLAB_HOOK(4)
SATLAB_HOOK(8)
SATLAB_HOOK(16)
void __tsan_read_range(void* a, unsigned long n) {
  if (n) access(a, n, false, SITE, 0);
}
void __tsan_write_range(void* a, unsigned long n) { moved(a, nullptr, n, SITE); }
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}
void __sanitizer_cov_trace_pc() {
  last_site = SITE;
  if (!running || !lockstep()) return;
  running->at_block = true;
  wait_as(Fiber::at_access, SITE, true);
}

// because: named memcpy, they would call themselves
void* satlab_memcpy(void* to, const void* from, std::size_t n) {
  return moved(to, from, n, SITE), __builtin_memmove(to, from, n);
}
void* satlab_memmove(void* to, const void* from, std::size_t n) {
  return moved(to, from, n, SITE), __builtin_memmove(to, from, n);
}
void satlab_access_at(void* p, std::size_t bytes, int write, void* site) {
  access(p, bytes, write != 0, static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site)), 0);
}
int satlab_memcmp(const void* a, const void* b, std::size_t n) {
  if (n > 0) access(const_cast<void*>(a), n, false, SITE, 0), access(const_cast<void*>(b), n, false, SITE, 0);
  return __builtin_memcmp(a, b, n);
}
std::size_t satlab_fwrite(const void* from, std::size_t size, std::size_t n, FILE* file) {
  if (size * n > 0) access(const_cast<void*>(from), size * n, false, SITE, 0);
  return fwrite(from, size, n, file);
}
std::size_t satlab_fread(void* to, std::size_t size, std::size_t n, FILE* file) {
  return moved(to, nullptr, size * n, SITE), fread(to, size, n, file);
}
void* satlab_memset(void* to, int c, std::size_t n) { return moved(to, nullptr, n, SITE), __builtin_memset(to, c, n); }
void* __tsan_memcpy(void* to, const void* from, std::size_t n) {
  return moved(to, from, n, SITE), __builtin_memmove(to, from, n);
}
void* __tsan_memmove(void* to, const void* from, std::size_t n) {
  return moved(to, from, n, SITE), __builtin_memmove(to, from, n);
}
void* __tsan_memset(void* to, int c, std::size_t n) { return moved(to, nullptr, n, SITE), __builtin_memset(to, c, n); }

// of std::atomic and __atomic_*, which few kernels use
#define SATLAB_STD_ATOMIC(n, T)                                                                                                \
  T __tsan_atomic##n##_load(const volatile T* a, int) {                                                                        \
    return access(const_cast<T*>(a), sizeof(T), false, SITE, k_volatile), *a;                                                  \
  }                                                                                                                            \
  void __tsan_atomic##n##_store(volatile T* a, T v, int) {                                                                     \
    access(const_cast<T*>(a), sizeof(T), true, SITE, k_volatile), *const_cast<T*>(a) = v;                                      \
  }                                                                                                                            \
  T __tsan_atomic##n##_exchange(volatile T* a, T v, int) { return std::exchange(*const_cast<T*>(a), v); }                      \
  T __tsan_atomic##n##_fetch_add(volatile T* a, T v, int) {                                                                    \
    return std::exchange(*const_cast<T*>(a), static_cast<T>(*a + v));                                                          \
  }                                                                                                                            \
  T __tsan_atomic##n##_fetch_sub(volatile T* a, T v, int) {                                                                    \
    return std::exchange(*const_cast<T*>(a), static_cast<T>(*a - v));                                                          \
  }                                                                                                                            \
  T __tsan_atomic##n##_fetch_and(volatile T* a, T v, int) {                                                                    \
    return std::exchange(*const_cast<T*>(a), static_cast<T>(*a & v));                                                          \
  }                                                                                                                            \
  T __tsan_atomic##n##_fetch_or(volatile T* a, T v, int) { return std::exchange(*const_cast<T*>(a), static_cast<T>(*a | v)); } \
  T __tsan_atomic##n##_fetch_xor(volatile T* a, T v, int) {                                                                    \
    return std::exchange(*const_cast<T*>(a), static_cast<T>(*a ^ v));                                                          \
  }                                                                                                                            \
  int __tsan_atomic##n##_compare_exchange_weak(volatile T* a, T* c, T v, int, int) {                                           \
    if (*a != *c) return *c = *a, 0;                                                                                           \
    return *const_cast<T*>(a) = v, 1;                                                                                          \
  }                                                                                                                            \
  T __tsan_atomic##n##_compare_exchange_val(volatile T* a, T c, T v, int, int) {                                               \
    return *a == c ? std::exchange(*const_cast<T*>(a), v) : static_cast<T>(*a);                                                \
  }                                                                                                                            \
  int __tsan_atomic##n##_compare_exchange_strong(volatile T* a, T* c, T v, int, int) {                                         \
    if (*a != *c) return *c = *a, 0;                                                                                           \
    return *const_cast<T*>(a) = v, 1;                                                                                          \
  }
SATLAB_STD_ATOMIC(8, std::uint8_t)
SATLAB_STD_ATOMIC(16, std::uint16_t)
SATLAB_STD_ATOMIC(32, std::uint32_t)
SATLAB_STD_ATOMIC(64, std::uint64_t)
void __tsan_atomic_thread_fence(int) {}

// ---- undefined behaviour, in the layout of the compilers
struct UndefinedType {
  std::uint16_t kind, info;  ///< of an integer: bit 0 signed, above it the logarithm of its bits
  char name[1];
};
struct UndefinedIndex {
  const char* file;
  unsigned line, column;
  UndefinedType *array, *index;
};
struct UndefinedAddress {
  const char* file;
  unsigned line, column;
  UndefinedType* type;
  unsigned char log_alignment, kind;
};
struct UndefinedSum {
  const char* file;
  unsigned line, column;
  UndefinedType* type;
};
static std::string number(const UndefinedType& type, std::uint64_t value) {
  const unsigned bits = 1u << (type.info >> 1);
  if (bits > 64) return "a number";
  if (!(type.info & 1)) return std::to_string(bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1));
  return std::to_string(static_cast<std::int64_t>(value << (64 - bits)) >> (64 - bits));
}
void __ubsan_handle_out_of_bounds(UndefinedIndex* d, std::uint64_t index) {
  const std::string i = number(*d->index, index);
  say(Report::bounds, SITE, 0, {},
      words("The index is %s, but the array is %s (%s).", i.c_str(), d->array->name, running_thread().c_str()));
}
void __ubsan_handle_type_mismatch_v1(UndefinedAddress* d, std::uint64_t address) {
  if (!running) return;  // because: a CPU reads and writes there
  say(Report::misaligned, SITE, 0, {},
      words("A value of type %s is used at address 0x%llx, which is no multiple of %d (%s). A GPU ends the kernel: misaligned "
            "address.",
            d->type->name, static_cast<unsigned long long>(address), 1 << d->log_alignment, running_thread().c_str()));
}
static void overflow(std::uint32_t site, const UndefinedType& type, std::uint64_t a, const char* sign, std::uint64_t b) {
  say(Report::overflow, site, 0, {},
      words("Integer overflow: %s %s %s does not fit into %s (%s).", number(type, a).c_str(), sign, number(type, b).c_str(),
            type.name, running_thread().c_str()));
}
void __ubsan_handle_add_overflow(UndefinedSum* d, std::uint64_t a, std::uint64_t b) { overflow(SITE, *d->type, a, "+", b); }
void __ubsan_handle_sub_overflow(UndefinedSum* d, std::uint64_t a, std::uint64_t b) { overflow(SITE, *d->type, a, "-", b); }
void __ubsan_handle_mul_overflow(UndefinedSum* d, std::uint64_t a, std::uint64_t b) { overflow(SITE, *d->type, a, "*", b); }
void __ubsan_handle_negate_overflow(UndefinedSum* d, std::uint64_t a) { overflow(SITE, *d->type, 0, "-", a); }
void __ubsan_handle_divrem_overflow(UndefinedSum* d, std::uint64_t a, std::uint64_t b) {
  if (number(*d->type, b) != "0") return overflow(SITE, *d->type, a, "/", b);
  say(Report::division, SITE, 0, {}, words("Division of %s by 0 (%s).", number(*d->type, a).c_str(), running_thread().c_str()));
}
void __ubsan_handle_shift_out_of_bounds(UndefinedIndex* d, std::uint64_t a, std::uint64_t b) {
  say(Report::shift, SITE, 0, {},
      words("Shift of %s by %s: a shift must be from 0 to %d bits (%s).", number(*d->array, a).c_str(),
            number(*d->index, b).c_str(), (1 << (d->array->info >> 1)) - 1, running_thread().c_str()));
}
}
