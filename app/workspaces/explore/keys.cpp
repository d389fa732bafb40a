// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/keys.h"

#include "app/workspaces/explore/four_reads.h"

namespace satscope::app {
namespace {
constexpr std::string_view k_more_boxes = "More boxes";
}

std::vector<KeyBinding> explore_keys() {
  constexpr std::string_view group = "Four reads", boxes = k_more_boxes;
  return {
      {{plain('Y')}, ExploreAction::why, "why four reads give the sum of the box", group},
      {{plain(k_key_right), plain(k_key_page_down)}, ExploreAction::next_read, "the next read, while that is explained", group},
      {{plain(k_key_left), plain(k_key_page_up)}, ExploreAction::previous_read, "the read before", group},
      {{plain(k_key_space)}, ExploreAction::play_reads, "play or pause the reads", group},
      {{plain('D'), plain('B'), plain('C'), plain('A')}, ExploreAction::to_read, "to the read of this letter", group},
      {{plain(','), plain('<')}, ExploreAction::slower, "play the reads slower", group, true},
      {{plain('.'), plain('>')}, ExploreAction::faster, "play the reads faster", group, true},
      {{plain('E')}, ExploreAction::next_shape, "two boxes, or the box in two or three parts", boxes},
      {{shift('E')}, ExploreAction::previous_shape, "the shape before", boxes},
      {{plain('X')}, ExploreAction::swap_boxes, "adds a second box, then switches between the two", boxes},
  };
}

bool works_in_explore(const KeyBinding& binding, const Session& session) {
  if (binding.of.empty() || binding.action == ExploreAction::why) return true;
  return binding.group == k_more_boxes || session.part<FourReads>().open;
}

}  // namespace satscope::app
