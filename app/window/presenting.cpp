// SPDX-License-Identifier: Apache-2.0
// The window before a class: what its keys do, how large it is, who sees what.
#include "app/core/json.h"
#include "app/window/screen_state.h"

namespace satscope::app {

double Screen::State::scale_in_force() const {
  return session.presenting ? std::max(session.ui_scale, presented_scale(framebuffer)) : session.ui_scale;
}

const Palette& Screen::State::palette() const {
  return palette_of(session.theme, session.presenting && presentation.few_colours());
}

bool Screen::State::perform_before_class(const ActionRequest& request) {
  switch (request.action) {
    case Action::present:
    case Action::audience:
      if (!std::exchange(session.presenting, true)) presented_since = now;
      if (request.action == Action::audience)
        if (const std::string problem = host.show_audience(!host.audience()); !problem.empty())
          doing.message = Notice{problem, std::nullopt, {}};
      doing.in_panels = doing.drawer = false;
      return true;
    case Action::leave:
      if (!session.presenting || has_popup() || terms.by_keys() || doing.drag || doing.message) return false;
      session.presenting = false;
      host.show_audience(false);
      presentation.reset();
      return true;
    case Action::next_point:
    case Action::previous_point: {
      Ui ui = make_ui();
      for (const auto& workspace : workspaces)  // because: a lesson leads, whatever it shows
        if (workspace->aside() > 0 && workspace->perform(ui, request)) return true;
      return false;
    }
    default: return session.presenting && presentation.perform(request.action);
  }
}

void Screen::State::draw_for_lecturer(Ui& ui, const Area& area) {
  if (area.width <= 0) return;
  const double clock = std::min(clock_height > 0 ? clock_height : 4.0 * static_cast<double>(ui.em), area.height / 2);
  const double needed = presentation.draw_clock(ui, {area.x, area.y, area.width, clock}, presented_since);
  if (needed != std::exchange(clock_height, needed)) animating = true;
  const Area rest{area.x, area.y + clock, area.width, area.height - clock};
  bool led = false;
  for (const auto& workspace : workspaces)
    if (workspace->aside() > 0) {
      workspace->draw_aside(ui, rest);
      led = true;
    }
  if (!led) draw_class_keys(ui, rest);
}

}  // namespace satscope::app
