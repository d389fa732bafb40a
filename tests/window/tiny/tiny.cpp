// SPDX-License-Identifier: Apache-2.0
// A workspace that counts, as small as one can be: what CONTRIBUTING.md says of a new workspace, done.
#include <fmt/format.h>
#include <imgui.h>

#include "app/core/json.h"
#include "app/session/fields.h"
#include "app/ui/panels/bars.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

/// Its part of the session, which undo steps through.
struct Count {
  static constexpr const char* k_member = "count";
  int value = 0;
  bool operator==(const Count&) const = default;
};
void fields(Fields& io, Count& count) { io("value", count.value); }

constexpr Action k_count_up{"count-up"};

class Tiny final : public Workspace {
 public:
  void begin(Session& session, const WindowOptions& /*options*/) override { session.edit.part<Count>(); }
  void draw(Ui& ui, const Shell& shell) override {
    begin_area("tiny", shell.middle, Ground::panel);
    ImGui::TextUnformatted(fmt::format("counted {}", ui.session.edit.part<Count>().value).c_str());
    ui.control("tiny:count", "How often the key was pressed", k_count_up);
    ImGui::End();
  }
  void draw_side(Ui& ui, const Shell& /*shell*/) override {
    if (ImGui::Button("Count")) ui.ask(k_count_up);
    ui.control("tiny:button");
  }
  void add_file_items(Ui& ui) const override { menu_item(ui, "Count one more", k_count_up); }
  std::vector<Hint> hints(const Ui& /*ui*/) const override { return {hint(k_count_up, "count")}; }
  std::string_view mouse_text(const Session& /*session*/) const override { return "Click the button: one more."; }
  void report(const Ui& ui, nlohmann::json& into) const override { into["odd"] = ui.session.edit.part<Count>().value % 2 == 1; }
};

}  // namespace

WorkspaceKind tiny_workspace() {
  return {.id = "tiny",
          .title = "Tiny",
          .about = "Counts",
          .actions = {row(k_count_up, {plain('Y')}, {"Counting"}, "count one more",
                          [](Tiny&, Ui& ui) { ++ui.session.edit.part<Count>().value; })},
          .make = []() -> std::unique_ptr<Workspace> { return std::make_unique<Tiny>(); }};
}

}  // namespace satscope::app
