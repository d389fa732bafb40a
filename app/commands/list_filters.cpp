// SPDX-License-Identifier: Apache-2.0
#include "app/commands/list_filters.h"

#include <fmt/format.h>

#include "app/commands/param_json.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

Json describe(const Filter& filter) {
  const FilterRequest request{.extent = {32, 32}};
  Json params = Json::array(), borders = Json::array(), inputs = Json::array(), machines = Json::array();
  for (const Param& param : filter.params) params.push_back(json_of(param));
  for (const Border border : filter.borders()) borders.push_back(id_of(border));
  for (const FilterPlan::Input& input : filter_plan(filter, request, default_algorithm(Machine::cpu)).inputs)
    inputs.push_back(input.name);
  bool available = false;
  std::string reason;
  for (const Named<Machine>& machine : k_machines) {
    machines.push_back(machine.id);  // a filter is written for all of them
    const std::string why = refusal(filter, request, default_algorithm(machine.value), machine.value);
    available = available || why.empty();
    if (!why.empty()) reason += fmt::format("{}{}: {}", reason.empty() ? "" : "; ", machine.id, why);
  }
  return {{"id", filter.id},
          {"title", filter.title},
          {"paper", filter.paper},
          {"definition", filter.definition},
          {"text", filter.text},
          {"rival_of", filter.rival_of.empty() ? Json() : Json(filter.rival_of)},
          {"params", params},
          {"borders", borders},
          {"tables", filter.tables},
          {"reads", filter.reads},
          {"reads_per_pixel", filter.reads_per_pixel(request)},
          {"makes_picture", filter.makes_picture},
          {"by_channel", filter.by_channel},
          {"inputs", inputs},
          {"machines", machines},
          {"available", available},
          {"reason", reason}};
}

std::string filter_text(const Json& f) {
  std::string text = fmt::format("{}: {}\n", f["id"].get<std::string>(), f["title"].get<std::string>());
  const auto line = [&](std::string_view name, const std::string& value) { text += fmt::format("  {:<12}{}\n", name, value); };
  line("is", f["definition"]);
  line("source", f["paper"]);
  if (!f["rival_of"].is_null()) line("rival of", f["rival_of"]);
  line("tables of", joined(f["tables"]));
  line("reads", f["reads"]);
  if (!f["borders"].empty()) line("borders", joined(f["borders"]));
  if (!f["inputs"].empty()) line("takes also", joined(f["inputs"]));
  for (const Json& param : f["params"]) line("parameter", param_line(param));
  if (!f["reason"].get<std::string>().empty()) line("not here", f["reason"]);
  return text;
}

}  // namespace

Json filters_as_json() {
  Json list = Json::array();
  for (const Filter& filter : filters()) list.push_back(describe(filter));
  return list;
}

std::string filters_as_text() {
  std::string text;
  for (const Json& filter : filters_as_json()) text += filter_text(filter) + "\n";
  text.pop_back();
  return text;
}

}  // namespace satscope::app
