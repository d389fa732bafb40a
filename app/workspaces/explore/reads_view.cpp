// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/reads_view.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace satscope::app {
namespace {

struct Corners {
  ImVec2 from, to;
  float width() const { return to.x - from.x; }
  float height() const { return to.y - from.y; }
};

Corners corners_of(const Pane& pane, const Box& box) {
  const Point a = on_screen(pane, {static_cast<double>(box.x), static_cast<double>(box.y)});
  const Point b = on_screen(pane, {static_cast<double>(box.x + box.width), static_cast<double>(box.y + box.height)});
  return {{static_cast<float>(a.x), static_cast<float>(a.y)}, {static_cast<float>(b.x), static_cast<float>(b.y)}};
}

/// Lines from the lower left to the upper right: what counts less than not at all.
void hatch(ImDrawList& list, const Corners& at, float gap, unsigned colour) {
  list.PushClipRect(at.from, at.to, true);
  const ImVec2 low = list.GetClipRectMin(), high = list.GetClipRectMax();  // because: a part may reach far beyond the screen
  const float start = std::floor((low.x + low.y) / gap) * gap;
  for (float sum = start; sum < high.x + high.y; sum += gap)
    list.AddLine({sum - high.y, high.y}, {sum - low.y, low.y}, colour, 1.5F);
  list.PopClipRect();
}

/// How a part looks that counts so often.
void fill_part(ImDrawList& list, const Ui& ui, const Corners& at, int times, double strength) {
  const auto alpha = [&](double most) { return static_cast<float>(most * strength); };
  if (times > 0) list.AddRectFilled(at.from, at.to, packed(ui.palette.plus_mark, alpha(0.34)));
  if (times == 0) list.AddRectFilled(at.from, at.to, packed({0, 0, 0}, alpha(0.62)));
  if (times < 0) {
    list.AddRectFilled(at.from, at.to, packed(ui.palette.minus_mark, alpha(0.42)));
    hatch(list, at, 0.8F * ui.em, packed({0, 0, 0}, alpha(0.55)));
  }
}

/// How often a part counts, in the middle of what is seen of it; where pixels are large, at its top left, because
/// numbers are in their middle, and the entries have frames.
void draw_times(ImDrawList& list, const Ui& ui, const Pane& pane, Corners at, int times) {
  const Area& area = pane.area;
  const float left = std::max(at.from.x, static_cast<float>(area.x)),
              right = std::min(at.to.x, static_cast<float>(area.right()));
  const float top = std::max(at.from.y, static_cast<float>(area.y)),
              bottom = std::min(at.to.y, static_cast<float>(area.bottom()));
  const std::string text = fmt::format("{}{}×", times < 0 ? "−" : "", std::abs(times));
  const float size = ui.fonts.large->FontSize;
  const ImVec2 extent = ui.fonts.large->CalcTextSizeA(size, 1e9F, 0, text.c_str());
  const ImVec2 half{extent.x / 2 + 0.4F * ui.em, extent.y / 2 + 0.1F * ui.em};
  ImVec2 middle{(left + right) / 2, (top + bottom) / 2};
  if (right - left < 2 * half.x + 4 || bottom - top < 2 * half.y + 4) return;
  const Corners pixel = corners_of(pane, {0, 0, 1, 1});
  const float inset = 0.6F * ui.em;  // because: the corner of a box has a handle
  if (pixel.height() > 4 * half.y + ui.em && pixel.width() > 2 * half.x + inset)
    middle = {left + half.x + inset, top + half.y + inset / 2};
  const Rgb colour = times > 0 ? ui.palette.plus_mark : times < 0 ? ui.palette.minus_mark : ui.palette.raised;
  list.AddRectFilled({middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y}, packed(colour, 0.94F),
                     half.y);
  list.AddText(ui.fonts.large, size, {std::round(middle.x - extent.x / 2), std::round(middle.y - extent.y / 2)},
               packed(times == 0 ? ui.palette.text : ui.palette.on_mark), text.c_str());
}

/// The rectangle that the entry of a letter sums, so much of it from its far corner back to the top left.
void draw_summed(ImDrawList& list, const Ui& ui, const Pane& pane, char letter, double share, bool filled) {
  const Corners all = corners_of(pane, summed_by(ui.session.edit.box, letter));
  const Rgb colour = is_added(letter) ? ui.palette.plus_mark : ui.palette.minus_mark;
  const auto part = static_cast<float>(share);
  const Corners at{{all.to.x - part * all.width(), all.to.y - part * all.height()}, all.to};
  if (filled) list.AddRectFilled(at.from, at.to, packed(colour, 0.34F));
  list.AddRect(at.from, at.to, packed({0, 0, 0}, 0.6F), 0, 0, 5);
  list.AddRect(at.from, at.to, packed(colour), 0, 0, 2.5F);
}

void draw_why(ImDrawList& list, const Ui& ui, const Pane& pane, const ReadsLook& look) {
  const FourReads& reads = ui.session.part<FourReads>();
  if (reads.done == 0) return;
  const double t = moved(ui, look);
  const auto before = parts_after(ui.session.edit.box, look.before), after = parts_after(ui.session.edit.box, reads.done);
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].pixels.area() <= 0) continue;
    const Corners at = corners_of(pane, after[i].pixels);
    if (after[i].times == before[i].times || t >= 1) {
      fill_part(list, ui, at, after[i].times, 1);
    } else {
      if (look.before > 0) fill_part(list, ui, at, before[i].times, 1 - t);
      fill_part(list, ui, at, after[i].times, t);
    }
  }
  draw_summed(list, ui, pane, k_reads[static_cast<std::size_t>(reads.done - 1)], t, false);
  for (std::size_t i = 0; i < after.size(); ++i) {  // last, so that no line crosses them
    if (after[i].pixels.area() <= 0) continue;
    Corners free = corners_of(pane, after[i].pixels);
    if (i == 0) free.to.y -= 2.1F * ui.em;  // because: A's label is there
    draw_times(list, ui, pane, free, t < 0.5 && look.before > 0 ? before[i].times : after[i].times);
  }
}

}  // namespace

double moved(const Ui& ui, const ReadsLook& look) {
  constexpr double k_most = 0.9;  // seconds
  const double seconds = std::min(k_most, 0.6 * ui.session.part<FourReads>().seconds);
  if (ui.session.reduced_motion || !ui.window.animates()) return 1;
  const double t = std::clamp((ui.now - look.changed_at) / seconds, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

void draw_reads(ImDrawList& list, const Ui& ui, const Pane& pane, ReadsLook& look) {
  const Box& box = ui.session.edit.box;
  if (box.area() <= 0) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool over = ui.doing.hover.has_value() && !ui.doing.drag && (ui.doing.hover_in_table == (pane.kind == ViewKind::table));
  for (std::size_t i = 0; i < k_reads.size(); ++i) {
    const Point mark = corner_mark(pane, box, k_reads[i]);
    if (pane.kind == ViewKind::table) look.entries[i] = mark;
    const double away = std::hypot(mark.x - static_cast<double>(mouse.x), mark.y - static_cast<double>(mouse.y));
    if (over && away < 0.6 * static_cast<double>(ui.em)) look.lit = k_reads[i];
  }
  if (ui.session.part<FourReads>().open && !look.lit)
    draw_why(list, ui, pane, look);
  else if (const char letter = look.shown())
    draw_summed(list, ui, pane, letter, 1, true);
}

}  // namespace satscope::app
