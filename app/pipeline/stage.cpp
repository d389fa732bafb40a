// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/stage.h"

#include <algorithm>
#include <cstdlib>

namespace satscope::app {
namespace {

const Buffer& buffer_of(const Plan& plan, int number) { return plan.buffers[static_cast<std::size_t>(number)]; }

/// The largest buffer that a pass writes; of equals the last.
int main_output(const Plan& plan, const Pass& pass) {
  int best = pass.writes.front();
  for (const int buffer : pass.writes)
    if (buffer_of(plan, buffer).shape.area() >= buffer_of(plan, best).shape.area()) best = buffer;
  return best;
}

std::vector<std::string> names_of(const Plan& plan, const std::vector<int>& buffers) {
  std::vector<std::string> names;
  for (const int buffer : buffers) {
    const std::string& name = buffer_of(plan, buffer).name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

Along along(int side, Extent picture) {
  if (std::abs(side - picture.width) <= 1) return Along::x;
  if (std::abs(side - picture.height) <= 1) return Along::y;
  return Along::neither;
}

}  // namespace

std::vector<PlanStage> stages_of(const Algorithm& algorithm, const Request& request) {
  const Plan plan = algorithm.plan(request);
  // because: in a square or narrow picture the sides do not tell which way a buffer lies; here they do, and it is so small that
  // every algorithm takes it
  Request telling = request;
  telling.extent = {127, 113};
  const Plan same_plan = algorithm.plan(telling);

  const auto stage_of = [&](std::size_t passes) {
    PlanStage stage;
    stage.passes = passes;
    stage.buffer = plan.picture();
    if (passes > 0) {
      const Pass& pass = plan.passes[passes - 1];
      stage.pass = pass.name;
      stage.reads = names_of(plan, pass.reads);
      stage.writes = names_of(plan, pass.writes);
      stage.buffer = passes == plan.passes.size() ? plan.table() : main_output(plan, pass);
    }
    const Buffer& buffer = buffer_of(plan, stage.buffer);
    stage.name = buffer.name;
    stage.shape = buffer.shape;
    stage.type = buffer.type;
    stage.is_table = stage.buffer == plan.table();
    const auto found = std::find_if(same_plan.buffers.begin(), same_plan.buffers.end(),
                                    [&](const Buffer& other) { return other.name == buffer.name; });
    const Extent shape = found == same_plan.buffers.end() ? Extent{0, 0} : found->shape;
    stage.across = along(shape.width, telling.extent);
    stage.down = along(shape.height, telling.extent);
    return stage;
  };
  std::vector<PlanStage> stages;
  for (std::size_t passes = 0; passes <= plan.passes.size(); ++passes) stages.push_back(stage_of(passes));
  return stages;
}

}  // namespace satscope::app
