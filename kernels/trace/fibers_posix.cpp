// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>

#include "kernels/trace/fibers.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace satscope {
namespace {

// The address sanitizer must be told which stack comes next, or it takes an unwinding on it for an overflow.
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

struct Fibers::Fiber {
  int id;
  void* stack;
  ucontext_t context{};
  enum class Is : std::uint8_t { ready, waiting, done } is = Is::ready;
  const void* key = nullptr;
  std::string why = {};
  void* kept = nullptr;  ///< the sanitizer's
};

struct Fibers::State {
  std::vector<std::unique_ptr<Fiber>> live;  ///< by id
  std::vector<Fiber*> ready;                 ///< those of them that can run, by id
  std::vector<void*> free_stacks;
  ucontext_t home{};
  Fiber* current = nullptr;
  bool cancelled = false;
  std::exception_ptr error;
  const std::function<void(int)>* body = nullptr;
  Schedule schedule;
  std::mt19937 random;
  void* home_kept = nullptr;  ///< the sanitizer's, with the stack that the fibers came from
  const void* home_stack = nullptr;
  std::size_t home_bytes = 0;

  void* take_stack() {
    if (!free_stacks.empty()) {
      void* stack = free_stacks.back();
      free_stacks.pop_back();
      return stack;
    }
    void* stack = mmap(nullptr, k_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) throw std::bad_alloc();
    return stack;
  }

  static void enter(unsigned low, unsigned high) {
    auto* self = reinterpret_cast<State*>(static_cast<std::uintptr_t>(high) << 32 | low);
    arrived(nullptr, &self->home_stack, &self->home_bytes);
    try {
      (*self->body)(self->current->id);
    } catch (const Cancelled&) {
      // its wait had no end: unwound
    } catch (...) {
      self->error = std::current_exception();
      self->cancelled = true;
    }
    self->rest(*self->current, Fiber::Is::done);
    leaving_for(nullptr, self->home_stack, self->home_bytes);
    swapcontext(&self->current->context, &self->home);
  }

  void start(int id) {
    auto fiber = std::make_unique<Fiber>(Fiber{.id = id, .stack = take_stack()});
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = fiber->stack;
    fiber->context.uc_stack.ss_size = k_stack_bytes;
    fiber->context.uc_link = nullptr;
    // because: makecontext passes ints, and a pointer is two of them
    const auto address = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&fiber->context, reinterpret_cast<void (*)()>(&State::enter), 2, static_cast<unsigned>(address),
                static_cast<unsigned>(address >> 32));
    ready.push_back(fiber.get());
    live.push_back(std::move(fiber));
  }

  Fiber* choose() {
    if (ready.empty()) return nullptr;
    switch (schedule.kind) {
      case Schedule::Kind::ticket: return ready.front();
      case Schedule::Kind::reversed: return ready.back();
      case Schedule::Kind::random: return ready[random() % ready.size()];
    }
    return ready.front();
  }

  std::vector<Fiber*>::iterator place_of(int id) { return std::ranges::lower_bound(ready, id, {}, &Fiber::id); }
  void make_ready(Fiber& fiber) {
    if (fiber.is != Fiber::Is::waiting) return;
    fiber.is = Fiber::Is::ready;
    ready.insert(place_of(fiber.id), &fiber);
  }
  void rest(Fiber& fiber, Fiber::Is is) {
    if (fiber.is == Fiber::Is::ready) ready.erase(place_of(fiber.id));
    fiber.is = is;
  }

  void leave() {
    Fiber* self = current;
    leaving_for(&self->kept, home_stack, home_bytes);
    swapcontext(&self->context, &home);
    arrived(self->kept, &home_stack, &home_bytes);
    if (cancelled) throw Cancelled{};
  }
};

Fibers::Fibers() : state_(std::make_unique<State>()) {}
Fibers::~Fibers() {
  for (void* stack : state_->free_stacks) munmap(stack, k_stack_bytes);
}

std::vector<std::string> Fibers::run(int count, const Schedule& schedule, const std::function<void(int)>& body) {
  State& s = *state_;
  s.body = &body;
  s.schedule = schedule;
  s.random.seed(schedule.seed);
  s.cancelled = false;
  s.error = nullptr;
  std::vector<std::string> stuck;
  int next = 0;
  while (true) {
    while (next < count && static_cast<int>(s.live.size()) < schedule.resident && !s.cancelled) s.start(next++);
    if (s.live.empty()) break;
    if (s.cancelled)
      for (const auto& fiber : s.live) s.make_ready(*fiber);  // so that each wakes up and unwinds
    s.current = s.choose();
    if (!s.current) {
      for (const auto& fiber : s.live) stuck.push_back(fmt::format("block {} waits forever: {}", fiber->id + 1, fiber->why));
      s.cancelled = true;
      continue;
    }
    Fiber* running = s.current;
    leaving_for(&s.home_kept, running->stack, k_stack_bytes);
    swapcontext(&s.home, &running->context);
    arrived(s.home_kept, nullptr, nullptr);
    s.current = nullptr;
    if (running->is == Fiber::Is::done) {
      s.free_stacks.push_back(running->stack);
      std::erase_if(s.live, [&](const auto& fiber) { return fiber.get() == running; });
    }
  }
  if (s.error) std::rethrow_exception(s.error);
  return stuck;
}

void Fibers::wait(const void* key, const std::string& why) {
  state_->rest(*state_->current, Fiber::Is::waiting);
  state_->current->key = key;
  state_->current->why = why;
  state_->leave();
}

void Fibers::yield() { state_->leave(); }

void Fibers::wake(const void* key) {
  for (const auto& fiber : state_->live)
    if (fiber->is == Fiber::Is::waiting && fiber->key == key) state_->make_ready(*fiber);
}

bool Fibers::alone() const { return state_->live.size() <= 1; }

}  // namespace satscope
