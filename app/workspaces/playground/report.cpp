// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/report.h"

#include <algorithm>

#include "app/core/param_values.h"
#include "app/core/text/walk_text.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/faces/face_walk.h"
#include "app/workspaces/playground/hovered_window.h"
#include "app/workspaces/playground/playground.h"
#include "kernels/filters/chain.h"

namespace satscope::app {
namespace {
using nlohmann::json;

std::string_view word_of(Phase phase) {
  switch (phase) {
    case Phase::opening: return "opening";
    case Phase::running: return "running";
    case Phase::ended: return "ended";
    case Phase::failed: return "failed";
  }
  return "";
}

json channels(std::uint32_t word) { return {word & 0xFFU, word >> 8 & 0xFFU, word >> 16 & 0xFFU}; }

json budget_json(const Budget& budget) {
  json stations = json::object();
  for (std::size_t i = 0; i < k_stations.size(); ++i)
    stations[std::string(k_stations[i])] = budget.median_ms[i] ? json(*budget.median_ms[i]) : json();
  stations["waiting"] = budget.shown_ms > 0 ? json(budget.waiting_ms()) : json();
  return stations;
}

json pixel_json(const Session& session, const Interaction& doing, const Frame& frame) {
  if (!doing.hover) return nullptr;
  const auto [x, y] = *doing.hover;
  json pixel{{"x", x}, {"y", y}, {"before", nullptr}, {"after", nullptr}, {"window", nullptr}};
  if (const auto values = frame.filtered_pixel(x, y)) {
    pixel["before"] = channels(values->before);
    pixel["after"] = channels(values->after);
  }
  const auto window = hovered_window(session, doing, frame.filtered().picture);
  if (!window) return pixel;
  pixel["window"] = {
      {"x", window->box.x},       {"y", window->box.y},     {"w", window->box.width},           {"h", window->box.height},
      {"pixels", window->pixels}, {"reads", window->reads}, {"text", texts_of(*window).front()}};
  json& corners = pixel["window"]["corners"] = json::array();
  for (const WindowCorner& one : corners_of(*window, frame.filtered().picture))
    corners.push_back({{"letter", std::string(1, one.letter)}, {"x", one.x}, {"y", one.y}, {"read", one.read}});
  return pixel;
}

json faces_json(const FaceFinder& finder, const PlaygroundView& view) {
  if (!finder.on()) return nullptr;
  json out{{"problem", finder.problem()}, {"found", json::array()}};
  const FacesFound* found = finder.found();
  if (!found) return out;
  for (const faces::Face& face : found->faces)
    out["found"].push_back(
        {{"x", face.box.x}, {"y", face.box.y}, {"w", face.box.width}, {"h", face.box.height}, {"neighbours", face.neighbours}});
  out["windows"] = found->detection.looked_at;
  out["rejected_by_stage"] = found->detection.rejected;
  out["ms"] = found->ms;
  out["age_ms"] = finder.age_ms();
  out["walk"] = nullptr;
  if (found->walk) {
    const Box& box = found->walk->box;
    out["walk"] = {{"x", box.x},
                   {"y", box.y},
                   {"w", box.width},
                   {"h", box.height},
                   {"passed", found->walk->passed},
                   {"steps", found->walk->steps.size()},
                   {"texts", json::array()}};
    if (const faces::WalkStep* step = shown_step(finder, view)) out["walk"]["texts"] = step_texts(*found->cascade, *step);
  }
  return out;
}

}  // namespace

json report_playground(const Ui& ui, const PlaygroundModel& model, bool original) {
  const Recorder& recorder = model.recorder;
  const Session& session = ui.session;
  const Frame& frame = ui.frame;
  const Filtered& filtered = frame.filtered();
  const FrameStatus& status = frame.status();
  const PlaygroundEdit& edit = session.edit.part<PlaygroundEdit>();
  json out{{"chain", to_text(chain_in_force(edit))},
           {"shows", original                                    ? "original"
                     : session.part<PlaygroundView>().difference ? "difference"
                                                                 : "result"},
           {"picture", {{"w", filtered.picture.width}, {"h", filtered.picture.height}, {"reduction", filtered.reduction}}},
           {"filters", json::array()},
           {"in_force", json::array()},
           {"regions", json::array()},
           {"ready", filtered.ready},
           {"colour", filtered.colour},
           {"total_ms", filtered.total_ms},
           {"tables", filtered.tables},
           {"table_bytes", filtered.table_bytes},
           {"remark", filtered.remark},
           {"message", filtered.message},
           {"serial", filtered.serial},
           {"pixel", pixel_json(session, ui.doing, frame)},
           {"budget", budget_json(status.budget)},
           {"frame_ms", status.budget.frame_ms},
           {"shown_ms", status.budget.shown_ms},
           {"budget_text", budget_texts(status.budget, session.edit.live).front()},
           {"given", status.budget.given},
           {"shown", status.budget.shown},
           {"dropped", status.budget.dropped},
           {"mirrored", status.source.mirrored},
           {"phase", status.source.on ? json(word_of(status.source.feed.phase)) : json()},
           {"said", json::array()}};
  out["recording"] = recorder.records();
  out["film"] = model.film.mark();
  out["camera"] = model.camera.shown_as();
  out["countdown"] = recorder.countdown(ui.now);
  for (const FilterTimes& one : filtered.filters)
    out["filters"].push_back(
        {{"filter", one.filter}, {"ms", one.median_ms}, {"table_ms", one.table_ms}, {"tables", one.tables}});
  for (const ChainLink& link : chain_in_force(edit)) {
    Params params = link.params;
    for (const Param& param : link.filter->params) params.try_emplace(param.id, param.fallback);
    out["in_force"].push_back({{"filter", link.filter->id}, {"params", to_json(params)}});
  }
  for (std::size_t i = 0; i < edit.regions.size(); ++i) {
    const Box& box = edit.regions[i];
    out["regions"].push_back({{"x", box.x},
                              {"y", box.y},
                              {"w", box.width},
                              {"h", box.height},
                              {"moves", i < filtered.regions.size() ? json(filtered.regions[i]) : json()},
                              {"rings", rings(filtered, session.part<PlaygroundView>(), i)}});
  }
  for (const RungReport& rung : status.source.rungs) out["said"].push_back(rung.sentence);
  if (!status.source.trouble.empty()) out["said"].push_back(status.source.trouble);
  out["faces"] = faces_json(model.finder, session.part<PlaygroundView>());
  return out;
}

}  // namespace satscope::app
