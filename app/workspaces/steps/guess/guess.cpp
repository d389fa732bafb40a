// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/guess/guess.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "app/lessons/lesson.h"
#include "app/workspaces/steps/source/examples.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// Passes of an algorithm on the numbers of the story; none: it cannot make their table.
std::optional<std::size_t> passes_on(const Algorithm& algorithm, const Story& story) {
  if (!algorithm.traced() || !algorithm.traced_plan || algorithm.trace_sizes.empty()) return std::nullopt;
  Request request = story.request;
  request.params.clear();
  request.form = algorithm.natural_form;
  request.sizes = algorithm.trace_sizes.front();
  try {
    return algorithm.traced_plan(request).passes.size();
  } catch (const std::invalid_argument&) {  // "cannot run here" of these numbers
    return std::nullopt;
  }
}

}  // namespace

void take_names_out(Story& story) {
  story.nameless = true;
  story.algorithm_title = "An algorithm without a name";
  story.hardware.reset();
  for (Cost& cost : story.costs) cost.formula = {};
  const std::string unknown(1, '?');  // because: g++ 12 warns wrongly where the literal is assigned
  for (std::string& pass : story.passes) pass = unknown;
  for (TracePass& pass : story.trace.passes) pass.name = unknown;
  struct Names {
    std::map<std::string, std::size_t, std::less<>> phases;
    std::map<std::string, std::size_t> labels;        ///< number within its phase
    std::map<std::size_t, std::size_t> labels_count;  ///< by phase
  };
  std::map<int, Names> passes;
  for (Step& step : story.trace.steps) {
    Names& names = passes[step.pass];
    const std::size_t phase = names.phases.try_emplace(std::string(step.phase()), names.phases.size() + 1).first->second;
    const auto [label, fresh] = names.labels.try_emplace(step.label, 0);
    if (fresh) label->second = ++names.labels_count[phase];
    step.label = label->second == 1 ? fmt::format("phase-{}", phase) : fmt::format("phase-{}, {}", phase, label->second);
  }
}

namespace {

/// Ids of algorithms that an example or a lesson steps through.
const std::set<std::string>& taught() {
  static const std::set<std::string> all = [] {
    std::set<std::string> ids;
    for (const StepsExample& example : steps_examples()) ids.emplace(example.algorithm);
    for (const Lesson& lesson : lessons())
      for (const Card& card : lesson.cards)
        if (card.show && card.show->contains("steps")) ids.insert(card.show->at("steps").value("algorithm", "serial"));
    return ids;
  }();
  return all;
}

}  // namespace

std::vector<std::string> guessable(const Story& story, bool all) {
  std::vector<std::string> ids;
  for (const Algorithm& one : algorithms())
    if ((all || taught().contains(one.id)) && passes_on(one, story)) ids.push_back(one.id);
  return ids;
}

std::optional<std::string> Guess::begin(const Story& story, std::mt19937& random, bool all) {
  std::vector<std::string> ids = guessable(story, all);
  std::erase(ids, story.algorithm_id);
  if (ids.empty()) return std::nullopt;
  stop();
  algorithm_ = ids[std::uniform_int_distribution<std::size_t>(0, ids.size() - 1)(random)];
  return algorithm_;
}

void Guess::guess(const Story& story, const std::string& id) {
  if (solved_ || id.empty()) return;
  if (id == algorithm_) {
    solved_ = true;
    answer_ = wrong_.empty() ? "Right, at the first try." : fmt::format("Right, at try {}.", wrong_.size() + 1);
    return;
  }
  if (std::ranges::find(wrong_, id) == wrong_.end()) wrong_.push_back(id);
  const Algorithm& one = known_algorithm(id);
  const std::size_t here = story.trace.passes.size(), there = passes_on(one, story).value_or(here);
  answer_ = here == there ? fmt::format("Not {}, though it takes {} too.", one.title, counted(there, "pass"))
                          : fmt::format("Not {}: it takes {}, not {}.", one.title, counted(there, "pass"), here);
}

}  // namespace satscope::app
