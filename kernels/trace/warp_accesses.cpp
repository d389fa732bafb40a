// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/warp_accesses.h"

#include <algorithm>
#include <compare>
#include <span>
#include <tuple>

namespace satscope {
namespace {

constexpr std::uint64_t k_bank_bytes = 4, k_sector_bytes = 32, k_most_bytes = 16;

auto instruction(const SiteAccess& a) {
  return std::tuple(a.shared, a.warp, a.site.file, a.site.line, a.site.column, a.round, a.occurrence, a.write, a.buffer);
}

/// A word of shared memory that a lane in a part of the warp accesses.
struct Asked {
  std::uint64_t part, word;
  auto operator<=>(const Asked&) const = default;
};

/// The words that each part of a warp accesses, once each, part after part.
std::vector<Asked> asked_words(std::span<const SiteAccess> lanes, int warp_size, int banks) {
  std::vector<Asked> asked;
  const auto in_warp = static_cast<std::uint64_t>(warp_size);
  const std::uint64_t at_once = k_bank_bytes * static_cast<std::uint64_t>(std::min(warp_size, banks));
  for (const SiteAccess& a : lanes)
    for (std::uint64_t done = 0; done < a.bytes; done += k_most_bytes) {
      const std::uint64_t begin = a.byte + done, bytes = std::min<std::uint64_t>(k_most_bytes, a.bytes - done);
      const std::uint64_t part = done / k_most_bytes * in_warp + a.lane * bytes / at_once;
      for (std::uint64_t word = begin / k_bank_bytes; word <= (begin + bytes - 1) / k_bank_bytes; ++word)
        asked.push_back({part, word});
    }
  std::ranges::sort(asked);
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  return asked;
}

/// Rounds beyond the first that the parts of a warp need: each part needs as many as words of it fall into one bank.
std::int64_t conflicts(const std::vector<Asked>& asked, int banks) {
  std::int64_t more = 0;
  std::vector<std::int64_t> load(static_cast<std::size_t>(banks));
  for (auto at = asked.begin(); at != asked.end();) {
    const std::uint64_t part = at->part;
    std::ranges::fill(load, 0);
    for (; at != asked.end() && at->part == part; ++at) ++load[at->word % load.size()];
    more += *std::ranges::max_element(load) - 1;
  }
  return more;
}

/// Sectors of global memory that a warp accesses.
std::int64_t sectors(std::span<const SiteAccess> lanes) {
  std::vector<std::uint64_t> touched;
  for (const SiteAccess& a : lanes)
    for (std::uint64_t s = a.byte / k_sector_bytes; s <= (a.byte + a.bytes - 1) / k_sector_bytes; ++s) touched.push_back(s);
  std::ranges::sort(touched);
  return std::distance(touched.begin(), std::unique(touched.begin(), touched.end()));
}

}  // namespace

void count_warp_accesses(std::vector<SiteAccess>& accesses, int warp_size, int banks, Counters& counters) {
  std::ranges::sort(accesses, {}, instruction);
  for (std::size_t begin = 0, end = 0; begin < accesses.size(); begin = end) {
    while (end < accesses.size() && instruction(accesses[end]) == instruction(accesses[begin])) ++end;
    const std::span<const SiteAccess> lanes(accesses.data() + begin, end - begin);
    if (lanes.front().shared) {
      ++counters.shared_accesses;
      counters.bank_conflicts += conflicts(asked_words(lanes, warp_size, banks), banks);
    } else {
      ++counters.global_accesses;
      counters.sectors += sectors(lanes);
    }
  }
}

}  // namespace satscope
