// SPDX-License-Identifier: Apache-2.0
// WebAssembly alone cannot leave a stack and come back to it. A browser that lets it wait for JavaScript (JSPI) can:
// own_stack_web.js. There each call that waits has a stack of the browser; what is here is the part of the stack that C++ keeps
// in memory.
#include <emscripten.h>

#include <cstddef>
#include <utility>

#include "kernels/trace/own_stack.h"

extern "C" {
int own_stack_there(void);
void own_stack_enter(void* stack, void* top);
void own_stack_resume(void* stack);
void own_stack_leave(void* stack);
}

namespace satscope {
namespace {

constexpr std::size_t k_stack_bytes = 64U << 10;
constexpr std::align_val_t k_aligned{16};

}  // namespace

struct OwnStack::State {
  explicit State(std::size_t size) : bytes(size), stack(static_cast<std::byte*>(::operator new[](size, k_aligned))) {}
  ~State() { ::operator delete[](stack, k_aligned); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  const std::size_t bytes;
  std::byte* const stack;
  std::function<void()> body;
};

OwnStack::OwnStack() : OwnStack(k_stack_bytes) {}
OwnStack::OwnStack(std::size_t bytes) : state_(std::make_unique<State>(bytes)) {}
OwnStack::~OwnStack() = default;

void OwnStack::enter(std::function<void()> body) {
  state_->body = std::move(body);
  own_stack_enter(&state_->body, state_->stack + state_->bytes);
}

void OwnStack::resume() { own_stack_resume(&state_->body); }
void OwnStack::leave() { own_stack_leave(&state_->body); }

std::string OwnStack::why_not() {
  return own_stack_there() != 0
             ? ""
             : "this browser cannot stop WebAssembly in its middle (JSPI); a newer Chrome, Edge or Firefox can";
}

extern "C" EMSCRIPTEN_KEEPALIVE void own_stack_begin(std::function<void()>* body) { (*body)(); }

}  // namespace satscope
