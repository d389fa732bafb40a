// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/stage.h"

#include <algorithm>
#include <cstdlib>

namespace satscope::app {
namespace {

const Buffer& buffer_of(const Plan& plan, int number) { return plan.buffers[static_cast<std::size_t>(number)]; }

/// The largest of the buffers; of equals the last.
int largest(const Plan& plan, const std::vector<int>& buffers) {
  int best = buffers.front();
  for (const int buffer : buffers)
    if (buffer_of(plan, buffer).shape.area() >= buffer_of(plan, best).shape.area()) best = buffer;
  return best;
}

/// By the first passes of the plan.
bool written_before(const Plan& plan, std::size_t passes, int buffer) {
  return std::any_of(plan.passes.begin(), plan.passes.begin() + static_cast<std::ptrdiff_t>(passes), [&](const Pass& pass) {
    return std::find(pass.writes.begin(), pass.writes.end(), buffer) != pass.writes.end();
  });
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
  // because: in a square or narrow picture the sides do not show which way a buffer lies; here they do, and it is so small that
  // every algorithm takes it
  Request probe = request;
  probe.extent = {127, 113};
  const Plan same_plan = algorithm.plan(probe);

  const auto placed = [&](int number) {
    const Buffer& buffer = buffer_of(plan, number);
    const auto found = std::find_if(same_plan.buffers.begin(), same_plan.buffers.end(),
                                    [&](const Buffer& other) { return other.name == buffer.name; });
    const Extent shape = found == same_plan.buffers.end() ? Extent{0, 0} : found->shape;
    return StageBuffer{.buffer = number,
                       .name = buffer.name,
                       .shape = buffer.shape,
                       .type = buffer.type,
                       .across = along(shape.width, probe.extent),
                       .down = along(shape.height, probe.extent)};
  };
  const auto stage_of = [&](std::size_t passes) {
    PlanStage stage;
    stage.passes = passes;
    int before = plan.picture(), after = plan.picture();
    if (passes > 0) {
      const Pass& pass = plan.passes[passes - 1];
      stage.pass = pass.name;
      stage.reads = names_of(plan, pass.reads);
      stage.writes = names_of(plan, pass.writes);
      after = passes == plan.passes.size() ? plan.table() : largest(plan, pass.writes);
      // what only this pass writes holds nothing yet; what lies like the picture shows most
      std::vector<int> held, like_picture;
      for (const int buffer : pass.reads) {
        if (buffer != plan.picture() && !written_before(plan, passes - 1, buffer)) continue;
        held.push_back(buffer);
        if (const StageBuffer one = placed(buffer); one.across != Along::neither && one.down != Along::neither)
          like_picture.push_back(buffer);
      }
      if (!held.empty()) before = largest(plan, like_picture.empty() ? held : like_picture);
    }
    static_cast<StageBuffer&>(stage) = placed(after);
    stage.before = placed(before);
    stage.is_table = passes == plan.passes.size();
    stage.before_is_picture = before == plan.picture();
    return stage;
  };
  std::vector<PlanStage> stages;
  for (std::size_t passes = 0; passes <= plan.passes.size(); ++passes) stages.push_back(stage_of(passes));
  return stages;
}

}  // namespace satscope::app
