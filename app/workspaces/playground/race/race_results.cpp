// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/race/race_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "kernels/median_interval.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

double side(int r) { return 2.0 * r + 1; }

const RacePoint* point_at(const RaceLine& line, int r) {
  const auto found = std::ranges::find(line.points, r, &RacePoint::r);
  return found == line.points.end() ? nullptr : &*found;
}

/// "1.4", "12", "1,300".
std::string factor_text(double factor) { return factor < 10 ? fmt::format("{:.1f}", factor) : grouped(std::round(factor)); }

/// A racer's time at a radius, what eight in ten of its runs took there, and how many runs it is of.
struct Place {
  const RaceLine* line;
  double ms, p10, p90;
  int runs;
};

/// Between two radii: of the one with fewer.
int runs_at(const RaceLine& line, int r) {
  const auto after = std::ranges::lower_bound(line.points, r, {}, &RacePoint::r);
  return after->r == r ? after->runs : std::min(after->runs, (after - 1)->runs);
}

std::vector<Place> ranking(const RaceResults& results, int r) {
  std::vector<Place> places;
  for (const RaceLine& line : results.lines) {
    if (!line.wrong.empty()) continue;
    const auto ms = time_at(line, r);
    if (!ms) continue;
    const RacePoint* point = point_at(line, r);
    places.push_back({&line, *ms, point ? point->p10_ms : *ms, point ? point->p90_ms : *ms, runs_at(line, r)});
  }
  std::ranges::stable_sort(places, {}, &Place::ms);
  return places;
}

/// "the running sum", "the naive one": a name of one word says how, but for the table's.
std::string who(const RaceLine& line) {
  const bool noun = line.name == "table" || line.name.find(' ') != std::string::npos;
  return fmt::format("the {}{}", line.name, noun ? "" : " one");
}

std::string who_first(const RaceLine& line) {
  std::string name = who(line);
  name.front() = 'T';
  return name;
}

RaceVerdict headline_of(const RaceResults& results, int r) {
  const std::vector<Place> places = ranking(results, r);
  if (places.empty()) return {.headline = fmt::format("At r = {} nothing is timed yet.", r)};
  const RaceLine& table = results.lines.front();
  if (places.size() == 1) return {.headline = fmt::format("At r = {} only {} is timed.", r, who(*places[0].line))};
  const Place &first = places[0], &second = places[1];
  const auto table_place = std::ranges::find(places, &table, &Place::line);
  const bool few = std::min(first.runs, second.runs) < k_fewest_of_median ||
                   (table_place != places.end() && table_place->runs < k_fewest_of_median);
  if (few)
    return {.headline =
                fmt::format("First readings at r = {}: {} takes {}, {} {}. {} runs of each decide.", r, who(*first.line),
                            milliseconds_text(first.ms), who(*second.line), milliseconds_text(second.ms), k_fewest_of_median)};
  // because: one over the other says nothing where their spreads overlap
  if (first.p90 >= second.p10) {
    std::string text = fmt::format("At r = {} {} and {} are too close to tell apart", r, who(*first.line), who(*second.line));
    if (table_place != places.end() && table_place - places.begin() > 1)
      text += fmt::format("; {} takes {} times as long", who(table), factor_text(table_place->ms / first.ms));
    return {.headline = text + "."};
  }
  const bool table_loses = table_place != places.end() && table_place != places.begin();
  const Place& other = table_loses ? *table_place : second;
  const std::string factor = factor_text(other.ms / first.ms), winner = who(*first.line), loser = who(*other.line);
  RaceVerdict verdict{.headline = {},
                      .brief = fmt::format("r = {}: {} wins, {} times faster than {}.", r, winner, factor, loser)};
  verdict.headline = table_loses
                         ? fmt::format(
                               "For one fixed radius {} wins here: {} times faster than {} at r = {}. The table pays off where "
                               "windows differ from pixel to pixel.",
                               winner, factor, loser, r)
                         : fmt::format("At r = {} {} wins: {} times faster than {}, the next best.", r, winner, factor, loser);
  return verdict;
}

/// From which of the radii that both have on the table is faster.
std::string from_where(const RaceLine& table, const RaceLine& rival) {
  bool any = false;
  int common = 0, from = 0;
  for (const RacePoint& point : table.points) {
    const RacePoint* other = point_at(rival, point.r);
    if (!other) continue;
    ++common;
    const bool faster = point.median_ms < other->median_ms;
    any = any || faster;
    if (!faster) from = 0;
    if (faster && from == 0) from = point.r;
  }
  if (common == 0) return {};
  if (!any) return fmt::format("than {} at no radius", who(rival));
  if (from == 0) return fmt::format("than {} at some radii, but not at the largest", who(rival));
  if (from == table.points.front().r) return fmt::format("than {} at every radius", who(rival));
  return fmt::format("than {} from r = {} on", who(rival), from);
}

}  // namespace

