// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the workspace Steps.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/steps/steps_source.h"
#include "kernels/filter.h"

namespace satscope::app {

/// What the middle of Steps shows.
enum class StepsView : std::uint8_t {
  grids,    ///< every buffer of a small picture as cells
  network,  ///< time downward, a node per addition
  stages,   ///< the whole picture's buffers between the passes of the running machine
};
inline constexpr std::array k_steps_views{Named<StepsView>{StepsView::grids, "grids"},
                                          Named<StepsView>{StepsView::network, "network"},
                                          Named<StepsView>{StepsView::stages, "stages"}};
constexpr std::string_view id_of(StepsView view) { return k_steps_views[static_cast<std::size_t>(view)].id; }

struct StepsSettings {
  StepsSource source = {};
  std::string algorithm = "scan-transpose-scan";  ///< what is stepped, or what makes the tables of the filter
  Params params = {};                             ///< of the algorithm
  std::string filter = {};                        ///< id of the filter that is stepped; empty: the algorithm is
  Params filter_params = {};
  int size = 0;  ///< number in the trace sizes of what is stepped: toy ones first, the real one last
  Form form = Form::inclusive;
  std::string type = {};  ///< id of a TypePair; empty: what the numbers need
  bool together = true;   ///< all blocks at once
  StepsView view = StepsView::grids;
  int stage = 1;       ///< of the stages: passes that have run; more than there are: all
  double speed = 2;    ///< beats per second
  int finish_in = 20;  ///< seconds
  bool operator==(const StepsSettings&) const = default;
};

/// Steps another algorithm, or a filter, from its beginning: with parameters that fit a patch, on the smallest machine. A
/// filter is shown a block at a time, as every pixel does the same; its tables are made in the fewest passes.
void step_algorithm(StepsSettings& settings, const std::string& id);
void step_filter(StepsSettings& settings, const Filter& filter);
/// text: "box r=2", as parse_chain reads it. Throws std::invalid_argument with a sentence.
void step_filter(StepsSettings& settings, std::string_view text);

nlohmann::json to_json(const StepsSettings& settings);
/// What is absent keeps its default; throws std::runtime_error with a sentence.
StepsSettings steps_settings_from_json(const nlohmann::json& json);

}  // namespace satscope::app
