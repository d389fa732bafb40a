// SPDX-License-Identifier: Apache-2.0
#include "kernels/filter.h"

#include <fmt/format.h>

#include <stdexcept>

#include "kernels/filters/window.h"

namespace satscope {
namespace {

ParamValue value_of(const Filter& filter, const FilterRequest& request, std::string_view id) {
  const Param* param = filter.find_param(id);
  if (!param) throw std::invalid_argument(fmt::format("{} has no parameter {}", filter.id, id));
  return param->value_in(request.params);
}

}  // namespace

const Param* Filter::find_param(std::string_view param_id) const {
  for (const Param& param : params)
    if (param.id == param_id) return &param;
  return nullptr;
}

std::vector<Border> Filter::borders() const {
  std::vector<Border> list;
  if (const Param* param = find_param("border"))
    for (const std::string& allowed : param->choices)
      for (const Named<Border>& border : k_borders)
        if (border.id == allowed) list.push_back(border.value);
  return list;
}

bool flag(const Filter& filter, const FilterRequest& request, std::string_view param) {
  return std::get<bool>(value_of(filter, request, param));
}
std::string choice(const Filter& filter, const FilterRequest& request, std::string_view param) {
  return std::get<std::string>(value_of(filter, request, param));
}
double number(const Filter& filter, const FilterRequest& request, std::string_view param) {
  return std::get<double>(value_of(filter, request, param));
}
int whole(const Filter& filter, const FilterRequest& request, std::string_view param) {
  return static_cast<int>(number(filter, request, param));
}
Border border_of(const Filter& filter, const FilterRequest& request) {
  const std::string id = choice(filter, request, "border");
  for (const Named<Border>& border : k_borders)
    if (border.id == id) return border.value;
  throw std::logic_error(fmt::format("{} has an unknown border rule '{}'", filter.id, id));
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
          .range = Range{.min = 0, .max = static_cast<double>(most), .step = 1, .whole = true},
          .help = "radius: the window is 2r+1 pixels wide and high"};
}

std::span<const Sizes> filter_trace_sizes() { return filters::k_trace_sizes; }

}  // namespace satscope
