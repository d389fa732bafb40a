// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/chain_edit.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workspaces/playground/chain/examples.h"
#include "kernels/filters/chain.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

int last_of(const PlaygroundEdit& edit) { return static_cast<int>(edit.chain.size()) - 1; }
bool is_place(const PlaygroundEdit& edit, int place) { return place >= 0 && place <= last_of(edit); }
auto entry_at(PlaygroundEdit& edit, int place) { return edit.chain.begin() + place; }

}  // namespace

int chosen_place(const PlaygroundEdit& edit, const PlaygroundView& view) { return std::min(view.chosen, last_of(edit)); }

const ChainEntry* chosen_entry(const PlaygroundEdit& edit, const PlaygroundView& view) {
  const int place = chosen_place(edit, view);
  return is_place(edit, place) ? &edit.chain[static_cast<std::size_t>(place)] : nullptr;
}
ChainEntry* chosen_entry(PlaygroundEdit& edit, const PlaygroundView& view) {
  return const_cast<ChainEntry*>(chosen_entry(std::as_const(edit), view));
}

void add_filter(PlaygroundEdit& edit, PlaygroundView& view, std::string_view id) {
  const ChainEntry entry = fresh_entry(id);
  int place = last_of(edit) + 1;
  const bool measured = place > 0 && measures(edit.chain.back());
  if (measured) --place;
  if (measured && measures(entry)) {
    if (edit.chain.back().filter != id) edit.chain.back() = entry;
    edit.chain.back().on = true;
  } else if (edit.chain.size() < k_most_filters) {
    edit.chain.insert(entry_at(edit, place), entry);
  }
  // because: who adds a filter wants to see it
  edit.solo = -1;
  view.chosen = place;
}

void replace_filter(PlaygroundEdit& edit, PlaygroundView& view, std::string_view id) {
  const int place = chosen_place(edit, view);
  if (!is_place(edit, place)) return add_filter(edit, view, id);
  const ChainEntry entry = fresh_entry(id);
  if (measures(entry) && place < last_of(edit)) {
    edit.chain.erase(entry_at(edit, place));
    return add_filter(edit, view, id);
  }
  ChainEntry& chosen = *entry_at(edit, place);
  if (chosen.filter != id) chosen = entry;
  chosen.on = true;
  edit.solo = -1;
  view.chosen = place;
}

void make_chain(PlaygroundEdit& edit, PlaygroundView& view, std::string_view id) {
  const auto found = std::ranges::find(edit.chain, id, &ChainEntry::filter);
  ChainEntry entry = found == edit.chain.end() ? fresh_entry(id) : std::move(*found);
  entry.on = true;
  edit.solo = -1;
  edit.chain.assign(1, std::move(entry));
  view.chosen = 0;
}

void toggle_filter(PlaygroundEdit& edit, PlaygroundView& view, std::string_view id) {
  const auto is_it = [id](const ChainEntry& entry) { return entry.filter == id; };
  const auto first = std::ranges::find_if(edit.chain, is_it);
  if (first == edit.chain.end()) {
    add_filter(edit, view, id);
    return;
  }
  const bool on = !first->on;
  for (ChainEntry& entry : edit.chain)
    if (is_it(entry)) entry.on = on;
  view.chosen = static_cast<int>(first - edit.chain.begin());
}

void remove_filter(PlaygroundEdit& edit, PlaygroundView& view, int place) {
  if (!is_place(edit, place)) return;
  const int chosen = chosen_place(edit, view);
  edit.chain.erase(entry_at(edit, place));
  if (edit.solo == place)
    edit.solo = -1;
  else if (edit.solo > place)
    --edit.solo;
  view.chosen = std::max(0, std::min(chosen > place ? chosen - 1 : chosen, last_of(edit)));
}

void move_filter(PlaygroundEdit& edit, PlaygroundView& view, int from, int to) {
  if (!is_place(edit, from) || !is_place(edit, to) || from == to) return;
  const auto followed = [from, to](int place) {
    if (place == from) return to;
    if (from < place && place <= to) return place - 1;
    if (to <= place && place < from) return place + 1;
    return place;
  };
  view.chosen = followed(chosen_place(edit, view));
  if (edit.solo >= 0) edit.solo = followed(edit.solo);
  const ChainEntry entry = *entry_at(edit, from);
  edit.chain.erase(entry_at(edit, from));
  edit.chain.insert(entry_at(edit, to), entry);
}

void toggle_solo(PlaygroundEdit& edit, int place) {
  if (is_place(edit, place)) edit.solo = edit.solo == place ? -1 : place;
}

const Param* radius_param_of(const Filter& filter) {
  if (const Param* r = filter.find_param("r")) return r;
  const auto number = std::ranges::find_if(filter.params, [](const Param& param) { return param.range.has_value(); });
  return number == filter.params.end() ? nullptr : &*number;
}

double widened(const Param& param, double value, int steps) {
  const ParamRange& range = *param.range;
  constexpr double k_even_steps = 16;  // below so many steps from the least value each is one
  for (; steps != 0; steps += steps > 0 ? -1 : 1) {
    const double count = std::round((value - range.min) / range.step * 1e6) / 1e6;
    // up from 32 is by the unit of 32 ... 64, down from it by that of 16 ... 32
    const double octave = std::log2(std::max(count, k_even_steps) / k_even_steps);
    const double unit = std::exp2(steps > 0 ? std::floor(octave) : std::max(0.0, std::ceil(octave) - 1)) * 2;
    const double step = count < k_even_steps || (steps < 0 && count <= k_even_steps) ? 1 : unit;
    const double next = steps > 0 ? (std::floor(count / step) + 1) * step : (std::ceil(count / step) - 1) * step;
    value = range.nearest(range.min + next * range.step);
  }
  return value;
}

double moved_by(const Param& param, double value, int steps) { return param.range->nearest(value + steps * param.range->step); }

const Filter* filter_of(const ChainEntry& entry) { return find_filter(entry.filter); }

ParamValue value_of(const ChainEntry& entry, const Param& param) {
  const auto found = entry.params.find(param.id);
  return found == entry.params.end() ? param.fallback : found->second;
}

bool measures(const ChainEntry& entry) {
  const Filter* filter = filter_of(entry);
  return filter && !filter->makes_picture;
}

}  // namespace satscope::app
