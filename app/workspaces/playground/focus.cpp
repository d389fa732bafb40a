// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/focus.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/workspaces/playground/chain/chain_edit.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

double number_in(const ChainEntry& entry, const Filter& filter, const char* id) {
  return std::get<double>(value_of(entry, *filter.find_param(id)));
}

void set_whole(ChainEntry& entry, const char* id, double value) {
  const Filter* filter = find_filter(entry.filter);
  const Param* param = filter ? filter->find_param(id) : nullptr;
  if (param) entry.params[id] = param->range->nearest(std::round(value));
}

/// The depth of a ground along the way from near to far: that of a place is (place . far - least) / all, 0 ... 1.
struct DepthRamp {
  Point far;  ///< unit vector
  double least = 0, all = 1;
};
DepthRamp depth_ramp_in(const ChainEntry& entry, const Filter& filter, Extent picture) {
  const double turn = number_in(entry, filter, "angle") * std::numbers::pi / 180;
  DepthRamp ground{.far = {std::sin(turn), -std::cos(turn)}};
  const double right = picture.width - 1.0, bottom = picture.height - 1.0;
  const auto along = [&](double x, double y) { return ground.far.x * (x + 0.5) + ground.far.y * (y + 0.5); };
  const auto [least, most] = std::minmax({along(0, 0), along(right, 0), along(0, bottom), along(right, bottom)});
  ground.least = least;
  ground.all = std::max(1.0, most - least);
  return ground;
}

/// Percent of the way from the first pixel to the last.
double percent(double at, int length) { return length > 1 ? 100 * (at - 0.5) / (length - 1) : 50; }

}  // namespace

std::optional<Focus> focus_of(const ChainEntry& entry, Extent picture) {
  const Filter* filter = find_filter(entry.filter);
  const Param* map = filter ? filter->find_param("map") : nullptr;
  if (!map || picture.area() == 0) return {};
  const auto kind = std::get<std::string>(value_of(entry, *map));
  if (kind == "painted") return {};
  const double turn = number_in(entry, *filter, "angle") * std::numbers::pi / 180;
  const Point along{std::cos(turn), std::sin(turn)}, normal{-along.y, along.x};
  const double reach = std::max(1.0, 0.25 * std::min(picture.width, picture.height));
  Focus focus;
  focus.along = along;
  if (kind == "gradient") {
    focus.centre = {picture.width / 2.0, picture.height / 2.0};
    focus.turn = {focus.centre.x + reach * normal.x, focus.centre.y + reach * normal.y};
    return focus;
  }
  focus.moves = true;
  if (kind == "ground") {
    const DepthRamp ground = depth_ramp_in(entry, *filter, picture);
    const Point middle{picture.width / 2.0, picture.height / 2.0};
    const double depth = ground.least + number_in(entry, *filter, "focus") / 100 * ground.all;
    const double to = depth - (middle.x * ground.far.x + middle.y * ground.far.y);
    focus.centre = {middle.x + to * ground.far.x, middle.y + to * ground.far.y};
    focus.turn = {focus.centre.x + reach * along.x, focus.centre.y + reach * along.y};
    focus.sharp = number_in(entry, *filter, "sharp") / 100 * ground.all;
    return focus;
  }
  focus.centre = {0.5 + number_in(entry, *filter, "x") / 100 * (picture.width - 1),
                  0.5 + number_in(entry, *filter, "y") / 100 * (picture.height - 1)};
  focus.turn = {focus.centre.x + reach * along.x, focus.centre.y + reach * along.y};
  focus.sharp = number_in(entry, *filter, "sharp") / 100 * picture.height;
  focus.blurred = focus.sharp + number_in(entry, *filter, "fade") / 100 * picture.height;
  return focus;
}

void move_focus(ChainEntry& entry, Extent picture, Point to) {
  if (const Filter* filter = find_filter(entry.filter); filter && filter->find_param("focus")) {
    const DepthRamp ground = depth_ramp_in(entry, *filter, picture);
    set_whole(entry, "focus", 100 * (to.x * ground.far.x + to.y * ground.far.y - ground.least) / ground.all);
    return;
  }
  set_whole(entry, "x", percent(to.x, picture.width));
  set_whole(entry, "y", percent(to.y, picture.height));
}

void turn_focus(ChainEntry& entry, Extent picture, Point to) {
  const auto focus = focus_of(entry, picture);
  if (!focus) return;
  const double dx = to.x - focus->centre.x, dy = to.y - focus->centre.y;
  if (std::hypot(dx, dy) < 1e-9) return;
  // the handle of a gradient lies along its normal (-sin, cos), that of a band along (cos, sin)
  const double turn = focus->moves ? std::atan2(dy, dx) : std::atan2(-dx, dy);
  set_whole(entry, "angle", turn * 180 / std::numbers::pi);
}

}  // namespace satscope::app
