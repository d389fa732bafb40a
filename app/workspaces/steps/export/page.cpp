// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/export/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/core/text/extent_text.h"
#include "app/ui/drawing/scaled_drawing.h"
#include "app/ui/drawing/wrapped.h"
#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/caption/step_words.h"
#include "app/workspaces/steps/predict/predict.h"
#include "app/workspaces/steps/steps.h"

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

/// "temp[3] = 11, temp[7] = 14.": what all threads wrote; empty: nothing, or more than one reads.
std::string written_text(const Story& story, std::size_t story_step) {
  constexpr std::size_t k_most = 8;
  const std::vector<WrittenCell> cells = cells_written(story, story_step);
  if (cells.empty() || cells.size() > k_most) return {};
  std::string text;
  for (const WrittenCell& one : cells)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name_of(story.trace, one.cell),
                        cell_text(story.trace, one.cell, one.after));
  return text + ".";
}

}  // namespace

StepsPage::StepsPage(std::shared_ptr<const Story> story, const PageLook& look) : story_(std::move(story)), look_(look) {
  steps_.show(story_);
  steps_.first_block = look.first_block;
  steps_.all_blocks = look.all_blocks;
  steps_.all_arrows = look.all_arrows;
  steps_.banks = !look.for_slide && !look.essential;  // as the window has it
  steps_.covers_conflicts = look.covers_turns && look.name.empty();
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

const StepViewKind& StepsPage::first_view() const {
  const StepViewKind& view = shown_view(look_.view->id, steps_.has_messages());
  return view.of_frame() ? step_views().front() : view;
}

const StepsLayout* StepsPage::grids() {
  const StepsLayout* first = views_.of(first_view()).cells();
  return first || !look_.beside ? first : views_.of(*look_.beside).cells();
}

Area StepsPage::views_of(const Area& page, double em) {
  const double above = 2.4 * em, below = k_caption_lines * k_caption_line * em + 0.8 * em;
  return {page.x, page.y + above, page.width, page.height - above - below};
}

std::string StepsPage::title(std::size_t position) {
  const Extent extent = story_->request.extent;
  return fmt::format("{}, {}: step {} of {}", story_->title(), spaced_extent(extent), position, story_->step_count());
}

std::string StepsPage::caption(std::size_t position) {
  go_to(position);
  if (!steps_.player()->current()) return "Before the first step.";
  const StepCaption* caption = steps_.caption();
  if (!caption || caption->this_step.empty()) return narration_of(*steps_.player(), steps_.first_block);
  // because: the view itself says what the step does, in words for a newcomer
  if (look_.essential && first_view().says_step && !caption->idea.empty()) return caption->idea;
  return caption->idea.empty() ? caption->this_step : caption->this_step + " " + caption->idea;
}

/// What the step did and why, the longest that fits; without the why where that was said already.
std::vector<std::string> StepsPage::caption_lines(const Drawing& drawing, std::size_t position, double width, std::size_t most,
                                                  const std::string& said) {
  std::vector<std::string> choices{caption(position)};  // goes there
  const StepCaption* caption = steps_.player()->current() ? steps_.caption() : nullptr;
  // because: a page has no pointer that chooses one thread
  if (caption && !caption->idea.empty()) {
    // because: a newcomer reads names of words between blocks nowhere else
    const bool plain = look_.essential && first_view().needs_messages;
    const std::string written = plain ? "" : written_text(*story_, position - 1);
    choices = {caption->idea};
    if (caption->idea == said)
      choices = {written.empty() && !plain ? caption->this_step : written};
    else if (!written.empty())
      choices = {written + " " + caption->idea, caption->idea, written};
  }
  for (const std::string& choice : choices)
    if (auto lines = wrapped(drawing, choice, width, Face::text); lines.size() <= most) return lines;
  return in_lines(drawing, choices.back(), width, Face::text, most);
}

void StepsPage::paint_views(Drawing& drawing, const Area& area, StepViews& views, double arrived, bool legend) {
  PaintLook look{.type = TypeSize(drawing.em),
                 .colours = look_.colours,
                 .arrived = arrived,
                 .legend = legend && !look_.for_slide,
                 .essential = look_.essential,
                 .paired = !look_.name.empty()};
  look.type.to_class = look_.for_slide;
  const auto paint = [&](const StepViewKind& kind, const Area& part) {
    StepView& view = views.of(kind);
    view.lay(steps_, part, look);
    view.paint(drawing, steps_, part, look);
  };
  if (!look_.beside) return paint(first_view(), area);
  const auto [first, second] = two_areas(area, drawing.em);
  StepView& view = views.of(first_view());
  view.lay(steps_, first, look);
  // because: a small part has room for one
  if (const StepsLayout* cells = view.cells(); cells && !cells->fits) return paint(first_view(), area);
  paint(first_view(), first);
  paint(*look_.beside, second);
}

void StepsPage::paint(Drawing& drawing, const Area& page, std::size_t position, double arrived) {
  const double em = drawing.em, margin = em;
  const auto words = caption_lines(drawing, position, page.width - 2 * margin, k_caption_lines);  // goes there
  const bool named = !look_.name.empty();
  const std::string phase = named ? look_.name : phase_text(*steps_.player());
  const double room = page.width - 4 * margin - drawing.width_of(phase, Face::strong);
  const std::string where =
      named ? ""
            : drawing.first_that_fits({title(position), fmt::format("{} of {}", position, story_->step_count()), ""}, room);
  const double right = page.right() - margin - drawing.width_of(where);
  const Palette& palette = drawing.palette;
  drawing.text({page.x + margin, page.y + 0.6 * em},
               drawing.first_that_fits({phase, ""}, right - page.x - 2 * margin, Face::strong), {palette.text}, Face::strong);
  drawing.text({right, page.y + 0.7 * em}, where, {palette.quiet});
  Area view = views_of(page, em);
  const bool says = look_.captions.value_or(true);
  if (!says) view.height = page.bottom() - margin - view.y;
  paint_views(drawing, view, views_, arrived, true);
  if (!says) return;
  double y = view.bottom() + 0.2 * em;
  for (const std::string& text : words) {
    drawing.text({page.x + margin, y}, text, {palette.text}, Face::text);
    y += k_caption_line * em;
  }
}

void StepsPage::paint_strip(Drawing& drawing, const Area& page, std::size_t first, std::size_t last) {
  const double em = drawing.em, margin = em;
  const Extent extent = story_->request.extent;
  const std::string heading =
      fmt::format("{}, {}: steps {} to {} of {}", story_->title(), spaced_extent(extent), first, last, story_->step_count());
  drawing.text({page.x + margin, page.y + 0.6 * em}, heading, {drawing.palette.text}, Face::strong);
  std::string said;  // why, of the part before
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
    const std::vector<std::string> titles{fmt::format("{}.  {}", first + i, phase_text(*steps_.player())),
                                          fmt::format("{}.", first + i)};
    small.text({0.7 * em, 0.4 * em}, small.first_that_fits(titles, inside.width - 1.4 * em, Face::strong),
               {drawing.palette.text}, Face::strong);
    StepViews views;
    const double below = look_.captions.value_or(false) ? k_caption_lines * k_caption_line * em + 0.4 * em : 0;
    paint_views(small, {0, 2 * em, inside.width, inside.height - 2.4 * em - below}, views, 1, false);
    if (i + 1 == parts) {  // one legend for all
      const double from = page.x + 2 * margin + drawing.width_of(heading, Face::strong);
      views.of(first_view()).paint_legend(drawing, steps_, {from, page.y + 0.6 * em, page.right() - margin - from, 1.2 * em});
    }
    if (below == 0) continue;
    double y = inside.height - below - 0.2 * em;
    for (const std::string& text : caption_lines(small, first + i, inside.width - 1.4 * em, k_caption_lines, said)) {
      small.text({0.7 * em, y}, text, {drawing.palette.text}, Face::text);
      y += k_caption_line * em;
    }
    said = steps_.caption() ? steps_.caption()->idea : "";
  }
}

}  // namespace satscope::app
