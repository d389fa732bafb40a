// SPDX-License-Identifier: Apache-2.0
// Requests that leave no parameter of an algorithm untried.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "kernels/plan.h"

namespace satscope::testing {

/// What there is to try of a parameter: all choices, and of a range both ends, the least one's neighbour and the default.
inline std::vector<std::string> values_of(const Param& param) {
  std::vector<std::string> values = param.choices;
  if (param.kind() == "bool") values = {"true", "false"};
  if (!param.range) return values;
  const ParamRange& range = *param.range;
  std::set<double> numbers{range.min, range.nearest(range.min + range.step), range.last()};
  if (const double* fallback = std::get_if<double>(&param.fallback)) numbers.insert(*fallback);
  for (const double number : numbers) values.push_back(to_text(ParamValue{number}));
  return values;
}

/// All combinations of the values of an algorithm's parameters; one value of those that change no table beside the others.
inline std::vector<Params> all_params(const Algorithm& algorithm) {
  std::vector<Params> list{{}};
  for (const Param& param : algorithm.params) {
    std::vector<Params> longer;
    for (const Params& params : list) {
      const bool one = !algorithm.acts(param, params) || param.id == "last";  // of which only a clock sees something
      for (const std::string& value : one ? std::vector{to_text(param.fallback)} : values_of(param)) {
        longer.push_back(params);
        longer.back()[param.id] = param.parse(value);
      }
    }
    list = std::move(longer);
  }
  return list;
}

}  // namespace satscope::testing
