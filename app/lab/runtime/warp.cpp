// SPDX-License-Identifier: Apache-2.0
// Functions in which lanes of a warp exchange values. Each waits until all lanes that its mask names have come or have left.
#include "machine.h"

namespace satlab {
namespace {

/// The lane that this one reads from.
unsigned source_lane(const Fiber& fiber) {
  const int lane = static_cast<int>(lane_of(fiber)), part = lane / fiber.width * fiber.width, end = part + fiber.width;
  const auto within = [&](int other, bool inside) { return static_cast<unsigned>(inside ? other : lane); };
  switch (fiber.function) {
    case shfl:
    case cub_shfl: return static_cast<unsigned>(part + (fiber.lane & (fiber.width - 1)));
    case shfl_up: return within(lane - fiber.lane, lane - fiber.lane >= part);
    case shfl_down: return within(lane + fiber.lane, lane + fiber.lane < end);
    case shfl_xor: return within(lane ^ fiber.lane, (lane ^ fiber.lane) < end);
    default: return static_cast<unsigned>(lane);
  }
}

struct Lanes {
  Fiber* first = nullptr;  ///< lane 0 of the warp
  unsigned count = 0;      ///< lanes that the block has
  unsigned there = 0;      ///< as a mask: those that came
  template <class F>
  void each(F f) const {
    for (unsigned lane = 0; lane < count; ++lane)
      if (there >> lane & 1) f(first[lane], lane);
  }
};

std::uint64_t reduced(const Lanes& lanes, int function) {
  std::uint64_t result = function == reduce_min ? ~std::uint64_t{0} : 0;
  lanes.each([&](const Fiber& fiber, unsigned lane) {
    if (function == ballot) result |= fiber.value ? std::uint64_t{1} << lane : 0;
    if (function == reduce_add) result = static_cast<unsigned>(result + fiber.value);
    if (function == reduce_max) result = std::max(result, fiber.value);
    if (function == reduce_min) result = std::min(result, fiber.value);
  });
  return result;
}

std::uint64_t result_for(const Lanes& lanes, const Fiber& fiber, const Block& block) {
  if (is_shuffle(fiber.function)) {
    const unsigned from = source_lane(fiber);
    if (from < lanes.count && (lanes.there >> from & 1)) return lanes.first[from].value;
    say(Report::warp_function, fiber.site, 0, {warp_function_name(fiber.function)},
        words("In %s %s reads from lane %u, which does not take part: the value is undefined.",
              warp_function_name(fiber.function), who(fiber, block).c_str(), from));
    return fiber.value;
  }
  if (fiber.function != match_any) return reduced(lanes, fiber.function);
  std::uint64_t same = 0;
  lanes.each([&](const Fiber& other, unsigned lane) { same |= other.value == fiber.value ? std::uint64_t{1} << lane : 0; });
  return same;
}

std::uint64_t meet(int function, unsigned mask, std::uint64_t value, int lane, int width, std::uint32_t site) {
  if (!(mask >> lane_of(*running) & 1)) {
    say(Report::warp_function, site, 0, {warp_function_name(function)},
        words("%s calls %s with the mask 0x%x, which does not name its own lane %u.", running_thread().c_str(),
              warp_function_name(function), mask, lane_of(*running)));
    if (function == match_any || (function == ballot && value)) return std::uint64_t{1} << lane_of(*running);
    return value;  // because: no other lane waits for this one, so it executes alone
  }
  running->function = function;
  running->mask = mask;
  running->value = value;
  running->lane = lane;
  running->width = width > 0 && width < static_cast<int>(k_warp) ? width : static_cast<int>(k_warp);
  wait_as(Fiber::at_warp, site);
  return running->result;
}

/// The lanes that are at this place together, for functions without a mask.
unsigned gather(std::uint32_t site) {
  wait_as(Fiber::at_gather, site);
  return static_cast<unsigned>(running->result);
}

template <class T>
T exchange(int function, unsigned mask, T value, int lane, int width, std::uint32_t site) {
  std::uint64_t bits = 0;
  memcpy(&bits, &value, sizeof value);
  bits = meet(function, mask, bits, lane, width, site);
  memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

const char* warp_function_name(int function) {
  constexpr const char* k_names[] = {"",
                                     "__shfl_sync",
                                     "__shfl_up_sync",
                                     "__shfl_down_sync",
                                     "__shfl_xor_sync",
                                     "function of cub",
                                     "__ballot_sync",
                                     "__syncwarp",
                                     "__reduce_add_sync",
                                     "__match_any_sync",
                                     "__reduce_max_sync",
                                     "__reduce_min_sync"};
  return k_names[function];
}

std::string lanes_text(unsigned mask) {
  std::string text;
  for (unsigned lane = 0; lane < k_warp; ++lane) {
    if (!(mask >> lane & 1)) continue;
    unsigned last = lane;
    while (last + 1 < k_warp && (mask >> (last + 1) & 1)) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(lane) + (last > lane ? " to " + std::to_string(last) : "");
    lane = last;
  }
  return (std::has_single_bit(mask) ? "lane " : "lanes ") + text;
}

bool complete_warp(Block& block, Fiber& fiber) {
  const unsigned first = fiber.thread / k_warp * k_warp;
  Lanes lanes{&block.fibers[first], std::min(k_warp, static_cast<unsigned>(block.fibers.size()) - first)};
  unsigned left = 0, absent = 0;
  for (unsigned lane = 0; lane < k_warp; ++lane) {
    if (!(fiber.mask >> lane & 1)) continue;
    if (lane >= lanes.count) {
      absent |= 1u << lane;
      continue;
    }
    const Fiber& other = lanes.first[lane];
    if (other.state == Fiber::done)
      left |= 1u << lane;
    else if (other.state == Fiber::at_warp && other.function == fiber.function && other.mask == fiber.mask)
      lanes.there |= 1u << lane;
    else
      return false;
  }
  const char* name = warp_function_name(fiber.function);
  const bool one_left = std::has_single_bit(left);
  if (left) {
    const std::string they = "L" + lanes_text(left).substr(1) +
                             words(" %s not take part in this %s (%s skipped it or left the kernel), but ",
                                   one_left ? "does" : "do", name, one_left ? "it has" : "they have");
    const std::string must = fiber.function == cub_shfl
                                 ? "all threads must. Call it outside of the `if`."
                                 : words("the mask 0x%x %s. Call it outside of the `if`%s.", fiber.mask,
                                         fiber.mask == ~0u ? "says that all 32 do"
                                         : one_left        ? "names it"
                                                           : "names them",
                                         fiber.function == ballot ? "" : ", or pass a mask from __ballot_sync");
    say(Report::warp_function, fiber.site, 0, {name}, they + must);
  }
  if (absent && fiber.mask != ~0u)
    say(Report::warp_function, fiber.site, 0, {name},
        words("%s: the mask 0x%x names %s, which the block does not have.", name, fiber.mask, lanes_text(absent).c_str()));
  lanes.each([&](Fiber& other, unsigned) { other.result = result_for(lanes, other, block); });
  lanes.each([&](Fiber& other, unsigned) {
    other.state = Fiber::ready;
    running = &other;
    if (other.function != syncwarp)
      record(Kind::exchange, 8, other.site, static_cast<std::uint64_t>(other.function) << 32 | source_lane(other),
             other.result);
  });
  running = &fiber;
  record(Kind::warp_barrier, 0, fiber.site, first / k_warp, lanes.there);
  running = nullptr;
  return true;
}

}  // namespace satlab

extern "C" {
void __syncwarp(unsigned mask) { meet(syncwarp, mask, 0, 0, 32, SITE); }
unsigned __ballot_sync(unsigned mask, int p) { return static_cast<unsigned>(meet(ballot, mask, p != 0, 0, 32, SITE)); }
int __any_sync(unsigned mask, int p) { return meet(ballot, mask, p != 0, 0, 32, SITE) != 0; }
int __all_sync(unsigned mask, int p) { return meet(ballot, mask, p == 0, 0, 32, SITE) == 0; }
unsigned __activemask() { return gather(SITE); }
unsigned satlab_gather(void* site) { return gather(static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site))); }
unsigned long long satlab_warp(int function, unsigned mask, unsigned long long bits, int lane, int width, void* site) {
  return meet(function, mask, bits, lane, width, static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site)));
}
unsigned satlab_ballot(int p) {
  const std::uint32_t site = SITE;
  return static_cast<unsigned>(meet(ballot, gather(site), p != 0, 0, 32, site));
}
}
unsigned __reduce_add_sync(unsigned mask, unsigned v) { return static_cast<unsigned>(meet(reduce_add, mask, v, 0, 32, SITE)); }
int __reduce_add_sync(unsigned mask, int v) {
  return static_cast<int>(meet(reduce_add, mask, static_cast<unsigned>(v), 0, 32, SITE));
}
unsigned __reduce_max_sync(unsigned mask, unsigned v) { return static_cast<unsigned>(meet(reduce_max, mask, v, 0, 32, SITE)); }
unsigned __reduce_min_sync(unsigned mask, unsigned v) { return static_cast<unsigned>(meet(reduce_min, mask, v, 0, 32, SITE)); }
unsigned __match_any_sync(unsigned mask, unsigned v) { return static_cast<unsigned>(meet(match_any, mask, v, 0, 32, SITE)); }

