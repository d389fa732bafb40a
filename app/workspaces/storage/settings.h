// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the workspace Storage.
#pragma once
#include <string>
#include <vector>

#include "kernels/storage/method.h"
#include "kernels/table.h"

namespace satscope::app {

class Fields;

/// The part that undo steps through.
struct StorageEdit {
  static constexpr const char* k_member = "storing";
  static constexpr std::size_t k_most_painted = 64;

  std::string method = "modular-cross";
  int bits = 22;           ///< of a word, where the method lets one choose
  std::vector<Box> white;  ///< parts of the picture that were painted white
  bool operator==(const StorageEdit&) const = default;
  const StorageMethod& chosen() const;  ///< the first one if the id is unknown
};
void fields(Fields& io, StorageEdit& edit);
/// With the word length that is usual for it.
void choose_method(StorageEdit& edit, const StorageMethod& method);

/// How it is looked at.
struct StorageView {
  static constexpr const char* k_member = "storage";
  bool errors = true;   ///< the error map over the picture
  bool dropped = true;  ///< hatching over dropped entries
  bool operator==(const StorageView&) const = default;
};
void fields(Fields& io, StorageView& view);

}  // namespace satscope::app
