// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/race/standings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "app/bench/benched.h"
#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "kernels/emulated.h"
#include "kernels/exact.h"
#include "kernels/last_times.h"
#include "kernels/median_interval.h"
#include "kernels/plural.h"
#include "kernels/stopwatch.h"

namespace satscope::app {
namespace {

/// Three significant digits, no fraction from 100 on.
std::string short_text(double number) {
  if (number >= 100) return grouped(std::round(number));
  return fmt::format("{:.{}f}", number, number >= 10 ? 1 : 2);
}

/// What a column sorts by; none: nothing to sort by.
std::optional<double> sort_value(const Standings& standings, const Standing& one, RaceColumn column, int baseline) {
  switch (column) {
    case RaceColumn::median: return one.median_ms;
    case RaceColumn::spread: return one.p90_ms - one.p10_ms;
    case RaceColumn::rate: return one.gigabytes_per_second();
    case RaceColumn::floor: return percent_of_floor(standings, one);
    case RaceColumn::speedup: return speedup(standings, one, baseline);
    case RaceColumn::runs: return one.runs;
    case RaceColumn::result: return one.max_error;
    case RaceColumn::entered:
    case RaceColumn::name: break;
  }
  return std::nullopt;
}

/// What is in a group of its own is not ranked among the others.
int group_of(const Standing& one) { return !one.timed() ? 2 : one.emulated ? 1 : 0; }

bool any_emulated(const Standings& standings) {
  return std::ranges::any_of(standings.entrants, [](const Standing& one) { return one.timed() && one.emulated; });
}

std::vector<std::string> result_texts(const Standings& standings, const Standing& one) {
  switch (one.state) {
    case Standing::State::waiting: return {"waits for its turn", "waits"};
    case Standing::State::wrong: return {"wrong: " + one.sentence, "wrong"};
    case Standing::State::refused: return {one.sentence, "not here"};
    case Standing::State::timed: break;
  }
  if (one.max_error > 0) {
    const std::string error = fmt::format("{:.2g}", one.max_error);
    return {fmt::format("within its bound, max error {}", error), "max error " + error, "\u00b1" + error};
  }
  if (one.wraps) {
    const std::string modulo = fmt::format("2^{}", 8 * size_of(standings.types.out));
    return {fmt::format("true modulo {}; sums overflow", modulo), "true mod " + modulo, "overflows"};
  }
  return {"exact"};
}

}  // namespace

Machine machine_of(const Standings& standings, const Standing& one) { return one.entrant.machine.value_or(standings.machine); }

std::optional<double> percent_of_floor(const Standings& standings, const Standing& one) {
  if (!standings.floor || !one.timed() || machine_of(standings, one) != standings.machine) return std::nullopt;
  return 100 * standings.floor->milliseconds / one.median_ms;
}

std::optional<double> speedup(const Standings& standings, const Standing& one, int baseline) {
  const auto other = static_cast<std::size_t>(std::max(0, baseline));
  if (other >= standings.entrants.size() || !one.timed() || !standings.entrants[other].timed()) return std::nullopt;
  if (one.emulated != standings.entrants[other].emulated) return std::nullopt;
  return standings.entrants[other].median_ms / one.median_ms;
}

std::vector<std::size_t> order_of(const Standings& standings, RaceColumn column, bool descending, int baseline) {
  std::vector<std::size_t> order(standings.entrants.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto before = [&](std::size_t a, std::size_t b) {
    const Standing &one = standings.entrants[a], &other = standings.entrants[b];
    if (group_of(one) != group_of(other)) return group_of(one) < group_of(other);
    if (column == RaceColumn::name) return descending ? other.name < one.name : one.name < other.name;
    if (column == RaceColumn::entered) return descending ? b < a : a < b;
    if (!one.timed()) return false;
    const auto x = sort_value(standings, one, column, baseline), y = sort_value(standings, other, column, baseline);
    if (!x || !y) return x.has_value() && !y;
    return descending ? *y < *x : *x < *y;
  };
  std::ranges::stable_sort(order, before);
  return order;
}

std::vector<std::string> cell_texts(const Standings& standings, std::size_t entrant, RaceColumn column, int baseline) {
  const Standing& one = standings.entrants.at(entrant);
  switch (column) {
    case RaceColumn::entered: return {fmt::format("{}", entrant + 1)};
    case RaceColumn::name:
      if (one.emulated)
        return {with_id(one.name, one.entrant.algorithm) + ", emulated", one.name + ", emulated",
                one.entrant.algorithm + ", emulated", one.entrant.algorithm};
      return {with_id(one.name, one.entrant.algorithm), one.name, one.entrant.algorithm};
    case RaceColumn::result: return result_texts(standings, one);
    default: break;
  }
  if (!one.timed()) return {};
  switch (column) {
    case RaceColumn::median: return {milliseconds_text(one.median_ms)};
    case RaceColumn::spread: {
      const std::string low = milliseconds_text(one.p10_ms), high = milliseconds_text(one.p90_ms);
      return {fmt::format("{} - {}", low.substr(0, low.find(' ')), high.substr(0, high.find(' ')))};
    }
    case RaceColumn::rate: return {short_text(one.gigabytes_per_second())};
    case RaceColumn::floor: {
      const auto percent = percent_of_floor(standings, one);
      const bool comes = standings.floor_problem.empty() && machine_of(standings, one) == standings.machine;
      return {percent ? short_text(*percent) + " %" : std::string(comes ? "..." : "-")};
    }
    case RaceColumn::speedup: {
      const auto factor = speedup(standings, one, baseline);
      return {factor ? short_text(*factor) + "\u00d7" : std::string("-")};
    }
    case RaceColumn::runs: return {fmt::format("{}", one.runs)};
    default: return {};
  }
}

std::string headline_of(const Standings& standings) {
  if (!standings.problem.empty()) return standings.problem;
  std::vector<const Standing*> ranking;
  for (const std::size_t i : order_of(standings, RaceColumn::median, false, 0))
    if (standings.entrants[i].timed()) ranking.push_back(&standings.entrants[i]);
  if (ranking.empty()) return "Nothing is timed yet.";
  const Standing& first = *ranking[0];
  const bool apart = !first.emulated && ranking.back()->emulated;
  if (apart) std::erase_if(ranking, [](const Standing* one) { return one->emulated; });
  if (ranking.size() == 1)
    return fmt::format("{}{} is timed: {}.", apart ? "Of the CPU code, only " : "Only ", first.name,
                       milliseconds_text(first.median_ms));
  const Standing& second = *ranking[1];
  if (std::min(first.runs, second.runs) < k_fewest_of_median)
    return fmt::format("First readings: {} takes {}, {} {}. {} runs of each decide.", first.name,
                       milliseconds_text(first.median_ms), second.name, milliseconds_text(second.median_ms),
                       k_fewest_of_median);
  // because: one over the other says nothing where their spreads overlap
  if (first.p90_ms >= second.p10_ms) return fmt::format("{} and {} are too close to tell apart.", first.name, second.name);
  return fmt::format("{}{} is ahead: {} times as fast as {}, the next.{}", first.emulated ? "Among emulated kernels " : "",
                     first.name, short_text(second.median_ms / first.median_ms), second.name,
                     first.emulated ? " On a GPU, where threads run at once, another may be." : "");
}

std::string floor_fault(const Standings& standings) {
  const Standing* fastest = nullptr;
  for (const Standing& one : standings.entrants)
    if (percent_of_floor(standings, one) > 100. && (!fastest || one.median_ms < fastest->median_ms)) fastest = &one;
  if (!fastest) return {};
  return fmt::format("The floor is wrong: {} is faster, {} % of it. All shares are too large.", fastest->name,
                     short_text(*percent_of_floor(standings, *fastest)));
}

std::string method_of(const Standings& standings) {
  const auto timed = std::ranges::find_if(standings.entrants, &Standing::timed);
  if (timed == standings.entrants.end()) return {};
  std::string in_cache;
  int copies = 0;
  for (const Standing& one : standings.entrants) {
    if (!one.timed()) continue;
    if (!one.past_cache) in_cache += (in_cache.empty() ? "" : ", ") + one.name;
    copies = std::max(copies, one.copies);
  }
  std::string text = fmt::format(
      "{}; {}, {}. The times are medians and p10 - p90 of the last runs, {} at most. They are of the passes alone, without "
      "transfers. The runs use up to {} copies of the buffers in turn, so that no cache holds their data. `satscope bench` "
      "does "
      "the same, but no window draws beside it. ",
      standings.device, extent_text(standings.extent), standings.types.id, k_most_times, copies);
  if (const double shortest = shortest_host_sample_ms(); shortest > 0)
    text += fmt::format("The clock of this browser is coarse, so a run here is the mean of as many as take {}. ",
                        milliseconds_text(shortest));
  if (!in_cache.empty())
    text += fmt::format("This does not hold yet for {}: some copies are not made yet, or do not fit into memory. ", in_cache);
  if (any_emulated(standings)) text += fmt::format("{} ", k_emulated);
  if (std::ranges::any_of(standings.entrants, [](const Standing& one) { return one.timed() && one.with_copies_ms > 0; }))
    text += fmt::format("{} ", k_runs_apart);
  if (standings.floor)
    text += fmt::format("Floor: {} ({}). ", milliseconds_text(standings.floor->milliseconds), standings.floor->method);
  else if (!standings.floor_problem.empty())
    text += fmt::format("No floor: {}. ", standings.floor_problem);
  if (const std::string fault = floor_fault(standings); !fault.empty()) text += fault + " ";
  text += fmt::format("Budget: {:.1f} ms of each frame of {:.1f} ms.", standings.budget_ms, standings.frame_ms);
  return text;
}

std::string details_of(const Standings& standings, std::size_t entrant, int baseline) {
  const Standing& one = standings.entrants.at(entrant);
  std::string text = with_id(one.name, one.entrant.algorithm) + ". ";
  const std::string result = result_texts(standings, one).front();
  if (!one.timed()) return text + result + (result.ends_with('.') ? "" : ".");
  text += fmt::format("Median {} of {}, eight in ten between {} and {}; {} GB/s. ", milliseconds_text(one.median_ms),
                      counted(one.runs, "run"), milliseconds_text(one.p10_ms), milliseconds_text(one.p90_ms),
                      short_text(one.gigabytes_per_second()));
  if (one.with_copies_ms > 0)
    text +=
        fmt::format("table() as a whole, with its copies and allocations, takes {}. ", milliseconds_text(one.with_copies_ms));
  if (const auto percent = percent_of_floor(standings, one)) text += fmt::format("{} % of the floor. ", short_text(*percent));
  if (const auto factor = speedup(standings, one, baseline); factor && static_cast<int>(entrant) != baseline)
    text += fmt::format("{} times as fast as {}. ", short_text(*factor),
                        standings.entrants[static_cast<std::size_t>(baseline)].name);
  text +=
      fmt::format("Its {} table, compared {} with the definition: {}. ", id_of(one.form), counted(one.checks, "time"), result);
  const double pixels = exact_pixels(standings.types, largest_addend(standings.types));
  const std::string why = why_inexact(standings.types, pixels, grouped(pixels, 16));
  if (one.wraps)
    text += fmt::format("Every box sum below {} is right: {}. ", limit_text(standings.types), why);
  else if (one.max_error > 0)
    text += fmt::format("Box sums are off as well: {}. ", why);
  if (one.emulated) text += fmt::format("{} ", k_emulated);
  if (one.seconds_between > 0)
    text += fmt::format("One run takes more than the budget of a frame, so it has a turn only every {:.2g} s. ",
                        one.seconds_between);
  return text;
}

std::vector<PublishedTime> published_for(const RaceEdit& edit, Extent extent, std::span<const PublishedTime> times) {
  const auto distance = [extent](const PublishedTime& time) {
    const double area = static_cast<double>(std::max<std::size_t>(1, time.extent.area()));
    return std::fabs(std::log(area / static_cast<double>(std::max<std::size_t>(1, extent.area()))));
  };
  std::map<std::tuple<std::string, std::string, std::string, std::string>, PublishedTime> nearest;
  for (const PublishedTime& time : times) {
    if (time.algorithm.empty() || !has_entrant(edit, time.algorithm)) continue;
    const auto [place, fresh] = nearest.try_emplace({time.algorithm, time.title, time.source, time.device}, time);
    if (!fresh && distance(time) < distance(place->second)) place->second = time;
  }
  std::vector<PublishedTime> rows;
  for (auto& [key, time] : nearest) rows.push_back(std::move(time));
  std::ranges::stable_sort(rows, {}, &PublishedTime::milliseconds);
  return rows;
}

std::string text_of(const PublishedTime& time) {
  return fmt::format("{}: {} on {}, {}{}.{}{}", time.source, time.title, time.device, extent_text(time.extent),
                     time.types.empty() ? "" : ", " + time.types, time.note.empty() ? "" : " ", time.note);
}

}  // namespace satscope::app
