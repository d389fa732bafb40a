// SPDX-License-Identifier: Apache-2.0
#include "kernels/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "kernels/sampler.h"

namespace satscope {
namespace {

constexpr int k_fewest_samples = 5, k_most_samples = k_most_times;
constexpr double k_usual_ms = 1500;  // for all samples together, if their number is not given

/// How many samples of this length fit, given that each set is warmed up once.
int samples_of(double milliseconds, double sample_ms, int sets) {
  constexpr double k_most_ms = 2500;  // of one measurement, if a run takes long
  const int fit = samples_within(k_most_ms - sets * sample_ms, sample_ms, 1, k_fewest_samples);
  return fit < k_fewest_samples ? fit : samples_within(milliseconds, sample_ms, k_fewest_samples, k_most_samples);
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
  if (machine == Machine::gpu)
    list.push_back(
        fmt::format("A sample on the GPU is the mean of consecutive runs in a graph of at least {} ms, between two events.",
                    k_graph_milliseconds));
  return list;
}

Measured measure(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture, Machine machine,
                 const HowToMeasure& how) {
  return measure(algorithm.plan(request), picture, machine, how,
                 [&](std::span<const std::byte> table) { return compare_with_reference(algorithm, request, picture, table); });
}

Measured measure(Plan plan, std::span<const std::byte> picture, Machine machine, const HowToMeasure& how,
                 const std::function<Comparison(std::span<const std::byte>)>& compare) {
  Progress progress;
  const std::stop_callback cancel(how.stop, [&progress] { progress.cancelled = true; });
  Sampler sampler(std::move(plan), machine, how.threads, how.sets);
  const NumberedPicture numbered{picture, 1};
  Measured measured;
  measured.threads = sampler.threads_used();
  const std::vector<std::byte> result = sampler.result(numbered, progress);
  if (progress.cancelled) return measured;
  measured.comparison = compare(result);
  if (progress.cancelled || !measured.comparison.correct) return measured;
  while (!sampler.enough_sets() && !progress.cancelled) sampler.add_set(numbered, progress);
  if (progress.cancelled) return measured;
  sampler.settle(true);
  measured.sets = sampler.sets();
  const int count = how.samples > 0 ? how.samples : samples_of(k_usual_ms, sampler.sample_ms(), sampler.sets());
  measured.times = LastTimes(static_cast<std::size_t>(count));
  sampler.take(count, measured.times, progress);
  return measured;
}

LastTimes measure_runs(const Stream* stream, int sets, double milliseconds, Laps::Run run) {
  Laps laps(stream, std::move(run));
  while (laps.sets() < static_cast<std::size_t>(sets)) laps.add_set();
  laps.complete(true);
  LastTimes times;
  for (int left = samples_of(milliseconds, laps.sample_ms(), sets); left > 0; --left) times.add(laps.sample());
  return times;
}

}  // namespace satscope
