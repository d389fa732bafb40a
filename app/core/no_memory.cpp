// SPDX-License-Identifier: Apache-2.0
#include "app/core/no_memory.h"

#include <atomic>
#include <cstdlib>

namespace satscope::app {
namespace {

/// More than an interface takes that begins again: fonts, their texture, and a frame. Where an address takes memory, hardly
/// more.
constexpr std::size_t k_reserve = sizeof(void*) == 4 ? 16'000'000 : 64'000'000;

std::atomic<void*> reserve{nullptr};

void give_reserve_or_throw() {
  void* const block = reserve.exchange(nullptr);
  if (!block) throw NoMemory();
  std::free(block);
}

}  // namespace

void let_new_say_what_is_lacking() { std::set_new_handler(&give_reserve_or_throw); }

void* allocated_or_thrown(std::size_t bytes) {
  for (;;) {
    if (void* const block = std::malloc(bytes)) return block;
    give_reserve_or_throw();
  }
}

bool take_memory_reserve() {
  if (reserve) return true;
  void* const block = std::malloc(k_reserve);
  if (!block) return false;
  void* none = nullptr;
  if (!reserve.compare_exchange_strong(none, block)) std::free(block);
  return true;
}

}  // namespace satscope::app
