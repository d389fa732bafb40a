// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>

#include "app/session/history.h"
#include "app/workspaces/steps/compare/pair_settings.h"
#include "app/workspaces/steps/settings.h"
#include "kernels/trace/trace.h"

namespace satscope::app {

/// What of the workspace Steps is undone: which numbers, which algorithms or filter and machine, which barriers; not the view
/// of them.
struct StepsEdit {
  StepsSource source;
  std::string algorithm;
  Params params;
  std::string filter;
  Params filter_params;
  int passes = 0;
  int size = 0;
  std::optional<Form> form = {};
  std::string type;
  bool together = true;
  std::set<Barrier> deleted_barriers;
  StepsPair pair = {};  ///< two at once, without the place in it
  bool operator==(const StepsEdit&) const = default;
};
using StepsHistory = HistoryOf<StepsEdit>;

/// Without the pair.
StepsEdit edit_of(const StepsSettings& settings, const std::set<Barrier>& deleted_barriers);
/// Puts the edit into the settings and leaves the rest of them alone, and the pair to others.
void apply_edit(const StepsEdit& edit, StepsSettings& settings, std::set<Barrier>& deleted_barriers);

}  // namespace satscope::app
