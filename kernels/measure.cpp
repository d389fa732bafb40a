// SPDX-License-Identifier: Apache-2.0
#include "kernels/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "kernels/median_interval.h"

namespace satscope {
namespace {

constexpr int k_fewest_samples = 5, k_most_samples = k_most_times;
constexpr double k_usual_ms = 1500;  // for the planned samples together, if their number is not given

/// For the planned samples; the rest is for those until the median is sure.
double planned_ms(const StopRule& until) { return std::min(k_usual_ms, 0.75 * until.most_ms); }

/// Of one measurement, if a run takes long.
double most_of_long_runs(const StopRule& until) { return 1.25 * std::max(until.most_ms, StopRule{}.most_ms); }

/// Only of longer samples fewer than k_fewest_samples are taken.
double long_sample_ms(const StopRule& until) { return most_of_long_runs(until) / k_fewest_samples; }

/// How many samples of this length fit, given that each set is warmed up once.
int samples_of(double milliseconds, double sample_ms, int sets, int most = k_most_samples, const StopRule& until = {}) {
  if (sample_ms > long_sample_ms(until))
    return samples_within(most_of_long_runs(until) - sets * sample_ms, sample_ms, 1, k_fewest_samples - 1);
  return samples_within(milliseconds, sample_ms, k_fewest_samples, most);
}

}  // namespace

std::vector<std::string> protocol_of(Machine machine, const StopRule& until) {
  std::vector<std::string> list{
      "Every table is compared with a 64-bit reference before it is timed; a wrong one is not timed.",
      "Only the passes are timed, without transfers and allocation.",
      fmt::format(
          "Runs rotate through sets of a picture and a table that together exceed twice the cache ({} MB), but at most "
          "{} sets; every set is warmed up. Scratch buffers are the same for all sets. A kernel that the CPU emulates has two.",
          cache_bytes(machine) >> 20, k_most_sets),
      fmt::format(
          "A time is the median of its samples (n). At first {} to {} samples are taken within {:g} ms: fewer only if a "
          "sample takes more than {:g} ms, more where code for a CPU takes turns, and as many as --repeats says.",
          k_fewest_samples, k_most_samples, planned_ms(until), long_sample_ms(until)),
      fmt::format(
          "Without --repeats sampling then goes on until half of the median's interval is at most {:g} % of it "
          "(--precision), at most {} samples in about {:g} ms in all (--max-time). nvbench stops in the same way, but at "
          "a relative noise.",
          100 * until.sure, until.most_samples(), until.most_ms),
      fmt::format("The interval of a median (+-%) holds {:g} % of the medians of resampled times of this run. Blocks of "
                  "consecutive times are resampled, because samples of a run depend on each other (circular block bootstrap, "
                  "block length of Politis and White 2004). The medians of several runs may differ by several times that, "
                  "because their memory lies elsewhere. Noise is the standard deviation in percent of the mean.",
                  100 * k_confidence),
      fmt::format("The floor is the {} that reads as many bytes as the picture has and writes as many as the table has.",
                  machine == Machine::gpu ? "faster of a copy and a plain loop"
                                          : "fastest of copies and plain loops, with one thread and with all, with stores "
                                            "through the cache and bypassing it,")};
  if (machine == Machine::cpu)
    list.push_back(fmt::format(
        "Code for a CPU and the fastest ways of the floor take up to {} turns each, because a machine may be slower for a "
        "while. "
        "The first run of a turn on each set is not counted: the cache still holds what others left. Short runs have up to {} "
        "samples for each set.",
        k_turns, most_samples_of_turns(1)));
  else
    list.push_back(
        fmt::format("A sample on the GPU is the mean of consecutive runs in a graph of at least {} ms, between two events.",
                    k_graph_milliseconds));
  return list;
}

int samples_of_turn(int left, int turns_left) {
  constexpr int k_fewest = 3;  // because: before each turn some runs are not counted
  return std::min(left, std::max(k_fewest, (left + turns_left - 1) / turns_left));
}

Measurement::Measurement(Plan plan, std::span<const std::byte> picture, Machine machine, const HowToMeasure& how,
                         const std::function<Comparison(std::span<const std::byte>)>& compare) {
  cancel_.emplace(how.stop, [this] { progress_.cancelled = true; });
  Sampler& sampler = sampler_.emplace(std::move(plan), machine, how.threads, how.sets);
  const NumberedPicture numbered{picture, 1};
  measured_.threads = sampler.threads_used();
  const std::vector<std::byte> result = sampler.result(numbered, progress_);
  if (progress_.cancelled) return;
  measured_.comparison = compare(result);
  if (progress_.cancelled || !measured_.comparison.correct) return;
  while (!sampler.enough_sets() && !progress_.cancelled) sampler.add_set(numbered, progress_);
  if (progress_.cancelled) return;
  sampler.settle(true);
  measured_.sets = sampler.sets();
  const int sets = measured_.sets,
            most = how.by_turns ? std::max<int>(k_most_samples, most_samples_of_turns(sets)) : k_most_samples;
  until_ = how.until;
  left_ = how.samples > 0 ? how.samples : samples_of(planned_ms(until_), sampler.sample_ms(), sets, most, until_);
  fixed_ = how.samples > 0;
  measured_.times = LastTimes(std::max(static_cast<std::size_t>(left_), until_.most_samples()));
}

Measurement::Measurement(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                         Machine machine, const HowToMeasure& how)
    : Measurement(algorithm.plan(request), picture, machine, how, [&](std::span<const std::byte> table) {
        return compare_with_reference(algorithm, request, picture, table);
      }) {}

void Measurement::take(int count, const std::function<void()>& between) {
  const auto began = std::chrono::steady_clock::now();
  for (left_ -= count; count > 0; --count) {
    const double milliseconds = sampler_->sample(progress_);
    if (progress_.cancelled) return;
    measured_.times.add(milliseconds);
    measured_.samples.push_back(milliseconds);
    if (between) between();
  }
  spent_ms_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
}

void Measurement::take(const std::function<void()>& between) {
  if (!sampler_) return;
  take(left_, between);
  planned_ms_ = spent_ms_;
  for (judge(); wants_more(); judge()) take(left_ = more_samples(), between);
}

void Measurement::take_more() {
  if (!sampler_ || progress_.cancelled) return;
  sampler_->pass_cache(progress_);
  left_ = more_samples();
  take(left_);
  judge();
}

int Measurement::more_samples() const {
  const std::size_t count = measured_.samples.size();
  const auto part = std::min(std::max<std::size_t>(count / 4, k_fewest_samples), until_.most_samples() - count);
  const double left_ms = until_.most_ms - planned_ms(until_) - (spent_ms_ - planned_ms_);
  return samples_within(left_ms, spent_ms_ / static_cast<double>(count), 1, static_cast<int>(part));
}

StopReason why_enough(std::span<const double> samples, double extra_ms, const StopRule& until) {
  if (samples.size() < static_cast<std::size_t>(k_fewest_samples)) {
    // because: a few long runs would cost minutes to be sure of; the run that showed how long one takes may have been an
    // exception
    const double all_ms = std::accumulate(samples.begin(), samples.end(), 0.0);
    const bool short_ones = !samples.empty() && all_ms <= long_sample_ms(until) * static_cast<double>(samples.size());
    return short_ones ? StopReason::none : StopReason::max_time;
  }
  const MedianInterval interval = median_interval(samples);
  if (interval.high - interval.low <= until.sure * (interval.high + interval.low)) return StopReason::precision;
  if (samples.size() >= until.most_samples()) return StopReason::samples;
  return extra_ms >= until.most_ms - planned_ms(until) ? StopReason::max_time : StopReason::none;
}

void Measurement::judge() {
  if (progress_.cancelled)
    measured_.stop_reason = StopReason::stopped;
  else if (fixed_)
    measured_.stop_reason = left_ <= 0 ? StopReason::samples : StopReason::none;
  else
    measured_.stop_reason = why_enough(measured_.samples, spent_ms_ - planned_ms_, until_);
  wants_more_ = measured_.stop_reason == StopReason::none && left_ <= 0;
}

void Measurement::take_turn(int turns_left) {
  if (left_ == 0 || progress_.cancelled) return;
  sampler_->pass_cache(progress_);
  take(samples_of_turn(left_, turns_left));
  if (left_ > 0) return;
  planned_ms_ = spent_ms_;
  judge();
}

Measured measure(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture, Machine machine,
                 const HowToMeasure& how) {
  Measurement measurement(algorithm, request, picture, machine, how);
  measurement.take();
  return measurement.measured();
}

LastTimes measure_runs(Stopwatch& stopwatch, int sets, double milliseconds) {
  while (stopwatch.sets() < static_cast<std::size_t>(sets)) stopwatch.add_set();
  stopwatch.complete(true);
  LastTimes times;
  for (int left = samples_of(milliseconds, stopwatch.sample_ms(), sets); left > 0; --left) times.add(stopwatch.sample());
  return times;
}

}  // namespace satscope
