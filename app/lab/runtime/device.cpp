// SPDX-License-Identifier: Apache-2.0
// Barriers, fences and atomics, as a kernel calls them.
#include "machine.h"

namespace satlab {
namespace {

int block_barrier(int vote, int value, std::uint32_t site) {
  running->function = vote;
  running->value = value != 0;
  last_site = site;
  ++barriers_seen;
  wait_as(Fiber::at_barrier, site);
  return static_cast<int>(running->result);
}

void fence(std::uint32_t site, std::uint64_t scope) {
  if (!running) return;
  settle_write();
  record(Kind::fence, 0, site, 0, scope);
}

template <class T, class F>
T atomic(T* p, F next_of, std::uint32_t site) {
  ++accesses_seen;
  settle_write();
  const auto address = reinterpret_cast<std::uint64_t>(p);
  if (on_own_stack(address) || !allowed(address, sizeof(T), true, site)) {
    const T old = *p;
    *p = next_of(old);
    return old;
  }
  if (lockstep()) wait_as(Fiber::at_access, site);
  const T old = *p, next = next_of(old);
  std::uint64_t old_bits = 0, next_bits = 0;
  memcpy(&old_bits, &old, sizeof(T));
  memcpy(&next_bits, &next, sizeof(T));
  ++header->accesses;
  const bool changed = old_bits != next_bits;
  if (changed) idle = false;
  if (!idle) {
    record(Kind::atomic_read, sizeof(T), site, address, old_bits);
    record(Kind::atomic_write, sizeof(T), site, address, next_bits);
  }
  *p = next;
  // Another thread holds the lock: that one must get its turn.
  if (changed) {
    ++changes;
    running->forget_seen();
    running->flag_site = 0;
  } else {
    running->flag_site = site;
    if (running->reads_again({site, address, old_bits}, 1)) wait_as(Fiber::spinning, site);
  }
  return old;
}

}  // namespace
}  // namespace satlab

extern "C" {
void __syncthreads() { block_barrier(no_vote, 0, SITE); }
int __syncthreads_count(int v) { return block_barrier(count_votes, v, SITE); }
int __syncthreads_and(int v) { return block_barrier(all_votes, v, SITE); }
int __syncthreads_or(int v) { return block_barrier(any_vote, v, SITE); }
void satlab_barrier_at(void* site) {
  block_barrier(no_vote, 0, static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site)));
}
void satlab_cub_barrier(void* site) {
  block_barrier(cub_barrier, 0, static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site)));
}
int satlab_cub_block(const char* function, const unsigned (&asked)[3], const unsigned (&has)[3], const void* storage,
                     void* site) {
  const auto at = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site));
  if (on_own_stack(reinterpret_cast<std::uint64_t>(storage)))
    say(Report::warp_function, at, 0, {function},
        words("The TempStorage of this %s is a variable of each thread: declare it __shared__.", function));
  else if (!std::ranges::equal(asked, has))
    say(Report::warp_function, at, 0, {function},
        words("This %s is for blocks of %ux%ux%u threads, as its template says, but the block has %ux%ux%u.", function,
              asked[0], asked[1], asked[2], has[0], has[1], has[2]));
  else
    return 1;
  return 0;
}
void satlab_grid_sync(void* site) {
  wait_as(Fiber::at_grid, static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site)));
}
void __threadfence() { fence(SITE, 1); }
void __threadfence_block() { fence(SITE, 0); }
void __threadfence_system() { fence(SITE, 1); }
long long satlab_clock() { return static_cast<long long>(accesses_seen); }
void __nanosleep(unsigned) {
  if (running) wait_as(Fiber::spinning, SITE);
}
}

#define SATLAB_NEXT_Add static_cast<T>(old + v)
#define SATLAB_NEXT_Sub static_cast<T>(old - v)
#define SATLAB_NEXT_Exch v
#define SATLAB_NEXT_Min (v < old ? v : old)
#define SATLAB_NEXT_Max (old < v ? v : old)
#define SATLAB_NEXT_And (old & v)
#define SATLAB_NEXT_Or (old | v)
#define SATLAB_NEXT_Xor (old ^ v)
#define SATLAB_NEXT_Inc (old >= v ? 0 : old + 1)
#define SATLAB_NEXT_Dec (old == 0 || old > v ? v : old - 1)
#define SATLAB_ATOMIC(n, TYPE)      \
  TYPE atomic##n(TYPE* p, TYPE v) { \
    using T = TYPE;                 \
    return atomic(                  \
        p,                          \
        [v](T old) -> T {           \
          (void)old;                \
          return SATLAB_NEXT_##n;   \
        },                          \
        SITE);                      \
  }
#define SATLAB_CAS(T)                                                            \
  T atomicCAS(T* p, T compare, T v) {                                            \
    return atomic(                                                               \
        p, [compare, v](T old) -> T { return old == compare ? v : old; }, SITE); \
  }
#define SATLAB_SHUFFLE(T)
#include "include/satlab_overloads.h"
#undef SATLAB_ATOMIC
#undef SATLAB_CAS
#undef SATLAB_SHUFFLE
