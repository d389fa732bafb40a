// SPDX-License-Identifier: Apache-2.0
// satscope list: the algorithms or filters, what they can do, and which can run here; or what papers measured.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/commands/lists/list_published.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/commands/trace_json.h"
#include "app/core/ordered_json.h"
#include "app/lessons/lesson.h"
#include "app/published/papers.h"
#include "kernels/emulated.h"
#include "kernels/plan.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// id, kind, default, min, max, choices, help; a number has its step too. A number that may also be a choice has all of them.
Json param_json(const Param& param) {
  const auto number = [&](double value) { return param.range->whole ? Json(static_cast<std::int64_t>(value)) : Json(value); };
  Json fallback;
  if (const bool* on = std::get_if<bool>(&param.fallback))
    fallback = *on;
  else if (const double* value = std::get_if<double>(&param.fallback))
    fallback = number(*value);
  else
    fallback = to_text(param.fallback);
  Json json{{"id", param.id}, {"kind", param.kind()},     {"default", fallback}, {"min", nullptr},
            {"max", nullptr}, {"choices", param.choices}, {"help", param.help}};
  if (param.range) {
    json["min"] = number(param.range->min);
    json["max"] = number(param.range->last());
    json["step"] = number(param.range->step);
  }
  return json;
}

/// The texts of a list, separated by commas; "-" for none.
std::string joined(const Json& list) {
  std::string text;
  for (const Json& entry : list) text += (text.empty() ? "" : ", ") + entry.get<std::string>();
  return text.empty() ? "-" : text;
}

/// "r=12 (0 to 4096) what it is", from that JSON.
std::string param_line(const Json& param) {
  std::string allowed = "true, false";
  if (!param["choices"].empty()) allowed = joined(param["choices"]);
  if (!param["min"].is_null()) {
    std::string range = fmt::format("{} to {}", param["min"].dump(), param["max"].dump());
    if (param["kind"] == "int" && param["step"] != 1) range += " in steps of " + param["step"].dump();
    allowed = param["choices"].empty() ? range : range + ", " + allowed;
  }
  const Json& fallback = param["default"];
  return fmt::format("{}={} ({}) {}", param["id"].get<std::string>(),
                     fallback.is_string() ? fallback.get<std::string>() : fallback.dump(), allowed,
                     param["help"].get<std::string>());
}

/// What algorithms and filters say alike. why_not: a sentence of each of its machines, empty where it can run.
template <class WhyNot>
Json head_of(const Described& self, const std::vector<Machine>& machines, WhyNot why_not) {
  Json params = Json::array(), phases = Json::array(), slips = Json::array(), ids = Json::array();
  for (const Param& param : self.params) params.push_back(param_json(param));
  for (const Phase& phase : self.phases)
    phases.push_back({{"label", phase.label}, {"idea", phase.idea}, {"watch", phase.watch}});
  for (const Slip& slip : self.slips)
    slips.push_back({{"where", slip.where}, {"printed", slip.printed}, {"effect", slip.effect}, {"here", slip.here}});
  bool available = false;
  std::string reason;
  for (const Machine machine : machines) {
    ids.push_back(id_of(machine));
    const std::string why = why_not(machine);
    available = available || why.empty();
    if (!why.empty()) reason += fmt::format("{}{}: {}", reason.empty() ? "" : "; ", id_of(machine), why);
  }
  return {{"id", self.id},    {"title", self.title}, {"paper", self.paper}, {"text", self.text},      {"params", params},
          {"phases", phases}, {"slips", slips},      {"machines", ids},     {"available", available}, {"reason", reason}};
}

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
  const std::vector<Machine> machines = machines_of(algorithm);
  Json json =
      head_of(algorithm, machines, [&](Machine machine) { return refusal(algorithm, small_of_kind(algorithm), machine); });
  Json forms = Json::array(), defaults = Json::array(), emulations = Json::array(), sizes = Json::array();
  for (const Machine machine : machines) {
    if (emulated(algorithm, machine)) emulations.push_back(id_of(machine));
    if (&default_algorithm(machine) == &algorithm) defaults.push_back(id_of(machine));
  }
  for (const Named<Form>& form : k_forms) {
    Request request = small_of_kind(algorithm);
    request.form = form.value;
    if (takes(algorithm, request)) forms.push_back(form.id);
  }
  const Json types_of_four = types_taken(algorithm, 4);
  for (const Sizes& s : algorithm.trace_sizes) sizes.push_back(json_of(s));
  json.update({{"emulated_on", emulations},
               {"types", types_taken(algorithm, 1)},
               {"forms", forms},
               {"channels", types_of_four.empty() ? Json::array({1}) : Json::array({1, 4})},
               {"types_of_four", types_of_four},
               {"natural_form", id_of(algorithm.natural_form)},
               {"trace_sizes", sizes},
               {"untraced", algorithm.traced() ? Json(nullptr) : Json(algorithm.untraced)},
               {"order_varies", algorithm.order_varies},
               {"hardware", static_cast<bool>(algorithm.hardware)},
               {"default_for", defaults}});
  return json;
}

