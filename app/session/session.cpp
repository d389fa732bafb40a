// SPDX-License-Identifier: Apache-2.0
#include "app/session/session.h"

#include <fmt/format.h>

#include <stdexcept>

#include "app/core/json.h"
#include "app/core/param_values.h"
#include "app/session/json.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {
using nlohmann::json;

constexpr int k_farthest = 1 << 24;  ///< of what can be looked at
constexpr double k_least_zoom = 1e-6, k_most_zoom = 1e6;

/// Takes members out of an object, and names the one that does not fit.
class Reader {
 public:
  explicit Reader(const json& object) : object_(object) {
    if (!object.is_object()) throw std::runtime_error("a session is a JSON object");
  }

  template <class T>
  void read(const char* name, T& into) const {
    read_member(object_, name, into, "session:");
  }

  /// A text that is the id of something, or "auto".
  template <class E, std::size_t n>
  void read(const char* name, std::optional<E>& into, const std::array<Named<E>, n>& names) const {
    std::string id;
    read(name, id);
    if (id.empty() || id == "auto") return;
    std::string allowed = "auto";
    for (const Named<E>& known : names) {
      if (known.id == id) {
        into = known.value;
        return;
      }
      allowed += fmt::format(", {}", known.id);
    }
    throw std::runtime_error(fmt::format("session: '{}' is '{}', allowed are {}", name, id, allowed));
  }

  json child(const char* name) const {
    const json found = object_.value(name, json::object());
    if (!found.is_object()) throw std::runtime_error(fmt::format("session: '{}' must be a JSON object", name));
    return found;
  }

 private:
  const json& object_;
};

json to_json(const ColourRange& range) { return {{"automatic", range.automatic}, {"lo", range.lo}, {"hi", range.hi}}; }

void read_range(const json& object, ColourRange& range) {
  const Reader reader(object);
  reader.read("automatic", range.automatic);
  reader.read("lo", range.lo);
  reader.read("hi", range.hi);
}

template <class E>
std::string id_or_auto(const std::optional<E>& value) {
  return value ? std::string(id_of(*value)) : "auto";
}

}  // namespace

json to_json(const Session& session) {
  const Edit& edit = session.edit;
  json object{
      {"workspace", session.workspace},
      {"input", edit.input},
      {"live", edit.live},
      {"source", edit.source},
      {"transform", to_json(edit.transform)},
      {"box", {{"x", edit.box.x}, {"y", edit.box.y}, {"w", edit.box.width}, {"h", edit.box.height}}},
      {"algorithm", edit.algorithm},
      {"type", edit.type},
      {"params", to_json(edit.params)},
      {"machine", id_or_auto(edit.machine)},
      {"paused", session.paused},
      {"looping", session.looping},
      {"mirrored", session.mirrored ? json(*session.mirrored) : json("auto")},
      {"mode",
       {{"width", session.mode.extent.width},
        {"height", session.mode.extent.height},
        {"rate", session.mode.rate},
        {"format", session.mode.format}}},
      {"tone_map", id_of(session.tone_map)},
      {"view",
       {{"centre", {session.view.centre_x, session.view.centre_y}},
        {"zoom", session.view.zoom},
        {"fitted", session.view.fitted}}},
      {"colour_map", session.colour_map},
      {"range", to_json(session.range)},
      {"picture_range", to_json(session.picture_range)},
      {"deramp", session.deramp},
      {"numbers", session.numbers},
      {"grid", session.grid},
      {"histogram", session.histogram},
      {"display", id_or_auto(session.display)},
      {"theme", session.theme},
      {"ui_scale", session.ui_scale},
      {"side_panel", session.side_panel},
      {"reduced_motion", session.reduced_motion},
  };
  edit.write(object);
  session.write(object);
  return object;
}

