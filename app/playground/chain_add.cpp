// SPDX-License-Identifier: Apache-2.0
#include "app/playground/chain_add.h"

#include <algorithm>
#include <utility>

#include "kernels/registry.h"

namespace satscope::app {

int add_to_chain(PlaygroundEdit& edit, const Filter& filter) {
  edit.solo = -1;
  const Filter* last = edit.chain.empty() ? nullptr : find_filter(edit.chain.back().filter);
  auto place = edit.chain.end();
  if (last && !last->makes_picture) {
    --place;
    if (!filter.makes_picture) {
      if (place->filter != filter.id) *place = {.filter = filter.id};
      place->on = true;
      return static_cast<int>(place - edit.chain.begin());
    }
  }
  place = edit.chain.insert(place, {.filter = filter.id});
  return static_cast<int>(place - edit.chain.begin());
}

void make_chain(PlaygroundEdit& edit, const Filter& filter) {
  const auto found = std::ranges::find(edit.chain, filter.id, &ChainEntry::filter);
  ChainEntry entry = found == edit.chain.end() ? ChainEntry{.filter = filter.id} : std::move(*found);
  entry.on = true;
  edit.solo = -1;
  edit.chain.assign(1, std::move(entry));
}

}  // namespace satscope::app
