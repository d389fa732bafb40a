// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/hovered_window.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/text/number_text.h"
#include "app/ui/ui.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/paint.h"
#include "kernels/border.h"
#include "kernels/filters/depth.h"
#include "kernels/filters/motion_blur.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

std::string number_of(double number, std::string_view one) {
  return fmt::format("{} {}", grouped(number), noun(static_cast<double>(number), one));
}

/// The ends of the line through a pixel, in coordinates of the picture.
std::pair<Point, Point> line_through(const filter_kernels::motion_blur::Shear& by, int x, int y) {
  const auto at = [&](int i) {
    const int slid = by.shift(by.along(x, y) + i) - by.shift(by.along(x, y));
    return by.steep ? Point{x + slid + 0.5, y + i + 0.5} : Point{x + i + 0.5, y + slid + 0.5};
  };
  return {at(-by.q), at(by.q)};
}

std::int64_t pixels_of_disc(int radius) {
  const auto disc = filter_kernels::depth::Disc::of(radius);
  std::int64_t pixels = 0;
  for (int k = 0; k < disc.boxes; ++k) pixels += filter_kernels::area_of<std::int64_t>(disc.box(0, 0, k));
  return pixels;
}

/// Tables that a filter reads with these parameters.
std::size_t tables_of(const Filter& filter, const FilterRequest& request) {
  std::size_t count = 0;
  for (const FilterStep& step : filter.draft(request).steps) count += std::holds_alternative<TableStep>(step);
  return count;
}

}  // namespace

std::optional<HoveredWindow> hovered_window(const ChainEntry& entry, Extent picture, const PaintedMap* map, int x, int y) {
  const Filter* filter = filter_of(entry);
  const Param* r = filter ? filter->find_param("r") : nullptr;
  if (!r || picture.area() == 0) return {};
  const FilterRequest request{.extent = picture, .params = entry.params};
  HoveredWindow window;
  if (filter->find_param("border")) window.border = border_of(*filter, request);
  window.tables = tables_of(*filter, request);
  window.radius = filter->radius_at ? filter->radius_at(request, x, y, map ? map_at(*map, picture, x, y) : 0)
                                    : static_cast<int>(std::get<double>(value_of(entry, *r)));
  if (filter->find_param("angle") && !filter->radius_at) {
    const auto shear = filter_kernels::motion_blur::shear_of(*filter, request);
    window.line = line_through(shear, x, y);
    window.pixels = 2 * shear.q + 1;
    window.reads = static_cast<int>(filter->reads_per_pixel(request));
    return window;
  }
  if (const Param* fast = filter->find_param("fast"); fast && std::get<bool>(value_of(entry, *fast))) window.tables = 0;
  if (const Param* kernel = filter->find_param("kernel")) window.kernel = std::get<std::string>(value_of(entry, *kernel));
  const filter_kernels::Window w = filter_kernels::window_around(x, y, window.radius, window.border, picture);
  window.box = {w.x0, w.y0, w.x1 - w.x0, w.y1 - w.y0};
  window.pixels = static_cast<std::int64_t>(window.box.width) * window.box.height;
  window.leaves =
      x < window.radius || y < window.radius || x + window.radius >= picture.width || y + window.radius >= picture.height;
  if (window.kernel == "disc") window.pixels = pixels_of_disc(window.radius);
  if (window.tables == 0 || window.kernel == "disc" || window.kernel == "tent") {
    window.tables = 0;
    window.reads = static_cast<int>(filter->reads_per_pixel(request));
    return window;
  }
  const auto along = [&](int from, int to, int length) {
    return reads_of(reach(window.border, from, length)) + reads_of(reach(window.border, to, length));
  };
  window.reads = along(w.x0, w.x1, picture.width) * along(w.y0, w.y1, picture.height);
  return window;
}

std::optional<HoveredWindow> hovered_window(const Session& session, const Interaction& doing, Extent picture) {
  const PlaygroundEdit& edit = session.edit.part<PlaygroundEdit>();
  const ChainEntry* entry = chosen_entry(edit, session.part<PlaygroundView>());
  if (!entry || !doing.hover) return std::nullopt;
  return hovered_window(*entry, picture, edit.painted.get(), doing.hover->x, doing.hover->y);
}

std::vector<WindowCorner> corners_of(const HoveredWindow& window, Extent picture) {
  if (window.tables == 0 || window.line) return {};
  if (window.leaves && (window.border == Border::clamp || window.border == Border::mirror)) return {};
  const Box& box = window.box;
  std::vector<WindowCorner> corners;
  for (const char letter : {'A', 'B', 'C', 'D'}) {
    const bool right = letter == 'B' || letter == 'D', below = letter == 'C' || letter == 'D';
    const int x = std::clamp(box.x + (right ? box.width : 0), 0, picture.width);
    const int y = std::clamp(box.y + (below ? box.height : 0), 0, picture.height);
    corners.push_back({letter, x, y, x > 0 && y > 0});
  }
  return corners;
}

std::vector<std::string> texts_of(const HoveredWindow& window) {
  const std::string pixels = number_of(static_cast<double>(window.pixels), "pixel");
  std::string area = fmt::format("(2·{}+1)² = {}", window.radius, pixels), beyond;
  if (window.line) area = "a line of " + pixels;
  if (window.kernel == "disc") area = fmt::format("a disc of {}", pixels);
  if (window.kernel == "tent") area = fmt::format("a tent over {}", pixels);
  if (window.leaves && window.border == Border::clip && window.kernel != "disc" && window.kernel != "tent")
    area = fmt::format("{} × {} = {}", window.box.width, window.box.height, pixels);
  if (window.leaves)
    beyond = window.border == Border::clip    ? ", clipped at the edge"
             : window.border == Border::zero  ? ", zeros beyond the edge"
             : window.border == Border::clamp ? ", the edge goes on"
                                              : ", mirrored at the edge";
  const std::string reads = number_of(window.reads, "read") +
                            (window.tables > 1 ? fmt::format(" of each of {} tables", window.tables) : std::string());
  return {fmt::format("{}{}: {}", area, beyond, reads), fmt::format("{}: {}", area, reads), area};
}

}  // namespace satscope::app
