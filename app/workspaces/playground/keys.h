// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/ui/keys.h"

namespace satscope::app {

/// Actions of Playground that buttons, menus and tests name; the table is in workspace.cpp.
struct PlaygroundAction {
  static constexpr Action original{"original"}, wipe{"wipe"}, difference{"difference"}, radius_down{"radius-down"},
      radius_up{"radius-up"}, choose_filter{"choose-filter"}, remove_region{"remove-region"}, to_explore{"to-explore"},
      save_result{"save-result"}, record{"record"}, whole_film{"whole-film"}, alone{"result-alone"}, camera{"camera"},
      copy_command{"copy-command"}, copy_picture{"copy-picture"}, previous_feature{"previous-feature"};
  static constexpr Action keep_template{"keep-template"};  ///< no key: a drag over a live picture ends with it
};

}  // namespace satscope::app
