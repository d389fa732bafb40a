// SPDX-License-Identifier: Apache-2.0
// What a user does to the chain of filters: add, remove, move, solo, change the radius. Pure functions of the settings; places
// that stand for an entry (the chosen one, the only one in force) follow it.
#pragma once
#include <string>
#include <string_view>

#include "app/workspaces/playground/settings.h"
#include "kernels/filter.h"

namespace satscope::app {

/// The first filters of the shelf have a key each, by their numbers.
constexpr int k_filter_keys = 9;

/// Place of the entry whose parameters are shown, or -1 where the chain is empty.
int chosen_place(const PlaygroundEdit& edit, const PlaygroundView& view);
/// That entry; null where the chain is empty.
ChainEntry* chosen_entry(PlaygroundEdit& edit, const PlaygroundView& view);
const ChainEntry* chosen_entry(const PlaygroundEdit& edit, const PlaygroundView& view);

/// Adds a filter of this id and chooses it: at the end, but before one that measures, since nothing can follow that; a second
/// one that measures takes its place.
void add_filter(PlaygroundEdit& edit, PlaygroundView& view, std::string_view id);
/// Puts a filter of this id into the place of the chosen one, as it is by default; adds it where the chain is empty. What
/// measures goes to the end. If it is the chosen one already, it is turned on.
void replace_filter(PlaygroundEdit& edit, PlaygroundView& view, std::string_view id);
/// The chain becomes this filter alone, and it is chosen; where it was in the chain, it keeps its parameters.
void make_chain(PlaygroundEdit& edit, PlaygroundView& view, std::string_view id);
/// Turns every entry of this filter on or off, all the same way; adds one where there is none. What was touched is chosen.
void toggle_filter(PlaygroundEdit& edit, PlaygroundView& view, std::string_view id);
void remove_filter(PlaygroundEdit& edit, PlaygroundView& view, int place);
/// Takes an entry out and puts it where `to` is then.
void move_filter(PlaygroundEdit& edit, PlaygroundView& view, int from, int to);
/// Makes the entry the only one in force, or gives all the others back.
void toggle_solo(PlaygroundEdit& edit, int place);

/// The number that the wheel changes: `r`, else the first one; null: the filter has none.
const Param* radius_param_of(const Filter& filter);
/// A value of a number's range, `steps` further: one step while it is small, then steps that grow with it, so that up and down
/// again is where one was.
double widened(const Param& param, double value, int steps);
/// Steps of the range itself, however large the value.
double moved_by(const Param& param, double value, int steps);

/// Null where it is not known here.
const Filter* filter_of(const ChainEntry& entry);
/// The entry's value of a parameter, or its default.
ParamValue value_of(const ChainEntry& entry, const Param& param);
/// Whether the filter measures regions instead of making a picture.
bool measures(const ChainEntry& entry);

}  // namespace satscope::app