double predicted_ms(std::span<const RacePoint> before, int r) {
  if (before.empty()) return 0;
  const RacePoint& last = before.back();
  double power = 2;
  if (before.size() > 1) {
    const RacePoint& one = before[before.size() - 2];
    if (one.median_ms > 0 && last.median_ms > 0)
      power = std::clamp(std::log(last.median_ms / one.median_ms) / std::log(side(last.r) / side(one.r)), 0.0, 2.0);
  }
  return last.median_ms * std::pow(side(r) / side(last.r), power);
}

std::optional<double> time_at(const RaceLine& line, int r) {
  const auto after = std::ranges::lower_bound(line.points, r, {}, &RacePoint::r);
  if (after == line.points.end()) return std::nullopt;
  if (after->r == r) return after->median_ms;
  if (after == line.points.begin()) return std::nullopt;
  const RacePoint& before = *(after - 1);
  const double share = std::log(static_cast<double>(r) / before.r) / std::log(static_cast<double>(after->r) / before.r);
  return std::exp(std::lerp(std::log(before.median_ms), std::log(after->median_ms), share));
}

RaceVerdict verdict_of(const RaceResults& results, int r) {
  if (!results.problem.empty()) return {.headline = results.problem};
  if (results.lines.empty()) return {.headline = "Nothing is timed yet."};
  RaceVerdict verdict = headline_of(results, r);
  const RaceLine& table = results.lines.front();
  for (const RaceLine& line : results.lines)
    if (!line.wrong.empty()) verdict.details.push_back(fmt::format("{} is not ranked: {}.", who_first(line), line.wrong));
  std::string wins;
  for (const RaceLine& line : results.lines) {
    if (&line == &table || !line.wrong.empty()) continue;
    const std::string where = from_where(table, line);
    if (!where.empty()) wins += (wins.empty() ? "" : ", ") + where;
  }
  if (!wins.empty()) verdict.details.push_back(fmt::format("{} is faster {}.", who_first(table), wins));
  if (const RacePoint* point = point_at(table, r))
    verdict.details.push_back(fmt::format("At r = {} {} takes {}: {} to make it and {} to read it.", r, who(table),
                                          milliseconds_text(point->median_ms), milliseconds_text(point->table_ms),
                                          milliseconds_text(std::max(0.0, point->median_ms - point->table_ms))));
  for (const RaceLine& line : results.lines) {
    if (!line.problem.empty())
      verdict.details.push_back(fmt::format("{}: {}.", who_first(line), line.problem));
    else if (line.left_out_from > 0)
      verdict.details.push_back(fmt::format("{} is left out from r = {} on: it would take about {} there, more than {}.",
                                            who_first(line), line.left_out_from, milliseconds_text(line.predicted_ms),
                                            milliseconds_text(results.most_ms)));
  }
  return verdict;
}

std::string method_of(const RaceResults& results) {
  int fewest = 0, most = 0;
  bool all_equal = results.lines.size() > 1;
  for (const RaceLine& line : results.lines) {
    all_equal = all_equal && line.wrong.empty();
    for (const RacePoint& point : line.points) {
      fewest = fewest == 0 ? point.runs : std::min(fewest, point.runs);
      most = std::max(most, point.runs);
    }
  }
  if (most == 0) return {};
  const std::string runs = fewest == most ? counted(most, "run") + " each" : fmt::format("{} to {} runs each", fewest, most);
  return fmt::format("{}, median and p10-p90; {}x{} pixels, one channel; round {}{}", runs, results.extent.width,
                     results.extent.height, results.rounds + 1, all_equal ? "; all results equal, byte for byte" : "");
}

namespace {

std::string name_in_plot(const RaceLine& line) {
  if (!line.wrong.empty()) return line.name + ": wrong";
  if (!line.problem.empty()) return line.name + ": not here";
  return line.left_out_from > 0 ? fmt::format("{}: out from {}", line.name, line.left_out_from) : line.name;
}

}  // namespace

Plot plot_of(const RaceResults& results, int r) {
  Plot plot{.title = {},
            .x = {fmt::format("radius r, pixels; the line: r = {}", r), true},
            .y = {.title = {}, .log = true, .unit = "ms"},
            .marked = static_cast<double>(r)};
  for (const RaceLine& line : results.lines) {
    PlotSeries series{.name = name_in_plot(line), .look = static_cast<int>(plot.series.size())};
    for (const RacePoint& point : line.points)
      series.points.push_back({.x = static_cast<double>(point.r),
                               .y = point.median_ms,
                               .low = point.p10_ms,
                               .high = point.p90_ms,
                               .at = fmt::format("r = {}", point.r)});
    plot.series.push_back(std::move(series));
  }
  return plot;
}

}  // namespace satscope::app
