// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// Actions of Storage that buttons and menus name; the table is in workspace.cpp.
struct StorageAction {
  static constexpr Action next_method{"next-storage-method"}, shorter{"shorter-words"}, paint{"paint-white"},
      wash{"wash-paint"}, break_it{"paint-until-it-breaks"}, errors{"error-map"}, dropped{"hatch-dropped"};
};

}  // namespace satscope::app
