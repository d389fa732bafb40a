// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the workspace Steps.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

class Fields;

/// The sides of a patch in pixels.
inline constexpr std::array k_patch_sides{4, 8, 16, 32};

struct StepsSource {
  enum class Kind : std::uint8_t { patch, ready, typed };
  Kind kind = Kind::ready;
  int x = 0, y = 0;              ///< patch: a pixel near its middle; negative: the middle of the picture
  int side = 8;                  ///< patch, and ready tables that come in any size: one of k_patch_sides
  std::string ready = "bilgic";  ///< id of a ReadyTable
  std::string typed = {};        ///< numbers as text: a row per line
  std::string from = {};         ///< typed: where the numbers were taken, if they were not typed
  bool operator==(const StepsSource&) const = default;
};
inline constexpr std::array k_steps_source_kinds{
    Named<StepsSource::Kind>{StepsSource::Kind::patch, "patch"},
    Named<StepsSource::Kind>{StepsSource::Kind::ready, "ready"},
    Named<StepsSource::Kind>{StepsSource::Kind::typed, "typed"},
};

/// Ids of views: the one that Steps begins with, and whether this is one.
std::string_view first_step_view();
bool is_step_view(std::string_view id);

/// An order in which blocks that exchange numbers run.
struct BlockOrder {
  std::string_view schedule;  ///< as parse_schedule reads it
  std::string_view title, help;
};
inline constexpr std::array k_block_orders{
    BlockOrder{"random:1", "Blocks as on a GPU",
               "all have started and take turns in no order: some find aggregates, some wait"},
    BlockOrder{"ticket", "Blocks one after another", "the first goes on as far as it can: everybody finds prefixes"},
    BlockOrder{"reversed:8", "Blocks from the last one", "of eight blocks the last goes on: many wait"},
};

/// How much is shown: what a newcomer needs, which is the grids, a sentence and a counter; or all there is.
enum class StepsLevel : std::uint8_t { essential, full };
inline constexpr std::array k_steps_levels{
    Named<StepsLevel>{StepsLevel::essential, "essential"},
    Named<StepsLevel>{StepsLevel::full, "full"},
};

inline constexpr double k_slowest = 0.25, k_fastest = 512;  ///< steps per second

/// The first machine, but for a row of numbers one on which it is one tree.
inline constexpr int k_size_auto = -1;

struct StepsSettings {
  static constexpr const char* k_member = "steps";

  StepsSource source = {};
  std::string algorithm = "serial";  ///< what is stepped, or what makes the tables of the filter
  Params params = {};                ///< of the algorithm
  std::string filter = {};           ///< id of the filter that is stepped; empty: the algorithm is
  Params filter_params = {};
  int passes = 0;                 ///< of an algorithm, that are shown; 0: all
  int size = k_size_auto;         ///< number in the trace sizes of what is stepped: toy ones first, the real one last
  std::optional<Form> form = {};  ///< none: what the algorithm makes by nature
  std::string type = {};          ///< id of a TypePair; empty: what the numbers need
  bool together = true;           ///< all blocks at once
  std::string order{k_block_orders[0].schedule};  ///< of blocks that exchange numbers, as parse_schedule reads it
  std::string view{first_step_view()};            ///< id of a StepViewKind: what the middle shows
  std::string beside = {};                        ///< a second view, of the same step; empty: none
  std::optional<StepsLevel> level = {};           ///< none: that of the user
  bool panel = true;                              ///< words and code beside the views
  bool counters = true, code = true;              ///< of the panel: unfolded
  bool all_arrows = false;                        ///< of the grids: of all threads, not only of the selected one
  int stage = 1;                                  ///< of the stages: passes that have run; more than there are: all
  double speed = 2;                               ///< steps per second
  int finish_in = 20;                             ///< seconds
  bool operator==(const StepsSettings&) const = default;
};

/// What the level shows is unfolded, and the rest is folded.
void take_level(StepsSettings& settings, StepsLevel level);

/// The form that is stepped: the one that was chosen, or what the algorithm makes by nature.
Form form_of(const StepsSettings& settings);

void fields(Fields& io, StepsSettings& settings);

}  // namespace satscope::app
