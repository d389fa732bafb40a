// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/race/lane.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "kernels/emulated.h"
#include "kernels/floor.h"
#include "kernels/not_supported.h"
#include "kernels/registry.h"
#include "kernels/simt/crew.h"
#include "kernels/table.h"

namespace satscope::app {
namespace {

constexpr int k_most_in_turn = 8;   // samples
constexpr double k_graph_ms = 0.5;  // long enough for the clock of events, short enough for a budget
// a check takes much longer than a run: so much time lies between two, at least, as multiples of the last and in seconds
constexpr double k_check_share = 40, k_check_seconds = 0.5;

double milliseconds_since(RaceLane::Clock::time_point before) {
  return std::chrono::duration<double, std::milli>(RaceLane::Clock::now() - before).count();
}

/// Whether an entry of the exact table is beyond what a type of 32 bits holds.
template <class In>
bool exceeds(std::span<const std::byte> picture, Extent extent, Scalar out) {
  const auto* pixels = reinterpret_cast<const In*>(picture.data());
  const bool with_sign = out == Scalar::s32;
  const std::int64_t least = with_sign ? std::numeric_limits<std::int32_t>::min() : 0;
  const std::int64_t most = with_sign ? std::numeric_limits<std::int32_t>::max() : std::numeric_limits<std::uint32_t>::max();
  std::vector<std::int64_t> entries(static_cast<std::size_t>(extent.width), 0);  // of a row of the table
  for (int y = 0; y < extent.height; ++y) {
    std::int64_t row_sum = 0;
    for (std::int64_t& entry : entries) {
      row_sum += *pixels++;
      entry += row_sum;
      if (entry < least || entry > most) return true;
    }
  }
  return false;
}

bool sums_wrap(const TypePair& types, std::span<const std::byte> picture, Extent extent) {
  if (is_float(types.out) || size_of(types.out) != 4) return false;  // because: no picture fills 64 bits
  if (types.in == Scalar::s32) return exceeds<std::int32_t>(picture, extent, types.out);
  if (types.in == Scalar::u32) return exceeds<std::uint32_t>(picture, extent, types.out);
  return can_overflow(types, static_cast<double>(picture.size())) && exceeds<std::uint8_t>(picture, extent, types.out);
}

/// The threads that a run on the host will use, so that it does not wait for them to wake.
void wake_threads(int threads) {
  std::atomic<int> awake{0};
  together(threads, [&](int) { awake.fetch_add(1, std::memory_order_relaxed); });
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

RaceLane::RaceLane(RaceEntrant entrant, const Algorithm* algorithm) : entrant_(std::move(entrant)), algorithm_(algorithm) {
  told_.entrant = entrant_;
  told_.name = name_of(entrant_);
}

void RaceLane::set_due(Clock::time_point due, double seconds_between) {
  due_ = due;
  told_.seconds_between = seconds_between;
}

void RaceLane::rest() {
  graphs_.clear();
  events_.clear();
  copies_.clear();
  plan_ = {};
  wanted_copies_ = 0;
  next_ = oldest_ = 0;
  due_ = check_due_ = {};
  runs_past_cache_ = 0;
  told_.copies = 0;
}

void RaceLane::give_up(Standing::State state, std::string why) {
  rest();
  runs_.clear();
  told_.state = state;
  told_.sentence = std::move(why);
  told_.runs = 0;
  told_.median_ms = told_.p10_ms = told_.p90_ms = 0;
}

/// False: it cannot run, and says why.
bool RaceLane::enter(const RaceCourse& course) {
  if (!algorithm_) {
    give_up(Standing::State::refused, fmt::format("'{}' is no algorithm of this program", entrant_.algorithm));
    return false;
  }
  // what a bench asks for
  request_ = {.extent = course.extent, .types = course.types, .form = algorithm_->natural_form, .params = entrant_.params};
  try {
    if (std::string why = refusal(*algorithm_, request_, course.machine); !why.empty()) {
      give_up(Standing::State::refused, std::move(why));
      return false;
    }
    plan_ = algorithm_->plan(request_);
  } catch (const std::invalid_argument& why) {
    give_up(Standing::State::refused, why.what());
    return false;
  }
  wanted_copies_ = static_cast<std::size_t>(sets_beyond_cache(plan_.bytes(), course.machine));
  told_.form = request_.form;
  told_.emulated = emulated(*algorithm_, course.machine);
  told_.bytes = least_bytes(request_);
  return true;
}

void RaceLane::refresh(Copy& copy, const RaceCourse& course) {
  if (copy.serial == course.serial) return;
  copy.engine.write(plan_.picture(), course.picture);
  copy.serial = course.serial;
}

/// Its first run touches every page and, of the very first, wakes the threads: it is not timed.
void RaceLane::add_copy(const RaceCourse& course, Progress& progress) {
  try {
    copies_.push_back({.engine = Engine(plan_, course.machine, course.threads)});
  } catch (const NotSupported&) {
    if (copies_.empty()) throw;
    wanted_copies_ = copies_.size();  // what there is room for must do, and the method says so
    return;
  }
  Copy& copy = copies_.back();
  refresh(copy, course);
  copy.engine.poison();
  copy.engine.run(Engine::k_all_passes, &progress);
  copy.engine.wait();
  once_ms_ = copy.engine.milliseconds();
}

/// Some runs in a row, as a bench averages over them, from as many places of the round as there are.
void RaceLane::record_graphs() {
  graphs_.clear();
  if (once_ms_ >= k_graph_ms) return;
  runs_in_graph_ = static_cast<int>(std::ceil(k_graph_ms / std::max(once_ms_, 1e-3)));
  const Stream& stream = copies_.front().engine.stream();
  const auto runs = static_cast<std::size_t>(runs_in_graph_);
  for (std::size_t from = 0; from < copies_.size(); from += runs)
    graphs_.emplace_back(stream, [&] {
      for (std::size_t i = 0; i < runs; ++i) copies_[(from + i) % copies_.size()].engine.enqueue_on(stream);
    });
  while (events_.size() < 2) events_.emplace_back();
}

/// Milliseconds of one run on the next copy, or of one on average over the next graph.
double RaceLane::sample(Progress& progress) {
  if (graphs_.empty()) {
    Copy& copy = copies_[next_];
    next_ = (next_ + 1) % copies_.size();
    copy.engine.run(Engine::k_all_passes, &progress);
    copy.engine.wait();
    return once_ms_ = copy.engine.milliseconds();
  }
  const Stream& stream = copies_.front().engine.stream();
  events_[0].record(stream);
  graphs_[next_].launch(stream);
  events_[1].record(stream);
  events_[1].wait();
  next_ = (next_ + 1) % graphs_.size();
  return Event::milliseconds(events_[0], events_[1]) / runs_in_graph_;
}

/// Samples of one turn: short runs of the host several in a row, as in a bench, after one that wakes the threads.
void RaceLane::time_some(const RaceCourse& course, Progress& progress) {
  int count = 1;
  if (course.machine == Machine::cpu) {
    count = std::clamp(static_cast<int>(0.5 * course.budget_ms / std::max(once_ms_, 1e-3)), 1, k_most_in_turn);
    if (count > 1)
      sample(progress);
    else
      wake_threads(copies_.front().engine.threads());
  }
  const auto bench_copies = static_cast<std::size_t>(sets_beyond_cache(plan_.bytes(), course.machine));
  for (int i = 0; i < count; ++i) {
    const double milliseconds = sample(progress);
    if (progress.cancelled) return;
    runs_.add(milliseconds);
    if (copies_.size() >= bench_copies) ++runs_past_cache_;
  }
  // one copy has the newest picture by its next turn: written now, no cache holds it by then
  refresh(copies_[oldest_], course);
  oldest_ = (oldest_ + 1) % copies_.size();
}

/// One more run, of the newest picture; false: its table is wrong, and it says where.
bool RaceLane::check_again(const RaceCourse& course, Progress& progress) {
  Copy& copy = copies_[oldest_];
  refresh(copy, course);
  copy.engine.poison();
  copy.engine.run(Engine::k_all_passes, &progress);
  copy.engine.wait();
  return progress.cancelled || judge(copy, course);
}

/// False: its table is wrong, and it says where.
bool RaceLane::judge(const Copy& copy, const RaceCourse& course) {
  const Clock::time_point before = Clock::now();
  std::vector<std::byte> table(plan_.buffers.back().bytes());
  copy.engine.read(plan_.table(), table);
  const Comparison comparison = compare_with_reference(*algorithm_, request_, course.picture, table);
  ++told_.checks;
  // fail unless within: what is no number stays
  if (!(comparison.max_error <= told_.max_error)) told_.max_error = comparison.max_error;
  told_.wraps = sums_wrap(course.types, course.picture, course.extent);
  const double wait = std::max(k_check_seconds, k_check_share * milliseconds_since(before) / 1000);
  check_due_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wait));
  if (comparison.correct) return true;
  give_up(Standing::State::wrong, first_line(comparison.mismatches));
  return false;
}

void RaceLane::tell() {
  const Timings timings = runs_.timings();
  told_.state = Standing::State::timed;
  told_.runs = runs_.count();
  told_.median_ms = timings.median();
  told_.p10_ms = timings.percentile(0.1);
  told_.p90_ms = timings.percentile(0.9);
  told_.copies = static_cast<int>(copies_.size());
  told_.past_cache = runs_past_cache_ >= runs_.count();
}

bool RaceLane::turn(const RaceCourse& course, Progress& progress) {
  const Clock::time_point began = Clock::now();
  bool news = false;
  try {
    if (wanted_copies_ == 0 && !enter(course)) return true;
    if (copies_.size() < wanted_copies_) {
      const bool first = copies_.empty();
      do {
        add_copy(course, progress);
        if (progress.cancelled) {
          copies_.pop_back();
          return false;
        }
      } while (!first && copies_.size() < wanted_copies_ && milliseconds_since(began) < 0.5 * course.budget_ms);
      cost_ms_ = milliseconds_since(began);
      if (first && !judge(copies_.front(), course)) return true;
      const bool complete = copies_.size() == wanted_copies_;
      if (complete && course.machine == Machine::gpu) record_graphs();
      if (first || once_ms_ <= course.budget_ms) return first;
    }
    news = runs_.empty();
    time_some(course, progress);
    if (progress.cancelled) return false;
    tell();
    cost_ms_ = milliseconds_since(began);
    if (Clock::now() >= check_due_) {
      if (!check_again(course, progress)) return true;
      // because: the host's cores are what a race on the host shares with the window
      if (course.machine == Machine::cpu) cost_ms_ = milliseconds_since(began);
    }
  } catch (const std::bad_alloc&) {
    give_up(Standing::State::refused, "there is not enough memory for its buffers: not supported");
    return true;
  } catch (const NotSupported& why) {
    give_up(Standing::State::refused, why.what());
    return true;
  }
  return news;
}

}  // namespace satscope::app
