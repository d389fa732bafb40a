// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/trace/zeros.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace satscope::app {

std::vector<bool> zeros_that_count(const Trace& trace) {
  std::set<std::pair<int, std::string_view>> loading;  // because: a block beside the picture reads nothing in such a step
  for (const Step& step : trace.steps)
    if (std::ranges::any_of(trace.reads_of(step),
                            [&](const Read& read) { return trace.buffers[read.buffer].space == Space::global; }))
      loading.emplace(step.pass, step.label);
  std::vector<bool> zeros(trace.origins.size());
  for (const Step& step : trace.steps) {
    if (loading.contains({step.pass, step.label})) continue;
    for (const Write& write : trace.writes_of(step)) {
      const OriginId id = write.after.origin;
      const bool now = id >= step.first_origin && id < step.first_origin + step.origins;
      if (now && trace.origins[id].kind == Origin::Kind::constant && write.after == Cell{}) zeros[id] = true;
    }
  }
  // because: a result stays one when it is read again, and when nothing or another is added to it
  for (OriginId id = 1; id < trace.origins.size(); ++id) {
    const Origin& origin = trace.origins[id];
    const bool adds = origin.kind == Origin::Kind::sum || origin.kind == Origin::Kind::difference;
    if (origin.bits != 0 || origin.pixels != 0 || (!adds && origin.kind != Origin::Kind::load)) continue;
    if (zeros[origin.first] || (adds && zeros[origin.second])) zeros[id] = true;
  }
  return zeros;
}

}  // namespace satscope::app
