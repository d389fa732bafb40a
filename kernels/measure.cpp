// SPDX-License-Identifier: Apache-2.0
#include "kernels/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <memory>

#include <fmt/format.h>

#include "kernels/engine.h"

namespace satscope {
namespace {

constexpr std::size_t k_host_cache_bytes = 64U << 20;
constexpr int k_fewest_samples = 5, k_most_samples = 60, k_most_sets = 64;
constexpr double k_graph_milliseconds = 0.5;  // long enough for the clock of events, short enough for a spread

int samples_within(const HowToMeasure& how, double milliseconds_each) {
  if (how.samples > 0) return how.samples;
  const double fit = how.milliseconds / std::max(milliseconds_each, 1e-6);
  return static_cast<int>(std::clamp(fit, 1.0 * k_fewest_samples, 1.0 * k_most_samples));
}

Timings sorted(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return {std::move(samples)};
}

}  // namespace

double Timings::percentile(double share) const {
  if (milliseconds.empty()) return std::nan("");
  const double place = share * static_cast<double>(milliseconds.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, milliseconds.size() - 1);
  const double part = place - static_cast<double>(below);
  return milliseconds[below] + part * (milliseconds[above] - milliseconds[below]);  // exact where both are equal
}

std::vector<std::string> protocol_of(Machine machine) {
  std::vector<std::string> list{
      "Every table is compared with a 64-bit reference before it is timed; a wrong one is not timed.",
      "Only the passes are timed, without transfers and allocation.",
      fmt::format("Runs rotate through sets of buffers that together exceed twice the cache ({} MB), but at most {} sets; "
                  "every set is warmed up.",
                  (machine == Machine::gpu ? gpu_status().l2_bytes : k_host_cache_bytes) >> 20, k_most_sets),
      fmt::format("A time is the median of {} to {} samples within {} ms; fewer if a run takes long, or as many as "
                  "--repeats says.",
                  k_fewest_samples, k_most_samples, HowToMeasure{}.milliseconds),
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

int sets_beyond_cache(std::size_t bytes_per_set, Machine machine) {
  const std::size_t cache = machine == Machine::gpu ? gpu_status().l2_bytes : k_host_cache_bytes;
  return static_cast<int>(std::clamp<std::size_t>(2 * cache / std::max<std::size_t>(bytes_per_set, 1) + 1, 2, k_most_sets));
}

Timings measure_on_cpu(int sets, const HowToMeasure& how, const std::function<void(int set)>& work) {
  const auto timed = [&](int set) {
    const auto before = std::chrono::steady_clock::now();
    work(set);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
  };
  double each = 0;
  // touches every page once
  for (int set = 0; set < sets && !how.stop.stop_requested(); ++set) each = timed(set);
  const int count = samples_within(how, each);
  std::vector<double> samples;
  for (int i = 0; i < count && !how.stop.stop_requested(); ++i) samples.push_back(timed(i % sets));
  return sorted(std::move(samples));
}

Timings measure_on_gpu(const Stream& stream, int sets, const HowToMeasure& how, const std::function<void(int set)>& work) {
  Event before, after;
  const auto timed = [&](const std::function<void()>& enqueue) {
    before.record(stream);
    enqueue();
    after.record(stream);
    after.wait();
    return Event::milliseconds(before, after);
  };
  double once = 0;
  for (int round = 0; round < 2; ++round)  // the first round loads the code
    once = timed([&] {
             for (int set = 0; set < sets; ++set) work(set);
           }) /
           sets;
  const int runs = sets * std::max(1, static_cast<int>(k_graph_milliseconds / std::max(once * sets, 1e-4)));
  const Graph graph(stream, [&] {
    for (int i = 0; i < runs; ++i) work(i % sets);
  });
  const double each = timed([&] { graph.launch(stream); });
  const int count = samples_within(how, each);
  std::vector<double> samples;
  for (int i = 0; i < count && !how.stop.stop_requested(); ++i) samples.push_back(timed([&] { graph.launch(stream); }) / runs);
  return sorted(std::move(samples));
}

Timings measure(const Plan& plan, std::span<const std::byte> picture, Machine machine, const HowToMeasure& how) {
  const int sets = sets_beyond_cache(plan.buffers.front().bytes() + plan.buffers.back().bytes(), machine);
  std::deque<Engine> engines;
  for (int i = 0; i < sets; ++i) engines.emplace_back(plan, machine, how.threads).write(plan.picture(), picture);
  if (machine == Machine::cpu) return measure_on_cpu(sets, how, [&](int set) { engines[static_cast<std::size_t>(set)].run(); });
  const Stream& stream = engines.front().stream();
  return measure_on_gpu(stream, sets, how, [&](int set) { engines[static_cast<std::size_t>(set)].enqueue_on(stream); });
}

}  // namespace satscope
