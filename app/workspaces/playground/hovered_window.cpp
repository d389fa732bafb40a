// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/hovered_window.h"

#include <fmt/format.h>

#include "app/core/number_text.h"
#include "app/workspaces/playground/chain_edit.h"
#include "app/workspaces/playground/paint.h"
#include "kernels/border.h"
#include "kernels/filters/variable.h"

namespace satscope::app {
namespace {

/// 255ths of the radius that a pixel has.
int share_of_radius(const Filter& filter, const ChainEntry& entry, Extent picture, const PaintedMap* map, int x, int y) {
  const Param* kind = filter.find_param("map");
  if (!kind) return 255;
  if (std::get<std::string>(value_of(entry, *kind)) == "painted") return map ? map_at(*map, picture, x, y) : 0;
  return filter_kernels::variable::ramp_of(filter, {.extent = picture, .params = entry.params}).at(x, y);
}

std::string count(double number, std::string_view one) {
  return fmt::format("{} {}{}", grouped(number), one, number == 1 ? "" : "s");
}

}  // namespace

std::optional<HoveredWindow> hovered_window(const ChainEntry& entry, Extent picture, const PaintedMap* map, int x, int y) {
  const Filter* filter = filter_of(entry);
  const Param* r = filter ? filter->find_param("r") : nullptr;
  if (!r || picture.area() == 0) return {};
  const FilterRequest request{.extent = picture, .params = entry.params};
  HoveredWindow window;
  window.border = border_of(*filter, request);
  window.tables = filter->tables.size();
  const auto most = static_cast<int>(std::get<double>(value_of(entry, *r)));
  window.radius = (most * share_of_radius(*filter, entry, picture, map, x, y) + 127) / 255;
  const filter_kernels::Window w = filter_kernels::window_around(x, y, window.radius, window.border, picture);
  window.box = {w.x0, w.y0, w.x1 - w.x0, w.y1 - w.y0};
  window.pixels = static_cast<std::int64_t>(window.box.width) * window.box.height;
  window.leaves =
      x < window.radius || y < window.radius || x + window.radius >= picture.width || y + window.radius >= picture.height;
  if (window.tables == 0) {
    window.reads = static_cast<int>(filter->reads_per_pixel(request));
    return window;
  }
  const auto along = [&](int from, int to, int length) {
    return reads_of(reach(window.border, from, length)) + reads_of(reach(window.border, to, length));
  };
  window.reads = along(w.x0, w.x1, picture.width) * along(w.y0, w.y1, picture.height);
  return window;
}

std::vector<std::string> texts_of(const HoveredWindow& window) {
  const std::string pixels = count(static_cast<double>(window.pixels), "pixel");
  std::string area = fmt::format("(2·{}+1)² = {}", window.radius, pixels), beyond;
  if (window.leaves && window.border == Border::clip)
    area = fmt::format("{} × {} = {}", window.box.width, window.box.height, pixels);
  if (window.leaves)
    beyond = window.border == Border::clip    ? ", clipped at the edge"
             : window.border == Border::zero  ? ", zeros beyond the edge"
             : window.border == Border::clamp ? ", the edge goes on"
                                              : ", mirrored at the edge";
  const std::string reads =
      count(window.reads, "read") + (window.tables > 1 ? fmt::format(" of each of {} tables", window.tables) : std::string());
  return {fmt::format("{}{}: {}", area, beyond, reads), fmt::format("{}: {}", area, reads), area};
}

}  // namespace satscope::app
