// SPDX-License-Identifier: Apache-2.0
// satscope list: the algorithms or filters, what they can do, and which can run here; or what papers measured.
#include <fmt/format.h>

#include <memory>

#include "app/commands/list_filters.h"
#include "app/commands/list_published.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/commands/param_json.h"
#include "app/commands/trace_json.h"
#include "kernels/emulated.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// A default request, small enough for every algorithm: what is refused for it is refused for its kind, not for its size.
Request small_of_kind(const Algorithm& algorithm) { return {.extent = {32, 32}, .form = algorithm.natural_form}; }

/// The machines that the algorithm is written for, available or not.
std::vector<Machine> machines_of(const Algorithm& algorithm) {
  std::vector<Machine> list;
  for (const Named<Machine>& machine : k_machines)
    if (algorithm.refusal_where_present(small_of_kind(algorithm), machine.value).empty()) list.push_back(machine.value);
  return list;
}

bool takes(const Algorithm& algorithm, const Request& request) {
  for (const Machine machine : machines_of(algorithm))
    if (algorithm.refusal_where_present(request, machine).empty()) return true;
  return false;
}

/// Ids of the types of which it sums so many channels.
Json types_taken(const Algorithm& algorithm, int channels) {
  Json ids = Json::array();
  for (const TypePair& type : k_type_pairs) {
    Request request = small_of_kind(algorithm);
    request.types = type;
    request.channels = channels;
    if (takes(algorithm, request)) ids.push_back(type.id);
  }
  return ids;
}

Json describe(const Algorithm& algorithm) {
  Json machines = Json::array(), forms = Json::array(), params = Json::array(), defaults = Json::array();
  Json emulations = Json::array();
  bool available = false;
  std::string reason;
  for (const Machine machine : machines_of(algorithm)) {
    machines.push_back(id_of(machine));
    if (emulated(algorithm, machine)) emulations.push_back(id_of(machine));
    const std::string why = refusal(algorithm, small_of_kind(algorithm), machine);
    available = available || why.empty();
    if (!why.empty()) reason += fmt::format("{}{}: {}", reason.empty() ? "" : "; ", id_of(machine), why);
    if (&default_algorithm(machine) == &algorithm) defaults.push_back(id_of(machine));
  }
  for (const Named<Form>& form : k_forms) {
    Request request = small_of_kind(algorithm);
    request.form = form.value;
    if (takes(algorithm, request)) forms.push_back(form.id);
  }
  const Json types_of_four = types_taken(algorithm, 4);
  for (const Param& param : algorithm.params) params.push_back(json_of(param));
  Json sizes = Json::array();
  for (const Sizes& s : algorithm.trace_sizes) sizes.push_back(json_of(s));
  return {{"id", algorithm.id},
          {"title", algorithm.title},
          {"paper", algorithm.paper},
          {"text", algorithm.text},
          {"machines", machines},
          {"emulated_on", emulations},
          {"types", types_taken(algorithm, 1)},
          {"forms", forms},
          {"channels", types_of_four.empty() ? Json::array({1}) : Json::array({1, 4})},
          {"types_of_four", types_of_four},
          {"natural_form", id_of(algorithm.natural_form)},
          {"params", params},
          {"trace_sizes", sizes},
          {"untraced", algorithm.traced() ? Json(nullptr) : Json(algorithm.untraced)},
          {"order_varies", algorithm.order_varies},
          {"available", available},
          {"reason", reason},
          {"hardware", static_cast<bool>(algorithm.hardware)},
          {"default_for", defaults}};
}

std::string algorithm_text(const Json& a) {
  std::string text = fmt::format("{}: {}\n", a["id"].get<std::string>(), a["title"].get<std::string>());
  const auto line = [&](std::string_view name, const std::string& value) { text += fmt::format("  {:<12}{}\n", name, value); };
  line("paper", a["paper"]);
  line("about", a["text"]);
  line("machines", joined(a["machines"]));
  if (!a["emulated_on"].empty()) line("on the CPU", k_emulated);
  line("types", joined(a["types"]));
  line("forms", fmt::format("{}; natural form: {}", joined(a["forms"]), a["natural_form"].get<std::string>()));
  line("channels", a["types_of_four"].empty() ? "1" : fmt::format("1, or 4 at once for {}", joined(a["types_of_four"])));
  for (const Json& param : a["params"]) line("parameter", param_line(param));
  if (a["hardware"]) line("hardware", "`satscope trace` gives its clock cycles, adders, registers and memory");
  if (!a["untraced"].is_null()) line("no steps", a["untraced"]);
  if (a["order_varies"]) line("floats", "the last bits may differ from run to run");
  if (!a["default_for"].empty()) line("default for", joined(a["default_for"]));
  if (!a["available"].get<bool>()) line("not here", "no machine can run it");
  if (!a["reason"].get<std::string>().empty()) line("not here", a["reason"]);
  return text;
}

}  // namespace

Action declare_list(CLI::App& parser) {
  const auto json = std::make_shared<bool>(false), of_filters = std::make_shared<bool>(false),
             published = std::make_shared<bool>(false);
  parser.add_flag("--json", *json, "print JSON instead of text");
  parser.add_flag("--filters", *of_filters, "list the filters instead of the algorithms");
  parser.add_flag("--published", *published, "list the times and other numbers that papers print, from their devices");
  return [json, of_filters, published] {
    if (*of_filters && *published) throw UsageError("--filters and --published exclude each other; give one of them");
    if (*published) return *json ? print_json(published_as_json()) : print(published_as_text());
    if (*of_filters) return *json ? print_json(filters_as_json()) : print(filters_as_text());
    Json list = Json::array();
    for (const Algorithm& algorithm : algorithms()) list.push_back(describe(algorithm));
    if (*json) return print_json(list);
    std::string text;
    for (const Json& algorithm : list) text += algorithm_text(algorithm) + "\n";
    text.pop_back();
    print(text);
  };
}

}  // namespace satscope::app
