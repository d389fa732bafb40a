// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/compare/pair_pages.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace satscope::app {

PairPages::PairPages(std::shared_ptr<const Story> first, std::shared_ptr<const Story> second, std::vector<PairPlace> course,
                     const PageLook& look)
    : first_(std::move(first), look), second_(std::move(second), look), course_(std::move(course)) {}

void PairPages::paint(Drawing& drawing, const Area& page, std::size_t position, double arrived) {
  const PairPlace &now = course_[position], &before = course_[position == 0 ? 0 : position - 1];
  const double half = std::round(page.width / 2);
  first_.paint(drawing, {page.x, page.y, half, page.height}, now.first, now.first > before.first ? arrived : 1);
  second_.paint(drawing, {page.x + half, page.y, page.width - half, page.height}, now.second,
                now.second > before.second ? arrived : 1);
  drawing.line({page.x + half, page.y}, {page.x + half, page.bottom()}, {drawing.palette.line}, 2);
}

void PairPages::paint_strip(Drawing& drawing, const Area& page, std::size_t first, std::size_t last) {
  const double half = std::round(page.height / 2);
  first_.paint_strip(drawing, {page.x, page.y, page.width, half}, course_[first].first, course_[last].first);
  second_.paint_strip(drawing, {page.x, page.y + half, page.width, page.height - half}, course_[first].second,
                      course_[last].second);
}

std::string PairPages::title(std::size_t position) {
  return fmt::format("{}; {}", first_.title(course_[position].first), second_.title(course_[position].second));
}

std::string PairPages::caption(std::size_t position) {
  return fmt::format("A: {} B: {}", first_.caption(course_[position].first), second_.caption(course_[position].second));
}

}  // namespace satscope::app