Json describe(const Filter& filter) {
  const FilterRequest request{.extent = {32, 32}};
  // a filter is written for all machines
  Json json = head_of(filter, {Machine::gpu, Machine::cpu},
                      [&](Machine machine) { return refusal(filter, request, default_algorithm(machine), machine); });
  Json borders = Json::array(), inputs = Json::array();
  for (const Border border : filter.borders()) borders.push_back(id_of(border));
  for (const FilterPlan::Input& input : filter_plan(filter, request, default_algorithm(Machine::cpu)).inputs)
    inputs.push_back(input.name);
  json.update({{"definition", filter.definition},
               {"rival_of", filter.rival_of.empty() ? Json() : Json(filter.rival_of)},
               {"borders", borders},
               {"tables", filter.tables},
               {"reads", filter.reads},
               {"reads_per_pixel", filter.reads_per_pixel(request)},
               {"makes_picture", filter.makes_picture},
               {"by_channel", filter.by_channel},
               {"inputs", inputs}});
  return json;
}

/// A title and lines of a name and a value.
struct Entry {
  std::string text;

  explicit Entry(const Json& json)
      : text(fmt::format("{}: {}\n", json["id"].get<std::string>(), json["title"].get<std::string>())) {}
  void line(std::string_view name, const std::string& value) { text += fmt::format("  {:<12}{}\n", name, value); }
  void params(const Json& json) {
    for (const Json& param : json["params"]) line("parameter", param_line(param));
  }
  void reason(const Json& json) {
    if (!json["reason"].get<std::string>().empty()) line("not here", json["reason"]);
  }
};

std::string algorithm_text(const Json& a) {
  Entry entry(a);
  entry.line("paper", a["paper"]);
  entry.line("about", a["text"]);
  entry.line("machines", joined(a["machines"]));
  if (!a["emulated_on"].empty()) entry.line("on the CPU", k_emulated);
  entry.line("types", joined(a["types"]));
  entry.line("forms", fmt::format("{}; natural form: {}", joined(a["forms"]), a["natural_form"].get<std::string>()));
  entry.line("channels", a["types_of_four"].empty() ? "1" : fmt::format("1, or 4 at once for {}", joined(a["types_of_four"])));
  entry.params(a);
  if (a["hardware"]) entry.line("hardware", "`satscope trace` gives its clock cycles, adders, registers and memory");
  if (!a["untraced"].is_null()) entry.line("no steps", a["untraced"]);
  if (a["order_varies"]) entry.line("floats", "the last bits may differ from run to run");
  if (!a["default_for"].empty()) entry.line("default for", joined(a["default_for"]));
  if (!a["available"].get<bool>()) entry.line("not here", "no machine can run it");
  entry.reason(a);
  return entry.text;
}

std::string filter_text(const Json& f) {
  Entry entry(f);
  entry.line("is", f["definition"]);
  entry.line("source", f["paper"]);
  if (!f["rival_of"].is_null()) entry.line("rival of", f["rival_of"]);
  entry.line("tables of", joined(f["tables"]));
  entry.line("reads", f["reads"]);
  if (!f["borders"].empty()) entry.line("borders", joined(f["borders"]));
  if (!f["inputs"].empty()) entry.line("takes also", joined(f["inputs"]));
  entry.params(f);
  entry.reason(f);
  return entry.text;
}

