// SPDX-License-Identifier: Apache-2.0
// What a newcomer reads in a workspace: at first what one can do there; once that is done, what next. It is in the
// place of the message bar and stays there until it is closed or the workspace is left, so that nothing jumps under the hand.
#pragma once
#include <set>
#include <string>

#include "app/ui/shell.h"
#include "app/ui/ui.h"

namespace satscope::app {

class Guide {
 public:
  /// Shows it in this workspace, or takes it away again.
  void toggle(const std::string& workspace);
  void close(const std::string& workspace);
  /// Whether it is to be seen in the workspace. newcomers: those who never used the workspace see it unasked.
  bool shown(const Ui& ui, bool newcomers) const;
  /// Once a frame: what was left is closed; true if the workspace was just used for the first time.
  bool note(const Ui& ui, bool newcomers);

 private:
  std::string in_;  ///< the workspace of the frame before
  std::set<std::string> asked_, closed_;
  bool new_here_ = false;  ///< when the workspace was entered
};

/// The bar over this area.
void draw_guide_bar(Ui& ui, const Area& area);

}  // namespace satscope::app
