// SPDX-License-Identifier: Apache-2.0
// A view of Steps that names the buffers, as small as one can be: what CONTRIBUTING.md says of a new view, done.
#include "app/core/json.h"
#include "app/workspaces/steps/view.h"

namespace satscope::app {
namespace {

class TinyView final : public StepView {
 public:
  void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) override {
    const std::vector<TraceBuffer>& buffers = steps.player()->story().trace.buffers;
    for (std::uint32_t i = 0; i < buffers.size(); ++i) {
      const double high = area.height / static_cast<double>(buffers.size());
      const Area row{area.x, area.y + i * high, area.width, high};
      drawing.text_in(row, "place 0 of " + buffers[i].name, {drawing.palette.text});
      if (look.scene) look.scene->shapes.push_back({.area = row, .cell = CellAt{i, 0}, .control = "tiny:" + std::to_string(i)});
    }
  }
  void report(const StepsState& steps, nlohmann::json& into) const override {
    into["tiny"] = steps.player()->story().trace.buffers.size();
  }
};

}  // namespace

StepViewKind tiny_view() { return {.id = "tiny", .title = "Tiny", .tip = "The buffers by name", .make = make_view<TinyView>}; }

}  // namespace satscope::app