template <class List>
void print_list(const char* kind, const List& list, bool as_json, std::string (*text_of)(const Json&)) {
  Json json = Json::array();
  for (const auto& one : list) json.push_back(describe(one));
  if (as_json) return print_json(Json{{kind, json}});
  std::string text;
  for (const Json& one : json) text += (text.empty() ? "" : "\n") + text_of(one);
  print(text);
}

template <class List>
std::string ids_in(const List& list) {
  std::string text;
  for (const auto& one : list) text += fmt::format("{}\n", one.id);
  return text;
}

std::string lesson_ids() {
  std::string text;
  for (const Lesson* one : all_lessons()) text += fmt::format("{}\n", one->id);
  return text;
}

Json lessons_as_json() {
  Json all = Json::array();
  for (const Lesson* lesson : all_lessons())
    all.push_back({{"id", lesson->id},
                   {"title", lesson->title},
                   {"able", lesson->able},
                   {"cards", lesson->cards.size()},
                   {"acts", lesson->acts()},
                   {"minutes", lesson->minutes}});
  return all;
}

std::string lessons_as_text() {
  std::string text;
  for (const Lesson* lesson : all_lessons())
    text += fmt::format("{:<13} {} ({}, {}, about {})\n              {}\n", lesson->id, lesson->title,
                        counted(lesson->cards.size(), "card"), counted(lesson->acts(), "task"),
                        counted(lesson->minutes, "minute"), lesson->able);
  return text;
}

/// [{"paper", "item", "kind", "title", "opens", "reason"}]; null: none
Json papers_as_json() {
  const auto text_or_null = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json list = Json::array();
  for (const PaperItem& one : paper_items())
    list.push_back({{"paper", one.paper},
                    {"item", one.item},
                    {"kind", one.kind},
                    {"title", one.title},
                    {"opens", text_or_null(one.opens)},
                    {"reason", text_or_null(one.reason)}});
  return list;
}

std::string papers_as_text() {
  std::string text = "What the papers show, and the command that shows it here.\n", paper;
  for (const PaperItem& one : paper_items()) {
    if (one.paper != paper) text += fmt::format("\n{}\n", paper = one.paper);
    text += fmt::format("  {}: {}\n", one.item, one.title);
    if (!one.opens.empty()) text += fmt::format("      satscope {}\n", one.opens);
    if (!one.reason.empty()) text += fmt::format("      {}\n", one.reason);
  }
  return text;
}

}  // namespace

Task declare_list(CLI::App& parser) {
  const auto json = std::make_shared<bool>(false), of_filters = std::make_shared<bool>(false),
             published = std::make_shared<bool>(false), of_lessons = std::make_shared<bool>(false),
             of_papers = std::make_shared<bool>(false), ids = std::make_shared<bool>(false);
  parser.add_flag("--json", *json, "print JSON instead of text");
  parser.add_flag("--filters", *of_filters, "list the filters instead of the algorithms");
  parser.add_flag("--published", *published, "list the times and other numbers that papers print, from their devices");
  parser.add_flag("--lessons", *of_lessons, "list the lessons of the workspace Learn");
  parser.add_flag("--papers", *of_papers, "list what the papers show, item by item, and the commands that show it here");
  parser.add_flag("--ids", *ids, "print the ids alone, a line each: of algorithms, or with --filters or --lessons of those")
      ->excludes("--json");
  return [json, of_filters, published, of_lessons, of_papers, ids] {
    if (*of_filters + *published + *of_lessons + *of_papers > 1)
      throw UsageError("--filters, --published, --lessons and --papers exclude each other; give one of them");
    if (*ids) {
      if (*published || *of_papers) throw UsageError("--ids lists algorithms, or with --filters or --lessons those");
      return print(*of_filters ? ids_in(filters()) : *of_lessons ? lesson_ids() : ids_in(algorithms()));
    }
    if (*of_papers) return *json ? print_json(Json{{"papers", papers_as_json()}}) : print(papers_as_text());
    if (*of_lessons) return *json ? print_json(Json{{"lessons", lessons_as_json()}}) : print(lessons_as_text());
    if (*published) return *json ? print_json(published_as_json()) : print(published_as_text());
    if (*of_filters) return print_list("filters", filters(), *json, filter_text);
    print_list("algorithms", algorithms(), *json, algorithm_text);
  };
}

}  // namespace satscope::app
