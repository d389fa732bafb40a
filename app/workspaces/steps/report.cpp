// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/report.h"

#include <algorithm>

#include "app/workspaces/steps/views/stages/stages.h"
#include "kernels/emulated.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {
using nlohmann::json;

json to_json(const Value& value) {
  return std::visit([](auto plain) { return json(plain); }, value);
}

json counters_json(const Counters& counters) {
  json out;
  for (const CounterField& field : counter_fields()) out[std::string(field.id)] = counters.*field.value;
  return out;
}

}  // namespace

json report_steps(const StepsState& steps, double now) {
  const Player* player = steps.player();
  json out{{"settled", player && !steps.building() && !steps.sliding(now)}, {"problem", steps.problem}};
  if (!player) return out;
  const Story& story = player->story();
  const StoryStep* story_step = player->current();
  out["step"] = player->position();
  out["steps"] = player->count();
  out["label"] = story_step ? story.first_step(*story_step).label : "";
  out["phase"] = story_step ? std::string(story.first_step(*story_step).phase()) : "";
  out["pass"] = story_step ? story.first_step(*story_step).pass + 1 : 0;
  out["playing"] = player->playing();
  out["traced"] = {{"algorithm", story.algorithm_id}, {"w", story.request.extent.width}, {"h", story.request.extent.height},
                   {"type", story.request.types.id},  {"sizes", to_text(story.sizes)},   {"together", story.together}};
  if (story.of_filter())
    out["traced"]["filter"] = {{"id", story.filter.id},
                               {"reads_per_pixel", story.filter.counted.per_pixel},
                               {"by_formula", story.filter.reads_by_formula},
                               {"pixels", story.filter.counted.pixels}};
  const std::size_t pass = story_step ? static_cast<std::size_t>(story.first_step(*story_step).pass) : 0;
  out["counted"] = {{"all_passes", counters_json(story.trace.total)}, {"this_pass", json()}};
  if (pass < story.trace.passes.size()) out["counted"]["this_pass"] = counters_json(story.trace.passes[pass].counters);
  out["result_matches"] = story.trace.result_matches;
  out["result_exact"] = story.check ? json(story.trace.result_matches && story.check->exact()) : json();
  out["pass_check"] =
      story.pass_check
          ? json{{"buffer", story.pass_check->buffer}, {"right", story.pass_check->right}, {"all", story.pass_check->all}}
          : json();
  out["provenance_exact"] = story.trace.provenance_exact;
  out["races"] = story.trace.races.size();
  out["twin"] = story.cross_check.state == CrossCheck::State::agree    ? "agree"
                : story.cross_check.state == CrossCheck::State::differ ? "differ"
                                                                       : "unknown";
  out["twin_text"] = story.cross_check.text;
  out["chapters"] = json::array();
  for (const StoryPhase& story_phase : story.phases)
    out["chapters"].push_back(
        {{"name", story_phase.name}, {"pass", story_phase.pass + 1}, {"first", story_phase.first}, {"end", story_phase.end}});
  out["run"] = steps.has_two_runs() ? (steps.steps_the_failing_run() ? json("failing") : json("right")) : json();
  out["told"] = nullptr;
  if (const StepCaption* caption = steps.caption())
    out["told"] = {{"idea", caption->idea},       {"watch", caption->watch},         {"this_step", caption->this_step},
                   {"machine", caption->machine}, {"thread", caption->focus.thread}, {"block", caption->block}};
  out["hover"] = nullptr;
  if (steps.hover) {
    const Cell cell = steps.cell(*steps.hover);
    out["hover"] = {{"buffer", story.trace.buffers[steps.hover->buffer].name},
                    {"index", steps.hover->index},
                    {"value", to_json(number(cell, story.trace.buffers[steps.hover->buffer].type))},
                    {"pixels", text_of(story, *steps.hover, cell)}};
  }
  out["chosen"] =
      steps.chosen ? json{{"buffer", story.trace.buffers[steps.chosen->buffer].name}, {"index", steps.chosen->index}} : json();
  return out;
}

