// SPDX-License-Identifier: Apache-2.0
// Threads of a kernel as fibers: a switch saves the registers that a call keeps, and the stack pointer. Stacks lie at fixed
// places, so that the address of a local variable is the same in every run.
#include <sys/mman.h>

#include "machine.h"

#if !defined(__x86_64__)
#error "the Lab runs on x86-64 only"
#endif

extern "C" void satlab_switch(void** from, void* to);
asm(R"(
.text
.globl satlab_switch
.type satlab_switch,@function
satlab_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size satlab_switch,.-satlab_switch
)");

// because: kernels see these as const, so no hook follows their reads. clang sets hooks nevertheless: they have a section of
// their own.
#define SATLAB_SEEN(type, name) extern "C" type name##_ __asm__(#name) __attribute__((section("satlab_seen")))
SATLAB_SEEN(satlab::Dim, threadIdx);
SATLAB_SEEN(satlab::Dim, blockIdx);
SATLAB_SEEN(satlab::Dim, blockDim);
SATLAB_SEEN(satlab::Dim, gridDim);
SATLAB_SEEN(int, warpSize);
satlab::Dim threadIdx_{0, 0, 0}, blockIdx_{0, 0, 0}, blockDim_, gridDim_;
int warpSize_ = static_cast<int>(satlab::k_warp);

namespace satlab {
namespace {

constexpr std::size_t k_guard = 4096;
void* scheduler = nullptr;        // its stack pointer
std::span<Fiber* const> in_turn;  // those that run next
auto& free_stacks = *new std::vector<char*>;
std::uint64_t next_stack = k_stacks;

char* take_stack() {
  if (!free_stacks.empty()) {
    char* stack = free_stacks.back();
    free_stacks.pop_back();
    return stack;
  }
  // shared: the limit of private memory is for the student's own
  void* map = mmap(reinterpret_cast<void*>(next_stack), k_stack_bytes + k_guard, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (map == MAP_FAILED) {
    say(Report::memory, 0, 0, {}, "There is no memory for the stacks of so many threads.");
    leave(End::crashed);
  }
  mprotect(map, k_guard, PROT_NONE);
  next_stack += k_stack_bytes + k_guard;
  return static_cast<char*>(map) + k_guard;
}

void fiber_main() {
  kernel_call.run(kernel_call.with);
  settle_write();
  record(Kind::exit, 0, 0, 0, 0);
  end_fiber();
}

void switch_to_next(void** from) {
  running = in_turn.front();
  in_turn = in_turn.subspan(1);
  running->state = Fiber::ready;
  threadIdx_ = running->index;
  satlab_switch(from, running->stack_pointer);
}

void start_fiber(Fiber& fiber) {
  fiber.stack = take_stack();
  // because: stacks that all begin at the same place of a page would share few lines of the cache
  const std::size_t place = (reinterpret_cast<std::uint64_t>(fiber.stack) - k_stacks) / (k_stack_bytes + k_guard) % 16;
  void** top = reinterpret_cast<void**>(fiber.stack + k_stack_bytes - 64 - 256 * place);
  *--top = nullptr;  // because: a function begins with a stack of 16n + 8
  *--top = reinterpret_cast<void*>(&fiber_main);
  for (int saved = 0; saved < 6; ++saved) *--top = nullptr;
  fiber.stack_pointer = top;
}

}  // namespace

void free_stack(Fiber& fiber) {
  if (fiber.stack) free_stacks.push_back(fiber.stack);
  fiber.stack = nullptr;
}

void resume(std::span<Fiber* const> fibers) {
  in_turn = fibers;
  while (!in_turn.empty() && !device_failed) {
    if (!in_turn.front()->stack) start_fiber(*in_turn.front());
    switch_to_next(&scheduler);
    if (running->state == Fiber::done) free_stack(*running);
  }
  running = nullptr;
}

void settle_write() {
  for (int k = 0; running->pending && k < running->pending_events; ++k) {
    Event& event = running->pending[k];
    event.value = number_at(reinterpret_cast<void*>(event.address), event.size);
  }
  running->pending = nullptr;
}

/// If memory has changed since the write was announced, it is done. If not, a copy may still be to come.
static void settle_if_changed() {
  for (int k = 0; running->pending && k < running->pending_events; ++k) {
    const Event& event = running->pending[k];
    if (event.value != number_at(reinterpret_cast<void*>(event.address), event.size)) return settle_write();
  }
}

void wait_as(Fiber::State state, std::uint32_t site, bool reads) {
  reads ? settle_if_changed() : settle_write();
  Fiber* self = running;
  self->state = state;
  self->site = site;
  // because: two switches, to the scheduler and from it, take twice the time
  if (!in_turn.empty() && in_turn.front()->stack && !device_failed)
    switch_to_next(&self->stack_pointer);
  else
    satlab_switch(&self->stack_pointer, scheduler);
}

[[noreturn]] void end_fiber() {
  running->pending = nullptr;
  running->state = Fiber::done;
  forget_locals(reinterpret_cast<std::uint64_t>(running->stack) + k_stack_bytes);
  --block_now->alive;
  void* nowhere;
  satlab_switch(&nowhere, scheduler);
  abort();
}

void* map_at(std::uint64_t at, std::uint64_t bytes) {
  void* map = mmap(reinterpret_cast<void*>(at), bytes, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (map == MAP_FAILED) _exit(8);
  return map;
}

namespace {
constexpr std::uint64_t k_written = 0x230000000000, k_words_bytes = 4, k_tracked_bytes = std::uint64_t{4} << 30;
char* written_of(std::uint64_t address) { return reinterpret_cast<char*>(k_written + (address - k_stacks) / k_words_bytes); }
}  // namespace

void map_written_locals() { map_at(k_written, k_tracked_bytes / k_words_bytes); }

void forget_locals(std::uint64_t end) {
  std::uint64_t& from = running->marked_from;
  if (from >= end) return;
  memset(written_of(from), 0, static_cast<std::size_t>(written_of(end - 1) - written_of(from) + 1));
  from = k_nothing_marked;
}

void mark_local(std::uint64_t address, std::size_t bytes) {
  if (address + bytes - k_stacks >= k_tracked_bytes || bytes == 0) return;
  memset(written_of(address), 1, static_cast<std::size_t>(written_of(address + bytes - 1) - written_of(address) + 1));
  running->marked_from = std::min(running->marked_from, address);
}

bool unset_local(std::uint64_t address, std::size_t bytes) {
  constexpr unsigned char k_filling = 0xfe;  // of g++: -ftrivial-auto-var-init=pattern
  if (bytes < k_words_bytes || address + bytes - k_stacks >= k_tracked_bytes) return false;
  const auto* p = reinterpret_cast<const unsigned char*>(address);
  if (*p != k_filling || !std::all_of(p, p + bytes, [](unsigned char c) { return c == k_filling; })) return false;
  return std::all_of(written_of(address), written_of(address + bytes - 1) + 1, [](char written) { return !written; });
}

bool on_own_stack(std::uint64_t address) { return address - reinterpret_cast<std::uint64_t>(running->stack) < k_stack_bytes; }
bool on_a_stack(std::uint64_t address) { return address - k_stacks < next_stack - k_stacks; }

}  // namespace satlab
