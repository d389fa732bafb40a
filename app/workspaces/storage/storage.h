// SPDX-License-Identifier: Apache-2.0
// Storage: a table in fewer bytes, and what breaks. These are its panels.
#pragma once
#include "app/ui/marks.h"
#include "app/ui/ui.h"
#include "app/workspaces/storage/keys.h"
#include "app/workspaces/storage/room.h"

namespace satscope::app {

struct StorageUi : Ui {
  const StorageRoom& room;
};

void draw_method_panel(StorageUi& ui);  ///< method, word length, paint
void draw_bytes(StorageUi& ui);         ///< bars of bytes
void draw_worth(StorageUi& ui);         ///< the box, all boxes of its size, the largest exact one, the entry under the pointer
void draw_worth_line(StorageUi& ui);    ///< the box alone, in a line
/// Over the picture the errors and the largest exact box; over the table the hatching of what is dropped.
void draw_storage_marks(ImDrawList& list, const StorageUi& ui, const Pane& pane);

/// A box of this size from the box's upper left corner, moved into the picture.
Box exact_box(const Ui& ui, Extent size);

/// The middle of the window, framebuffer pixels. Where there is little room, `bytes` has no height and `worth` a single line.
struct StorageParts {
  Area canvas, bytes, worth;
};
StorageParts storage_parts(const Area& middle, double em);

}  // namespace satscope::app
