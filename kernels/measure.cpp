// SPDX-License-Identifier: Apache-2.0
#include "kernels/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace satscope {
namespace {

constexpr int k_fewest_samples = 5, k_most_samples = k_most_times;
constexpr double k_usual_ms = 1500;  // for all samples together, if their number is not given

/// How many samples of this length fit, given that each set is warmed up once.
int samples_of(double milliseconds, double sample_ms, int sets, int most = k_most_samples) {
  constexpr double k_most_ms = 2500;  // of one measurement, if a run takes long
  const int fit = samples_within(k_most_ms - sets * sample_ms, sample_ms, 1, k_fewest_samples);
  return fit < k_fewest_samples ? fit : samples_within(milliseconds, sample_ms, k_fewest_samples, most);
}

}  // namespace

std::vector<std::string> protocol_of(Machine machine) {
  std::vector<std::string> list{
      "Every table is compared with a 64-bit reference before it is timed; a wrong one is not timed.",
      "Only the passes are timed, without transfers and allocation.",
      fmt::format("Runs rotate through sets of a picture and a table that together exceed twice the cache ({} MB), but at most "
                  "{} sets; every set is warmed up. Scratch buffers are the same for all sets.",
                  cache_bytes(machine) >> 20, k_most_sets),
      fmt::format("A time is the median of {} to {} samples within {} ms; fewer if a run takes long, or as many as "
                  "--repeats says.",
                  k_fewest_samples, k_most_samples, k_usual_ms),
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
                         const std::function<Comparison(std::span<const std::byte>)>& compare)
    : cancel_(how.stop, [this] { progress_.cancelled = true; }), sampler_(std::move(plan), machine, how.threads, how.sets) {
  const NumberedPicture numbered{picture, 1};
  measured_.threads = sampler_.threads_used();
  const std::vector<std::byte> result = sampler_.result(numbered, progress_);
  if (progress_.cancelled) return;
  measured_.comparison = compare(result);
  if (progress_.cancelled || !measured_.comparison.correct) return;
  while (!sampler_.enough_sets() && !progress_.cancelled) sampler_.add_set(numbered, progress_);
  if (progress_.cancelled) return;
  sampler_.settle(true);
  measured_.sets = sampler_.sets();
  const int sets = measured_.sets,
            most = how.by_turns ? std::max<int>(k_most_samples, most_samples_of_turns(sets)) : k_most_samples;
  left_ = how.samples > 0 ? how.samples : samples_of(k_usual_ms, sampler_.sample_ms(), sets, most);
  measured_.times = LastTimes(static_cast<std::size_t>(left_));
}

Measurement::Measurement(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                         Machine machine, const HowToMeasure& how)
    : Measurement(algorithm.plan(request), picture, machine, how, [&](std::span<const std::byte> table) {
        return compare_with_reference(algorithm, request, picture, table);
      }) {}

void Measurement::take(int count) {
  left_ -= count;
  sampler_.take(count, measured_.times, progress_);
}

void Measurement::take_turn(int turns_left) {
  if (left_ == 0 || progress_.cancelled) return;
  sampler_.pass_cache(progress_);
  take(samples_of_turn(left_, turns_left));
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
