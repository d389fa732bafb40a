// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/state.h"

#include <algorithm>
#include <utility>

#include "app/core/cancel_watch.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "kernels/adopted.h"
#include "kernels/registry.h"
#include "kernels/trace/barrier_names.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_most_flows = 4096, k_most_accesses = 1 << 16;

/// What of the settings a story depends on.
bool same_story(const StepsSettings& a, const StepsSettings& b) {
  return a.source == b.source && a.algorithm == b.algorithm && a.params == b.params && a.filter == b.filter &&
         a.filter_params == b.filter_params && a.passes == b.passes && a.size == b.size && a.form == b.form &&
         a.type == b.type && a.together == b.together && a.order == b.order;
}

/// Whether a position in one story means the same in the other.
bool same_course(const Story& a, const Story& b) {
  return a.algorithm_id == b.algorithm_id && a.filter.id == b.filter.id && a.request.extent == b.request.extent &&
         a.step_count() == b.step_count();
}

/// The position in `to` that shows what this one shows in `from`: the same label of the same pass and block, else as far on.
std::size_t matching_position(const Story& from, std::size_t position, const Story& to) {
  if (position == 0) return 0;
  const Step& step = from.first_step(from.steps[position - 1]);
  for (std::size_t story_step = 0; story_step < to.steps.size(); ++story_step)
    for (std::uint32_t at = to.steps[story_step].first; at < to.steps[story_step].end; ++at) {
      const Step& other = to.trace.steps[at];
      if (other.pass == step.pass && other.block == step.block && other.label == step.label) return story_step + 1;
    }
  return position * to.step_count() / std::max<std::size_t>(1, from.step_count());
}

}  // namespace

StoryRequest story_request(const StepsSettings& settings, Samples samples, const std::set<Barrier>& deleted_barriers) {
  const std::size_t size = size_of_machine(settings, samples.extent);
  return {.samples = std::move(samples),
          .algorithm = settings.algorithm,
          .params = settings.params,
          .filter = settings.filter,
          .filter_params = settings.filter_params,
          .passes = settings.passes,
          .size = size,
          .form = form_of(settings),
          .type = settings.type,
          .together = settings.together,
          .schedule = parse_schedule(settings.order),
          .deleted_barriers = deleted_barriers};
}

void StepsState::drop_barriers_of_others(const StepsSettings& settings) {
  // those that came with the algorithm, as by undo, stay
  if (asked_ && (asked_->algorithm != settings.algorithm || asked_->filter != settings.filter) &&
      deleted_barriers == asked_barriers_)
    deleted_barriers.clear();
}

void StepsState::want(const StepsSettings& settings, const std::shared_ptr<const Samples>& picture) {
  all_arrows = settings.all_arrows;
  const bool cuts = settings.source.kind == StepsSource::Kind::patch;
  if (cuts && !picture) return;  // it is being loaded
  if (asked_ && same_story(*asked_, settings) && asked_barriers_ == deleted_barriers && asked_nameless_ == nameless &&
      (!cuts || asked_picture_ == picture)) {
    if (player_) player_->set_speed(settings.speed);
    if (player_ && !building()) go_to_start();
    return;
  }
  drop_barriers_of_others(settings);
  ++attempts;
  asked_ = settings;
  asked_barriers_ = deleted_barriers;
  asked_nameless_ = nameless;
  asked_picture_ = cuts ? picture : nullptr;
  try {
    StoryRequest wanted = story_request(settings, samples_of(settings.source, picture.get()), deleted_barriers);
    wanted.nameless = nameless;
    maker_.submit([wanted = std::move(wanted)](JobProgress& progress) mutable {
      const CancelWatch watch(&progress.progress);
      wanted.stop = watch.token();
      return make_story(wanted);
    });
    problem.clear();
  } catch (const std::exception& error) {
    problem = error.what();
  }
}

