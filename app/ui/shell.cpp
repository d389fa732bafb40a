// SPDX-License-Identifier: Apache-2.0
#include "app/ui/shell.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {

Extent with_lecturers_part(Extent stage, Extent window) {
  if (stage.area() == 0 || window.area() == 0) return window;
  constexpr double k_share = 0.68;  // of the stage, as wide or as high as it is
  const double wide = std::max(stage.width / k_share, stage.height * static_cast<double>(window.width) / window.height);
  const double high = wide * window.height / window.width;
  constexpr double k_most = 4;  // as large as the stage; of a window of another shape too little would be seen
  if (wide > k_most * stage.width || high > k_most * stage.height) return window;
  return {static_cast<int>(std::lround(wide)), static_cast<int>(std::lround(high))};
}

Shell shell_of(double width, double height, double em, const ShellRequests& requests, SideShape side) {
  const auto ems = [em](double count) { return std::round(count * em); };
  Shell shell;
  constexpr double k_narrow_ems = 40, k_share_below = 0.45;
  const bool below = !requests.presenting && requests.aside > 0 && width < height && width < k_narrow_ems * em;
  const double aside = below ? 0 : std::min(ems(requests.aside), std::round(width / 2));
  const double top = requests.presenting ? 0 : std::min(ems(2.2), height);
  shell.top = {0, 0, width, top};
  double from = top, to = height;
  if (requests.presenting) {
    const double caption = std::min(std::ceil(requests.caption), std::round(height / 2));
    to -= caption;
    shell.bottom = {0, to, width - aside, caption};
  } else if (height / em >= 12) {
    to -= ems(1.9);
    shell.bottom = {0, to, width, ems(1.9)};
  }
  const bool at_end = requests.at_end && !requests.presenting && shell.bottom.height > 0;
  const bool over = requests.over || (requests.at_end && !at_end);
  if (requests.message) {
    const double message = std::min(ems(2.4), std::max(0.0, to - from));
    shell.message = {0, from, width, message};
    if (!over && !at_end) from += message;
  }
  to = std::max(from, to);
  if (below) {
    const double part = std::round(k_share_below * (to - from));
    to -= part;
    shell.aside = {0, to, width, part};
  }
  double left = 0;
  shell.side_docked = side.docked;
  if (!requests.presenting && (side.docked ? requests.side_panel : requests.drawer)) {
    shell.side = {0, from, std::min(ems(side.ems), width), to - from};
    if (side.docked) left = shell.side.width;
  }
  // because: something of the workspace itself must be seen
  const double beside = std::min(aside, std::round((width - left) / 2));
  shell.middle = {left, from, width - left - beside, to - from};
  if (over) shell.message = {shell.middle.x, from, shell.middle.width, shell.message.height};
  if (requests.message && at_end) shell.message = shell.bottom;
  if (beside > 0) shell.aside = {width - beside, from, beside, (requests.presenting ? height : to) - from};
  return shell;
}

}  // namespace satscope::app
