// SPDX-License-Identifier: Apache-2.0
#include "app/core/text/walk_text.h"

#include <fmt/format.h>

#include <cmath>

#include "app/core/text/number_text.h"

namespace satscope::app {
namespace {

std::string with_minus(double number, int digits) { return (number < 0 ? "−" : "") + grouped(std::abs(number), digits); }
std::string small(double number) { return fmt::format("{}{:.4f}", number < 0 ? "−" : "", std::abs(number)); }

}  // namespace

std::string fate_text(const faces::Cascade& cascade, const faces::WindowWalk& walk) {
  if (walk.flat) return fmt::format("no stage looks at it, because its deviation of {:.1f} is at most 10", walk.deviation);
  const auto stages = static_cast<int>(cascade.stages.size());
  if (walk.passed == stages) return fmt::format("passes all {} stages", stages);
  return fmt::format("rejected by stage {} of {}", walk.passed + 1, stages);
}

std::vector<std::string> step_texts(const faces::Cascade& cascade, const faces::WalkStep& step) {
  const faces::Node& node = cascade.nodes[static_cast<std::size_t>(step.node)];
  const auto& rects = cascade.features[static_cast<std::size_t>(node.feature)].rects;
  const faces::Stage& stage = cascade.stages[static_cast<std::size_t>(step.stage)];
  std::string sum;
  double total = 0;
  for (std::size_t k = 0; k < rects.size(); ++k) {
    if (k == 2 && rects[k].weight == 0) continue;
    const auto weight = static_cast<double>(rects[k].weight);
    const double pixels = static_cast<double>(step.sums[k]);
    sum += fmt::format("{}{} × {}", k == 0 ? (weight < 0 ? "−" : "") : (weight < 0 ? " − " : " + "),
                       grouped(std::abs(weight), 4), grouped(pixels, 12));
    total += weight * pixels;
  }
  std::vector<std::string> texts{
      fmt::format("Stage {} of {}, tree {} of {}", step.stage + 1, cascade.stages.size(), step.tree + 1, stage.trees),
      fmt::format("{} = {}", sum, with_minus(total, 12))};
  const bool left = step.value < node.threshold;
  std::string compared = fmt::format("Over pixels × deviation: {}, {} {}", small(static_cast<double>(step.value)),
                                     left ? "below" : "not below", small(static_cast<double>(node.threshold)));
  compared +=
      step.leaf ? fmt::format(": leaf {}", small(static_cast<double>(*step.leaf))) : std::string(": on to the next node");
  texts.push_back(std::move(compared));
  const auto threshold = static_cast<double>(stage.threshold);
  texts.push_back(!step.ends_stage
                      ? fmt::format("Leaves of the stage so far: {}, it needs {}", small(step.stage_sum), small(threshold))
                      : fmt::format("Leaves of the stage: {}, {} {}: the window {}", small(step.stage_sum),
                                    step.stage_sum < threshold ? "below" : "not below", small(threshold),
                                    step.stage_sum < threshold ? "is rejected" : "passes"));
  texts.push_back(fmt::format("{} reads of the tables so far", grouped(static_cast<std::uint64_t>(step.reads))));
  return texts;
}

}  // namespace satscope::app
