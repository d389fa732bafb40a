// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/explore.h"

#include <imgui.h>

#include "app/ui/canvas.h"
#include "app/ui/panels.h"
#include "app/ui/workspace.h"
#include "app/workspaces/explore/layout.h"

namespace satscope::app {
namespace {

class Explore final : public Workspace {
 public:
  void draw(Ui& ui, const Shell& shell) override {
    const ExploreParts parts = explore_parts(shell.middle, static_cast<double>(ui.em));
    draw_canvas(ui, parts.canvas);
    if (parts.formula.height > 0) {
      begin_area("formula", parts.formula, Ground::panel, ImGuiWindowFlags_NoNav);
      draw_formula(ui, parts.formula, parts.compact);
      ImGui::End();
    }
    if (parts.colours.height > 0) {
      begin_area(k_colours_window, parts.colours, Ground::panel);
      draw_colours_panel(ui);
      ImGui::End();
    }
  }

  void draw_side(Ui& ui, const Shell& /*shell*/) override {
    draw_source_panel(ui);
    draw_algorithm_panel(ui);
    draw_box_panel(ui);
    draw_view_panel(ui);
  }

  std::vector<const char*> panels() const override { return {k_colours_window}; }

  std::vector<Hint> hints(const Ui& ui) const override {
    const Session& session = ui.session;
    std::vector<Hint> hints{{"?", "keys"}, {"drag", "box"}, {"right drag", "pan"}, {"wheel", "zoom"}, hint(Action::fit, "fit")};
    if (session.edit.live) hints.push_back(hint(Action::pause, session.paused ? "run" : "freeze"));
    hints.insert(hints.end(),
                 {hint(Action::live, session.edit.live ? "stop" : "live source"), hint(Action::next_colour_map, "colours"),
                  hint(Action::measure, "measure"), hint(Action::open, "open")});
    return hints;
  }

  std::string_view mouse_text(const Session& /*session*/) const override {
    return "Left drag: new box, or move and resize the old one. Right, middle or Shift+left drag: move the view. Wheel: zoom "
           "at the "
           "cursor. Double click: fit.";
  }

 private:
  static constexpr const char* k_colours_window = "colours";
};

}  // namespace

WorkspaceKind explore_workspace() {
  return {.id = "explore",
          .title = "Explore",
          .about = "A picture, its table, a box",
          .keys = [] { return std::vector<KeyBinding>{}; },
          .works = [](const KeyBinding&, const Session&) { return true; },
          .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Explore>(); }};
}

}  // namespace satscope::app
