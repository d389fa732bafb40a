// SPDX-License-Identifier: Apache-2.0
// Which thread runs next. Apart: a thread runs until it must wait, in the order that was asked for. Lockstep: it stops before
// every access and basic block, and of a warp those lanes that are furthest behind go together, so that lanes which took
// different ways join again where a GPU's would.
#include "machine.h"

namespace satlab {
namespace {

constexpr std::size_t k_resident = 16;         ///< blocks that the machine holds at once
constexpr std::uint64_t k_max_wait = 200'000;  ///< accesses without a change, until threads that read again are taken to wait

unsigned next_random() {
  static std::uint32_t state = header->settings.order_seed;
  return (state = state * 1664525u + 1013904223u) >> 8;
}

/// Its shared memory comes in, that of the block before goes out.
void enter(Block* block) {
  if (block_now == block) return;
  if (block_now && block_now->alive) {
    block_now->shared.resize(dynamic_bytes + static_top);
    memcpy(block_now->shared.data(), satlab_dynamic_shared, dynamic_bytes);
    memcpy(block_now->shared.data() + dynamic_bytes, reinterpret_cast<void*>(k_shared), static_top);
    block_now->static_top = static_top;
  }
  block_now = block;
  if (!block) return;
  blockIdx_ = block->index;
  if (block->fresh) {
    memset(satlab_dynamic_shared, 0xcd, std::min<std::size_t>(dynamic_bytes + 256, sizeof satlab_dynamic_shared));
    memset(reinterpret_cast<void*>(k_shared), 0xcd, std::max(static_top, 4096u));
    block->fresh = false;
  } else {
    memcpy(satlab_dynamic_shared, block->shared.data(), dynamic_bytes);
    memcpy(reinterpret_cast<void*>(k_shared), block->shared.data() + dynamic_bytes, block->static_top);
  }
}

/// Every thread that is ready, once. Whether any was.
bool run_ready(Block& block) {
  std::vector<Fiber*> turn;
  for (Fiber& fiber : block.fibers)
    if (fiber.state == Fiber::ready) turn.push_back(&fiber);
  if (header->settings.order == Order::reverse) std::reverse(turn.begin(), turn.end());
  if (header->settings.order == Order::random)
    for (std::size_t k = turn.size(); k > 1; --k) std::swap(turn[k - 1], turn[next_random() % k]);
  resume(turn);
  return !turn.empty();
}

/// The lanes of a warp that access memory next, together: the deepest call, then the lowest address. Whether there are any.
bool run_together(Fiber* begin, Fiber* end) {
  const Fiber* next = nullptr;
  for (const Fiber* f = begin; f != end; ++f)
    if (f->state == Fiber::at_access && (!next || f->depth > next->depth || (f->depth == next->depth && f->site < next->site)))
      next = f;
  if (!next) return false;
  const int depth = next->depth;
  const std::uint32_t site = next->site;
  Fiber* group[k_warp];
  std::size_t lanes = 0;
  unsigned accesses = 0;
  for (Fiber* f = begin; f != end; ++f)
    if (f->state == Fiber::at_access && f->depth == depth && f->site == site) {
      group[lanes++] = f;
      accesses += !f->at_block;
      f->at_block = false;
    }
  if (accesses) {
    running = group[0];
    record(Kind::together, 0, site, 0, accesses);
    running = nullptr;
  }
  resume({group, lanes});
  return true;
}

bool run_warps(Block& block) {
  bool ran = false;
  Fiber* const all = block.fibers.data();
  for (std::size_t first = 0; first < block.fibers.size() && !device_failed; first += k_warp)
    while (!device_failed && run_together(all + first, all + std::min(block.fibers.size(), first + k_warp))) ran = true;
  return ran;
}

bool complete_warps(Block& block) {
  bool any = false;
  for (Fiber& fiber : block.fibers)
    if (fiber.state == Fiber::at_warp && complete_warp(block, fiber)) any = true;
  return any;
}

/// __activemask and the functions without a mask: who of a warp is at one place when no thread can run is there together.
bool complete_gatherings(Block& block) {
  bool any = false;
  for (std::size_t first = 0; first < block.fibers.size(); first += k_warp) {
    std::uint32_t site = 0;
    unsigned mask = 0;
    const std::size_t end = std::min(block.fibers.size(), first + k_warp);
    for (std::size_t t = first; t < end; ++t) {
      const Fiber& fiber = block.fibers[t];
      if (fiber.state != Fiber::at_gather || (site && fiber.site != site)) continue;
      site = fiber.site;
      mask |= 1u << (t - first);
    }
    for (std::size_t t = first; t < end; ++t)
      if (mask >> (t - first) & 1) {
        block.fibers[t].result = mask;
        block.fibers[t].state = Fiber::ready;
        any = true;
      }
  }
  return any;
}

void release_barrier(Block& block) {
  std::uint32_t site = 0, other = 0;
  std::uint64_t came = 0, votes = 0;
  const Fiber *first = nullptr, *second = nullptr;
  for (const Fiber& fiber : block.fibers) {
    if (fiber.state != Fiber::at_barrier) continue;
    ++came;
    votes += fiber.value;
    if (!site) site = fiber.site, first = &fiber;
    if (fiber.site != site && !other) other = fiber.site, second = &fiber;
  }
  if (other)
    say(Report::divergent_barrier, site, other, {},
        words("Threads of one block meet at different __syncthreads(): %s waits here, %s at {@%x}. All threads of a block must "
              "reach the same barrier.",
              who(*first, block).c_str(), who(*second, block).c_str(), other));
  const std::uint64_t left = block.fibers.size() - came;
  if (left && first->function == cub_barrier)
    say(Report::warp_function, site, 0, {},
        words("%llu of the %zu threads of the block do not take part in this function of cub: they have skipped it or left the "
              "kernel. All threads of a block must call it.",
              static_cast<unsigned long long>(left), block.fibers.size()));
  else if (left)
    say(Report::left_before_barrier, site, 0, {},
        words(
            "%llu of the %zu threads of the block never come to this __syncthreads(): they have skipped it or left the kernel. "
            "CUDA asks that all threads of a block reach a barrier. GPUs since Volta wait only for those that are still there; "
            "older ones may hang. Move the barrier out of the `if` or the loop.",
            static_cast<unsigned long long>(left), block.fibers.size()));
  for (Fiber& fiber : block.fibers)
    if (fiber.state == Fiber::at_barrier) {
      fiber.state = Fiber::ready;
      fiber.result = fiber.function == count_votes ? votes : fiber.function == all_votes ? votes == came : votes > 0;
    }
  record(Kind::block_barrier, 0, site, other, block.fibers.size() - came);
}

bool all_at_barrier(const Block& block) {
  bool any = false;
  for (const Fiber& fiber : block.fibers) {
    if (fiber.state != Fiber::at_barrier && fiber.state != Fiber::done) return false;
    any |= fiber.state == Fiber::at_barrier;
  }
  return any;
}

/// Threads that read one value again and again, each once more. Whether anything came of it.
bool run_spinning(Block& block) {
  bool any = false;
  const std::uint64_t before = changes;
  for (Fiber& fiber : block.fibers) {
    if (device_failed || fiber.state != Fiber::spinning) continue;
    any = true;
    fiber.forget_seen();
    Fiber* const one = &fiber;
    resume({&one, 1});
  }
  if (changes != before) return true;
  return any && std::any_of(block.fibers.begin(), block.fibers.end(), [](const Fiber& fiber) {
           return fiber.state == Fiber::ready || fiber.state == Fiber::at_access || fiber.state == Fiber::at_gather ||
                  fiber.state == Fiber::at_grid;
         });
}

/// What its threads do, as a number.
std::uint64_t states_of(const Block& block) {
  std::uint64_t states = 0;
  for (const Fiber& fiber : block.fibers) states = states * 1000003 + fiber.site * 16ull + fiber.state;
  return states;
}

/// Runs threads of the block until none can go on, or some only read the same again. Whether anything is other than before.
bool run_block(Block& block) {
  enter(&block);
  const std::uint64_t changes_before = changes, states_before = states_of(block);
  std::uint64_t changes_then = 0, states_then = 0;  // when threads were to read again
  bool spun = false;
  while (block.alive > 0 && !device_failed) {
    bool ran = run_ready(block);
    if (!device_failed && lockstep()) ran |= run_warps(block);
    if (device_failed) break;
    ran |= complete_warps(block);
    if (!ran) ran = complete_gatherings(block);
    if (!ran && all_at_barrier(block)) release_barrier(block), ran = true;
    if (ran) continue;
    const std::uint64_t states = states_of(block);
    if (spun && changes == changes_then && states == states_then) break;
    changes_then = changes;
    states_then = states;
    spun = true;
    if (!run_spinning(block)) break;
  }
  return block.alive == 0 || device_failed || changes != changes_before || states_of(block) != states_before;
}

std::string threads_text(const std::vector<unsigned>& threads) {
  if (threads.size() == 1) return words("thread %u waits", threads[0]);
  return words("%zu threads (%u to %u) wait", threads.size(), threads.front(), threads.back());
}

/// The lanes that a waiting thread's mask names, and that are elsewhere; or wait there with another mask.
unsigned missing_lanes(const Block& block, const Fiber& fiber, bool with_another_mask = false) {
  const unsigned first = fiber.thread / k_warp * k_warp;
  unsigned missing = 0;
  for (unsigned lane = 0; lane < k_warp && first + lane < block.fibers.size(); ++lane) {
    const Fiber& other = block.fibers[first + lane];
    const bool there = other.state == Fiber::at_warp && other.function == fiber.function;
    const bool lacks = with_another_mask ? there && other.mask != fiber.mask : !there && other.state != Fiber::done;
    if ((fiber.mask >> lane & 1) && lacks) missing |= 1u << lane;
  }
  return missing;
}

/// Which threads of the block wait where.
void say_deadlock(Block& block) {
  std::map<std::pair<int, std::uint32_t>, std::vector<unsigned>> groups;
  unsigned left = 0;
  for (const Fiber& fiber : block.fibers) {
    if (fiber.state == Fiber::done)
      ++left;
    else
      groups[{fiber.state, fiber.site}].push_back(fiber.thread);
  }
  // the one that causes it comes first: a warp function whose mask names lanes that are elsewhere
  const auto cause = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
    const Fiber& fiber = block.fibers[group.second[0]];
    return fiber.state == Fiber::at_warp && (missing_lanes(block, fiber) || missing_lanes(block, fiber, true));
  });
  const auto part = [&](const auto& group) {
    const auto& [where, threads] = group;
    const Fiber& fiber = block.fibers[threads[0]];
    const char* what = where.first == Fiber::at_barrier ? "for __syncthreads()"
                       : where.first == Fiber::at_warp  ? warp_function_name(fiber.function)
                       : where.first == Fiber::at_grid  ? "for grid.sync()"
                                                        : "for a value that never comes";
    return threads_text(threads) + (where.first == Fiber::at_warp ? " in " : " ") + what + words(" at {@%x}", where.second);
  };
  std::string text;
  if (cause != groups.end()) {
    const Fiber& fiber = block.fibers[cause->second[0]];
    const unsigned never = missing_lanes(block, fiber), missing = never ? never : missing_lanes(block, fiber, true);
    text = part(*cause) + words(", because its mask 0x%x also names ", fiber.mask) + lanes_text(missing) + ", which " +
           (never ? "never call" : "call") + (std::has_single_bit(missing) ? "s it" : " it") +
           (never ? "" : " with another mask");
  }
  for (auto group = groups.begin(); group != groups.end(); ++group)
    if (group != cause) text += (text.empty() ? "" : "; ") + part(*group);
  if (left) text += words("; %u %s left the kernel", left, left == 1 ? "has" : "have");
  block_now = &block;
  const auto first = cause != groups.end() ? cause : groups.begin();
  say(Report::deadlock, first == groups.end() ? 0 : first->first.second, 0, {},
      words("Deadlock in block %u: %s.", block.number, text.c_str()));
}