#define SATLAB_ATOMIC(n, T)
#define SATLAB_CAS(T)
#define SATLAB_SHUFFLE(T)                                                                                                    \
  T __shfl_sync(unsigned m, T v, int l, int w) { return exchange(shfl, m, v, l, w, SITE); }                                  \
  T __shfl_up_sync(unsigned m, T v, unsigned d, int w) { return exchange(shfl_up, m, v, static_cast<int>(d), w, SITE); }     \
  T __shfl_down_sync(unsigned m, T v, unsigned d, int w) { return exchange(shfl_down, m, v, static_cast<int>(d), w, SITE); } \
  T __shfl_xor_sync(unsigned m, T v, int x, int w) { return exchange(shfl_xor, m, v, x, w, SITE); }                          \
  T __shfl(T v, int l, int w) { return exchange(shfl, gather(SITE), v, l, w, SITE); }                                        \
  T __shfl_up(T v, unsigned d, int w) { return exchange(shfl_up, gather(SITE), v, static_cast<int>(d), w, SITE); }           \
  T __shfl_down(T v, unsigned d, int w) { return exchange(shfl_down, gather(SITE), v, static_cast<int>(d), w, SITE); }       \
  T __shfl_xor(T v, int x, int w) { return exchange(shfl_xor, gather(SITE), v, x, w, SITE); }
#include "include/satlab_overloads.h"
#undef SATLAB_ATOMIC
#undef SATLAB_CAS
#undef SATLAB_SHUFFLE
