// SPDX-License-Identifier: Apache-2.0
// A crop of the source that is drawn on the result.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/ui/drawing/box_frame.h"
#include "app/ui/panels/camera_watch.h"
#include "app/workspaces/playground/mark_pen.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

bool is_whole(const Box& box, Extent picture) { return box == Box{0, 0, picture.width, picture.height}; }

}  // namespace

void turn_crop(PlaygroundDoing& doing, const SourceTransform& before, const SourceTransform& now, bool mirrored) {
  if (!doing.crop) return;
  if (before.crop != now.crop) return doing.crop.reset();
  Orientation turn = both(inverse(before.orientation), now.orientation);
  if (mirrored) turn = both(both(k_flipped_across, turn), k_flipped_across);  // because: it is mirrored after it is rotated
  doing.crop = in_shown({.crop = {}, .orientation = turn}, *doing.crop, doing.crop_in);
  doing.crop_in = turn.of(doing.crop_in);
  doing.hold = Hold::none;
}

void follow_crop(PlaygroundUi& ui, const ResultPane& pane) {
  std::optional<Box>& crop = ui.tool.crop;
  if (crop && pane.picture != ui.tool.crop_in) {
    if (pane.picture.area() == 0 || pane.picture == ui.tool.crop_in.transposed()) return;  // the rotated one is on its way
    ui.tool.crop_in = pane.picture;                                                        // another source
  }
  if (crop) crop = clipped(*crop, pane.picture);
  if (crop && crop->area() <= 0) crop.reset();
  if (std::exchange(ui.tool.crop_shown, crop) == crop) return;
  const SourceTransform& transform = ui.session.edit.transform;
  Box box = crop.value_or(Box{});
  // because: the numbers are of the source as it came
  if (ui.session.edit.live && ui.frame.status().source.mirrored) box.x = pane.picture.width - box.x - box.width;
  ui.sources.crop = crop_text(crop ? in_source(transform, box, pane.picture) : transform.crop);
}

BoxDrag crop_drag(const PlaygroundUi& ui, const ResultPane& pane, Point screen) {
  const Box& box = *ui.tool.crop;
  const Grip grip = grip_at(box, pane.view, pane.area, screen, 0.7 * static_cast<double>(ui.em));
  return {grip == Grip::inside && is_whole(box, pane.picture) ? Grip::fresh : grip, box,
          to_picture(pane.view, pane.area, screen)};
}

bool apply_crop(Ui& ui, PlaygroundDoing& doing) {
  if (!doing.crop) return false;
  if (!is_whole(*doing.crop, ui.frame.filtered().picture))
    ui.requests.push_back({k_transform_source, {}, std::string(k_crop_to_shown) + crop_text(*doing.crop)});
  doing.crop.reset();
  return true;
}

void draw_crop(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane) {
  const Box& box = *ui.tool.crop;
  if (pane.picture != ui.tool.crop_in) return;
  const auto [from, to] = corners(pane, box);
  const auto [first, last] = corners(pane, {0, 0, pane.picture.width, pane.picture.height});
  constexpr unsigned k_shade = 0x99000000;
  list.AddRectFilled(first, {last.x, from.y}, k_shade);
  list.AddRectFilled({first.x, to.y}, last, k_shade);
  list.AddRectFilled({first.x, from.y}, {from.x, to.y}, k_shade);
  list.AddRectFilled({to.x, from.y}, {last.x, to.y}, k_shade);
  draw_box_frame(list, ui, from, to, std::max(1.5F, 0.11F * ui.em));
  const bool untouched = ui.tool.hold == Hold::none && is_whole(box, pane.picture);
  chip_within(list, ui, pane, {from.x + ui.em, from.y + ui.em},
              untouched ? "Drag a box over what you want to keep" : fmt::format("{} × {}", box.width, box.height),
              ui.palette.box);
}

}  // namespace satscope::app
