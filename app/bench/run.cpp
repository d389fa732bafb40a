// SPDX-License-Identifier: Apache-2.0
#include "app/bench/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "app/bench/benched.h"
#include "app/bench/busy_threads.h"
#include "app/bench/clocks.h"
#include "app/sources/loaders.h"
#include "app/sources/samples.h"
#include "kernels/device.h"
#include "kernels/not_supported.h"
#include "kernels/simt/crew.h"

namespace satscope::app {
namespace {

bool uses(const BenchOrder& order, Machine machine) {
  return std::ranges::find(order.cases, machine, &BenchCase::machine) != order.cases.end();
}

/// "NVIDIA H200 and Some CPU, 1 to 16 threads"; "up to 16 threads" where the program chooses.
std::string device_of(const BenchOrder& order, const BenchFacts& facts) {
  std::string text = uses(order, Machine::gpu) ? gpu_status().device : "";
  if (!text.empty() && !uses(order, Machine::cpu)) return text;
  std::set<int> threads;
  for (const BenchCase& one : order.cases)
    if (one.machine == Machine::cpu) threads.insert(one.threads > 0 ? one.threads : host_threads());
  if (threads.empty()) threads.insert(host_threads());
  if (!text.empty()) text += " and ";
  const bool chosen =
      std::ranges::any_of(order.cases, [](const BenchCase& one) { return one.machine == Machine::cpu && one.threads == 0; });
  const bool up_to = chosen && threads.size() == 1 && host_threads() > 1;
  text += fmt::format("{}, {}{}", facts.processor, up_to ? "up to " : "", *threads.begin());
  if (threads.size() > 1) text += fmt::format(" to {}", *threads.rbegin());
  return text + (*threads.rbegin() == 1 ? " thread" : " threads");
}

std::vector<std::string> protocol_of(const BenchOrder& order) {
  std::vector<std::string> sentences;
  for (const Named<Machine>& machine : k_machines)
    if (uses(order, machine.value))
      for (const std::string& sentence : satscope::protocol_of(machine.value))
        if (std::ranges::find(sentences, sentence) == sentences.end()) sentences.push_back(sentence);
  if (std::ranges::any_of(order.cases, [](const BenchCase& one) { return one.busy_threads > 0; }))
    sentences.emplace_back(
        "Busy threads compute beside the measurement, at the same priority; the floor is that of the idle machine.");
  if (std::ranges::any_of(order.cases, [](const BenchCase& one) { return one.type == k_filtered.id; }))
    sentences.emplace_back(k_filters_are_compared);
  if (std::ranges::any_of(order.cases, &BenchCase::hot))
    sentences.emplace_back(
        "Hot runs stay on one set of buffers: what fits into a cache is there from the run before, and may beat the floor.");
  return sentences;
}

/// Throws InputError before the noise is made: it, a table and the sums to compare it with are on the host, whatever the
/// machine.
void require_bench_memory(const Request& request) {
  const double places = static_cast<double>(request.extent.width) * request.extent.height * request.channels;
  const double bytes = 1 + static_cast<double>(size_of(request.types.in) + size_of(request.types.out) + sizeof(std::uint64_t));
  require_memory(fmt::format("a bench of {}x{} pixels", request.extent.width, request.extent.height), places * bytes);
}

}  // namespace

BenchOrder order_of(const BenchReport& report) {
  BenchOrder order{.cases = {}, .repeats = report.repeats, .preset = report.preset, .varied = report.varied};
  for (const BenchResult& result : report.results) order.cases.push_back(result.asked);
  for (const BenchSkipped& skipped : report.skipped) order.cases.push_back(skipped.asked);
  order.cases.insert(order.cases.end(), report.left.begin(), report.left.end());
  return order;
}

Bench::Bench(const BenchOrder& order, std::stop_token stop, std::function<void(const std::string&)> say)
    : order_(order), stop_(std::move(stop)), say_(std::move(say)) {
  const GpuStatus& gpu = gpu_status();
  report_.facts = bench_facts();
  report_.device = device_of(order, report_.facts);
  report_.driver = gpu.driver;
  report_.toolkit = gpu.toolkit;
  report_.preset = order.preset;
  report_.varied = order.varied;
  report_.protocol = protocol_of(order);
  report_.complete = false;
  report_.repeats = order.repeats;
  report_.left = order.cases;
}

void Bench::adopt(BenchReport earlier) {
  const auto same = [](const char* what, const std::string& then, const std::string& now) {
    if (then != now)
      throw std::runtime_error(fmt::format(
          "the results were measured with {} '{}', here it is '{}'; measure anew into another file", what, then, now));
  };
  same("satscope", earlier.facts.satscope, report_.facts.satscope);
  same("the device", earlier.device, report_.device);
  same("the driver for CUDA", earlier.driver, report_.driver);
  report_.facts.date = earlier.facts.date;  // of the begin
  report_.floors = std::move(earlier.floors);
  report_.results = std::move(earlier.results);
  report_.skipped = std::move(earlier.skipped);
  for (const BenchResult& result : report_.results) std::erase(report_.left, result.asked);
  for (const BenchSkipped& skipped : report_.skipped) std::erase(report_.left, skipped.asked);
}

std::string Bench::how_far() const {
  return fmt::format("{} of {}", report_.results.size() + report_.skipped.size(), order_.cases.size());
}

void Bench::run() {
  while (!report_.left.empty() && !stop_.stop_requested()) {
    const BenchCase one = report_.left.front();
    if (answer(one)) report_.left.erase(report_.left.begin());
  }
  report_.complete = report_.left.empty();
}

bool Bench::answer(const BenchCase& one) {
  if (const std::string why = refusal(one); !why.empty()) {
    report_.skipped.push_back({one, why});
    return true;
  }
  try {
    say_(fmt::format("{} done; now {} {} {}x{}", how_far(), name_of(one), one.type, one.extent.width, one.extent.height));
    const std::span<const std::byte> picture = picture_of(one);
    const double floor_ms = floor_of(one).milliseconds;
    const BusyThreads beside(one.busy_threads);
    BenchResult result = measured(one, picture, floor_ms);
    if (stop_.stop_requested()) return false;  // half of its samples are no result
    report_.results.push_back(std::move(result));
  } catch (const NotSupported& why) {
    report_.skipped.push_back({one, why.what()});
  } catch (const InputError& why) {  // it does not fit into memory
    report_.skipped.push_back({one, why.what()});
  }
  return true;
}

/// Noise, because memory can be faster on zeros.
std::span<const std::byte> Bench::picture_of(const BenchCase& one) {
  const Request request = request_of(one);
  if (!pictured_ || pictured_->type != one.type || pictured_->extent != one.extent || pictured_->channels != one.channels) {
    pictured_.reset();
    picture_ = {};  // before the next is made
    require_bench_memory(request);
    picture_ = pixels_as(load_input(fmt::format("pattern:noise:{}x{}:1", one.extent.width * one.channels, one.extent.height)),
                         request.types.in);
    pictured_ = one;
  }
  return picture_;
}

const BenchFloor& Bench::floor_of(const BenchCase& one) {
  for (const BenchFloor& known : report_.floors)
    if (known.is_of(one)) return known;
  Request request = request_of(one);
  request.form = Form::inclusive;  // one floor for all: what the forms differ by is a row and a column
  const Floor floor = measure_floor(request, one.machine, one.threads);
  return report_.floors.emplace_back(BenchFloor{one.type, one.extent, one.machine,
                                                static_cast<std::size_t>(least_bytes(request)), floor.milliseconds,
                                                floor.method, one.channels, floor.tried, one.threads});
}

BenchResult Bench::measured(const BenchCase& one, std::span<const std::byte> picture, double floor_ms) const {
  const double clock_before = clock_megahertz(one.machine);
  const Measured measured =
      measure(one, picture, {.samples = order_.repeats, .threads = one.threads, .sets = one.hot ? 1 : 0, .stop = stop_});
  BenchResult result{.asked = one,
                     .correct = measured.comparison.correct,
                     .max_error = measured.comparison.max_error,
                     .sets = measured.sets,
                     .threads = measured.threads,
                     .emulated = emulated(one),
                     .clock_before_mhz = clock_before,
                     .clock_mhz = clock_megahertz(one.machine),
                     .times = {}};
  const LastTimes& times = measured.times;
  if (times.empty()) return result;
  const double median = times.median();
  result.times = BenchTimes{.samples = times.count(),
                            .median_ms = median,
                            .p10_ms = times.p10(),
                            .p90_ms = times.p90(),
                            .gigabytes_per_second = least_bytes(request_of(one)) / median / 1e6,
                            .percent_of_floor = 100 * floor_ms / median};
  return result;
}

}  // namespace satscope::app