Session session_from_json(const json& object, Session session) {
  Edit& edit = session.edit;
  const Reader top(object);
  top.read("workspace", session.workspace);
  top.read("input", edit.input);
  top.read("live", edit.live);
  top.read("source", edit.source);
  try {
    edit.transform = transform_from_json(object.value("transform", to_json(edit.transform)));
  } catch (const std::runtime_error& problem) {
    throw std::runtime_error(fmt::format("session: {}", problem.what()));
  }
  const json box_json = top.child("box"), view_json = top.child("view");
  const Reader box(box_json), view(view_json);
  box.read("x", edit.box.x);
  box.read("y", edit.box.y);
  box.read("w", edit.box.width);
  box.read("h", edit.box.height);
  const auto sensible = [](int place) { return place >= 0 && place <= k_farthest; };
  if (!(sensible(edit.box.x) && sensible(edit.box.y) && sensible(edit.box.width) && sensible(edit.box.height)))
    throw std::runtime_error(fmt::format("session: 'box' must have x, y, w and h from 0 to {}", k_farthest));
  top.read("algorithm", edit.algorithm);
  if (!edit.algorithm.empty() && !find_algorithm(edit.algorithm))
    throw std::runtime_error(fmt::format("session: {}", no_such(algorithms(), "algorithm", edit.algorithm)));
  top.read("type", edit.type);
  if (!edit.type.empty() && !find_type_pair(edit.type))
    throw std::runtime_error(fmt::format("session: type '{}' is unknown", edit.type));
  const Algorithm* algorithm = find_algorithm(edit.algorithm);
  if (object.contains("params"))
    edit.params = params_from_json(object["params"], algorithm ? algorithm->params : std::vector<Param>{}, "session");
  top.read("machine", edit.machine, k_machines);
  edit.read(object);
  session.read(object);
  top.read("paused", session.paused);
  top.read("looping", session.looping);
  if (const json mirrored = object.value("mirrored", json("auto")); mirrored != "auto") {
    bool value = false;
    top.read("mirrored", value);
    session.mirrored = value;
  }
  const json mode_json = top.child("mode");
  const Reader mode(mode_json);
  mode.read("width", session.mode.extent.width);
  mode.read("height", session.mode.extent.height);
  mode.read("rate", session.mode.rate);
  mode.read("format", session.mode.format);
  if (session.mode.extent.width < 0 || session.mode.extent.height < 0 || !(session.mode.rate >= 0))
    throw std::runtime_error("session: 'mode' has a width, a height and a rate of at least 0");
  std::string tone_map(id_of(session.tone_map));
  top.read("tone_map", tone_map);
  const ToneMapKind* const known_map = find_in(k_tone_maps, tone_map);
  if (!known_map) throw std::runtime_error(fmt::format("session: {}", no_such(k_tone_maps, "tone map", tone_map)));
  session.tone_map = known_map->value;
  std::array<double, 2> centre{session.view.centre_x, session.view.centre_y};
  view.read("centre", centre);
  session.view.centre_x = centre[0];
  session.view.centre_y = centre[1];
  view.read("zoom", session.view.zoom);
  const auto somewhere = [](double place) { return place >= -k_farthest && place <= k_farthest; };
  if (!somewhere(session.view.centre_x) || !somewhere(session.view.centre_y))
    throw std::runtime_error(fmt::format("session: 'centre' must be two numbers from {} to {}", -k_farthest, k_farthest));
  if (!(session.view.zoom >= k_least_zoom && session.view.zoom <= k_most_zoom))
    throw std::runtime_error(
        fmt::format("session: 'zoom' is {}, allowed are {} ... {}", session.view.zoom, k_least_zoom, k_most_zoom));
  view.read("fitted", session.view.fitted);
  top.read("colour_map", session.colour_map);
  read_range(top.child("range"), session.range);
  read_range(top.child("picture_range"), session.picture_range);
  top.read("deramp", session.deramp);
  top.read("numbers", session.numbers);
  top.read("grid", session.grid);
  top.read("histogram", session.histogram);
  top.read("display", session.display, k_display_paths);
  top.read("theme", session.theme);
  if (session.theme != "light" && session.theme != "dark")
    throw std::runtime_error(fmt::format("session: theme '{}' is unknown, allowed are light and dark", session.theme));
  top.read("ui_scale", session.ui_scale);
  if (!(session.ui_scale >= k_smallest_scale && session.ui_scale <= k_largest_scale))
    throw std::runtime_error(
        fmt::format("session: 'ui_scale' is {}, allowed are {} ... {}", session.ui_scale, k_smallest_scale, k_largest_scale));
  top.read("side_panel", session.side_panel);
  top.read("reduced_motion", session.reduced_motion);
  return session;
}

}  // namespace satscope::app
