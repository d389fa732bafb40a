// SPDX-License-Identifier: Apache-2.0
#include "kernels/filter.h"

#include "kernels/filters/window.h"

namespace satscope {

std::vector<Border> Filter::borders() const {
  std::vector<Border> list;
  if (const Param* param = find_param("border"))
    for (const std::string& allowed : param->choices) list.push_back(known_in(k_borders, "border rule", allowed).value);
  return list;
}

Border border_of(const Filter& filter, const FilterRequest& request) {
  return known_in(k_borders, "border rule", choice(filter, request.params, "border")).value;
}

Param border_param() {
  Param param{.id = "border",
              .fallback = std::string(id_of(Border::clip)),
              .help = "rule beyond the edges: clip (use only the pixels inside), clamp (repeat the edge), mirror, or zero"};
  for (const Named<Border>& border : k_borders) param.choices.emplace_back(border.id);
  return param;
}

Param radius_param(int fallback, int most) {
  return {.id = "r",
          .fallback = static_cast<double>(fallback),
          .range = ParamRange{.min = 0, .max = static_cast<double>(most), .step = 1, .whole = true},
          .help = "radius: the window is 2r+1 pixels wide and high"};
}

std::span<const Sizes> filter_trace_sizes() { return filter_kernels::k_trace_sizes; }

}  // namespace satscope
