// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/export/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/drawing/scaled_drawing.h"
#include "app/ui/drawing/wrapped.h"
#include "app/workspaces/steps/caption/step_words.h"
#include "app/workspaces/steps/views/banks/view.h"
#include "app/workspaces/steps/views/lanes/view.h"
#include "app/workspaces/steps/views/look_back/view.h"
#include "app/workspaces/steps/views/sectors/view.h"
#include "app/workspaces/steps/views/tree_network/tree.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_caption_lines = 2;
constexpr double k_caption_line = 1.3;  // em

/// In so many lines; else without its last parts, which are worth least.
std::vector<std::string> in_lines(const Drawing& drawing, std::string words, double width, Face face, std::size_t most) {
  for (const char* end : {";", " "}) {
    std::vector<std::string> lines = wrapped(drawing, words, width, face);
    while (lines.size() > most && words.find(end) != words.npos) {
      words.resize(words.rfind(end));
      lines = wrapped(drawing, words, width, face);
    }
    if (lines.size() <= most) return lines;
  }
  return {};
}

/// Columns of a strip: its parts are as large as they can be.
std::size_t columns_for(std::size_t parts, const Area& area) {
  constexpr double k_shape = 1.5;  // width of a part for its height
  std::size_t best = 1;
  double largest = 0;
  for (std::size_t columns = 1; columns <= parts; ++columns) {
    const std::size_t rows = (parts + columns - 1) / columns;
    const double side = std::min(area.width / static_cast<double>(columns) / k_shape, area.height / static_cast<double>(rows));
    if (side > largest) {
      largest = side;
      best = columns;
    }
  }
  return best;
}

}  // namespace

StepsPage::StepsPage(std::shared_ptr<const Story> story, const PageLook& look) : story_(std::move(story)), look_(look) {
  steps_.show(story_);
  steps_.first_block = look.first_block;
  steps_.all_blocks = look.all_blocks;
  steps_.all_arrows = look.all_arrows;
}

void StepsPage::go_to(std::size_t position) {
  steps_.player()->go_to(position);
  const StoryStep* story_step = steps_.player()->current();
  // one block at a time: the one that works is shown
  if (story_step && !story_->together && !look_.all_blocks) steps_.first_block = story_->first_step(*story_step).block;
}

const StepsState& StepsPage::at(std::size_t position) {
  go_to(position);
  return steps_;
}

const StepsLayout* StepsPage::grids() const {
  return shown_view(look_.view, steps_.has_messages()) == StepsView::grids || look_.beside == StepsView::grids
             ? &room_.grids.layout
             : nullptr;
}

Area StepsPage::views_of(const Area& page, double em) {
  const double above = 2.4 * em, below = k_caption_lines * k_caption_line * em + 0.8 * em;
  return {page.x, page.y + above, page.width, page.height - above - below};
}

std::string StepsPage::title(std::size_t position) {
  const Extent extent = story_->request.extent;
  return fmt::format("{}, {} × {}: step {} of {}", story_->title(), extent.width, extent.height, position,
                     story_->step_count());
}

std::string StepsPage::caption(std::size_t position) {
  go_to(position);
  if (!steps_.player()->current()) return "Before the first step.";
  const StepCaption* caption = steps_.caption();
  if (!caption || caption->this_step.empty()) return narration_of(*steps_.player(), steps_.first_block);
  return caption->idea.empty() ? caption->this_step : caption->this_step + " " + caption->idea;
}

/// What the thread in focus did and why, the longest that fits.
std::vector<std::string> StepsPage::caption_lines(const Drawing& drawing, std::size_t position, double width,
                                                  std::size_t most) {
  const std::string words = caption(position);  // goes there
  std::vector<std::string> choices{words};
  if (const StepCaption* caption = steps_.player()->current() ? steps_.caption() : nullptr;
      caption && !caption->this_step.empty())
    choices = {words, caption->this_step_brief + " " + caption->idea, caption->this_step, caption->this_step_brief};
  for (const std::string& choice : choices)
    if (auto lines = wrapped(drawing, choice, width, Face::text); lines.size() <= most) return lines;
  return in_lines(drawing, choices.back(), width, Face::text, most);
}

void StepsPage::paint_views(Drawing& drawing, const Area& area, ViewRoom& room, double arrived, bool legend) {
  const StepsView view = shown_view(look_.view, steps_.has_messages());
  if (!look_.beside) return paint_view(drawing, view, area, room, arrived, legend);
  const auto [first, second] = two_areas(area, drawing.em);
  paint_view(drawing, view, first, room, arrived, legend);
  paint_view(drawing, *look_.beside, second, room, arrived, legend);
}

