// SPDX-License-Identifier: Apache-2.0
// The standings of a race as text for people and as JSON for programs.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/bench/report.h"
#include "app/core/json.h"
#include "app/core/param_values.h"
#include "app/core/text/number_text.h"
#include "app/workspaces/race/standings.h"
#include "kernels/device.h"

namespace satscope::app {
namespace {
using nlohmann::json;

/// Letters as people count them: bytes that do not go on with the one before.
std::size_t letters(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string_view word_of(Standing::State state) {
  switch (state) {
    case Standing::State::waiting: return "waiting";
    case Standing::State::timed: return "timed";
    case Standing::State::wrong: return "wrong";
    case Standing::State::refused: return "refused";
  }
  return "";
}

json as_json(const Standings& standings, const Standing& one, int baseline) {
  const auto known = [&](auto value) { return one.timed() ? json(value) : json(); };
  const auto percent = percent_of_floor(standings, one), factor = speedup(standings, one, baseline);
  return {{"algorithm", one.entrant.algorithm},
          {"params", to_json(one.entrant.params)},
          {"name", one.name},
          {"type", standings.types.id},
          {"w", standings.extent.width},
          {"h", standings.extent.height},
          {"machine", id_of(machine_of(standings, one))},
          {"channels", 1},
          {"form", id_of(one.form)},
          {"emulated", one.emulated},
          {"state", word_of(one.state)},
          {"reason", one.sentence},
          {"n", one.runs},
          {"median_ms", known(one.median_ms)},
          {"p10_ms", known(one.p10_ms)},
          {"p90_ms", known(one.p90_ms)},
          {"with_copies_ms", one.with_copies_ms > 0 ? known(one.with_copies_ms) : json()},
          {"gbs", known(one.timed() ? one.gigabytes_per_second() : 0)},
          {"percent_of_floor", percent ? json(*percent) : json()},
          {"speedup", factor ? json(*factor) : json()},
          {"correct", one.checks > 0 ? json(one.state != Standing::State::wrong) : json()},
          {"max_error", one.checks > 0 ? json(one.max_error) : json()},
          {"wraps", one.wraps},
          {"checks", one.checks},
          {"copies", one.copies},
          {"past_cache", one.past_cache},
          {"seconds_between", one.seconds_between}};
}

json as_json(const PublishedTime& time) {
  return {{"source", time.source},  {"year", time.year > 0 ? json(time.year) : json()},
          {"device", time.device},  {"algorithm", time.algorithm},
          {"title", time.title},    {"params", to_json(time.params)},
          {"w", time.extent.width}, {"h", time.extent.height},
          {"type", time.types},     {"ms", time.milliseconds},
          {"note", time.note}};
}

}  // namespace

std::string as_text(const Standings& standings, const RaceView& view, int baseline,
                    const std::vector<PublishedTime>& published) {
  constexpr std::size_t columns = k_race_columns.size();
  std::vector<std::array<std::string, columns>> rows(1);
  for (std::size_t c = 0; c < columns; ++c) rows[0][c] = k_race_columns[c].title;
  for (const std::size_t i : order_of(standings, view.sort, view.descending, baseline)) {
    auto& row = rows.emplace_back();
    for (std::size_t c = 0; c < columns; ++c) {
      const std::vector<std::string> texts = cell_texts(standings, i, k_race_columns[c].value, baseline);
      if (!texts.empty()) row[c] = texts.front();
    }
  }
  std::array<std::size_t, columns> width{};
  for (const auto& row : rows)
    for (std::size_t c = 0; c < columns; ++c) width[c] = std::max(width[c], letters(row[c]));
  std::string text = headline_of(standings) + "\n" + method_of(standings) + "\n\n";
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < columns; ++c) line += row[c] + std::string(width[c] + 2 - letters(row[c]), ' ');
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  if (!published.empty()) text += "\nPublished, on other devices, not ours:\n";
  for (const PublishedTime& time : published) text += milliseconds_text(time.milliseconds) + "  " + text_of(time) + "\n";
  return text;
}

BenchReport report_of(const Standings& standings) {
  const GpuStatus& gpu = gpu_status();
  BenchReport report{
      .device = standings.device,
      .driver = gpu.driver,
      .toolkit = gpu.toolkit,
      .facts = bench_facts(),
      .preset = {},
      .varied = {},
      .protocol = {"These are the last times of a race, on one picture, beside the window's own work.", method_of(standings)}};
  const std::string_view type = find_type_pair(standings.types.id)->id;  // because: a report keeps the list's own name
  for (const Standing& one : standings.entrants) {
    BenchCase asked{.algorithm = one.entrant.algorithm,
                    .type = type,
                    .extent = standings.extent,
                    .machine = machine_of(standings, one),
                    .form = one.form,
                    .params = one.entrant.params};
    if (one.state == Standing::State::waiting) {
      report.left.push_back(asked);
    } else if (one.state == Standing::State::refused) {
      report.skipped.push_back({asked, one.sentence});
    } else {
      BenchResult& result = report.results.emplace_back(BenchResult{.asked = asked,
                                                                    .correct = one.state != Standing::State::wrong,
                                                                    .max_error = one.max_error,
                                                                    .sets = one.copies,
                                                                    .emulated = one.emulated});
      if (one.timed())
        result.times = BenchTimes{.samples = one.runs,
                                  .median_ms = one.median_ms,
                                  .p10_ms = one.p10_ms,
                                  .p90_ms = one.p90_ms,
                                  .gigabytes_per_second = one.gigabytes_per_second(),
                                  .percent_of_floor = percent_of_floor(standings, one).value_or(0),
                                  .noise_percent = -1};
    }
    if (standings.floor && report.floors.empty() && asked.machine == standings.machine && one.bytes > 0)
      report.floors.push_back({.type = type,
                               .extent = standings.extent,
                               .machine = standings.machine,
                               .bytes = static_cast<std::size_t>(one.bytes),
                               .milliseconds = standings.floor->milliseconds,
                               .method = standings.floor->method,
                               .tried = standings.floor->tried});
  }
  report.complete = report.left.empty();
  return report;
}

json as_json(const Standings& standings, int baseline, const std::vector<PublishedTime>& published) {
  json results = json::array(), papers = json::array();
  for (const Standing& one : standings.entrants) results.push_back(as_json(standings, one, baseline));
  for (const PublishedTime& time : published) papers.push_back(as_json(time));
  return {
      {"device", standings.device},
      {"floor", standings.floor ? json{{"ms", standings.floor->milliseconds}, {"method", standings.floor->method}} : json()},
      {"floor_fault", floor_fault(standings)},
      {"budget", {{"ms", standings.budget_ms}, {"frame_ms", standings.frame_ms}}},
      {"headline", headline_of(standings)},
      {"method", method_of(standings)},
      {"baseline", baseline},
      {"problem", standings.problem},
      {"results", results},
      {"published", papers}};
}

}  // namespace satscope::app
