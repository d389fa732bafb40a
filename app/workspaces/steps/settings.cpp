// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "app/core/json.h"
#include "app/core/param_values.h"
#include "app/session/json.h"
#include "kernels/filter.h"
#include "kernels/registry.h"
#include "kernels/trace/fibers.h"

namespace satscope::app {
namespace {
using nlohmann::json;

template <class T>
void read_steps(const json& object, const char* name, T& into) {
  read_member(object, name, into, "session: steps");
}

template <class E, std::size_t n>
void read_steps(const json& object, const char* name, E& into, const std::array<Named<E>, n>& names) {
  std::string id;
  read_steps(object, name, id);
  if (id.empty()) return;
  for (const Named<E>& known : names)
    if (known.id == id) {
      into = known.value;
      return;
    }
  throw std::runtime_error(fmt::format("session: steps '{}' is unknown for '{}'", id, name));
}

/// The id of a view; an empty one changes nothing.
void read_view(const json& object, const char* name, std::string& into) {
  std::string id;
  read_steps(object, name, id);
  if (id.empty()) return;
  if (!is_step_view(id)) throw std::runtime_error(fmt::format("session: steps '{}' is unknown for '{}'", id, name));
  into = id;
}

}  // namespace

void take_level(StepsSettings& settings, StepsLevel level) {
  settings.level = level;
  settings.panel = settings.counters = settings.code = level == StepsLevel::full;
}

Form form_of(const StepsSettings& settings) {
  const Algorithm* algorithm = find_algorithm(settings.algorithm);
  return settings.form.value_or(algorithm ? algorithm->natural_form : Form::inclusive);
}

json to_json(const StepsSettings& settings) {
  const StepsSource& source = settings.source;
  return {{"source",
           {{"kind", k_steps_source_kinds[static_cast<std::size_t>(source.kind)].id},
            {"x", source.x},
            {"y", source.y},
            {"side", source.side},
            {"ready", source.ready},
            {"typed", source.typed},
            {"from", source.from}}},
          {"algorithm", settings.algorithm},
          {"params", to_json(settings.params)},
          {"filter", settings.filter},
          {"filter_params", to_json(settings.filter_params)},
          {"passes", settings.passes},
          {"size", settings.size},
          {"form", settings.form ? id_of(*settings.form) : std::string_view()},
          {"type", settings.type},
          {"together", settings.together},
          {"order", settings.order},
          {"view", settings.view},
          {"beside", settings.beside},
          {"level", settings.level ? k_steps_levels[static_cast<std::size_t>(*settings.level)].id : std::string_view()},
          {"panel", settings.panel},
          {"counters", settings.counters},
          {"code", settings.code},
          {"all_arrows", settings.all_arrows},
          {"stage", settings.stage},
          {"speed", settings.speed},
          {"finish_in", settings.finish_in}};
}

StepsSettings StepsSettings::from_json(const json& object) {
  StepsSettings settings;
  if (object.is_null()) return settings;
  if (!object.is_object()) throw std::runtime_error("session: 'steps' is a JSON object");
  StepsSource& source = settings.source;
  const json from = object.value("source", json::object());
  if (!from.is_object()) throw std::runtime_error("session: steps 'source' must be a JSON object");
  read_steps(from, "kind", source.kind, k_steps_source_kinds);
  read_steps(from, "x", source.x);
  read_steps(from, "y", source.y);
  constexpr int k_farthest = 1 << 24;
  if (std::max(source.x, source.y) > k_farthest || std::min(source.x, source.y) < -1)
    throw std::runtime_error(fmt::format("session: steps 'x' and 'y' must be from 0 to {}, or -1 for the middle", k_farthest));
  read_steps(from, "side", source.side);
  read_steps(from, "ready", source.ready);
  read_steps(from, "typed", source.typed);
  read_steps(from, "from", source.from);
  if (std::find(k_patch_sides.begin(), k_patch_sides.end(), source.side) == k_patch_sides.end())
    throw std::runtime_error(fmt::format("session: steps 'side' is {}, allowed are 4, 8, 16, 32", source.side));
  read_steps(object, "algorithm", settings.algorithm);
  const Algorithm* algorithm = find_algorithm(settings.algorithm);
  settings.params = params_from_json(object.value("params", json::object()),
                                     algorithm ? algorithm->params : std::vector<Param>{}, "session: steps");
  read_steps(object, "filter", settings.filter);
  const Filter* filter = find_filter(settings.filter);
  settings.filter_params = params_from_json(object.value("filter_params", json::object()),
                                            filter ? filter->params : std::vector<Param>{}, "session: steps");
  read_steps(object, "passes", settings.passes);
  settings.passes = std::max(0, settings.passes);
  read_steps(object, "size", settings.size);
  settings.size = std::max(0, settings.size);
  std::string form;
  read_steps(object, "form", form);
  if (!form.empty()) read_steps(object, "form", settings.form.emplace(), k_forms);
  read_steps(object, "type", settings.type);
  if (!settings.type.empty() && !find_type_pair(settings.type))
    throw std::runtime_error(fmt::format("session: steps type '{}' is unknown", settings.type));
  read_steps(object, "together", settings.together);
  read_steps(object, "order", settings.order);
  try {
    parse_schedule(settings.order);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(fmt::format("session: steps 'order': {}", error.what()));
  }
  read_view(object, "view", settings.view);
  read_view(object, "beside", settings.beside);
  std::string level = object.contains("level") ? "" : "full";
  read_steps(object, "level", level);
  if (!level.empty()) {
    StepsLevel known = StepsLevel::full;  // because: a session from before there were levels keeps what it shows
    read_steps(object, "level", known, k_steps_levels);
    take_level(settings, known);
  }
  read_steps(object, "panel", settings.panel);
  read_steps(object, "counters", settings.counters);
  read_steps(object, "code", settings.code);
  read_steps(object, "all_arrows", settings.all_arrows);
  read_steps(object, "stage", settings.stage);
  settings.stage = std::max(0, settings.stage);
  read_steps(object, "speed", settings.speed);
  if (!(settings.speed >= k_slowest && settings.speed <= k_fastest))
    throw std::runtime_error(
        fmt::format("session: steps 'speed' is {}, allowed are {} ... {}", settings.speed, k_slowest, k_fastest));
  read_steps(object, "finish_in", settings.finish_in);
  settings.finish_in = std::clamp(settings.finish_in, 1, 600);
  return settings;
}

}  // namespace satscope::app
