// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the workspace Steps.
#pragma once
#include <array>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

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

/// What the middle of Steps shows.
enum class StepsView : std::uint8_t {
  grids,      ///< every buffer of a small picture as cells
  network,    ///< time downward, a node per addition
  tree,       ///< up-sweep and down-sweep as trees, where a block has them; else the network
  look_back,  ///< tiles and what they exchange, of algorithms whose blocks exchange messages
  banks,      ///< of shared memory, with what a warp's instruction asks of each
  lanes,      ///< threads over steps: busy, idle, waiting
  sectors,    ///< of global memory, that a warp's instruction touches
  stages,     ///< the whole picture's buffers between the passes of the running machine
};
inline constexpr std::array k_steps_views{
    Named<StepsView>{StepsView::grids, "grids"},     Named<StepsView>{StepsView::network, "network"},
    Named<StepsView>{StepsView::tree, "tree"},       Named<StepsView>{StepsView::look_back, "look-back"},
    Named<StepsView>{StepsView::banks, "banks"},     Named<StepsView>{StepsView::lanes, "lanes"},
    Named<StepsView>{StepsView::sectors, "sectors"}, Named<StepsView>{StepsView::stages, "stages"}};
constexpr std::string_view id_of(StepsView view) { return k_steps_views[static_cast<std::size_t>(view)].id; }

/// The view that comes after this one. has_messages: whether there is a look-back to see.
StepsView next_view(StepsView view, bool has_messages);
/// What is shown of a story: grids where there is no look-back to see.
constexpr StepsView shown_view(StepsView view, bool has_messages) {
  return view == StepsView::look_back && !has_messages ? StepsView::grids : view;
}

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

inline constexpr double k_slowest = 0.25, k_fastest = 512;  ///< steps per second

struct StepsSettings {
  static constexpr const char* k_member = "steps";

  StepsSource source = {};
  std::string algorithm = "serial";  ///< what is stepped, or what makes the tables of the filter
  Params params = {};                ///< of the algorithm
  std::string filter = {};           ///< id of the filter that is stepped; empty: the algorithm is
  Params filter_params = {};
  int passes = 0;                 ///< of an algorithm, that are shown; 0: all
  int size = 0;                   ///< number in the trace sizes of what is stepped: toy ones first, the real one last
  std::optional<Form> form = {};  ///< none: what the algorithm makes by nature
  std::string type = {};          ///< id of a TypePair; empty: what the numbers need
  bool together = true;           ///< all blocks at once
  std::string order{k_block_orders[0].schedule};  ///< of blocks that exchange numbers, as parse_schedule reads it
  StepsView view = StepsView::grids;
  std::optional<StepsView> beside = {};  ///< a second view, of the same step
  bool panel = true;                     ///< words and code beside the views
  bool counters = true, code = true;     ///< of the panel: unfolded
  bool all_arrows = false;               ///< of the grids: of all threads, not only of the selected one
  int stage = 1;                         ///< of the stages: passes that have run; more than there are: all
  double speed = 2;                      ///< steps per second
  int finish_in = 20;                    ///< seconds
  bool operator==(const StepsSettings&) const = default;
  /// What is absent keeps its default; throws std::runtime_error with a sentence.
  static StepsSettings from_json(const nlohmann::json& json);
};

/// The form that is stepped: the one that was chosen, or what the algorithm makes by nature.
Form form_of(const StepsSettings& settings);

nlohmann::json to_json(const StepsSettings& settings);

/// The second view; none where there is only one to see.
std::optional<StepsView> shown_beside(const StepsSettings& settings, bool has_messages);
/// Another view in the first place; the second one stays what it is.
void choose_next_view(StepsSettings& settings, bool has_messages);
/// The next one in the second place; after the last: none.
void choose_next_beside(StepsSettings& settings, bool has_messages);

}  // namespace satscope::app
