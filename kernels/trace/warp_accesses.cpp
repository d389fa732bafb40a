// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/warp_accesses.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "kernels/trace/step_accesses.h"

namespace satscope {
namespace {

constexpr std::uint64_t k_bank_bytes = 4, k_sector_bytes = 32, k_most_bytes = 16;

std::pair<std::uint64_t, std::uint64_t> place(const AskedWord& asked) { return {asked.part, asked.word}; }

}  // namespace

std::vector<AskedWord> asked_words(std::span<const SiteAccess> lanes, int warp_size, int banks) {
  std::vector<AskedWord> asked;
  const auto in_warp = static_cast<std::uint64_t>(warp_size);
  const std::uint64_t at_once = k_bank_bytes * static_cast<std::uint64_t>(std::min(warp_size, banks));
  for (std::size_t access = 0; access < lanes.size(); ++access) {
    const SiteAccess& a = lanes[access];
    for (std::uint64_t done = 0; done < a.bytes; done += k_most_bytes) {
      const std::uint64_t begin = a.byte + done, bytes = std::min<std::uint64_t>(k_most_bytes, a.bytes - done);
      const std::uint64_t part = done / k_most_bytes * in_warp + a.lane * bytes / at_once;
      for (std::uint64_t word = begin / k_bank_bytes; word <= (begin + bytes - 1) / k_bank_bytes; ++word)
        asked.push_back({part, word, access});
    }
  }
  std::ranges::sort(asked, {}, [](const AskedWord& one) { return std::pair(place(one), one.access); });
  return asked;
}

/// Each part of the warp needs as many rounds as words of it fall into one bank.
std::int64_t bank_conflicts(std::span<const SiteAccess> lanes, int warp_size, int banks) {
  const std::vector<AskedWord> asked = asked_words(lanes, warp_size, banks);
  std::int64_t more = 0;
  std::vector<std::int64_t> load(static_cast<std::size_t>(banks));
  for (auto at = asked.begin(); at != asked.end();) {
    const std::uint64_t part = at->part;
    std::ranges::fill(load, 0);
    for (; at != asked.end() && at->part == part; ++at)
      if (at == asked.begin() || place(*at) != place(*std::prev(at))) ++load[at->word % load.size()];
    more += *std::ranges::max_element(load) - 1;
  }
  return more;
}

std::int64_t touched_sectors(std::span<const SiteAccess> lanes) {
  std::vector<std::uint64_t> touched;
  for (const SiteAccess& a : lanes)
    for (std::uint64_t s = a.byte / k_sector_bytes; s <= (a.byte + a.bytes - 1) / k_sector_bytes; ++s) touched.push_back(s);
  std::ranges::sort(touched);
  return std::distance(touched.begin(), std::unique(touched.begin(), touched.end()));
}

void count_warp_accesses(std::vector<SiteAccess>& accesses, int warp_size, int banks, Counters& counters) {
  std::ranges::sort(accesses, {}, instruction_of);
  for (std::size_t begin = 0, end = 0; begin < accesses.size(); begin = end) {
    while (end < accesses.size() && instruction_of(accesses[end]) == instruction_of(accesses[begin])) ++end;
    const std::span<const SiteAccess> lanes(accesses.data() + begin, end - begin);
    if (lanes.front().shared) {
      ++counters.shared_accesses;
      counters.bank_conflicts += bank_conflicts(lanes, warp_size, banks);
    } else {
      ++counters.global_accesses;
      counters.sectors += touched_sectors(lanes);
    }
  }
}

}  // namespace satscope
