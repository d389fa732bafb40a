// SPDX-License-Identifier: Apache-2.0
// From a chain that is wanted to one that can run on frames of one size, with nothing left open.
#pragma once
#include <memory>
#include <string>

#include "app/pipeline/filter_road.h"
#include "kernels/filters/words_plan.h"

namespace satscope::app {

struct FilterSetup {
  FilterRoad::Want want;
  Extent extent;
  Machine machine = Machine::cpu;
  DisplayPath path = DisplayPath::cpu;
  int reduction = 1;
  bool colour = false;
  std::string remark;
  WordsPlan words;  ///< nothing in it where the chain is empty

  bool passes_on() const { return want.wish.chain.empty(); }
};

/// Throws std::exception with a sentence if the chain cannot run. most_words: what one buffer of the screen can hold.
std::shared_ptr<const FilterSetup> set_up_filters(const FilterRoad::Want& want, Extent extent, std::size_t most_words);

}  // namespace satscope::app
