// SPDX-License-Identifier: Apache-2.0
// Who races: all algorithms of the list to tick, and the parameters of those that do.
#include <fmt/format.h>
#include <imgui.h>

#include <functional>

#include "app/ui/panels/choices.h"
#include "app/ui/panels/panels.h"
#include "app/workspaces/race/race.h"
#include "kernels/adopted.h"
#include "kernels/device.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// What a button asks for, done when the list is drawn.
using Change = std::function<void(RaceEdit&)>;

/// A choice where there are two machines to choose from, or one was chosen elsewhere.
void draw_machine(Ui& ui, RaceEntrant& entrant, const std::string& control) {
  if (!gpu_status().usable && !entrant.machine) return;
  const std::string same = "same";
  std::vector<Choice> choices{{same, "on the machine below", "With all that name none"}};
  for (const Named<Machine>& one : k_machines) {
    const bool gpu = one.value == Machine::gpu;
    choices.push_back(
        {.id = std::string(one.id),
         .title = gpu ? "on the GPU" : "on the CPU",
         .help = gpu ? "Whatever the others run on" : "With the threads that it takes by itself, whatever the others run on",
         .why_not = gpu && !gpu_status().usable ? gpu_status().reason : std::string()});
  }
  std::string id = entrant.machine ? std::string(id_of(*entrant.machine)) : same;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (!choose(ui, "##machine", control + "machine", "Where this entrant runs: a GPU and a CPU can race each other", id,
              choices))
    return;
  const Named<Machine>* const chosen = find_in(k_machines, id);
  entrant.machine = chosen ? std::optional(chosen->value) : std::nullopt;
}

/// Parameters of an entrant, its machine, and its way out.
void draw_entrant(Ui& ui, std::size_t number, const Algorithm& algorithm, Change& change) {
  RaceEdit& edit = ui.session.edit.part<RaceEdit>();
  RaceEntrant& entrant = edit.entrants[number];
  const std::string control = fmt::format("entrant:{}:", number);
  const float indent = 1.4F * ui.em, gap = ImGui::GetStyle().ItemInnerSpacing.x;
  ImGui::Indent(indent);
  for (const Param& param : algorithm.params) draw_param(ui, param, entrant.params, control);
  draw_machine(ui, entrant, control);
  ImGui::PushFont(ui.fonts.small);
  const float width = (ImGui::GetContentRegionAvail().x - gap) / 2;
  ImGui::BeginDisabled(edit.entrants.size() >= k_most_entrants);
  if (ImGui::Button("Duplicate", {width, 0})) change = [number](RaceEdit& e) { enter_again(e, number); };
  ImGui::EndDisabled();
  ui.control(control + "again", algorithm.params.empty()
                                    ? "The same algorithm twice: how far apart equal things are measured"
                                    : "The same algorithm twice, to race against itself with other parameters");
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Remove", {width, 0})) change = [number](RaceEdit& e) { remove_entrant(e, number); };
  ui.control(control + "out", "Removes it from the race; undo brings it back");
  ImGui::PopFont();
  ImGui::Unindent(indent);
}

void draw_algorithm(Ui& ui, std::size_t number, const Algorithm& algorithm, Change& change) {
  RaceEdit& edit = ui.session.edit.part<RaceEdit>();
  bool enters = has_entrant(edit, algorithm.id);
  const std::string why = why_not({algorithm.id, {}}, ui.frame, ui.session);
  const bool full = !enters && edit.entrants.size() >= k_most_entrants;
  const std::string title =
      first_that_fits({fmt::format("{}  {}", number + 1, with_id(algorithm.title, algorithm.id)),
                       fmt::format("{}  {}", number + 1, algorithm.title), fmt::format("{}  {}", number + 1, algorithm.id),
                       fmt::format("{}", number + 1)},
                      ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - ImGui::GetStyle().ItemInnerSpacing.x);
  ImGui::BeginDisabled(full || (!enters && !absence(algorithm).empty()));
  ImGui::PushStyleColor(ImGuiCol_Text, packed(why.empty() ? ui.palette.text : ui.palette.quiet));
  if (ImGui::Checkbox(title.c_str(), &enters)) change = [id = algorithm.id](RaceEdit& e) { toggle_entrant(e, id); };
  ImGui::PopStyleColor();
  ImGui::EndDisabled();
  const std::string tip = full          ? fmt::format("{} algorithms race at most: take one out first", k_most_entrants)
                          : why.empty() ? fmt::format("{}. {}", with_id(algorithm.title, algorithm.id), algorithm.paper)
                                        : fmt::format("{}. Not here: {}", with_id(algorithm.title, algorithm.id), why);
  ui.control("enter:" + algorithm.id, tip, number < 9 ? std::optional(RaceAction::toggle_entrant) : std::nullopt);
  for (std::size_t i = 0; i < edit.entrants.size(); ++i) {
    if (edit.entrants[i].algorithm != algorithm.id) continue;
    ImGui::PushID(static_cast<int>(i));
    draw_entrant(ui, i, algorithm, change);
    ImGui::PopID();
  }
}

}  // namespace

void draw_entrants(Ui& ui) {
  RaceEdit& edit = ui.session.edit.part<RaceEdit>();
  caption(ui, fmt::format("ENTRANTS, {} TO {}", k_fewest_entrants, k_most_entrants));
  Change change;
  const std::span<const Algorithm> list = algorithms();
  for (const bool of_user : {true, false})  // because: a file that was just opened is what is looked for
    for (std::size_t number = 0; number < list.size(); ++number) {
      if ((trace_maker_of(list[number]) != nullptr) != of_user) continue;
      ImGui::PushID(list[number].id.c_str());
      draw_algorithm(ui, number, list[number], change);
      ImGui::PopID();
    }
  if (change) change(edit);
  ImGui::Dummy({0, 0.3F * ui.em});
  caption(ui, "TABLE");
  draw_type_and_machine(ui);
  ImGui::Dummy({0, 0.3F * ui.em});
}

}  // namespace satscope::app
