// SPDX-License-Identifier: Apache-2.0
// The machine under a student's program: what its parts share. One thread of the system runs everything; threads of a kernel
// are fibers. The runtime is one translation unit (runtime.cpp), compiled without the hooks that it serves.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#define SATLAB_RUNTIME
#include "events.h"
#include "include/satlab.h"
#undef cudaMalloc
#undef clock

/// Where the student's code called us.
#define SITE static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(__builtin_return_address(0)))

namespace satlab {

struct Dim {
  unsigned x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  /// Of the element with this number, x first.
  Dim at(std::uint64_t i) const {
    return {static_cast<unsigned>(i % x), static_cast<unsigned>(i / x % y), static_cast<unsigned>(i / x / y)};
  }
};

inline constexpr std::uint64_t k_nothing_marked = ~std::uint64_t{0};

/// What a barrier of a block does with the values of its threads, or whose it is.
enum Vote { no_vote, count_votes, all_votes, any_vote, cub_barrier };

/// A thread of a kernel. What a switch needs comes first, in one line of the cache.
struct alignas(64) Fiber {
  enum State : std::uint8_t { ready, spinning, at_access, at_barrier, at_warp, at_gather, at_grid, done };
  void* stack_pointer = nullptr;
  Dim index;
  std::uint32_t site = 0;                        ///< where it waits
  std::uint64_t marked_from = k_nothing_marked;  ///< mark_local(): the lowest address
  int depth = 0;                                 ///< lockstep: lanes in deeper calls go first
  State state = ready;
  bool at_block = false;        ///< it waits at the beginning of a basic block, not at an access
  std::uint32_t flag_site = 0;  ///< of its last read, if that was of a volatile or an atomic word: it may wait for it
  // a write whose value is not in memory yet, as that many events
  int pending_events = 0;
  Event* pending = nullptr;
  unsigned thread = 0;
  // whether it reads the same values again and again, and so may wait for another thread
  std::uint32_t seen_reads = 0, repeats = 0;
  char* stack = nullptr;
  struct Seen {
    std::uint32_t site = 0;
    std::uint64_t address = 0, value = 0;
  };
  Seen seen[8];  ///< since it last changed something or was resumed, the last ones
  // at a barrier or in a warp function
  int function = 0, lane = 0, width = static_cast<int>(k_warp);
  unsigned mask = 0;
  std::uint64_t value = 0, result = 0;
  void forget_seen() { seen_reads = repeats = 0; }
  /// Whether it has read this for more than so many times.
  bool reads_again(const Seen& now, std::uint32_t times) {
    for (std::size_t k = 0; k < std::min<std::size_t>(seen_reads, std::size(seen)); ++k)
      if (seen[k].site == now.site && seen[k].address == now.address && seen[k].value == now.value) return ++repeats > times;
    seen[seen_reads++ % std::size(seen)] = now;
    repeats = 0;
    return false;
  }
};

struct Block {
  unsigned number = 0;
  Dim index;
  std::vector<Fiber> fibers;
  int alive = 0;
  bool fresh = true;
  std::vector<char> shared;  ///< its shared memory while another block runs
  unsigned static_top = 0;
};

// ---- recorder.cpp
inline Header* header;
inline Event* events;
inline char* texts;
inline bool recording = true;
[[noreturn]] void leave(End end);
bool repeats();
/// "3 accesses", "4.0 million accesses": of memory, so far.
std::string accesses_text();
/// Threads that meet at a barrier again and again, and do nothing else. A sentence.
std::string endless_barriers();
std::uint64_t keep(const void* what, std::size_t bytes);
std::uint64_t keep(const std::string& text);
/// Null while nothing is recorded.
Event* record(Kind kind, int size, std::uint32_t site, std::uint64_t address, std::uint64_t value, int flags = 0);
/// Recorded even then: what later events need to be understood.
void record_always(Kind kind, std::uint32_t site, std::uint64_t address, std::uint64_t value, int flags = 0);
/// What a report is about: an array's name, an index in it, and how many elements it has.
struct Subject {
  std::string name;
  long long index = 0, length = -1;  ///< length -1: no index
};
void say(Report report, std::uint32_t site, std::uint64_t address, const Subject& subject, const std::string& sentence);
std::string words(const char* format, ...) __attribute__((format(printf, 1, 2)));
/// "thread 3 of block (1, 0)".
std::string who(const Fiber& fiber, const Block& block);
std::string running_thread();
// ---- launch.cpp
/// Reports a launch that a GPU refuses because the shared arrays of the kernel and its dynamic shared memory take too much.
void check_shared_bytes(std::uint64_t in_arrays);

// ---- the thread that runs
inline Fiber* running = nullptr;  ///< null: host code
inline Block* block_now = nullptr;
inline Dim grid_size, block_size;
inline std::uint32_t last_site = 0;                   ///< of the student's code, for what happens outside of it
inline std::string launched_kernel;                   ///< the last: "fill (launched in line 20)"
inline std::uint64_t accesses_seen = 0, changes = 0;  ///< changes: of memory
inline std::uint64_t barriers_seen = 0;               ///< __syncthreads() that a thread came to
inline bool idle = false;                             ///< nothing changes: what threads read again is not recorded any more
inline bool device_failed = false;                    ///< as after cudaErrorIllegalAddress: nothing works any more
inline int last_error = 0;

// ---- fibers.cpp
void free_stack(Fiber& fiber);
/// Runs these fibers in turn, each until it waits or ends; no further one after the device has failed.
void resume(std::span<Fiber* const> fibers);
/// Back to the scheduler. reads: what follows is a read, so a write before it may still be to come.
void wait_as(Fiber::State state, std::uint32_t site, bool reads = false);
[[noreturn]] void end_fiber();
bool on_own_stack(std::uint64_t address);
bool on_a_stack(std::uint64_t address);
/// Memory at a fixed place.
void* map_at(std::uint64_t at, std::uint64_t bytes);
/// For each word of the stacks, whether a hook announced a write to it since its function began.
void map_written_locals();
/// The stack below `end` belongs to no function that runs.
void forget_locals(std::uint64_t end);
void mark_local(std::uint64_t address, std::size_t bytes);
/// What the compiler fills locals with is there, and no write came since. Bytes may be part of a larger number: false for a
/// few.
bool unset_local(std::uint64_t address, std::size_t bytes);
/// The number in so many bytes, at most 8.
inline std::uint64_t number_at(const void* p, std::size_t bytes) {
  std::uint64_t number = 0;
  switch (bytes) {  // because: a size that is known needs no call
    case 1: memcpy(&number, p, 1); break;
    case 4: memcpy(&number, p, 4); break;
    case 8: memcpy(&number, p, 8); break;
    default: memcpy(&number, p, bytes);
  }
  return number;
}
/// The write before is done: what is in memory now is its value.
void settle_write();

struct Running {
  void (*run)(void*);
  void* with;
  std::size_t bytes;
};
inline Running kernel_call;

// ---- memory.cpp
struct Buffer {
  std::uint64_t at, bytes;
  std::string name;
  std::uint32_t site;  ///< where it was allocated
  unsigned element;
  Type type;
  bool managed;
  std::uint32_t freed_site = 0;       ///< 0: it is there
  bool written = false;               ///< by the kernel that runs
  std::vector<bool> host_wrote = {};  ///< of managed memory, by byte
  bool freed() const { return freed_site != 0; }
};
struct Symbol {
  std::uint64_t at, bytes;
  std::string text;
  bool reported;
  bool pinned = false;  ///< memory of the host
  struct Part {
    std::uint64_t begin = ~std::uint64_t{0}, end = 0;
  };
  std::array<Part, 2> used = {};  ///< by the kernel that runs: what it reads, and what it writes
};
struct SharedArray {
  int* id;
  std::string name;
  unsigned offset, bytes, element;
};
// because: they are needed when the program's own static objects are gone
inline auto& buffers = *new std::vector<Buffer>;
inline auto& symbols = *new std::vector<Symbol>;
inline auto& shared_arrays = *new std::vector<SharedArray>;  ///< of this launch
inline unsigned static_top = 0, dynamic_bytes = 0;
inline std::string dynamic_name;
Buffer* buffer_at(std::uint64_t address);
inline std::uint64_t table_at = 0, table_bytes = 0;         ///< where table() is to write
inline auto& table_from = *new std::vector<std::uint64_t>;  ///< of each of its entries: Header::table_from
/// Bytes of the table are written. from: the address of the device from which they are copied, or k_from_host.
void write_to_table(std::uint64_t at, std::uint64_t bytes, std::uint64_t from);
inline constexpr const char* k_heap_name = "memory from malloc or new in a kernel";
inline bool on_device(std::uint64_t address) { return address - k_device < k_device_bytes; }
/// Whether the access is to be recorded; reports those that a GPU forbids, and ends the thread if it cannot go on.
bool allowed(std::uint64_t address, int size, bool write, std::uint32_t site);
void forget_shared_arrays(unsigned bytes_of_launch);
void name_symbols();
/// Memory of the host that kernels may reach: pinned, or registered.
void share_host_memory(const std::string& name, const void* p, std::size_t bytes, Type type, unsigned element);
void unshare_host_memory(const void* p);
/// malloc and free of a kernel.
void* heap_allocate(std::size_t bytes, std::uint32_t site);
void heap_free(void* p, std::uint32_t site);
std::string name_of_argument(std::string text);

// ---- streams.cpp
/// What the program creates and has to give back, beside memory of the device.
struct Held {
  const char *what, *end, *needs;
  std::uint64_t handle = 0;
  std::uint32_t site = 0;  ///< where it was created
};
inline constexpr Held k_stream{"stream created", "destroyed", "cudaStreamCreate() needs its cudaStreamDestroy()"},
    k_event{"event created", "destroyed", "cudaEventCreate() needs its cudaEventDestroy()"},
    k_pinned{"pinned array allocated", "freed", "cudaMallocHost() needs its cudaFreeHost()"};
void hold(const Held& kind, const void* handle, const void* site);
void give_back(const Held& kind, const void* handle);
/// At the end of the program: reports what it still holds.
void say_what_is_held();
/// The launch or copy that is recorded next is work of this stream.
void begin_work(const void* stream, std::uint32_t site);
/// The last work of the stream reads or writes this memory; the host must not touch pinned memory before that is done. kernel:
/// its name, empty for a copy.
void use_host_memory(const void* stream, std::uint64_t at, std::uint64_t bytes, bool writes, std::uint32_t site,
                     const std::string& kernel = "");
/// What the kernel that ran used of pinned memory, and wrote of managed memory, is used by the last work of the stream.
void use_host_memory_of_kernel(const void* stream, std::uint32_t site);
/// Host code reads or writes; reports what may still use that memory.
void host_touches(std::uint64_t at, std::uint64_t bytes, bool write, std::uint32_t site);
/// table() has returned; reports what may still write where its result is.
void table_is_done();
/// The host waits for the work of a stream, or of all.
void wait_for_stream(const void* stream);
void wait_for_all_streams();

// ---- warp.cpp, schedule.cpp
inline bool lockstep() { return header->settings.lockstep != 0; }
bool complete_warp(Block& block, Fiber& fiber);
const char* warp_function_name(int function);
/// "lanes 1 to 31".
std::string lanes_text(unsigned mask);
inline unsigned lane_of(const Fiber& fiber) { return fiber.thread % k_warp; }
void run_grid();

}  // namespace satlab

extern "C" char satlab_dynamic_shared[];
