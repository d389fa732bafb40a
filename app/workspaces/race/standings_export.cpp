// SPDX-License-Identifier: Apache-2.0
// The standings of a race as text for people and as JSON for programs.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/core/json.h"
#include "app/core/number_text.h"
#include "app/core/param_values.h"
#include "app/workspaces/race/standings.h"

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
