// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the workspace Steps.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/steps/steps_source.h"
#include "kernels/plan.h"

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
  std::string algorithm = "scan-transpose-scan";
  Params params = {};
  int size = 0;  ///< number in the algorithm's trace_sizes: toy ones first, the real one last
  Form form = Form::inclusive;
  std::string type = {};  ///< id of a TypePair; empty: what the numbers need
  bool together = true;   ///< all blocks at once
  StepsView view = StepsView::grids;
  int stage = 1;       ///< of the stages: passes that have run; more than there are: all
  double speed = 2;    ///< beats per second
  int finish_in = 20;  ///< seconds
  bool operator==(const StepsSettings&) const = default;
};

nlohmann::json to_json(const StepsSettings& settings);
/// What is absent keeps its default; throws std::runtime_error with a sentence.
StepsSettings steps_settings_from_json(const nlohmann::json& json);

}  // namespace satscope::app
