// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "app/session/fields.h"
#include "kernels/filters/chain.h"
#include "kernels/filters/correlation.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {
using nlohmann::json;

constexpr std::int64_t k_farthest = 1 << 24;  // pixels
constexpr int k_most_template_side = filter_kernels::correlation::k_most_side;

template <class T>
void read(const json& object, const char* name, T& into) {
  read_member(object, name, into, "session: playground");
}

const json& object_only(const json& value, const char* name) {
  static const json nothing = json::object();
  if (value.is_null()) return nothing;
  if (!value.is_object()) throw std::runtime_error(fmt::format("session: '{}' is a JSON object", name));
  return value;
}

json to_json(const ChainEntry& entry) {
  const Filter* filter = find_filter(entry.filter);
  const ChainLink link{filter, entry.params};
  return {{"filter", filter ? to_text(std::span(&link, 1)) : entry.filter}, {"on", entry.on}};
}

ChainEntry entry_from(const json& object) {
  std::string text;
  ChainEntry entry;
  read(object_only(object, "chain"), "filter", text);
  read(object, "on", entry.on);
  try {
    const std::vector<ChainLink> links = parse_chain(text);
    if (links.size() != 1) throw std::invalid_argument("an entry of a chain is one filter");
    entry.filter = links.front().filter->id;
    entry.params = links.front().params;
  } catch (const std::invalid_argument& problem) {
    throw std::runtime_error(fmt::format("session: {}", problem.what()));
  }
  return entry;
}

/// Runs of equal bytes: painted maps are mostly even, and a session file is text.
json runs_of(const PaintedMap& map) {
  json runs = json::array();
  for (std::size_t i = 0; i < map.bytes.size();) {
    std::size_t end = i;
    while (end < map.bytes.size() && map.bytes[end] == map.bytes[i]) ++end;
    runs.push_back({end - i, map.bytes[i]});
    i = end;
  }
  return runs;
}

std::shared_ptr<const PaintedMap> map_from(const json& runs) {
  const auto wrong = [] { return std::runtime_error("session: 'painted' is a list of [count, value] over a radius map"); };
  if (!runs.is_array()) throw wrong();
  auto map = std::make_shared<PaintedMap>();
  std::size_t at = 0;
  for (const json& run : runs) {
    if (!run.is_array() || run.size() != 2 || !run[0].is_number_unsigned() || !run[1].is_number_unsigned()) throw wrong();
    const auto count = run[0].get<std::size_t>(), value = run[1].get<std::size_t>();
    if (value > 255 || count > map->bytes.size() - at) throw wrong();
    std::fill_n(map->bytes.begin() + static_cast<std::ptrdiff_t>(at), count, static_cast<std::uint8_t>(value));
    at += count;
  }
  if (at != map->bytes.size()) throw wrong();
  return map;
}

std::shared_ptr<const TemplateCut> cut_from(const json& object) {
  const std::runtime_error wrong("session: 'template' has a width w, a height h and w h pixels from 0 to 255");
  auto cut = std::make_shared<TemplateCut>();
  if (!object.is_object()) throw wrong;
  std::vector<int> pixels;
  read(object, "w", cut->extent.width);
  read(object, "h", cut->extent.height);
  read(object, "pixels", pixels);
  const auto [width, height] = cut->extent;
  const int most = k_most_template_side;
  if (width < 1 || height < 1 || width > most || height > most || pixels.size() != cut->extent.area()) throw wrong;
  for (const int pixel : pixels) {
    if (pixel < 0 || pixel > 255) throw wrong;
    cut->pixels.push_back(static_cast<std::uint8_t>(pixel));
  }
  return cut;
}

/// A column and a row, if they are there.
std::optional<std::array<int, 2>> place_from(const json& object, const char* name) {
  if (!object.contains(name)) return {};
  std::array<std::int64_t, 2> at{};
  read(object, name, at);
  if (std::min(at[0], at[1]) < 0 || std::max(at[0], at[1]) > k_farthest)
    throw std::runtime_error(fmt::format("session: '{}' is a column and a row from 0 to {}", name, k_farthest));
  return {{static_cast<int>(at[0]), static_cast<int>(at[1])}};
}

}  // namespace

bool PlaygroundEdit::operator==(const PlaygroundEdit& other) const {
  const auto same_map = [](const auto& a, const auto& b) { return a == b || (a && b && a->bytes == b->bytes); };
  const auto same_cut = [](const auto& a, const auto& b) { return a == b || (a && b && *a == *b); };
  return chain == other.chain && solo == other.solo && colour == other.colour && regions == other.regions &&
         same_map(painted, other.painted) && same_cut(cut, other.cut) && feature_at == other.feature_at;
}

