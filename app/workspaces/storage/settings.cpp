// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/storage/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/session/fields.h"

namespace satscope::app {

const StorageMethod& StorageEdit::chosen() const {
  const auto methods = storage_methods();
  const auto found = std::ranges::find(methods, method, &StorageMethod::id);
  return found == methods.end() ? methods.front() : *found;
}

void choose_method(StorageEdit& edit, const StorageMethod& method) {
  edit.method = method.id;
  if (method.usual_bits > 0) edit.bits = method.usual_bits;
}

void fields(Fields& io, StorageEdit& edit) {
  io("method", edit.method, storage_methods());
  io("bits", edit.bits, {k_least_word_bits, k_most_word_bits});
  std::vector<std::array<int, 4>> boxes;
  for (const Box& box : edit.white) boxes.push_back({box.x, box.y, box.width, box.height});
  io("white", boxes);
  io.allow([] { return fmt::format("up to {} of [x, y, width, height]", StorageEdit::k_most_painted); });
  io.expect(boxes.size() <= StorageEdit::k_most_painted, [&] {
    return fmt::format("'white' has {} boxes; at most {} are allowed", boxes.size(), StorageEdit::k_most_painted);
  });
  edit.white.clear();
  for (const auto& [x, y, width, height] : boxes) edit.white.push_back({x, y, width, height});
}

void fields(Fields& io, StorageView& view) {
  io("errors", view.errors);
  io("dropped", view.dropped);
}

}  // namespace satscope::app
