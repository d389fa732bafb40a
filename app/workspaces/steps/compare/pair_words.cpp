// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/compare/pair_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/registry.h"
#include "kernels/trace/replay.h"

namespace satscope::app {
namespace {

std::string title_of(const StepsSettings& settings) {
  if (const Filter* filter = find_filter(settings.filter)) return filter->title;
  const Algorithm* algorithm = find_algorithm(settings.algorithm);
  return algorithm ? algorithm->title : settings.algorithm;
}

/// Values of these parameters that differ, as ", id=value" of one and of the other.
void add_values(const std::vector<Param>& params, const Params& first, const Params& second, std::string& a, std::string& b) {
  for (const Param& param : params) {
    const std::string one = satscope::to_text(param.value_in(first)), two = satscope::to_text(param.value_in(second));
    if (one == two) continue;
    a += fmt::format(", {}={}", param.id, one);
    b += fmt::format(", {}={}", param.id, two);
  }
}

}  // namespace

std::pair<std::string, std::string> pair_names(const StepsSettings& first, const StepsSettings& second) {
  std::string a = title_of(first), b = title_of(second);
  if (const Filter* filter = find_filter(first.filter)) {
    add_values(filter->params, first.filter_params, second.filter_params, a, b);
    if (first.algorithm != second.algorithm && !filter->tables.empty()) {
      a += fmt::format(", tables by {}", first.algorithm);
      b += fmt::format(", tables by {}", second.algorithm);
    }
  }
  if (const Algorithm* algorithm = find_algorithm(first.algorithm); algorithm && first.algorithm == second.algorithm)
    add_values(algorithm->params, first.params, second.params, a, b);
  return {a, b};
}

std::pair<std::string, std::string> pair_differences(const StepsSettings& first, const StepsSettings& second) {
  const Algorithm* algorithm = find_algorithm(first.algorithm);
  if (!first.filter.empty() || !algorithm || first.algorithm != second.algorithm) return pair_names(first, second);
  std::string texts[2];
  for (const Param& param : algorithm->params) {
    const ParamValue values[]{param.value_in(first.params), param.value_in(second.params)};
    if (values[0] == values[1]) continue;
    for (int side = 0; side < 2; ++side) {
      const bool* flag = std::get_if<bool>(&values[side]);
      texts[side] += texts[side].empty() ? "" : ", ";
      texts[side] += flag ? (*flag ? "" : "no ") + param.id : fmt::format("{}={}", param.id, satscope::to_text(values[side]));
    }
  }
  if (texts[0].empty()) return pair_names(first, second);
  return {texts[0], texts[1]};
}

std::string verdict_of(const Story& first, const Story& second) {
  if (first.pass_check || second.pass_check) return "The passes shown do not reach the table.";
  const std::string what = first.of_filter() ? "result" : "table";
  if (!first.trace.result_matches || !second.trace.result_matches)
    return fmt::format("The {} of {} is wrong.", what,
                       first.trace.result_matches    ? "B"
                       : second.trace.result_matches ? "A"
                                                     : "both");
  // because: both were found to be right
  return raw_result(first.trace) == raw_result(second.trace) ? fmt::format("Both make the same {}.", what)
                                                             : fmt::format("The {}s differ by rounding only.", what);
}

}  // namespace satscope::app