std::vector<ChainEntry> entries_of(std::vector<ChainLink> chain) {
  std::vector<ChainEntry> entries;
  for (ChainLink& link : chain) entries.push_back({.filter = link.filter->id, .params = std::move(link.params)});
  return entries;
}

std::vector<int> places_in_force(const PlaygroundEdit& edit) {
  std::vector<int> places;
  for (int i = 0; i < static_cast<int>(edit.chain.size()); ++i) {
    const ChainEntry& entry = edit.chain[static_cast<std::size_t>(i)];
    const bool in_force = edit.solo >= 0 ? i == edit.solo : entry.on;
    if (in_force && find_filter(entry.filter)) places.push_back(i);
  }
  return places;
}

std::vector<ChainLink> chain_in_force(const PlaygroundEdit& edit) {
  std::vector<ChainLink> chain;
  for (const int place : places_in_force(edit)) {
    const ChainEntry& entry = edit.chain[static_cast<std::size_t>(place)];
    chain.push_back({find_filter(entry.filter), entry.params});
  }
  return chain;
}

json to_json(const PlaygroundEdit& edit) {
  json chain = json::array(), regions = json::array();
  for (const ChainEntry& entry : edit.chain) chain.push_back(to_json(entry));
  for (const Box& box : edit.regions) regions.push_back({box.x, box.y, box.width, box.height});
  json object{{"chain", chain}, {"solo", edit.solo}, {"colour", edit.colour}, {"regions", regions}};
  if (edit.painted) object["painted"] = runs_of(*edit.painted);
  if (edit.cut)
    object["template"] = {{"w", edit.cut->extent.width}, {"h", edit.cut->extent.height}, {"pixels", edit.cut->pixels}};
  if (edit.feature_at) object["feature"] = *edit.feature_at;
  return object;
}

static void fields(Fields& io, PlaygroundView& view) {
  constexpr int k_any = std::numeric_limits<int>::max();
  io("chosen", view.chosen, {0, k_any, true});
  io("wipe", view.wipe);
  io("wipe_at", view.wipe_at, {0, 1});
  io("difference", view.difference);
  io("wheel_zooms", view.wheel_zooms);
  io("race", view.race);
  io("brush", view.brush, {1, 100});
  io("rings_at", view.rings_at, {0, 255});
  io("far", view.far);
  io("stage", view.stage, {0, k_any, true});
  io("cascade", view.cascade);
  io.custom(
      "walk_at", [&] { return view.walk_at ? json(*view.walk_at) : json(); },
      [&](const json& at) {
        view.walk_at = place_from({{"walk_at", at}}, "walk_at");
      });
  io("walk_step", view.walk_step, {0, k_any, true});
}

json to_json(const PlaygroundView& view) { return written(view); }

PlaygroundEdit PlaygroundEdit::from_json(const json& given) {
  const json& object = object_only(given, "filters");
  PlaygroundEdit edit;
  if (const auto chain = object.find("chain"); chain != object.end()) {
    if (!chain->is_array() || chain->size() > k_most_filters)
      throw std::runtime_error(fmt::format("session: 'chain' is a list of at most {} filters", k_most_filters));
    edit.chain.clear();
    for (const json& entry : *chain) edit.chain.push_back(entry_from(entry));
  }
  read(object, "solo", edit.solo);
  if (edit.solo < -1 || edit.solo >= static_cast<int>(edit.chain.size())) edit.solo = -1;
  read(object, "colour", edit.colour);
  std::vector<std::array<std::int64_t, 4>> regions;
  read(object, "regions", regions);
  for (const auto& [x, y, width, height] : regions) {
    if (width < 1 || height < 1) throw std::runtime_error("session: a region has at least one pixel");
    if (std::max({x, y, width, height}) > k_farthest || std::min(x, y) < -k_farthest)
      throw std::runtime_error(fmt::format("session: a region must lie within {} pixels", k_farthest));
    edit.regions.push_back({static_cast<int>(x), static_cast<int>(y), static_cast<int>(width), static_cast<int>(height)});
  }
  if (const auto painted = object.find("painted"); painted != object.end()) edit.painted = map_from(*painted);
  if (const auto cut = object.find("template"); cut != object.end()) edit.cut = cut_from(*cut);
  edit.feature_at = place_from(object, "feature");
  return edit;
}

PlaygroundView PlaygroundView::from_json(const json& given) {
  return read_fields<PlaygroundView>(given, "session: playground");
}

}  // namespace satscope::app