using Blocks = std::vector<std::unique_ptr<Block>>;

std::unique_ptr<Block> new_block(std::uint64_t number) {
  auto block = std::make_unique<Block>();
  block->number = static_cast<unsigned>(number);
  block->index = grid_size.at(number);
  block->fibers.resize(block_size.count());
  block->alive = static_cast<int>(block_size.count());
  for (unsigned t = 0; t < block->fibers.size(); ++t) {
    block->fibers[t].thread = t;
    block->fibers[t].index = block_size.at(t);
  }
  return block;
}

/// Each block that is resident, until one ends. Whether any moved.
bool run_resident(Blocks& resident) {
  bool moved = false;
  for (std::size_t k = 0; k < resident.size() && !device_failed; ++k) {
    moved |= run_block(*resident[k]);
    if (resident[k]->alive > 0) continue;
    enter(nullptr);
    resident.erase(resident.begin() + static_cast<long>(k));
    return true;
  }
  return moved;
}

bool release_grid(Blocks& resident) {
  for (const auto& block : resident)
    for (const Fiber& fiber : block->fibers)
      if (fiber.state != Fiber::at_grid && fiber.state != Fiber::done) return false;
  for (const auto& block : resident) {
    enter(block.get());
    record(Kind::block_barrier, 0, block->fibers[0].site, 0, k_whole_grid);
    for (Fiber& fiber : block->fibers)
      if (fiber.state == Fiber::at_grid) fiber.state = Fiber::ready;
  }
  return true;
}

