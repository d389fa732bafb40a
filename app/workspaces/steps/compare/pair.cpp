// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/compare/pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/workspaces/steps/compare/pair_words.h"

namespace satscope::app {
namespace {

/// Where in the course a phase of either story ends.
std::vector<std::size_t> stops_of(const Story& first, const Story& second, const std::vector<PairPlace>& course) {
  std::vector<std::size_t> stops;
  for (const auto& [story, story_steps] : {std::pair(&first, &PairPlace::first), std::pair(&second, &PairPlace::second)})
    for (const StoryPhase& story_phase : story->phases)
      stops.push_back(
          static_cast<std::size_t>(std::ranges::lower_bound(course, story_phase.end, {}, story_steps) - course.begin()));
  std::ranges::sort(stops);
  stops.erase(std::ranges::unique(stops).begin(), stops.end());
  return stops;
}

}  // namespace

class PairClock final : public Clock {
 public:
  PairClock(StepsState& first, StepsState& second, const std::vector<PairPlace>& course)
      : Clock(course.size() - 1, stops_of(first.player()->story(), second.player()->story(), course)),
        first_(first),
        second_(second),
        course_(course) {}

  const PairPlace& place() const { return course_[position()]; }

 private:
  void placed() override {
    before_ = {first_.player()->position(), second_.player()->position()};
    first_.player()->go_to(place().first);
    second_.player()->go_to(place().second);
  }
  void moving(double now) override {
    if (place().first == before_.first + 1) first_.player()->show_moving(now);
    if (place().second == before_.second + 1) second_.player()->show_moving(now);
  }

  StepsState &first_, &second_;
  const std::vector<PairPlace>& course_;
  PairPlace before_;
};

std::vector<PairPlace> course_of(const std::vector<RunCost>& first, const std::vector<RunCost>& second, PairLink link) {
  const std::size_t ends[]{first.size() - 1, second.size() - 1};
  std::vector<PairPlace> course{{}};
  for (PairPlace at; at.first < ends[0] || at.second < ends[1]; course.push_back(at)) {
    const bool one = at.first < ends[0], two = at.second < ends[1];
    const bool by_work = link == PairLink::work && one && two;
    // the work that each will have done with its next step
    const std::int64_t a = by_work ? first[at.first + 1].work : 0, b = by_work ? second[at.second + 1].work : 0;
    at.first += one && a <= b ? 1 : 0;
    at.second += two && b <= a ? 1 : 0;
  }
  return course;
}

StepsPairModel::StepsPairModel() = default;
StepsPairModel::~StepsPairModel() = default;

Clock* StepsPairModel::clock() { return clock_.get(); }
const Clock* StepsPairModel::clock() const { return clock_.get(); }

void StepsPairModel::stop() {
  clock_.reset();
  first_story_ = second_story_ = 0;
}

void StepsPairModel::follow(StepsState& first, PairLink link) {
  const Player *one = first.player(), *two = second.player();
  if (!one || !two) return;
  const bool same_first = std::exchange(first_story_, one->story().number) == one->story().number;
  const bool same_second = std::exchange(second_story_, two->story().number) == two->story().number;
  if (!same_first) first_costs_ = run_costs(one->story());
  if (!same_second) second_costs_ = run_costs(two->story());
  if (!same_first || !same_second) verdict_ = verdict_of(one->story(), two->story());
  const bool same = same_first && same_second && link_ == link && clock_;
  if (!same) {
    const double speed = clock_ ? clock_->speed() : one->speed();
    clock_.reset();
    link_ = link;
    const std::size_t story_steps = one->position();
    course_ = course_of(first_costs_, second_costs_, link);
    clock_ = std::make_unique<PairClock>(first, second, course_);
    clock_->set_speed(speed);
    first.player()->go_to(story_steps);
  }
  if (start_at) return clock_->go_to(*std::exchange(start_at, {}));
  // the user went elsewhere in one of the stories: the other one follows
  const auto go_to = [&](std::size_t PairPlace::*story_steps, std::size_t position) {
    clock_->go_to(static_cast<std::size_t>(std::ranges::lower_bound(course_, position, {}, story_steps) - course_.begin()));
  };
  const PairPlace& place = clock_->place();
  if (one->position() != place.first)
    go_to(&PairPlace::first, one->position());
  else if (same && two->position() != place.second)
    go_to(&PairPlace::second, two->position());
  else if (!same)
    clock_->go_to(clock_->position());
}

bool StepsPairModel::advance(StepsState& first, const StepsSettings& settings, const StepsPair& pair,
                             const std::shared_ptr<const Samples>& picture, double now) {
  second.motion = first.motion;
  second.want(second_of(settings, pair), picture);
  bool changed = second.advance(now);
  if (first.building() || second.building()) return changed;
  if (!second.problem.empty()) {  // because: what is there still is of another second
    stop();
    return changed;
  }
  const Clock* before = clock_.get();
  const std::size_t stood = before ? before->position() : 0;
  follow(first, pair.link);
  if (!clock_) return changed;
  clock_->set_speed(settings.speed);
  changed = clock_->advance(now) || changed || clock_.get() != before || clock_->position() != stood;
  if (!first.motion)
    for (StepsState* state : {&first, &second}) state->player()->stop_moving();
  return changed;
}

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
