// SPDX-License-Identifier: Apache-2.0
// Where the time of a live frame goes, from the device to the screen: medians of the last frames (k_most_times).
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/last_times.h"

namespace satscope::app {

/// The stations of a frame, in its order. Some lie side by side in time: uploads and computing, this frame and the next.
enum class Station : std::uint8_t {
  capture,  ///< from the moment it was taken until its data were here
  decode,   ///< from data to pixels
  upload,   ///< to the GPU, or from the host to OpenGL
  split,    ///< from words to the pixels that enter tables
  table,    ///< passes that make tables
  filters,  ///< the other passes
  panels,   ///< the interface, on the CPU
  draw,     ///< what OpenGL draws
};
inline constexpr std::array<std::string_view, 8> k_stations{"capture", "decode",  "upload", "split",
                                                            "table",   "filters", "panels", "draw"};

struct Budget {
  std::array<std::optional<double>, k_stations.size()> median_ms;  ///< empty: not measured, or there is none
  std::uint64_t shown = 0, dropped = 0;                            ///< frames since the source was opened
  double frame_ms = 0;                                             ///< between two frames of the source; 0: not known

  std::optional<double> at(Station station) const { return median_ms[static_cast<std::size_t>(station)]; }
};

class BudgetTimes {
 public:
  void clear();
  void clear_computing();  ///< what depends on the algorithm or the chain
  void note(Station station, double milliseconds);
  void tell(Budget& budget) const;

 private:
  std::array<LastTimes, k_stations.size()> times_;
};

}  // namespace satscope::app