void StepsPage::paint_view(Drawing& drawing, StepsView view, const Area& area, ViewRoom& room, double arrived, bool legend) {
  switch (view) {
    case StepsView::network:
      lay_network(room.network, steps_);
      return paint_network(drawing, steps_, room.network, area, arrived);
    case StepsView::tree: lay_network(room.network, steps_); return paint_tree(drawing, steps_, room.network, area, arrived);
    case StepsView::look_back: return paint_look_back(drawing, steps_, area, TypeSize(drawing.em));
    case StepsView::banks: lay_banks(room.banks, steps_); return paint_banks(drawing, steps_, room.banks, area);
    case StepsView::lanes: lay_lanes(room.lanes, steps_); return paint_lanes(drawing, steps_, room.lanes, area);
    case StepsView::sectors: lay_sectors(room.sectors, steps_); return paint_sectors(drawing, steps_, room.sectors, area);
    default: break;
  }
  Area grids = area;
  if (legend) grids.height -= 1.6 * drawing.em;
  lay_grids(room.grids, steps_, grids, drawing.em);
  const StepsLayout& layout = room.grids.layout;
  paint_grids(drawing, steps_, room.grids, look_.colours, arrived);
  if (!layout.fits)
    drawing.text({grids.x + drawing.em, grids.y + drawing.em}, drawing.first_that_fits(k_no_room, grids.width - 2 * drawing.em),
                 {drawing.palette.quiet});
  if (!legend) return;
  const Area below{area.x, grids.bottom(), area.width, area.bottom() - grids.bottom()};
  double from = area.x + 0.9 * drawing.em;
  if (layout.all_blocks > 1) {
    const std::string blocks = blocks_text(layout, story_->together);
    drawing.text({from, below.middle().y - drawing.letters(Face::small) / 2}, blocks, {drawing.palette.accent});
    from += drawing.width_of(blocks) + drawing.em;
  }
  paint_grid_legend(drawing, below, from, room.grids, steps_);
}

void StepsPage::paint(Drawing& drawing, const Area& page, std::size_t position, double arrived) {
  const double em = drawing.em, margin = em;
  const auto words = caption_lines(drawing, position, page.width - 2 * margin, k_caption_lines);  // goes there
  const std::string where = title(position);
  const double right = page.right() - margin - drawing.width_of(where);
  const Palette& palette = drawing.palette;
  drawing.text({page.x + margin, page.y + 0.6 * em},
               drawing.first_that_fits(heading_texts(*steps_.player()), right - page.x - 2 * margin, Face::strong),
               {palette.text}, Face::strong);
  drawing.text({right, page.y + 0.7 * em}, where, {palette.quiet});
  const Area view = views_of(page, em);
  paint_views(drawing, view, room_, arrived, true);
  double y = view.bottom() + 0.2 * em;
  for (const std::string& text : words) {
    drawing.text({page.x + margin, y}, text, {palette.text}, Face::text);
    y += k_caption_line * em;
  }
}

void StepsPage::paint_strip(Drawing& drawing, const Area& page, std::size_t first, std::size_t last) {
  const double em = drawing.em, margin = em;
  const Extent extent = story_->request.extent;
  drawing.text({page.x + margin, page.y + 0.6 * em},
               fmt::format("{}, {} × {}: steps {} to {} of {}", story_->title(), extent.width, extent.height, first, last,
                           story_->step_count()),
               {drawing.palette.text}, Face::strong);
  const Area rest{page.x + margin, page.y + 2.4 * em, page.width - 2 * margin, page.height - 2.4 * em - margin};
  const std::size_t parts = last - first + 1, columns = columns_for(parts, rest), rows = (parts + columns - 1) / columns;
  const double gap = 0.8 * em, wide = (rest.width + gap) / static_cast<double>(columns) - gap,
               high = (rest.height + gap) / static_cast<double>(rows) - gap;
  constexpr double k_ems = 30;  // that a part would like to be wide
  const double factor = std::clamp(wide / (k_ems * em), 0.55, 1.0);
  for (std::size_t i = 0; i < parts; ++i) {
    const Area part{rest.x + static_cast<double>(i % columns) * (wide + gap),
                    rest.y + static_cast<double>(i / columns) * (high + gap), wide, high};
    drawing.frame(part, {drawing.palette.line}, 1, 0.3 * em);
    go_to(first + i);
    ScaledDrawing scaled(drawing, factor, em, {part.x, part.y});
    Drawing& small = scaled;
    const Area inside{0, 0, part.width / factor, part.height / factor};
    const std::string label = steps_.player()->current() ? story_->first_step(*steps_.player()->current()).label : "not begun";
    const std::vector<std::string> titles{fmt::format("{}.  {}", first + i, label), fmt::format("{}.", first + i)};
    small.text({0.7 * em, 0.4 * em}, small.first_that_fits(titles, inside.width - 1.4 * em, Face::strong),
               {drawing.palette.text}, Face::strong);
    ViewRoom room;
    paint_views(small, {0, 2 * em, inside.width, inside.height - 2.4 * em}, room, 1, false);
  }
}

}  // namespace satscope::app
