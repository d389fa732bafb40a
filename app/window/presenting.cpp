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

void Screen::State::present(bool with_window) {
  if (!std::exchange(session.presenting, true)) presented_since = now;
  if (with_window)
    if (const std::string problem = host.show_audience(!host.audience()); !problem.empty())
      doing.message = Notice{problem, std::nullopt, {}};
  doing.in_panels = doing.drawer = false;
}

bool Screen::State::leave_class() {
  if (!session.presenting || has_popup() || terms.by_keys() || doing.drag || doing.message) return false;
  session.presenting = false;
  host.show_audience(false);
  presentation.reset();
  return true;
}

void Screen::State::draw_for_lecturer(Ui& ui, const Area& area) {
  if (area.width <= 0) return;
  const double clock = std::min(clock_height > 0 ? clock_height : 4.0 * static_cast<double>(ui.em), area.height / 2);
  const double needed = presentation.draw_clock(ui, {area.x, area.y, area.width, clock}, presented_since);
  if (needed != std::exchange(clock_height, needed)) animating = true;
  const Area rest{area.x, area.y + clock, area.width, area.height - clock};
  if (Companion* leads = companion())
    leads->draw_aside(ui, rest);
  else
    draw_class_keys(ui, rest);
}

}  // namespace satscope::app
