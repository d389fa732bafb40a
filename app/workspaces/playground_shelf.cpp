// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <imgui.h>

#include "app/playground/chain_edit.h"
#include "app/workspaces/playground.h"
#include "kernels/registry.h"

namespace satscope::app {

void draw_shelf(Ui& ui) {
  caption(ui, "FILTERS");
  for (const Filter& filter : filters()) {
    const std::string label = first_that_fits({filter.title, filter.id}, ImGui::GetContentRegionAvail().x - ui.em);
    ImGui::PushID(filter.id.c_str());
    if (ImGui::Button(label.c_str(), {-1, 0})) add_filter(ui.session.edit.playground, ui.session.playground, filter.id);
    ui.control(fmt::format("add:{}", filter.id), filter.definition, Action::choose_filter);
    ImGui::PopID();
  }
}

}  // namespace satscope::app
