// SPDX-License-Identifier: Apache-2.0
// Requests that leave no parameter of an algorithm untried.
#pragma once
#include <string>
#include <vector>

#include "kernels/plan.h"

namespace satscope::testing {

/// All combinations of the values of an algorithm's parameters.
inline std::vector<Params> all_params(const Algorithm& algorithm) {
  std::vector<Params> list{{}};
  for (const Param& param : algorithm.params) {
    std::vector<std::string> values = param.choices;
    if (param.kind() == "bool") values = {"true", "false"};
    std::vector<Params> longer;
    for (const Params& params : list)
      for (const std::string& value : values) {
        longer.push_back(params);
        longer.back()[param.id] = param.parse(value);
      }
    list = std::move(longer);
  }
  return list;
}

}  // namespace satscope::testing