/// Which block begins as the k-th.
class BlockOrder {
 public:
  explicit BlockOrder(std::uint64_t count) : count_(count) {
    if (header->settings.order != Order::random || count > k_most_permuted) return;
    for (std::uint64_t k = 0; k < count; ++k) numbers_.push_back(static_cast<std::uint32_t>(k));
    for (std::size_t k = numbers_.size(); k > 1; --k) std::swap(numbers_[k - 1], numbers_[next_random() % k]);
  }
  std::uint64_t at(std::uint64_t k) const {
    if (!numbers_.empty()) return numbers_[static_cast<std::size_t>(k)];
    return header->settings.order == Order::reverse ? count_ - 1 - k : k;
  }

 private:
  static constexpr std::uint64_t k_most_permuted = 1 << 20;
  std::uint64_t count_;
  std::vector<std::uint32_t> numbers_;
};

/// A thread that waits for what a block writes that has not begun: it reads a volatile or an atomic word again and again.
struct Waiting {
  std::uint32_t site = 0;  ///< 0: none
  unsigned block = 0;
};

Waiting waiting_in(const Blocks& resident) {
  for (const auto& block : resident)
    for (const Fiber& fiber : block->fibers)
      if (fiber.state == Fiber::spinning && fiber.flag_site) return {fiber.flag_site, block->number};
  return {};
}

