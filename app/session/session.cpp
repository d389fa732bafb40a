// SPDX-License-Identifier: Apache-2.0
#include "app/session/session.h"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "app/session/fields.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {
using nlohmann::json;

constexpr int k_farthest = 1 << 24;  ///< of what can be looked at
constexpr double k_least_zoom = 1e-6, k_most_zoom = 1e6;

/// Its three members have one sentence, which the commands say, too: so it is read as a whole.
void transform_field(Fields& io, SourceTransform& transform) {
  io.custom(
      "transform", [&] { return to_json(transform); },
      [&](const json& given) {
        try {
          transform = transform_from_json(given);
        } catch (const std::runtime_error& problem) {
          io.expect(false, [&] { return problem.what(); });
        }
      });
  io.allow(
      [] { return "how the source is cropped (WxH+X+Y), flipped (horizontal, vertical, none) and rotated (0, 90, 180, 270)"; });
}

void range_field(Fields& io, const char* name, ColourRange& range) {
  io.within(name, [&](Fields& of) {
    of("automatic", range.automatic);
    of("lo", range.lo);
    of("hi", range.hi);
  });
}

void mode_field(Fields& io, Mode& mode) {
  io.within("mode", [&](Fields& of) {
    of("width", mode.extent.width);
    of("height", mode.extent.height);
    of("rate", mode.rate);
    of("format", mode.format);
  });
  io.expect(mode.extent.width >= 0 && mode.extent.height >= 0 && mode.rate >= 0,
            [] { return "'mode' has a width, a height and a rate of at least 0"; });
}

void view_field(Fields& io, View& view) {
  io.within("view", [&](Fields& of) {
    std::array<double, 2> centre{view.centre_x, view.centre_y};
    of("centre", centre);
    of.allow([] { return "a column and a row of the picture"; });
    const auto somewhere = [](double place) { return place >= -k_farthest && place <= k_farthest; };
    of.expect(somewhere(centre[0]) && somewhere(centre[1]),
              [] { return fmt::format("'centre' must be two numbers from {} to {}", -k_farthest, k_farthest); });
    view.centre_x = centre[0];
    view.centre_y = centre[1];
    of("zoom", view.zoom, {k_least_zoom, k_most_zoom});
    of("fitted", view.fitted);
  });
}

}  // namespace

static void fields(Fields& io, Edit& edit) {
  io("input", edit.input);
  io("live", edit.live);
  io("source", edit.source);
  transform_field(io, edit.transform);
  io("box", edit.box);
  const auto sensible = [](int place) { return place >= 0 && place <= k_farthest; };
  io.expect(sensible(edit.box.x) && sensible(edit.box.y) && sensible(edit.box.width) && sensible(edit.box.height),
            [] { return fmt::format("'box' must have x, y, w and h from 0 to {}", k_farthest); });
  io("algorithm", edit.algorithm);
  io.allow([] { return "an id of `satscope list`; empty: the usual one"; });
  const Algorithm* algorithm = find_algorithm(edit.algorithm);
  io.expect(edit.algorithm.empty() || algorithm, [&] { return no_such(algorithms(), "algorithm", edit.algorithm); });
  io("type", edit.type);
  io.allow([] { return ids_of(k_type_pairs); });
  io.expect(edit.type.empty() || find_type_pair(edit.type), [&] { return fmt::format("type '{}' is unknown", edit.type); });
  io.params("params", edit.params, algorithm);
  io("machine", edit.machine, k_machines, "auto");
}

void fields(Fields& io, Session& session) {
  io("workspace", session.workspace);
  fields(io, session.edit);
  io("paused", session.paused);
  io("looping", session.looping);
  io.custom(
      "mirrored", [&] { return session.mirrored ? json(*session.mirrored) : json("auto"); },
      [&](const json& given) {
        if (given != "auto") io("mirrored", session.mirrored.emplace());
      });
  io.allow([] { return "auto, true, false"; });
  mode_field(io, session.mode);
  std::string tone_map(id_of(session.tone_map));
  io("tone_map", tone_map);
  io.allow([] { return ids_of(k_tone_maps); });
  const ToneMapKind* const known = find_in(k_tone_maps, tone_map);
  io.expect(known, [&] { return no_such(k_tone_maps, "tone map", tone_map); });
  session.tone_map = known->value;
  view_field(io, session.view);
  io("colour_map", session.colour_map);
  range_field(io, "range", session.range);
  range_field(io, "picture_range", session.picture_range);
  io("deramp", session.deramp);
  io("numbers", session.numbers);
  io("grid", session.grid);
  io("histogram", session.histogram);
  io("display", session.display, k_display_paths, "auto");
  io("theme", session.theme);
  io.allow([] { return "light, dark"; });
  io.expect(session.theme == "light" || session.theme == "dark",
            [&] { return fmt::format("theme '{}' is unknown, allowed are light and dark", session.theme); });
  io("ui_scale", session.ui_scale, {k_smallest_scale, k_largest_scale});
  io("side_panel", session.side_panel);
  io("reduced_motion", session.reduced_motion);
  session.edit.walk(io);
  session.walk(io);
}

void Parts::walk(Fields& io) {
  for (const auto& [member, part] : parts_) {
    const auto members = [&](Fields& of) { part->walk(of); };
    if (io.written.contains(member)) throw_taken(member);
    if (!io.reads())
      io.within(member.data(), members);
    else
      io.custom(
          member.data(), [] { return json(); },
          [&](const json& given) {
            part->reset();
            read_part(given, member, members);
          });
  }
}

json to_json(const Session& session) { return written(session); }

Session session_from_json(const json& object, Session session) {
  if (!object.is_object()) throw std::runtime_error("a session is a JSON object");
  Fields io(object, "session:");
  fields(io, session);
  return session;
}

}  // namespace satscope::app
