// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/storage/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/core/json.h"
#include "app/session/json.h"

namespace satscope::app {

using nlohmann::json;

const StorageMethod& StorageEdit::chosen() const {
  const auto methods = storage_methods();
  const auto found = std::ranges::find(methods, method, &StorageMethod::id);
  return found == methods.end() ? methods.front() : *found;
}

void choose_method(StorageEdit& edit, const StorageMethod& method) {
  edit.method = method.id;
  if (method.usual_bits > 0) edit.bits = method.usual_bits;
}

StorageEdit StorageEdit::from_json(const json& object) {
  constexpr std::string_view k_where = "session: storing";
  StorageEdit edit;
  read_member(object, "method", edit.method, k_where);
  const auto methods = storage_methods();
  if (std::ranges::find(methods, edit.method, &StorageMethod::id) == methods.end())
    throw std::runtime_error(fmt::format("{} 'method' is '{}', which is unknown", k_where, edit.method));
  read_member(object, "bits", edit.bits, k_where);
  if (edit.bits < k_least_word_bits || edit.bits > k_most_word_bits)
    throw std::runtime_error(
        fmt::format("{} 'bits' is {}; words have from {} to {} bits", k_where, edit.bits, k_least_word_bits, k_most_word_bits));
  std::vector<std::array<int, 4>> boxes;
  read_member(object, "white", boxes, k_where);
  if (boxes.size() > k_most_painted)
    throw std::runtime_error(
        fmt::format("{} 'white' has {} boxes; at most {} are allowed", k_where, boxes.size(), k_most_painted));
  for (const auto& [x, y, width, height] : boxes) edit.white.push_back({x, y, width, height});
  return edit;
}

json to_json(const StorageEdit& edit) {
  json white = json::array();
  for (const Box& box : edit.white) white.push_back({box.x, box.y, box.width, box.height});
  return {{"method", edit.method}, {"bits", edit.bits}, {"white", white}};
}

StorageView StorageView::from_json(const json& object) {
  StorageView view;
  read_member(object, "errors", view.errors, "session: storage");
  read_member(object, "dropped", view.dropped, "session: storage");
  return view;
}

json to_json(const StorageView& view) { return {{"errors", view.errors}, {"dropped", view.dropped}}; }

}  // namespace satscope::app
