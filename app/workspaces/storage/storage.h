// SPDX-License-Identifier: Apache-2.0
// Storage: a table in fewer bytes, and what breaks. These are its panels.
#pragma once
#include <array>

#include "app/ui/drawing/marks.h"
#include "app/ui/ui.h"
#include "app/workspaces/storage/keys.h"
#include "app/workspaces/storage/model.h"

namespace satscope::app {

struct StorageUi : Ui {
  const StorageModel& model;
};

void draw_method_panel(StorageUi& ui);  ///< method, word length, paint
void draw_bytes(StorageUi& ui);         ///< bars of bytes
void draw_worth(StorageUi& ui);         ///< the box, all boxes of its size, the largest exact one, the entry under the pointer
void draw_worth_line(StorageUi& ui);    ///< the box alone, in a line
/// Errors of the map by their share of a white box's sum: below the first, below the second, more.
inline constexpr std::array k_error_steps{0.01, 0.1};
/// How strongly the map shows such an error; level: 1 ... 3.
constexpr float error_strength(int level) { return 0.2F + 0.15F * static_cast<float>(level); }
/// Over the picture the errors and the largest exact box; over the table the entries as they are
/// stored where they have room, and the hatching of what is dropped.
void draw_storage_marks(ImDrawList& list, const StorageUi& ui, const Pane& pane);

/// A box of this size from the box's upper left corner, moved into the picture.
Box exact_box(const Ui& ui, Extent size);

/// The middle of the window, framebuffer pixels. Where there is little room, `bytes` has no height and `worth` a single line.
struct StorageParts {
  Area canvas, bytes, worth;
};
StorageParts storage_parts(const Area& middle, double em);

}  // namespace satscope::app
