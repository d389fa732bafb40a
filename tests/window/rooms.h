// SPDX-License-Identifier: Apache-2.0
// Parameters of tests that go through all algorithms or filters, and through windows of several sizes; and their names.
#pragma once
#include <string>
#include <tuple>
#include <vector>

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
  for (const auto& one : list) ids.push_back(one.id);
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
