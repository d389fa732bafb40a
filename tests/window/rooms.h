// SPDX-License-Identifier: Apache-2.0
// Parameters of tests that go through all algorithms or filters, and through windows of several sizes; and their names.
#pragma once
#include <ranges>
#include <string>
#include <tuple>
#include <vector>

#include "app/workspaces/steps/view.h"
#include "kernels/registry.h"

namespace satscope::app {

/// A window of `size` pixels, with its interface `scale` times as large.
struct Room {
  Extent size;
  double scale;
  std::string name;
};

/// The ids of all of a list, as of traced_algorithms() or filters().
template <class List>
std::vector<std::string> ids_of(List&& list) {
  std::vector<std::string> ids;
  for (const std::unwrap_reference_t<std::ranges::range_value_t<List>>& one : list) ids.emplace_back(one.id);
  return ids;
}

/// The views that show steps, in their order. has_messages: of a story whose blocks exchange numbers.
inline std::vector<std::string> ids_of_step_views(bool has_messages) {
  std::vector<std::string> ids;
  for (const StepViewKind& kind : step_views())
    if (!kind.of_frame() && kind.is_there(has_messages)) ids.emplace_back(kind.id);
  return ids;
}

/// GoogleTest's names have no hyphens.
inline std::string without_hyphens(std::string id) {
  std::erase(id, '-');
  return id;
}

struct NamedById {
  template <class Info>
  std::string operator()(const Info& it) const {
    return without_hyphens(it.param);
  }
};
struct NamedByRoomAndId {
  template <class Info>
  std::string operator()(const Info& it) const {
    return without_hyphens(std::get<0>(it.param).name + "_" + std::get<1>(it.param));
  }
};

}  // namespace satscope::app
