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

void expect(bool fine, std::string_view sentence) {
  if (!fine) throw std::runtime_error(fmt::format("session: {}", sentence));
}

void begin(Fields& io, std::string_view name) {
  io.where = "session: playground";
  expect(!io.lacks_all(), fmt::format("'{}' is a JSON object", name));
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

/// A column and a row, if they are there.
void place_field(Fields& io, const char* name, std::optional<std::array<int, 2>>& place) {
  io.custom(
      name, [&] { return place ? json(*place) : json(); },
      [&](const json& /*given*/) {
        std::array<std::int64_t, 2> at{};
        io(name, at);
        expect(std::min(at[0], at[1]) >= 0 && std::max(at[0], at[1]) <= k_farthest,
               fmt::format("'{}' is a column and a row from 0 to {}", name, k_farthest));
        place = {static_cast<int>(at[0]), static_cast<int>(at[1])};
      });
  io.allow([] { return "a column and a row"; });
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

static void fields(Fields& io, ChainEntry& entry) {
  begin(io, "chain");
  const ChainLink link{find_filter(entry.filter), entry.params};
  std::string text = link.filter ? to_text(std::span(&link, 1)) : entry.filter;
  io("filter", text);
  io("on", entry.on);
  if (!io.reads()) return;
  try {
    const std::vector<ChainLink> links = parse_chain(text);
    if (links.size() != 1) throw std::invalid_argument("an entry of a chain is one filter");
    entry.filter = links.front().filter->id;
    entry.params = links.front().params;
  } catch (const std::invalid_argument& problem) {
    expect(false, problem.what());
  }
}

static void fields(Fields& io, TemplateCut& cut) {
  const auto require = [&](bool fine) {
    expect(!io.reads() || fine, "'template' has a width w, a height h and w h pixels from 0 to 255");
  };
  require(!io.lacks_all());
  std::vector<int> pixels(cut.pixels.begin(), cut.pixels.end());
  io("w", cut.extent.width);
  io("h", cut.extent.height);
  io("pixels", pixels);
  const auto [width, height] = cut.extent;
  const int most = k_most_template_side;
  require(width >= 1 && height >= 1 && width <= most && height <= most && pixels.size() == cut.extent.area());
  cut.pixels.clear();
  for (const int pixel : pixels) {
    require(pixel >= 0 && pixel <= 255);
    cut.pixels.push_back(static_cast<std::uint8_t>(pixel));
  }
}

void fields(Fields& io, PlaygroundEdit& edit) {
  begin(io, PlaygroundEdit::k_member);
  io.custom(
      "chain",
      [&] {
        json chain = json::array();
        for (const ChainEntry& entry : edit.chain) chain.push_back(written(entry));
        return chain;
      },
      [&](const json& chain) {
        expect(chain.is_array() && chain.size() <= k_most_filters,
               fmt::format("'chain' is a list of at most {} filters", k_most_filters));
        edit.chain.clear();
        for (const json& entry : chain) {
          Fields of(entry, io.where);
          fields(of, edit.chain.emplace_back());
        }
      });
  io.allow([] { return fmt::format("up to {} of `{{\"filter\": \"box r=5\", \"on\": true}}`", k_most_filters); });
  io("solo", edit.solo);
  if (io.reads() && (edit.solo < -1 || edit.solo >= static_cast<int>(edit.chain.size()))) edit.solo = -1;
  io("colour", edit.colour);
  std::vector<std::array<std::int64_t, 4>> regions;
  for (const Box& box : edit.regions) regions.push_back({box.x, box.y, box.width, box.height});
  io("regions", regions);
  io.allow([] { return "a list of [x, y, width, height]"; });
  edit.regions.clear();
  for (const auto& [x, y, width, height] : regions) {
    expect(!io.reads() || (width >= 1 && height >= 1), "a region has at least one pixel");
    expect(!io.reads() || (std::max({x, y, width, height}) <= k_farthest && std::min(x, y) >= -k_farthest),
           fmt::format("a region must lie within {} pixels", k_farthest));
    edit.regions.push_back({static_cast<int>(x), static_cast<int>(y), static_cast<int>(width), static_cast<int>(height)});
  }
  io.custom(
      "painted", [&] { return edit.painted ? runs_of(*edit.painted) : json(); },
      [&](const json& runs) { edit.painted = map_from(runs); });
  io.allow([] { return "a radius map, row by row: a list of [count, value]"; });
  io.custom(
      "template", [&] { return edit.cut ? written(*edit.cut) : json(); },
      [&](const json& given) {
        auto cut = std::make_shared<TemplateCut>();
        Fields of(given, io.where);
        fields(of, *cut);
        edit.cut = std::move(cut);
      });
  io.allow([] { return "such as `{\"w\": 2, \"h\": 1, \"pixels\": [0, 255]}`"; });
  place_field(io, "feature", edit.feature_at);
}

void fields(Fields& io, PlaygroundView& view) {
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
  place_field(io, "walk_at", view.walk_at);
  io("walk_step", view.walk_step, {0, k_any, true});
}

}  // namespace satscope::app
