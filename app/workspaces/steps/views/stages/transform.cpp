// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/stages/transform.h"

#include <algorithm>

namespace satscope::app {
namespace {

constexpr double k_margin_ems = 0.8, k_widest_ems = 8;

bool lies_along_both(const StageBuffer& stage) { return stage.across != Along::neither && stage.down != Along::neither; }

/// Pixels per element that make a side fill its room.
double filling(double room, int elements, double em) {
  return std::min((room - 2 * std::min(k_margin_ems * em, room / 8)) / std::max(1, elements), k_widest_ems * em);
}

std::optional<int> coordinate(Along along, Along wanted, int here) {
  return along == wanted ? std::optional(here) : std::nullopt;
}

}  // namespace

StageView stage_view(const StageBuffer& stage, const View& picture, const Area& area, double em) {
  StageView view{stage.shape.width / 2.0, stage.shape.height / 2.0, 1, 1};
  const double fill_x = filling(area.width, stage.shape.width, em), fill_y = filling(area.height, stage.shape.height, em);
  if (picture.fitted || (stage.across == Along::neither && stage.down == Along::neither)) {
    view.zoom_x = fill_x;
    view.zoom_y = fill_y;
    if (lies_along_both(stage)) view.zoom_x = view.zoom_y = fitted_view(stage.shape, area, k_margin_ems * em).zoom;
    return view;
  }
  const auto linked = [&](Along along, double& centre, double& zoom, double fill) {
    zoom = along == Along::neither ? fill : picture.zoom;
    if (along != Along::neither) centre = along == Along::x ? picture.centre_x : picture.centre_y;
  };
  linked(stage.across, view.centre_x, view.zoom_x, fill_x);
  linked(stage.down, view.centre_y, view.zoom_y, fill_y);
  return view;
}

View picture_view(const StageBuffer& stage, const View& before, const StageView& now) {
  View view = before;
  if (stage.across == Along::neither && stage.down == Along::neither) return view;
  const auto take = [&](Along along, double centre, double zoom) {
    if (along == Along::neither) return;
    (along == Along::x ? view.centre_x : view.centre_y) = centre;
    view.zoom = zoom;
  };
  take(stage.across, now.centre_x, now.zoom_x);
  take(stage.down, now.centre_y, now.zoom_y);
  view.fitted = false;
  return view;
}

Point to_buffer(const StageView& view, const Area& area, Point screen) {
  const Point middle = area.middle();
  return {view.centre_x + (screen.x - middle.x) / view.zoom_x, view.centre_y + (screen.y - middle.y) / view.zoom_y};
}

Point from_buffer(const StageView& view, const Area& area, Point place) {
  const Point middle = area.middle();
  return {middle.x + (place.x - view.centre_x) * view.zoom_x, middle.y + (place.y - view.centre_y) * view.zoom_y};
}

std::optional<Pixel> pixel_of(const StageBuffer& stage, Pixel cell, Extent picture) {
  std::optional<int> x = coordinate(stage.across, Along::x, cell.x), y = coordinate(stage.down, Along::y, cell.y);
  if (!x) x = coordinate(stage.down, Along::x, cell.y);
  if (!y) y = coordinate(stage.across, Along::y, cell.x);
  if (!x || !y || *x >= picture.width || *y >= picture.height) return std::nullopt;
  return Pixel{*x, *y};
}

std::optional<Pixel> cell_of(const StageBuffer& stage, Pixel pixel) {
  const auto side = [&](Along along, int length) -> std::optional<int> {
    if (along == Along::neither) return length == 1 ? std::optional(0) : std::nullopt;
    const int at = along == Along::x ? pixel.x : pixel.y;
    return at < length ? std::optional(at) : std::nullopt;
  };
  const auto x = side(stage.across, stage.shape.width), y = side(stage.down, stage.shape.height);
  return x && y ? std::optional(Pixel{*x, *y}) : std::nullopt;
}

}  // namespace satscope::app
