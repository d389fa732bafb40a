// SPDX-License-Identifier: Apache-2.0
// The controls of an algorithm are built from its description: a new algorithm needs no line here.
#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/panels/choices.h"
#include "app/ui/panels/panels.h"
#include "app/ui/window_actions.h"
#include "kernels/device.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

void draw_machine(Ui& ui) {
  Edit& edit = ui.session.edit;
  const GpuStatus& gpu = gpu_status();
  std::string id = edit.machine ? std::string(id_of(*edit.machine)) : "auto";
  std::vector<Choice> choices{
      {"auto", fmt::format("Machine: auto ({})", gpu.usable ? "GPU" : "CPU"), "The GPU where it is usable, else the CPU"},
      {"cpu", "Machine: CPU", {}}};
  if (gpu.usable) choices.push_back({"gpu", "Machine: GPU", gpu.device});
  const std::string tip = gpu.usable ? "What computes the table: " + gpu.device + " or the processor"
                                     : "What computes the table. No GPU: " + gpu.reason;
  if (!choose(ui, "##machine", "machine", tip, id, choices)) return;
  edit.machine.reset();
  for (const auto& known : k_machines)
    if (known.id == id) edit.machine = known.value;
}

/// Its first sentence; the rest and the paper where the user asks for more.
void draw_prose(Ui& ui, const Algorithm& algorithm) {
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  bool& more = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("more of the algorithm"));
  const std::string first = algorithm.text.substr(0, algorithm.text.find(". ") + 1);
  coloured_text(ui.palette.quiet, more || first.empty() ? algorithm.text : first);
  if (more) coloured_text(ui.palette.quiet, algorithm.paper);
  ImGui::PopTextWrapPos();
  if (ImGui::SmallButton(more ? "less" : "more")) more = !more;
  ui.control("algorithm:more", more ? "Only the first sentence" : "How the algorithm works, and its paper");
  ImGui::PopFont();
}

}  // namespace

void draw_algorithm_panel(Ui& ui) {
  Edit& edit = ui.session.edit;
  const FrameStatus& status = ui.frame.status();
  caption(ui, "ALGORITHM");
  const Algorithm* algorithm = find_algorithm(edit.algorithm.empty() ? status.algorithm : edit.algorithm);
  std::string id = algorithm ? algorithm->id : std::string();
  std::vector<Choice> choices;
  for (const Algorithm& one : algorithms()) choices.push_back({one.id, one.title, one.paper, {}, absence(one)});
  if (choose(ui, "##algorithm", "algorithm", "How the table is made", id, choices)) {
    edit.algorithm = id;
    edit.params.clear();
  }
  if (algorithm) {
    for (const Param& param : algorithm->params) draw_param(ui, param, edit.params);
    draw_prose(ui, *algorithm);
  }

  draw_type_and_machine(ui);
  if (ImGui::Button("Measure", {-1, 0})) ui.ask(WindowAction::measure);
  ui.control("measure", "Computes the table again; the median in the top right corner is of the last 60",
             WindowAction::measure);
  if (status.busy && status.progress >= 0 && status.progress < 1) {
    ImGui::ProgressBar(static_cast<float>(status.progress), {-1, 0.5F * ui.em}, "");
    ui.control("progress", "Escape drops slow work");
  }
  ImGui::Dummy({0, 0.3F * ui.em});
}

void draw_type_and_machine(Ui& ui) {
  Edit& edit = ui.session.edit;
  const FrameStatus& status = ui.frame.status();
  std::string type = edit.type.empty() ? "auto" : edit.type;
  std::vector<Choice> types{
      {"auto", fmt::format("Type: auto ({})", status.type), "8u32u, or 8u64u where a box can reach 2 to the 32"}};
  for (const TypePair& pair : k_type_pairs) types.push_back({std::string(pair.id), fmt::format("Type: {}", pair.id), {}});
  if (choose(ui, "##type", "type", "Number type of the picture and of its table", type, types))
    edit.type = type == "auto" ? "" : type;
  draw_machine(ui);
}

}  // namespace satscope::app
