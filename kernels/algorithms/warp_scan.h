// SPDX-License-Identifier: Apache-2.0
// Scans of a warp by shuffles: at each stage a lane reads another lane's value and adds it. The patterns differ only in which
// lane each one reads:
//
//     Kogge-Stone      lane - d, d = 1, 2, 4, ...             fewest stages, most additions
//     Ladner-Fischer   the last lane of the half before       as few stages, half of the lanes add; many read one lane
//     Brent-Kung       a tree up and a tree down              fewest additions of the parallel ones, almost twice the stages
//     Han-Carlson      Kogge-Stone on the odd lanes           one more stage, as many additions as Ladner-Fischer
//     serial           the neighbour, one lane after another
//
// Paper: P. Chen et al. 2018, Fig. 2, Alg. 3 and 4, with errors in the listings (lane >= d, not >; widths double once); P.
// Kogge and H. Stone 1973, R. Ladner and M. Fischer 1980, R. Brent and H.-T. Kung 1982, T. Han and D. Carlson 1987.
#pragma once
#include <array>
#include <bit>
#include <cmath>
#include <string>

#include "kernels/simt/pass.h"

namespace satscope {

enum class WarpScan : std::uint8_t { kogge_stone, ladner_fischer, brent_kung, han_carlson, serial };

inline constexpr std::array k_warp_scans{
    Named<WarpScan>{WarpScan::kogge_stone, "kogge-stone"}, Named<WarpScan>{WarpScan::ladner_fischer, "ladner-fischer"},
    Named<WarpScan>{WarpScan::brent_kung, "brent-kung"},   Named<WarpScan>{WarpScan::han_carlson, "han-carlson"},
    Named<WarpScan>{WarpScan::serial, "serial"},
};

/// Number of stages of a scan of so many lanes, a power of two.
constexpr int warp_scan_stages(WarpScan kind, int lanes) {
  const int levels = std::bit_width(static_cast<unsigned>(lanes)) - 1;
  switch (kind) {
    case WarpScan::kogge_stone:
    case WarpScan::ladner_fischer: return levels;
    case WarpScan::brent_kung: return 2 * levels - 1;
    case WarpScan::han_carlson: return levels + 1;
    case WarpScan::serial: return lanes - 1;
  }
  return 0;
}

/// The lane that this one reads at a stage (from 0), or -1 for none.
SIMT int warp_scan_source(WarpScan kind, int stage, int lane, int lanes) {
  const unsigned l = static_cast<unsigned>(lane);
  unsigned d = 1U << static_cast<unsigned>(stage);
  switch (kind) {
    case WarpScan::kogge_stone: break;
    case WarpScan::ladner_fischer: return (l & d) != 0 ? static_cast<int>((l & ~(2 * d - 1)) + d - 1) : -1;
    case WarpScan::brent_kung: {
      if (d < static_cast<unsigned>(lanes)) return ((l + 1) & (2 * d - 1)) == 0 ? static_cast<int>(l - d) : -1;
      d = static_cast<unsigned>(lanes) * static_cast<unsigned>(lanes) / (4 * d);  // back from a quarter of the lanes to 1
      return l >= 2 * d && ((l + 1) & (2 * d - 1)) == d ? static_cast<int>(l - d) : -1;
    }
    case WarpScan::han_carlson:
      if (d >= static_cast<unsigned>(lanes)) return (l & 1) == 0 && l > 0 ? lane - 1 : -1;
      if ((l & 1) == 0) return -1;
      break;
    case WarpScan::serial: return lane == stage + 1 ? stage : -1;
  }
  return l >= d ? static_cast<int>(l - d) : -1;
}

/// Each warp scans the slots first ... first + slots - 1 of its lanes, each slot by itself, inclusive. data: registers, a vec
/// of T.
template <class T, int slots, class M, class Data>
SIMT void scan_warp(M& m, WarpScan kind, Data& data, int first) {
  for (int stage = 0; stage < warp_scan_stages(kind, M::warp_size); ++stage)
    m.template exchange<slots>(
        {"warp scan, stage ", stage}, [=](auto t) { return warp_scan_source(kind, stage, t.lane(), M::warp_size); },
        [&](auto t, int k) { return num<M, T>(data[t][first + k]); },
        [&](auto t, int k, const num<M, T>& heard) { data[t][first + k] += heard; });
}

namespace warp_scan {

inline Param param() {
  Param p{.id = "warp-scan", .fallback = std::string(k_warp_scans.front().id), .help = "how the lanes of a warp scan a row"};
  for (const auto& kind : k_warp_scans) p.choices.emplace_back(kind.id);
  return p;
}

inline WarpScan asked(const Algorithm& self, const Request& request) {
  return known_in(k_warp_scans, "warp scan", choice(self, request.params, "warp-scan")).value;
}

inline std::vector<Slip> slips() {
  return {{"Chen et al. 2018, Algorithm 3", "A lane adds what it reads if laneId > i.",
           "Lane i adds nothing, so the sums after it miss the first number.", "A lane adds if its number is at least d."},
          {"Chen et al. 2018, Algorithm 4", "The width is doubled both within the shuffle and by the loop.",
           "It grows twice as fast as the tree.", "It doubles once per stage."}};
}

/// Additions of one scan of n lanes, as its paper counts them; levels: log2 n.
inline std::string additions_text(WarpScan kind) {
  switch (kind) {
    case WarpScan::kogge_stone: return "(ln - n + 1)";
    case WarpScan::ladner_fischer: return "(0.5nl)";
    case WarpScan::brent_kung: return "(2n - 2 - l)";
    case WarpScan::han_carlson: return "(0.5nl)";
    case WarpScan::serial: return "(n - 1)";
  }
  return {};
}

}  // namespace warp_scan
}  // namespace satscope
