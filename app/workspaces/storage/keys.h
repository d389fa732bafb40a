// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// What Storage is asked for by its own keys.
struct StorageAction {
  static constexpr Action next_method{"next-storage-method"};
  static constexpr Action previous_method{"previous-storage-method"};
  static constexpr Action shorter{"shorter-words"};
  static constexpr Action longer{"longer-words"};
  static constexpr Action paint{"paint-white"};
  static constexpr Action wash{"wash-paint"};
  static constexpr Action break_it{"paint-until-it-breaks"};
  static constexpr Action errors{"error-map"};
  static constexpr Action dropped{"hatch-dropped"};
};

}  // namespace satscope::app
