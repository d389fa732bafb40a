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

Param border_param() { return border_param({Border::clip, Border::clamp, Border::mirror, Border::zero}); }

Param border_param(std::initializer_list<Border> allowed) {
  const auto about = [](Border border) {
    switch (border) {
      case Border::clip: return "clip (use only the pixels inside)";
      case Border::clamp: return "clamp (repeat the edge)";
      case Border::mirror: return "mirror";
      case Border::zero: return "zero";
    }
    return "";
  };
  Param param{.id = "border",
              .fallback = std::string(id_of(*allowed.begin())),
              .help = "what counts beyond the edges of the picture: "};
  for (const Border& border : allowed) {
    const bool last = &border != allowed.begin() && &border == allowed.end() - 1;
    param.help += std::string(param.choices.empty() ? "" : last ? allowed.size() > 2 ? ", or " : " or " : ", ") + about(border);
    param.choices.emplace_back(id_of(border));
  }
  return param;
}

Param radius_param(int fallback, int most) {
  return {.id = "r",
          .fallback = static_cast<double>(fallback),
          .range = ParamRange{.min = 0, .max = static_cast<double>(most), .step = 1, .whole = true},
          .help = "how far around each pixel the filter looks, in pixels"};
}

std::span<const Sizes> filter_trace_sizes() { return filter_kernels::k_trace_sizes; }

}  // namespace satscope
