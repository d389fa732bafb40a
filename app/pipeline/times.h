// SPDX-License-Identifier: Apache-2.0
// How long everything takes: the passes of a table, the filters of a chain, and the stations of a live frame from the device to
// the screen. All are of the last runs (k_most_times).
#pragma once
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/last_times.h"
#include "kernels/plan.h"

namespace satscope::app {

struct Content;
struct Filtered;
struct FrameStatus;

/// The stations of a frame, in its order. Some lie side by side in time: uploads and computing, this frame and the next.
enum class Station : std::uint8_t {
  capture,  ///< from the moment it was taken until its data were here
  decode,   ///< from data to pixels
  upload,   ///< to the GPU, or from the host to OpenGL
  split,    ///< from words to the pixels that enter tables
  table,    ///< passes that make tables
  filters,  ///< the other passes
  colour,   ///< the views, where the host paints them
  panels,   ///< the interface, on the CPU
  draw,     ///< what OpenGL draws
  swap,     ///< until the window system has the picture
};
inline constexpr std::array<std::string_view, 10> k_stations{"capture", "decode", "upload", "split", "table",
                                                             "filters", "colour", "panels", "draw",  "swap"};

/// How fast frames followed each other within the last ten seconds; all 0 before there are two.
struct FrameGaps {
  int frames = 0;                    ///< after the first one
  double seconds = 0;                ///< from the first to the last
  double median_ms = 0, p90_ms = 0;  ///< between two

  double per_second() const { return seconds > 0 ? frames / seconds : 0; }
};

/// What the window does because it cannot keep up.
struct AdaptiveQuality {
  bool coarse = false;        ///< views are painted at half their resolution, because they move
  bool fewer_frames = false;  ///< new frames wait for as long as painting took
  double full_ms = 0;         ///< that painting all pixels takes
};

/// Where the time of a live frame goes.
struct Budget {
  std::array<std::optional<double>, k_stations.size()> median_ms;  ///< empty: not measured, or there is none
  std::uint64_t given = 0, shown = 0, dropped = 0;                 ///< frames since the source was opened
  double frame_ms = 0;                                             ///< between two frames of the source; 0: not known
  double shown_ms = 0;                                             ///< between two frames shown, on average; 0: not known

  std::optional<double> at(Station station) const { return median_ms[static_cast<std::size_t>(station)]; }
  double sum_ms() const;
  /// Between two frames shown, beside the stations: for the next frame, for the screen, for other programs.
  double waiting_ms() const { return std::max(shown_ms - sum_ms(), 0.0); }
};

class BudgetTimes {
 public:
  void clear();
  void clear_computing();  ///< what depends on the algorithm or the chain
  void note(Station station, double milliseconds) { times_[static_cast<std::size_t>(station)].add(milliseconds); }
  /// The stations that a content has passed on its way from the host to the screen.
  void note(const Content& arrived);
  void report(Budget& budget) const;

 private:
  std::array<LastTimes, k_stations.size()> times_;
};

/// How long a pass took, over its last runs, at most 60.
struct PassTimes {
  std::string name;
  Cost cost;
  double median_ms = 0, p10_ms = 0, p90_ms = 0;
  int measured = 0;  ///< runs; 0: its times are not known
};

/// Of the tables of one algorithm on pictures of one size.
class TableTimes {
 public:
  /// Forgets all; from here on it is this plan.
  void start(const Plan& plan);
  /// Adds the times of a table, and returns them.
  void note(const Content& fresh, FrameStatus& status);

 private:
  LastTimes tables_;
  std::vector<LastTimes> passes_;
  std::vector<PassTimes> reported_;
};

/// Of the filters of one chain on frames of one size.
class ChainTimes {
 public:
  /// Adds the times of a result, and returns them. True if it is of another chain than the last one: older times are forgotten.
  bool note(const Content& fresh, Filtered& filtered);

 private:
  std::string of_;  ///< the chain in words
  std::vector<LastTimes> filters_, tables_;
};

/// Measures how fast frames follow each other.
class FrameGapTimes {
 public:
  /// longest_gap: seconds after which frames do not follow each other any more.
  explicit FrameGapTimes(double longest_gap = 1e9) : longest_gap_(longest_gap) {}
  void note();  ///< one more, now
  void clear() { times_.clear(); }
  FrameGaps reported() const;
  double per_second() const;  ///< within the last second

 private:
  double longest_gap_;
  std::deque<std::chrono::steady_clock::time_point> times_;
};

}  // namespace satscope::app
