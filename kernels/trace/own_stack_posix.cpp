// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/own_stack.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace satscope {
namespace {

// The address sanitizer needs to know which stack comes next, or it takes an unwinding on it for an overflow.
void leaving_for([[maybe_unused]] void** kept, [[maybe_unused]] const void* stack, [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(kept, stack, bytes);
#endif
}
void arrived([[maybe_unused]] void* kept, [[maybe_unused]] const void** from, [[maybe_unused]] std::size_t* bytes) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(kept, from, bytes);
#endif
}

constexpr std::size_t k_stack_bytes = 512U << 10;

}  // namespace

struct OwnStack::State {
  explicit State(std::size_t size)
      : bytes(size), stack(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (stack == MAP_FAILED) throw std::bad_alloc();
  }
  ~State() { munmap(stack, bytes); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const std::size_t bytes;
  void* const stack;
  std::function<void()> body;
  ucontext_t context{}, home{};
  // the sanitizer's, with the stack that we came from
  void *kept = nullptr, *home_kept = nullptr;
  const void* home_stack = nullptr;
  std::size_t home_bytes = 0;

  static void begin(unsigned low, unsigned high) {
    auto* self = reinterpret_cast<State*>(static_cast<std::uintptr_t>(high) << 32 | low);
    arrived(nullptr, &self->home_stack, &self->home_bytes);
    self->body();
    leaving_for(nullptr, self->home_stack, self->home_bytes);
    swapcontext(&self->context, &self->home);
  }

  void go() {
    leaving_for(&home_kept, stack, bytes);
    swapcontext(&home, &context);
    arrived(home_kept, nullptr, nullptr);
  }
};

OwnStack::OwnStack() : OwnStack(k_stack_bytes) {}
OwnStack::OwnStack(std::size_t bytes) : state_(std::make_unique<State>(bytes)) {}
OwnStack::~OwnStack() = default;

void OwnStack::enter(std::function<void()> body) {
  State& s = *state_;
  s.body = std::move(body);
  getcontext(&s.context);
  s.context.uc_stack.ss_sp = s.stack;
  s.context.uc_stack.ss_size = s.bytes;
  s.context.uc_link = nullptr;
  // because: makecontext passes ints, and a pointer is two of them
  const auto address = reinterpret_cast<std::uintptr_t>(&s);
  makecontext(&s.context, reinterpret_cast<void (*)()>(&State::begin), 2, static_cast<unsigned>(address),
              static_cast<unsigned>(address >> 32));
  s.go();
}

void OwnStack::resume() { state_->go(); }

void OwnStack::leave() {
  State& s = *state_;
  leaving_for(&s.kept, s.home_stack, s.home_bytes);
  swapcontext(&s.context, &s.home);
  arrived(s.kept, &s.home_stack, &s.home_bytes);
}

std::string OwnStack::why_not() { return {}; }

}  // namespace satscope