bool spins(const Blocks& resident) {
  return std::any_of(resident.begin(), resident.end(), [](const auto& block) {
    return std::any_of(block->fibers.begin(), block->fibers.end(),
                       [](const Fiber& fiber) { return fiber.state == Fiber::spinning; });
  });
}

constexpr const char* k_any_order =
    "Blocks begin in any order, and not all fit on a GPU at once: give out their numbers with atomicAdd on a counter.";

[[noreturn]] void stuck(const Blocks& resident, std::uint64_t to_come) {
  // because: what another block does helps no thread that waits for others of its own
  const bool for_others = to_come > 0 && std::any_of(resident.begin(), resident.end(), [](const auto& block) {
                            return std::any_of(block->fibers.begin(), block->fibers.end(), [](const Fiber& fiber) {
                              return fiber.state == Fiber::spinning || fiber.state == Fiber::at_grid;
                            });
                          });
  if (!for_others)
    for (const auto& block : resident) say_deadlock(*block);
  const Waiting waiting = waiting_in(resident);
  block_now = nullptr;
  if (for_others)
    say(Report::deadlock, waiting.site ? waiting.site : resident[0]->fibers[0].site, 0, {"blocks"},
        words("Blocks wait for blocks that have not begun: %llu are still to come, and %zu fit on the machine at once. ",
              static_cast<unsigned long long>(to_come), k_resident) +
            k_any_order);
  leave(End::stuck);
}

}  // namespace

/// The earliest block that can go on runs; another begins only when all wait.
void run_grid() {
  Blocks resident;
  Waiting waited;                // for a block that began later
  std::uint64_t idle_since = 0;  // accesses by then
  std::uint64_t next = 0;
  const std::uint64_t count = grid_size.count();
  const BlockOrder order(count);
  while (!device_failed) {
    if (resident.empty()) {
      if (next == count) break;
      resident.push_back(new_block(order.at(next++)));
    }
    if (run_resident(resident) || device_failed) {
      idle = false;
      continue;
    }
    if (next < count && resident.size() < k_resident) {
      if (!waited.site) waited = waiting_in(resident);
      resident.push_back(new_block(order.at(next++)));
      continue;
    }
    if (next == count && release_grid(resident)) continue;
    // because: a loop that only reads, and counts, looks like one that waits
    if (!idle) idle_since = accesses_seen;
    idle = spins(resident) && accesses_seen - idle_since < k_max_wait;
    if (idle) continue;
    stuck(resident, count - next);
  }
  for (const auto& block : resident)
    for (Fiber& fiber : block->fibers) free_stack(fiber);
  running = nullptr;
  block_now = nullptr;
  idle = false;
  if (waited.site && !device_failed)
    say(Report::block_order, waited.site, 0, {},
        words("Block %u waits here for a block that has not begun. This order of the blocks ends well, but ", waited.block) +
            "CUDA does not promise it. " + k_any_order);
}

}  // namespace satlab
