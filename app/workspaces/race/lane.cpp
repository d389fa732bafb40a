// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/race/lane.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/core/cancel_watch.h"
#include "kernels/adopted.h"
#include "kernels/device.h"
#include "kernels/emulated.h"
#include "kernels/floor.h"
#include "kernels/measure.h"
#include "kernels/not_supported.h"
#include "kernels/reference.h"
#include "kernels/registry.h"
#include "kernels/table.h"

namespace satscope::app {
namespace {

constexpr int k_most_in_turn = 8;  // samples
// a check takes much longer than a run: so much time lies between two, as multiples of the last one, and at least
constexpr double k_check_share = 40, k_least_check_ms = 500;
// one emulated run of a user's file, in which no other entrant has its turn
constexpr double k_most_emulated_ms = 2000;
constexpr std::size_t k_first_corner = 4096;  // pixels
constexpr double k_clear_ms = 60;             // because: of less, to begin the process is a large part

double milliseconds_since(RaceLane::Clock::time_point before) {
  return std::chrono::duration<double, std::milli>(RaceLane::Clock::now() - before).count();
}

RaceLane::Clock::duration duration_of(double milliseconds) {
  return std::chrono::duration_cast<RaceLane::Clock::duration>(std::chrono::duration<double, std::milli>(milliseconds));
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

std::vector<std::byte> corner_of(const RaceCourse& course, Extent corner) {
  const std::size_t size = size_of(course.types.in), row = size * static_cast<std::size_t>(corner.width);
  std::vector<std::byte> pixels;
  for (int y = 0; y < corner.height; ++y) {
    const auto from = course.picture.bytes.subspan(static_cast<std::size_t>(y) * course.extent.width * size, row);
    pixels.insert(pixels.end(), from.begin(), from.end());
  }
  return pixels;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

RaceLane::RaceLane(RaceEntrant entrant, const Algorithm* algorithm) : entrant_(std::move(entrant)), algorithm_(algorithm) {
  if (algorithm_) changes_ = changes_of(*algorithm_);
  reported_.entrant = entrant_;
  reported_.name = name_of(entrant_);
}

void RaceLane::follow_changes() {
  if (algorithm_ && changes_of(*algorithm_) != changes_) *this = RaceLane(entrant_, algorithm_);
}

void RaceLane::set_due(Clock::time_point due, double seconds_between) {
  due_ = due;
  reported_.seconds_between = seconds_between;
}

void RaceLane::rest() {
  sampler_.reset();
  due_ = check_due_ = {};
  runs_past_cache_ = 0;
  reported_.copies = 0;
}

void RaceLane::give_up(Standing::State state, std::string why) {
  rest();
  runs_.clear();
  whole_runs_.clear();
  reported_.state = state;
  reported_.sentence = std::move(why);
  reported_.runs = 0;
  reported_.with_copies_ms = 0;
  reported_.median_ms = reported_.p10_ms = reported_.p90_ms = 0;
}

void RaceLane::enter(const RaceCourse& course) {
  if (!algorithm_) throw NotSupported(no_such(algorithms(), "algorithm", entrant_.algorithm));
  if (machine(course) == Machine::gpu && !gpu_status().usable) throw NotSupported(gpu_status().reason);
  // what a bench asks for
  request_ = {.extent = course.extent, .types = course.types, .form = algorithm_->natural_form, .params = entrant_.params};
  try {
    if (const std::string why = why_not_timed(*algorithm_, request_, machine(course)); !why.empty()) throw NotSupported(why);
    if (!own_process_of(*algorithm_, machine(course)))
      sampler_ = std::make_unique<Sampler>(algorithm_->plan(request_), machine(course), course.threads);
  } catch (const std::invalid_argument& why) {
    throw NotSupported(why.what());
  }
  reported_.form = request_.form;
  reported_.emulated = emulated(*algorithm_, machine(course));
  reported_.bytes = least_bytes(request_);
}

void RaceLane::try_corners(const RaceCourse& course, Progress& progress) const {
  const auto [width, height] = course.extent;
  const auto part = [&](double of) {
    return Extent{std::max(1, static_cast<int>(width * of)), std::max(1, static_cast<int>(height * of))};
  };
  const auto run_on = [&](Extent corner) {
    Request request = request_;
    request.extent = corner;
    Engine engine(algorithm_->plan(request), Machine::cpu);
    engine.write(0, corner_of(course, corner));
    const Clock::time_point began = Clock::now();
    engine.run(Engine::k_all_passes, &progress);
    return milliseconds_since(began);
  };
  int halved = 0;
  while (part(std::exp2(-halved)).area() > k_first_corner) ++halved;
  double before = 0, seen = 0;  // milliseconds, pixels
  for (; halved > 0 && !progress.cancelled; --halved) {
    const Extent corner = part(std::exp2(-halved));
    double ms = run_on(corner);
    const double pixels = static_cast<double>(corner.area()), times = static_cast<double>(course.extent.area()) / pixels;
    // a kernel may look at more pixels for each
    const double power = before > k_clear_ms ? std::clamp(std::log(ms / before) / std::log(pixels / seen), 1.0, 2.0) : 1.0;
    const auto whole = [&] { return ms < k_clear_ms ? 0 : ms * std::pow(times, power); };
    if (whole() > k_most_emulated_ms) ms = std::min(ms, run_on(corner));  // because: other programs may have taken the time
    before = ms;
    seen = pixels;
    if (progress.cancelled || whole() <= k_most_emulated_ms) continue;
    const Extent fits = part(std::sqrt(std::pow(k_most_emulated_ms / whole(), 1 / power)));
    throw NotSupported(fmt::format(
        "not timed: emulated, a run takes about {:.0f} s, and more than {:.0f} s are not supported; open a picture of {}x{}",
        whole() / 1000, k_most_emulated_ms / 1000, fits.width, fits.height));
  }
}

void RaceLane::add_sets(const RaceCourse& course, Clock::time_point until, Progress& progress) {
  try {
    do sampler_->add_set(course.picture, progress);
    while (!progress.cancelled && !sampler_->enough_sets() && Clock::now() < until);
    if (sampler_->enough_sets()) sampler_->settle();
  } catch (const NotSupported&) {
    sampler_->settle();  // what there is room for must do, and the method says so
  }
}

/// Samples of one turn: short runs of the host several in a row, as in a bench, after one that wakes the threads.
void RaceLane::time_some(const RaceCourse& course, Progress& progress) {
  int count = 1;
  if (machine(course) == Machine::cpu) {
    count = samples_within(0.5 * course.budget_ms, sampler_->sample_ms(), 1, k_most_in_turn);
    if (count > 1)
      sampler_->sample(progress);
    else
      sampler_->wake();
  }
  sampler_->take(count, runs_, progress);
  if (progress.cancelled) return;
  if (sampler_->enough_sets()) runs_past_cache_ += count;
  // one set has the newest picture by its next turn: written now, no cache holds it by then
  sampler_->refresh(course.picture);
}

bool RaceLane::judge(const Comparison& comparison, const RaceCourse& course) {
  ++reported_.checks;
  // fail unless within: what is no number stays
  if (!(comparison.max_error <= reported_.max_error)) reported_.max_error = comparison.max_error;
  reported_.wraps = sums_wrap(course.types, course.picture.bytes, course.extent);
  if (comparison.correct) return true;
  give_up(Standing::State::wrong, first_line(comparison.mismatches));
  return false;
}

bool RaceLane::judge(std::span<const std::byte> table, const RaceCourse& course) {
  const Clock::time_point before = Clock::now();
  const Comparison comparison = compare_with_reference(*algorithm_, request_, course.picture.bytes, table);
  const bool right = judge(comparison, course);
  const double wait = std::max(k_least_check_ms, k_check_share * milliseconds_since(before));
  check_due_ = Clock::now() + duration_of(wait);
  return right;
}

void RaceLane::report() {
  reported_.state = Standing::State::timed;
  reported_.runs = runs_.count();
  reported_.median_ms = runs_.median();
  reported_.p10_ms = runs_.p10();
  reported_.p90_ms = runs_.p90();
  if (!whole_runs_.empty()) reported_.with_copies_ms = whole_runs_.median();
  if (!sampler_) return;
  reported_.copies = sampler_->sets();
  reported_.past_cache = runs_past_cache_ >= runs_.count();
}

bool RaceLane::turn_apart(const OwnGpuProcess& own, const RaceCourse& course, Progress& progress) {
  const bool first = runs_.empty();
  const CancelWatch watch(&progress);
  const Measured measured = own.measure(request_, course.picture.bytes, {.samples = k_most_in_turn, .stop = watch.token()});
  if (progress.cancelled) return false;
  if (!judge(measured.comparison, course)) return true;
  for (const double one : measured.times.all()) runs_.add(one);
  for (const double one : measured.with_copies.all()) whole_runs_.add(one);
  reported_.copies = measured.sets;
  reported_.past_cache = true;
  report();
  return first;
}

bool RaceLane::turn(const RaceCourse& course, Progress& progress) {
  const Clock::time_point began = Clock::now();
  bool news = false;
  try {
    if (const OwnGpuProcess* own = algorithm_ ? own_process_of(*algorithm_, machine(course)) : nullptr) {
      enter(course);
      news = turn_apart(*own, course, progress);
      cost_ms_ = milliseconds_since(began);
      return news;
    }
    if (!sampler_) {
      enter(course);
      if (trace_maker_of(*algorithm_)) try_corners(course, progress);
      const std::vector<std::byte> table =
          progress.cancelled ? std::vector<std::byte>{} : sampler_->result(course.picture, progress);
      if (progress.cancelled) {
        rest();
        return false;
      }
      cost_ms_ = milliseconds_since(began);
      if (!judge(table, course) || !trace_maker_of(*algorithm_)) return true;
      // because: the next run of a user's file may be far, and this one was in a process of its own, too
      const std::vector<double> passes = sampler_->pass_ms();
      runs_.add(std::reduce(passes.begin(), passes.end()));
      report();
      return true;
    }
    if (!sampler_->settled()) {
      add_sets(course, began + duration_of(0.5 * course.budget_ms), progress);
      cost_ms_ = milliseconds_since(began);
      if (progress.cancelled || sampler_->run_ms() <= course.budget_ms) return false;
    }
    news = runs_.empty();
    time_some(course, progress);
    if (progress.cancelled) return false;
    report();
    cost_ms_ = milliseconds_since(began);
    if (Clock::now() >= check_due_) {
      const std::vector<std::byte> table = sampler_->result(course.picture, progress);
      if (!progress.cancelled && !judge(table, course)) return true;
      // because: the host's cores are what a race on the host shares with the window
      if (machine(course) == Machine::cpu) cost_ms_ = milliseconds_since(began);
    }
  } catch (const std::bad_alloc&) {
    give_up(Standing::State::refused, "there is not enough memory for its buffers: not supported");
    return true;
  } catch (const NotSupported& why) {
    give_up(Standing::State::refused, why.what());
    return true;
  } catch (const std::runtime_error& why) {
    if (!algorithm_ || !trace_maker_of(*algorithm_)) throw;
    give_up(Standing::State::wrong, why.what());  // because: of a user's file that is its own mistake
    return true;
  }
  return news;
}

}  // namespace satscope::app
