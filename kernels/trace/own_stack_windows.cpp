// SPDX-License-Identifier: Apache-2.0
// A fiber of Windows. Its function never returns, because that would end the thread: it waits for the next body instead.
#include "kernels/trace/own_stack.h"

#include <windows.h>

#include <new>
#include <utility>

namespace satscope {
namespace {

constexpr SIZE_T k_stack_bytes = SIZE_T{512} << 10, k_begun_bytes = SIZE_T{16} << 10;

/// Only a fiber can switch to a fiber, so a thread becomes one on its first switch.
class ThreadAsFiber {
 public:
  ThreadAsFiber() : fiber_(::ConvertThreadToFiberEx(nullptr, FIBER_FLAG_FLOAT_SWITCH)) {
    if (!fiber_) throw std::bad_alloc();
  }
  ~ThreadAsFiber() { ::ConvertFiberToThread(); }
  ThreadAsFiber(const ThreadAsFiber&) = delete;
  ThreadAsFiber& operator=(const ThreadAsFiber&) = delete;
  void* fiber() const { return fiber_; }

 private:
  void* fiber_;
};

void* home_fiber() {
  if (::IsThreadAFiber()) return ::GetCurrentFiber();
  thread_local ThreadAsFiber thread;
  return thread.fiber();
}

}  // namespace

struct OwnStack::State {
  explicit State(std::size_t bytes) : fiber(::CreateFiberEx(k_begun_bytes, bytes, FIBER_FLAG_FLOAT_SWITCH, &State::run, this)) {
    if (!fiber) throw std::bad_alloc();
  }
  ~State() { ::DeleteFiber(fiber); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void* const fiber;
  void* home = nullptr;
  std::function<void()> body;

  static void CALLBACK run(void* state) {
    auto* self = static_cast<State*>(state);
    while (true) {
      self->body();
      ::SwitchToFiber(self->home);
    }
  }

  void go() {
    home = home_fiber();
    ::SwitchToFiber(fiber);
  }
};

OwnStack::OwnStack() : OwnStack(k_stack_bytes) {}
OwnStack::OwnStack(std::size_t bytes) : state_(std::make_unique<State>(bytes)) {}
OwnStack::~OwnStack() = default;

void OwnStack::enter(std::function<void()> body) {
  state_->body = std::move(body);
  state_->go();
}

void OwnStack::resume() { state_->go(); }
void OwnStack::leave() { ::SwitchToFiber(state_->home); }

std::string OwnStack::why_not() { return {}; }

}  // namespace satscope