/// Once after start_at was set.
void StepsState::go_to_start() {
  if (start_at) {
    player_->set_last({});
    player_->go_to(*std::exchange(start_at, {}));
  }
  if (start_block) first_block = *std::exchange(start_block, {});
}

bool StepsState::advance(double now) {
  bool changed = false;
  if (auto made = maker_.take()) {
    changed = true;
    problem = made->error;
    if (made->result) {
      std::size_t position = 0;
      const Story& story = **made->result;
      // those known by their phase have lines now
      if (deleted_barriers == asked_barriers_) deleted_barriers = asked_barriers_ = story.deleted_barriers;
      // who changes a pixel goes on at that pixel
      const std::optional<CellAt> pixel = chosen && chosen->buffer == 0 ? chosen : std::nullopt;
      const bool goes_on = player_ && same_course(player_->story(), story);
      if (goes_on) position = player_->position();
      // a new version of a file has other steps: it goes on where the old one was
      if (!goes_on && player_ && trace_maker_of(known_algorithm(story.algorithm_id)) &&
          player_->story().algorithm_id == story.algorithm_id)
        position = matching_position(player_->story(), player_->position(), story);
      if (story.first_wrong > 0) position = story.first_wrong;
      failing_ = story.right ? *made->result : nullptr;
      play(std::move(*made->result), position);
      if (goes_on) chosen = pixel;
      go_to_start();
    }
  }
  if (player_ && player_->advance(now)) {
    changed = true;
    if (!motion) player_->stop_moving();
  }
  return changed;
}

void StepsState::show(std::shared_ptr<const Story> story) {
  player_ = std::make_unique<Player>(std::move(story));
  now_ = {};
  numbers_ = no_numbers(player_->story().trace);
  select_nothing();
  first_block = 0;
}

void StepsState::play(std::shared_ptr<const Story> story, std::size_t position) {
  show(std::move(story));
  player_->set_speed(asked_->speed);
  player_->go_to(position);
}

std::set<Barrier> StepsState::deleted_by_phase() const {
  return player_ ? by_phase(player_->story().trace, deleted_barriers) : deleted_barriers;
}

void StepsState::take_out_next_barrier() {
  if (!player_) return;
  const std::set<Barrier> all = player_->story().trace.barriers;
  const auto next = deleted_barriers.empty() ? all.begin() : all.upper_bound(*deleted_barriers.rbegin());
  deleted_barriers.clear();
  if (next != all.end()) deleted_barriers.insert(*next);
}

void StepsState::swap_runs() {
  if (!failing_ || !player_) return;
  const Story& from = player_->story();
  const std::shared_ptr<const Story> to = steps_the_failing_run() ? failing_->right : failing_;
  play(to, matching_position(from, player_->position(), *to));
}

void StepsState::renew() const {
  if (now_.position == player_->position()) return;
  for (const CellAt& cell : (now_.of_story ? *now_.of_story : now_.own).cells) numbers_[cell.buffer][cell.index] = 0;
  now_ = {};
  now_.position = player_->position();
  const StoryStep* story_step = player_->current();
  if (!story_step) return;
  const Story& story = player_->story();
  if (const auto large = story.large_steps.find(player_->position() - 1); large != story.large_steps.end()) {
    now_.of_story = &large->second;
    std::uint32_t number = 0;
    for (const CellAt& cell : now_.of_story->cells) numbers_[cell.buffer][cell.index] = ++number;
  } else {
    now_.own = touches_of(story.trace, *story_step, numbers_);
  }
}

const Touches& StepsState::touches() const {
  renew();
  return now_.of_story ? *now_.of_story : now_.own;
}

PlacesNow StepsState::places(std::uint32_t buffer) const {
  const Touches& all = touches();
  const StoryStep* story_step = player_->current();
  return {player_->replay().content(buffer), player_->story().first_writes[buffer], numbers_[buffer], all.uses,
          player_->replay().done(),          story_step ? story_step->first : 0};
}

