// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/fibers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/near_word.h"
#include "kernels/trace/own_stack.h"

namespace satscope {
namespace {

int parse_number(const std::string& text, const std::string& number) {
  int value = -1;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  if (error != std::errc{} || end != number.data() + number.size() || value < 0)
    throw std::invalid_argument(fmt::format("a schedule must be ticket, reversed:N or random:SEED, not '{}'{}", text, [&] {
      const std::array<std::string, 4> words{"ticket", "reversed", "random", "lockstep"};
      const std::string name = text.substr(0, text.find(':')), nearest = near_word(name, words);
      return nearest.empty() || nearest == name ? "" : fmt::format("; did you mean {}?", nearest);
    }()));
  return value;
}

}  // namespace

Schedule parse_schedule(const std::string& text) {
  if (text == "ticket") return {};
  if (text.starts_with("reversed:")) {
    const int resident = parse_number(text, text.substr(9));
    if (resident < 1) throw std::invalid_argument("reversed:N needs at least one resident block");
    return {.kind = Schedule::Kind::reversed, .resident = resident};
  }
  if (text.starts_with("random:"))
    return {.kind = Schedule::Kind::random, .seed = static_cast<unsigned>(parse_number(text, text.substr(7)))};
  parse_number(text, "");
  return {};
}

struct Fibers::Fiber {
  int id;
  std::unique_ptr<OwnStack> stack;
  enum class Is : std::uint8_t { fresh, ready, waiting, done } is = Is::fresh;
  const void* key = nullptr;
  std::string why = {};
};

struct Fibers::State {
  std::vector<std::unique_ptr<Fiber>> live;  ///< by id
  std::vector<Fiber*> ready;                 ///< those of them that can run, by id
  std::vector<std::unique_ptr<OwnStack>> free_stacks;
  Fiber* current = nullptr;
  bool cancelled = false;
  std::exception_ptr error;
  const std::function<void(int)>* body = nullptr;
  Schedule schedule;
  std::mt19937 random;

  std::unique_ptr<OwnStack> take_stack() {
    if (free_stacks.empty()) return std::make_unique<OwnStack>();
    std::unique_ptr<OwnStack> stack = std::move(free_stacks.back());
    free_stacks.pop_back();
    return stack;
  }

  void run_body(Fiber& fiber) {
    try {
      (*body)(fiber.id);
    } catch (const Cancelled&) {
      // its wait had no end: unwound
    } catch (...) {
      error = std::current_exception();
      cancelled = true;
    }
    rest(fiber, Fiber::Is::done);
  }

  void start(int id) {
    auto fiber = std::make_unique<Fiber>(Fiber{.id = id, .stack = take_stack()});
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

  /// Until it leaves or ends.
  void go(Fiber& fiber) {
    current = &fiber;
    if (std::exchange(fiber.is, Fiber::Is::ready) == Fiber::Is::fresh)
      fiber.stack->enter([this, &fiber] { run_body(fiber); });
    else
      fiber.stack->resume();
    current = nullptr;
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
    if (!current)
      throw std::runtime_error(fmt::format("a block would have to wait here, which is not supported: {}", OwnStack::why_not()));
    current->stack->leave();
    if (cancelled) throw Cancelled{};
  }
};

Fibers::Fibers() : state_(std::make_unique<State>()) {}
Fibers::~Fibers() = default;

std::vector<std::string> Fibers::run(int count, const Schedule& schedule, const std::function<void(int)>& body) {
  State& s = *state_;
  if (const std::string lacking = OwnStack::why_not(); !lacking.empty()) {
    // what the order of tickets does, where a block waits only for earlier ones
    if (schedule.kind != Schedule::Kind::ticket)
      throw std::runtime_error(
          fmt::format("an order of blocks or threads other than 'ticket' is not supported here: {}", lacking));
    for (int id = 0; id < count; ++id) body(id);
    return {};
  }
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
    Fiber* const chosen = s.choose();
    if (!chosen) {
      for (const auto& fiber : s.live) stuck.push_back(fmt::format("block {} waits forever: {}", fiber->id + 1, fiber->why));
      s.cancelled = true;
      continue;
    }
    s.go(*chosen);
    if (chosen->is == Fiber::Is::done) {
      s.free_stacks.push_back(std::move(chosen->stack));
      std::erase_if(s.live, [&](const auto& fiber) { return fiber.get() == chosen; });
    }
  }
  if (s.error) std::rethrow_exception(s.error);
  return stuck;
}

void Fibers::wait(const void* key, const std::string& why) {
  State& s = *state_;
  if (s.current) {
    s.rest(*s.current, Fiber::Is::waiting);
    s.current->key = key;
    s.current->why = why;
  }
  s.leave();
}

void Fibers::yield() {
  if (state_->current) state_->leave();
}

void Fibers::wake(const void* key) {
  for (const auto& fiber : state_->live)
    if (fiber->is == Fiber::Is::waiting && fiber->key == key) state_->make_ready(*fiber);
}

bool Fibers::alone() const { return state_->live.size() <= 1; }

}  // namespace satscope
