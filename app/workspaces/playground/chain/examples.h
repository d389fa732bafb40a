// SPDX-License-Identifier: Apache-2.0
// For each filter a picture of ours on which it shines, with parameters that suit it, and how it begins in the chain.
#pragma once
#include <span>
#include <string_view>

#include "app/workspaces/playground/settings.h"

namespace satscope::app {

struct FilterExample {
  std::string_view title;   ///< of the picture, as a button names it
  std::string_view shows;   ///< what to look at in it, before and after the filter
  std::string_view input;   ///< as it is opened
  std::string_view filter;  ///< with parameters, as parse_chain takes it
  /// The same, as it comes into a chain: where its defaults show little of it. Empty: with its defaults.
  std::string_view at_first = {};
  Box part = {};  ///< of the picture that a tip shows, where the filter changes what is small; no area: all of it
};
/// One for each filter that is no rival of another.
std::span<const FilterExample> filter_examples();
/// Null for a filter that has none.
const FilterExample* example_of(std::string_view filter);
/// An entry as it comes into the chain.
ChainEntry fresh_entry(std::string_view filter);
/// The entry's parameters become those of the example of its filter.
void set_up(ChainEntry& entry, const FilterExample& example);

}  // namespace satscope::app
