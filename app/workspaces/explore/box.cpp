// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/ui/panels/choices.h"
#include "app/ui/panels/panels.h"
#include "app/workspaces/explore/boxes.h"
#include "app/workspaces/explore/explore.h"
#include "kernels/registry.h"

namespace satscope::app {
void draw_box_panel(Ui& ui) {
  const Shown& shown = ui.frame.shown();
  Box& box = ui.session.edit.box;
  caption(ui, "BOX");
  if (!shown.ready) return;
  std::vector<Choice> shapes;
  for (const BoxShapeText& shape : k_box_shapes)
    shapes.push_back({std::string(shape.id), std::string(shape.title), std::string(shape.about)});
  BoxSet& set = ui.session.edit.part<BoxSet>();
  std::string id(text_of(set.shape).id);
  if (choose(ui, "##shape", "box:shape",
             "One box, a second one beside it, or the box cut into parts that are added and subtracted", id, shapes)) {
    set.shape = static_cast<BoxShape>(std::ranges::find(k_box_shapes, id, &BoxShapeText::id) - k_box_shapes.begin());
    ui.session.part<FourReads>().open = false;
  }
  const Box before = box;
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
  struct Field {
    const char *id, *format, *tip;
    int& value;
    int least, most;
  };
  for (const Field& field : {Field{"##x", "x %d", "left column of the box", box.x, 0, shown.picture.width - 1},
                             Field{"##y", "y %d", "top row of the box", box.y, 0, shown.picture.height - 1},
                             Field{"##w", "w %d", "columns", box.width, 1, shown.picture.width},
                             Field{"##h", "h %d", "rows", box.height, 1, shown.picture.height}}) {
    ImGui::SetNextItemWidth(width);
    ImGui::PushFont(ui.fonts.small);
    ImGui::DragInt(field.id, &field.value, 0.25F, field.least, std::max(field.least, field.most), field.format,
                   ImGuiSliderFlags_AlwaysClamp);
    ImGui::PopFont();
    if (ImGui::IsItemActive()) ui.doing.changing = true;
    ui.control(std::string("box:") + field.id[2], std::string(field.tip) + "; drag, or Ctrl+click to type");
    ImGui::SameLine(0, gap);
  }
  ImGui::NewLine();
  if (!(box == before)) {
    if (box.area() <= 0) box = {box.x, box.y, std::max(1, box.width), std::max(1, box.height)};
    box = clipped(box, shown.picture);
  }
}

}  // namespace satscope::app
