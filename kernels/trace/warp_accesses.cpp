// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/warp_accesses.h"

#include <algorithm>
#include <tuple>

namespace satscope {
namespace {

constexpr std::uint64_t k_bank_bytes = 4, k_sector_bytes = 32;

auto instruction(const SiteAccess& a) {
  return std::tuple(a.shared, a.warp, a.line, a.column, a.round, a.occurrence, a.write, a.buffer);
}

/// Rounds that a warp needs: the most distinct words that fall into one bank.
std::int64_t rounds(std::vector<std::uint64_t>& words, int banks) {
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::vector<std::int64_t> load(static_cast<std::size_t>(banks), 0);
  for (const std::uint64_t word : words) ++load[word % static_cast<std::uint64_t>(banks)];
  return *std::ranges::max_element(load);
}

}  // namespace

void count_warp_accesses(std::vector<SiteAccess>& accesses, int banks, Counters& counters) {
  std::ranges::sort(accesses, {}, instruction);
  std::vector<std::uint64_t> touched;
  for (std::size_t begin = 0; begin < accesses.size();) {
    std::size_t end = begin;
    touched.clear();
    const std::uint64_t unit = accesses[begin].shared ? k_bank_bytes : k_sector_bytes;
    for (; end < accesses.size() && instruction(accesses[end]) == instruction(accesses[begin]); ++end)
      for (std::uint64_t u = accesses[end].byte / unit; u <= (accesses[end].byte + accesses[end].bytes - 1) / unit; ++u)
        touched.push_back(u);
    if (accesses[begin].shared) {
      ++counters.shared_accesses;
      // because: wider accesses go in parts of a warp, 8 bytes in halves, 16 in quarters, none in conflict with another
      const std::int64_t parts = end - begin > 1 ? (accesses[begin].bytes + k_bank_bytes - 1) / k_bank_bytes : 1;
      counters.bank_conflicts += std::max<std::int64_t>(0, rounds(touched, banks) - parts);
    } else {
      ++counters.global_accesses;
      std::ranges::sort(touched);
      counters.sectors += std::distance(touched.begin(), std::unique(touched.begin(), touched.end()));
    }
    begin = end;
  }
}

}  // namespace satscope
