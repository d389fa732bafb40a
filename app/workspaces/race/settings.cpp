// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/race/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "app/bench/curves.h"
#include "app/bench/presets.h"
#include "app/session/fields.h"
#include "kernels/device.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {
using nlohmann::json;

void begin(Fields& io) {
  io.where = "session: race";
  io.expect(!io.lacks_all(), [] { return "is a JSON object"; });
}

}  // namespace

Machine usual_machine() { return gpu_status().usable ? Machine::gpu : Machine::cpu; }

std::vector<RaceEntrant> usual_entrants(Machine machine) {
  std::vector<RaceEntrant> entrants;
  const auto enter = [&](const Algorithm& one) {
    const Request usual{.extent = {1920, 1080}, .form = one.natural_form};
    if (!one.refusal(usual, machine).empty()) return;  // because: a race begins with what can run
    if (std::ranges::find(entrants, one.id, &RaceEntrant::algorithm) == entrants.end()) entrants.push_back({one.id, {}});
  };
  enter(default_algorithm(machine));  // first: the others are compared with it
  if (machine == Machine::cpu)        // because: what is emulated is never ranked
    for (const char* id : {"cpu-simd", "opencv", "cpu-rows", "serial"}) enter(*find_algorithm(id));
  else
    for (const char* id : {"brlt-scanrow", "recursive-doubling"}) enter(*find_algorithm(id));
  return entrants;
}

bool has_entrant(const RaceEdit& edit, std::string_view algorithm) {
  return std::ranges::find(edit.entrants, algorithm, &RaceEntrant::algorithm) != edit.entrants.end();
}

void remove_entrant(RaceEdit& edit, std::size_t entrant) {
  if (entrant >= edit.entrants.size()) return;
  edit.entrants.erase(edit.entrants.begin() + static_cast<std::ptrdiff_t>(entrant));
  if (edit.baseline > static_cast<int>(entrant)) --edit.baseline;
  edit.baseline = std::clamp(edit.baseline, 0, std::max(0, static_cast<int>(edit.entrants.size()) - 1));
}

bool toggle_entrant(RaceEdit& edit, const std::string& algorithm) {
  if (has_entrant(edit, algorithm)) {
    for (std::size_t i = edit.entrants.size(); i-- > 0;)
      if (edit.entrants[i].algorithm == algorithm) remove_entrant(edit, i);
    return true;
  }
  if (edit.entrants.size() >= k_most_entrants) return false;
  edit.entrants.push_back({algorithm, {}});
  return true;
}

bool enter_again(RaceEdit& edit, std::size_t entrant) {
  if (entrant >= edit.entrants.size() || edit.entrants.size() >= k_most_entrants) return false;
  const RaceEntrant copy = edit.entrants[entrant];
  edit.entrants.insert(edit.entrants.begin() + static_cast<std::ptrdiff_t>(entrant) + 1, copy);
  if (edit.baseline > static_cast<int>(entrant)) ++edit.baseline;
  return true;
}

std::string with_id(const std::string& name, const std::string& id) {
  std::string word = name;  // "Single pass" is found as single-pass
  for (char& c : word) c = c == ' ' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool named = word == id || name == id || id.ends_with("/" + name);  // the last: a file of the user's
  return named ? name : fmt::format("{} ({})", name, id);
}

std::string name_of(const RaceEntrant& entrant) {
  const Algorithm* algorithm = find_algorithm(entrant.algorithm);
  if (!algorithm) return entrant.algorithm;
  std::string name = algorithm->title;
  for (const Param& param : algorithm->params) {
    const auto found = entrant.params.find(param.id);
    if (found == entrant.params.end() || found->second == param.fallback) continue;
    const bool* on = std::get_if<bool>(&found->second);
    name += fmt::format(", {} {}", param.id, on ? std::string(*on ? "on" : "off") : satscope::to_text(found->second));
  }
  if (entrant.machine) name += *entrant.machine == Machine::gpu ? ", on the GPU" : ", on the CPU";
  return name;
}

static void fields(Fields& io, RaceEntrant& entrant) {
  begin(io);
  io("algorithm", entrant.algorithm);
  const Algorithm* algorithm = find_algorithm(entrant.algorithm);
  io.expect(algorithm, [&] { return ": " + no_such(algorithms(), "algorithm", entrant.algorithm); });
  io.params("params", entrant.params, algorithm);
  std::string machine(entrant.machine ? id_of(*entrant.machine) : "");
  if (io.reads() || entrant.machine) io("machine", machine);
  const auto* const known = find_in(k_machines, machine);
  io.expect(known || machine.empty(), [&] { return ": " + no_such(k_machines, "machine", machine); });
  if (known) entrant.machine = known->value;
}

void fields(Fields& io, RaceEdit& edit) {
  begin(io);
  io.custom(
      "entrants",
      [&] {
        json entrants = json::array();
        for (const RaceEntrant& entrant : edit.entrants) entrants.push_back(written(entrant));
        return entrants;
      },
      [&](const json& entrants) {
        io.expect(entrants.is_array() && entrants.size() <= k_most_entrants,
                  [] { return fmt::format(": 'entrants' is a list of at most {} algorithms", k_most_entrants); });
        edit.entrants.clear();
        for (const json& entrant : entrants) {
          Fields of(entrant, io.where);
          fields(of, edit.entrants.emplace_back());
        }
      });
  io.allow(
      [] { return fmt::format("up to {} of `{{\"algorithm\": ID, \"params\": {{}}, \"machine\": ID}}`", k_most_entrants); });
  io("baseline", edit.baseline);
  if (io.reads()) edit.baseline = std::clamp(edit.baseline, 0, std::max(0, static_cast<int>(edit.entrants.size()) - 1));
}

void fields(Fields& io, RaceView& view) {
  io.where = "session: race:";
  io("running", view.running);
  io("budget_ms", view.budget_ms, {k_least_budget_ms, k_most_budget_ms});
  io("sort", view.sort, k_race_columns);
  io("descending", view.descending);
  io("logarithmic", view.logarithmic);
  io("plot", view.plot);
  io("curves", view.curves, k_curve_views);
  io("sizes", view.sizes, bench_presets());
  io("others", view.others);
  io.allow([] { return fmt::format("up to {} results files", k_most_others); });
  io.expect(view.others.size() <= k_most_others,
            [] { return fmt::format("'others' is a list of at most {} files", k_most_others); });
}

}  // namespace satscope::app