const LookBack* StepsState::look_back() const {
  if (!has_messages()) return nullptr;
  const Story& story = player_->story();
  const int pass = story.first_step(player_->current() ? *player_->current() : story.steps.front()).pass;
  if (block_messages_.story != story.number || block_messages_.pass != pass)
    block_messages_ = {.story = story.number, .pass = pass, .blocks = look_back_of(story.trace, pass), .now = {}};
  return block_messages_.blocks ? &*block_messages_.blocks : nullptr;
}

const LookBackNow& StepsState::look_back_now() const {
  const LookBack& blocks = *look_back();
  if (std::exchange(block_messages_.position, player_->position()) != player_->position()) {
    const StoryStep* story_step = player_->current();
    block_messages_.now =
        look_back_at(player_->story().trace, blocks, story_step ? story_step->first : 0, story_step ? story_step->end : 0);
  }
  return block_messages_.now;
}

const StepCaption* StepsState::caption() const {
  const StoryStep* story_step = player_ ? player_->current() : nullptr;
  if (!story_step) return nullptr;
  const Story& story = player_->story();
  if (caption_.story != story.number || caption_.position != player_->position() || caption_.hover != hover ||
      caption_.thread != thread || caption_.block != first_block) {
    const ThreadFocus focus = focus_in(story.trace, *story_step, first_block, hover, thread);
    caption_ = {.position = player_->position(),
                .story = story.number,
                .hover = hover,
                .thread = thread,
                .block = first_block,
                .caption = caption_of(story, *story_step, focus)};
    // because: only Look-back says it, and it walks through the rest of the pass
    if (story.has_words) caption_.caption.use = use_of(story, focus);
  }
  return &caption_.caption;
}

const FilterWindow* StepsState::window() const {
  if (!player_ || !player_->story().of_filter()) return nullptr;
  const Story& story = player_->story();
  const auto result = static_cast<std::uint32_t>(story.trace.table);
  std::optional<CellAt> cell;
  for (const auto& one : {hover, chosen})
    if (!cell && one && one->buffer == result) cell = one;
  if (const StepCaption* now = cell ? nullptr : caption())
    for (const Write& write : story.trace.writes_of(story.trace.steps[now->focus.step]))
      if (!cell && write.thread == now->focus.thread && write.buffer == result) cell = CellAt{write.buffer, write.index};
  if (!cell) return nullptr;
  if (windowed_.story != story.number || windowed_.position != player_->position() || windowed_.result != *cell)
    windowed_ = {player_->position(), story.number, *cell, filter_window(story, *cell, player_->position())};
  return windowed_.window ? &*windowed_.window : nullptr;
}

void StepsState::move_focus(int direction) {
  if (const StepCaption* now = caption()) thread = next_in_focus(player_->story().trace, now->focus, direction);
}

const std::vector<Flow>& StepsState::flows(int first, int end) const {
  renew();
  if (now_.first == first && now_.end == end) return now_.flows;
  now_.first = first;
  now_.end = end;
  now_.flows.clear();
  now_.cut = false;
  const StoryStep* story_step = player_->current();
  const Trace& trace = player_->story().trace;
  std::size_t accesses = 0;
  for (std::uint32_t at = story_step ? story_step->first : 0;
       story_step && at < story_step->end && now_.flows.size() < k_most_flows; ++at) {
    const Step& step = trace.steps[at];
    if (step.block < first || step.block >= end) continue;
    accesses += step.reads + step.writes;
    if (accesses > k_most_accesses) {  // so many arrows could not be seen
      now_.flows.clear();
      now_.cut = true;
      break;
    }
    const std::vector<Flow> more = chained_flows_of(trace, step, k_most_flows - now_.flows.size());
    now_.flows.insert(now_.flows.end(), more.begin(), more.end());
    now_.cut |= now_.flows.size() >= k_most_flows;
  }
  return now_.flows;
}

}  // namespace satscope::app
