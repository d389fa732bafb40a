// SPDX-License-Identifier: Apache-2.0
// What a frame says about itself: for the status corner, and how far its sums can be trusted.
#pragma once
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "app/core/display_path.h"
#include "app/pipeline/frame_source.h"
#include "app/pipeline/stage.h"
#include "app/pipeline/times.h"
#include "kernels/exact.h"
#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

/// For the status corner.
struct FrameStatus {
  Machine machine = Machine::cpu;
  DisplayPath path = DisplayPath::cpu;
  std::string path_reason;          ///< why this path, a sentence
  std::string device;               ///< GPU's name, or the CPU threads
  std::string algorithm, type;      ///< ids in force
  Request request;                  ///< of the table that is shown
  std::optional<double> median_ms;  ///< of the last tables, at most 60
  int measured = 0;
  std::time_t last_measured = 0;  ///< time of day of the last one
  std::vector<PlanStage> stages;  ///< before the first pass, and after each
  std::vector<PassTimes> passes;  ///< of the algorithm in force
  double frames_per_second = 0;   ///< shown, of the live source, within the last second
  FrameGaps gaps;                 ///< between those shown
  AdaptiveQuality quality;        ///< as `set_quality` said
  SourceStatus source;            ///< the live one
  bool reduced = false;           ///< what is summed are 8-bit values of a source that has more
  Extent live_extent;             ///< of its newest frame; no area before the first
  Budget budget;                  ///< where the time of a live frame goes
  bool busy = false;
  double progress = 0;  ///< 0 ... 1, negative if not known
  std::string message;  ///< a sentence about what could not be done or is shown reduced; empty if all is well
  enum class Agreement { unknown, agree, differ } agreement = Agreement::unknown;
  std::string agreement_text;             ///< what was compared with what, and what came of it
  std::optional<TableCheck> table_check;  ///< of the whole table; of a live one now and then
};

/// How far the sum of a box, read from a table, can be trusted.
struct SumTruth {
  enum class State : std::uint8_t {
    exact,    ///< it is the sum of the pixels
    pending,  ///< these are being summed
    wrong,    ///< it is not, see below
    unknown,  ///< it may be off; a live source does not stand still to be summed
  } state = State::pending;
  Value sum;             ///< of the pixels in 64 bits; where it is wrong
  double mean = 0;       ///< likewise
  double error = 0;      ///< absolute; not a number where the table gives none
  std::string why = {};  ///< a clause, with the box size from which it can be wrong; empty where it is exact

  bool doubtful() const { return state == State::wrong || state == State::unknown; }
};

}  // namespace satscope::app
