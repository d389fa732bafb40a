// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/source/edit.h"

namespace satscope::app {

StepsEdit edit_of(const StepsSettings& settings, const std::set<Barrier>& deleted_barriers) {
  return {settings.source, settings.algorithm, settings.params, settings.filter,   settings.filter_params, settings.passes,
          settings.size,   settings.form,      settings.type,   settings.together, deleted_barriers};
}

void apply_edit(const StepsEdit& edit, StepsSettings& settings, std::set<Barrier>& deleted_barriers) {
  settings.source = edit.source;
  settings.algorithm = edit.algorithm;
  settings.params = edit.params;
  settings.filter = edit.filter;
  settings.filter_params = edit.filter_params;
  settings.passes = edit.passes;
  settings.size = edit.size;
  settings.form = edit.form;
  settings.type = edit.type;
  settings.together = edit.together;
  deleted_barriers = edit.deleted_barriers;
}

}  // namespace satscope::app