json report_pair(const StepsState& first, const StepsPairModel& model, const StepsPair& pair, double now) {
  if (!pair.on) return nullptr;
  const Clock* clock = model.clock();
  json out{{"link", id_of(pair.link)},
           {"settled", clock && !model.second.building() && !model.second.sliding(now)},
           {"problem", model.second.problem},
           {"verdict", model.verdict()},
           {"sides", json::array()}};
  if (!clock) return out;
  out["step"] = clock->position();
  out["steps"] = clock->count();
  for (const StepsState* state : {&first, &model.second}) {
    const Player& player = *state->player();
    const StepCaption* caption = state->caption();
    const auto& costs = model.costs(state == &model.second);
    json side{{"algorithm", player.story().algorithm_id},
              {"step", player.position()},
              {"steps", player.count()},
              {"hover", state->hover ? json{{"buffer", state->hover->buffer}, {"index", state->hover->index}} : json()},
              {"this_step", caption ? caption->this_step : ""}};
    for (const RunCostField& field : k_run_costs) {
      side["now"][std::string(field.id)] = costs[std::min(player.position(), costs.size() - 1)].*field.value;
      side["all"][std::string(field.id)] = costs.back().*field.value;
    }
    out["sides"].push_back(side);
  }
  return out;
}

json report_prediction(const Prediction& prediction) {
  json out{{"on", prediction.on},         {"marks", json::array()},        {"found", prediction.found()},
           {"asked", prediction.asked()}, {"values", prediction.values()}, {"right_values", prediction.right_values()},
           {"outcome", nullptr}};
  for (const PredictedCell& mark : prediction.marks())
    out["marks"].push_back({{"buffer", mark.cell.buffer}, {"index", mark.cell.index}, {"value", mark.value}});
  if (const PredictOutcome* outcome = prediction.outcome())
    out["outcome"] = {{"found", outcome->found.size()},        {"missed", outcome->missed.size()},
                      {"wrong", outcome->wrong.size()},        {"values", outcome->values},
                      {"right_values", outcome->right_values}, {"sentence", sentence_of(*outcome)}};
  return out;
}

json report_stages(const Frame& frame, const StepsModel& model, double now) {
  const std::optional<Pixel>& cell = model.stage_cell;
  const FrameStatus& status = frame.status();
  const ShownStage& shown = frame.shown().stage;
  const Algorithm* algorithm = find_algorithm(status.algorithm);
  json out{{"stages", last_stage(status)},
           {"pass_times", json::array()},
           {"emulated", algorithm && emulated(*algorithm, status.machine)},
           {"stages_playing", model.stages && model.stages->playing()},
           {"stage_part", shown.ready && model.stages ? model.stages->part(shown.stage.passes, now) : 1},
           {"stage_buffer", nullptr},
           {"stage_told", model.stage_caption},
           {"stage_hover", nullptr}};
  for (const PassTimes& pass : status.passes)
    out["pass_times"].push_back({{"name", pass.name},
                                 {"ms", pass.median_ms},
                                 {"p10", pass.p10_ms},
                                 {"p90", pass.p90_ms},
                                 {"measured", pass.measured},
                                 {"bytes", pass.cost.bytes},
                                 {"additions", pass.cost.additions}});
  if (!shown.ready) return out;
  const PlanStage& stage = shown.stage;
  out["stage"] = stage.passes;
  out["stage_buffer"] = {{"name", stage.name},      {"pass", stage.pass},        {"w", stage.shape.width},
                         {"h", stage.shape.height}, {"type", id_of(stage.type)}, {"turned", stage.turned()}};
  out["stage_before"] = {{"name", stage.before.name},
                         {"w", stage.before.shape.width},
                         {"h", stage.before.shape.height},
                         {"turned", stage.before.turned()}};
  if (const auto entry = cell ? frame.stage_entry(cell->x, cell->y) : std::nullopt)
    out["stage_hover"] = {{"x", cell->x}, {"y", cell->y}, {"value", to_json(*entry)}};
  return out;
}

}  // namespace satscope::app
