// SPDX-License-Identifier: Apache-2.0
// Which thread runs next. Apart: a thread runs until it must wait, in the order that was asked for. Lockstep: it stops before
// every access and basic block, and of a warp those lanes that are furthest behind go together, so that lanes which took
// different ways join again where a GPU's would.
#include "machine.h"

namespace satlab {
namespace {

constexpr std::size_t k_resident = 16;  ///< blocks that the machine holds at once

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
  std::vector<unsigned> turn;
  for (const Fiber& fiber : block.fibers)
    if (fiber.state == Fiber::ready) turn.push_back(fiber.thread);
  if (header->settings.order == Order::reverse) std::reverse(turn.begin(), turn.end());
  if (header->settings.order == Order::random)
    for (std::size_t k = turn.size(); k > 1; --k) std::swap(turn[k - 1], turn[next_random() % k]);
  for (const unsigned thread : turn) {
    if (device_failed) break;
    resume(block.fibers[thread]);
  }
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
  for (std::size_t k = 0; k < lanes && !device_failed; ++k) resume(*group[k]);
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
  if (const std::uint64_t left = block.fibers.size() - came)
    say(Report::left_before_barrier, site, 0, {},
        words("%llu of the %zu threads of the block have left the kernel before this __syncthreads(). CUDA does not promise "
              "that this works.",
              static_cast<unsigned long long>(left), block.fibers.size()));
  for (Fiber& fiber : block.fibers)
    if (fiber.state == Fiber::at_barrier) {
      fiber.state = Fiber::ready;
      fiber.result = fiber.function == 1 ? votes : fiber.function == 2 ? votes == came : votes > 0;
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
    fiber.repeats = 0;
    fiber.last_site = 0;
    resume(fiber);
  }
  if (changes != before) return true;
  return any && std::any_of(block.fibers.begin(), block.fibers.end(), [](const Fiber& fiber) {
           return fiber.state == Fiber::ready || fiber.state == Fiber::at_access || fiber.state == Fiber::at_gather ||
                  fiber.state == Fiber::at_grid;
         });
}

/// Runs threads of the block until none can go on. Whether any did more than wait.
bool run_block(Block& block) {
  enter(&block);
  bool moved = false;
  while (block.alive > 0 && !device_failed) {
    bool ran = run_ready(block);
    if (!device_failed && lockstep()) ran |= run_warps(block);
    if (device_failed) break;
    ran |= complete_warps(block);
    if (!ran) ran = complete_gatherings(block);
    if (!ran && all_at_barrier(block)) release_barrier(block), ran = true;
    if (!ran) ran = run_spinning(block);
    if (!ran) return moved;
    moved = true;
  }
  return true;
}

std::string threads_text(const std::vector<unsigned>& threads) {
  if (threads.size() == 1) return words("thread %u waits", threads[0]);
  return words("%zu threads (%u to %u) wait", threads.size(), threads.front(), threads.back());
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
  std::string text;
  for (const auto& [where, threads] : groups) {
    const char* what = where.first == Fiber::at_barrier ? "for __syncthreads()"
                       : where.first == Fiber::at_warp  ? warp_function_name(block.fibers[threads[0]].function)
                       : where.first == Fiber::at_grid  ? "for grid.sync()"
                                                        : "for a value that never comes";
    text += (text.empty() ? "" : ", ") + threads_text(threads) + (where.first == Fiber::at_warp ? " in " : " ") + what +
            words(" at {@%x}", where.second);
  }
  if (left) text += words(", %u have left the kernel", left);
  block_now = &block;
  say(Report::deadlock, groups.empty() ? 0 : groups.begin()->first.second, 0, {},
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

}  // namespace

/// The earliest block that can go on runs; another begins only when all wait.
void run_grid() {
  Blocks resident;
  std::uint64_t next = 0;
  const std::uint64_t count = grid_size.count();
  while (!device_failed) {
    if (resident.empty()) {
      if (next == count) break;
      resident.push_back(new_block(next++));
    }
    if (run_resident(resident) || device_failed) continue;
    if (next < count && resident.size() < k_resident) {
      resident.push_back(new_block(next++));
      continue;
    }
    if (next == count && release_grid(resident)) continue;
    for (const auto& block : resident) say_deadlock(*block);
    if (next < count)
      say(Report::deadlock, 0, 0, {"blocks"},
          words("Blocks wait for blocks that have not begun: %llu are still to come, and %zu fit on the machine at once.",
                static_cast<unsigned long long>(count - next), k_resident));
    leave(End::stuck);
  }
  for (const auto& block : resident)
    for (Fiber& fiber : block->fibers) free_stack(fiber);
  running = nullptr;
  block_now = nullptr;
}

}  // namespace satlab
