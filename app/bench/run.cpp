// SPDX-License-Identifier: Apache-2.0
#include "app/bench/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "app/bench/benched.h"
#include "app/bench/machine/busy_threads.h"
#include "app/bench/machine/clocks.h"
#include "app/bench/machine/system.h"
#include "app/core/files/sha256.h"
#include "app/sources/loaders.h"
#include "app/sources/samples.h"
#include "kernels/device.h"
#include "kernels/host_memory.h"
#include "kernels/median_interval.h"
#include "kernels/not_supported.h"
#include "kernels/simt/thread_pool.h"
#include "kernels/stopwatch.h"

namespace satscope::app {
namespace {
using Clock = std::chrono::steady_clock;

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
      for (const std::string& sentence : satscope::protocol_of(machine.value, order.until))
        if (std::ranges::find(sentences, sentence) == sentences.end()) sentences.push_back(sentence);
  if (std::ranges::any_of(order.cases, [](const BenchCase& one) { return one.busy_threads > 0; }))
    sentences.emplace_back(
        "Busy threads compute beside the measurement, at the same priority; the floor is that of the idle machine.");
  if (std::ranges::any_of(order.cases, [](const BenchCase& one) { return one.type == k_filtered.id; }))
    sentences.emplace_back(k_filters_are_compared);
  if (std::ranges::any_of(order.cases, runs_apart)) sentences.emplace_back(k_runs_apart);
  if (std::ranges::any_of(order.cases, &BenchCase::hot))
    sentences.emplace_back(
        "Hot runs stay on one set of buffers: what fits into a cache is there from the run before, and may beat the floor.");
  return sentences;
}

/// Whether it is measured by turns: what is written for a CPU, where a run is short. On the GPU each sample is a mean already.
bool takes_turns(const BenchCase& one) { return one.machine == Machine::cpu && !emulated(one) && refusal(one).empty(); }

/// Of what was being timed when the run was stopped: with fewer samples it is no result.
constexpr int k_fewest_when_stopped = k_fewest_of_median;

/// Whether two cases have the same picture, floor and load.
bool share_turns(const BenchCase& a, const BenchCase& b) {
  const auto what = [](const BenchCase& one) {
    return std::tuple(one.type, one.extent.width, one.extent.height, one.machine, one.channels, one.threads, one.busy_threads);
  };
  return what(a) == what(b);
}

/// All that take turns have their sets at once, but not more than this beside the first.
constexpr std::size_t k_most_bytes_of_turns = std::size_t{2} << 30;
std::size_t bytes_of_sets(const BenchCase& one) {
  const auto bytes = static_cast<std::size_t>(least_bytes(request_of(one)));
  return bytes * static_cast<std::size_t>(one.hot ? 1 : sets_beyond_cache(bytes, one.machine));
}

/// One floor for all forms: what they differ by is a row and a column.
Request floor_request_of(const BenchCase& one) {
  Request request = request_of(one);
  request.form = Form::inclusive;
  return request;
}

const BenchFloor* known_floor(const BenchReport& report, const BenchCase& one) {
  const auto known = std::ranges::find_if(report.floors, [&](const BenchFloor& floor) { return floor.is_of(one); });
  return known == report.floors.end() ? nullptr : &*known;
}

void add_floor(BenchReport& report, const BenchCase& one, const Floor& floor) {
  report.floors.push_back({one.type, one.extent, one.machine, static_cast<std::size_t>(least_bytes(floor_request_of(one))),
                           floor.milliseconds, floor.method, one.channels, floor.tried, one.threads});
}

/// Of a CUDA file, now; else empty.
std::string hash_of(const BenchCase& one) { return is_own_file(one) ? sha256_of_file(one.algorithm) : std::string(); }

/// Throws InputError before the noise is made: it, a table and the sums to compare it with are on the host, whatever the
/// machine.
void require_bench_memory(const Request& request) {
  const double places = static_cast<double>(request.extent.width) * request.extent.height * request.channels;
  const double bytes = 1 + static_cast<double>(size_of(request.types.in) + size_of(request.types.out) + sizeof(std::uint64_t));
  require_memory(fmt::format("a bench of {}x{} pixels", request.extent.width, request.extent.height), places * bytes);
}

}  // namespace

std::string memory_warning(const BenchOrder& order) {
  const auto area = [](const BenchCase& one) { return one.extent.area() * static_cast<std::size_t>(one.channels); };
  const auto largest = std::ranges::max_element(order.cases, {}, area);
  if (largest == order.cases.end()) return {};
  try {
    require_bench_memory(request_of(*largest));
  } catch (const InputError& why) {
    return why.what();
  }
  return {};
}

BenchOrder order_of(const BenchReport& report) {
  BenchOrder order{.cases = {}, .repeats = report.repeats, .preset = report.preset, .varied = report.varied};
  order.by_name = report.by_name;
  if (report.precision_percent > 0) order.until.sure = report.precision_percent / 100;
  if (report.max_time_ms > 0) order.until.most_ms = report.max_time_ms;
  for (const BenchResult& result : report.results) {
    order.cases.push_back(result.asked);
    order.keep_samples = order.keep_samples || (result.times && !result.times->samples_ms.empty());
  }
  for (const BenchSkipped& skipped : report.skipped) order.cases.push_back(skipped.asked);
  for (const BenchCase& left : report.left)  // a case that was stopped is in both
    if (std::ranges::find(order.cases, left) == order.cases.end()) order.cases.push_back(left);
  return order;
}

Bench::Bench(const BenchOrder& order, std::stop_token stop, std::function<void(const std::string&)> say,
             std::function<void(const BenchReport&)> keep)
    : order_(order), stop_(std::move(stop)), say_(std::move(say)), keep_(std::move(keep)) {
  const GpuStatus& gpu = gpu_status();
  report_.facts = bench_facts();
  report_.device = device_of(order, report_.facts);
  report_.driver = gpu.driver;
  report_.toolkit = gpu.toolkit;
  report_.preset = order.preset;
  report_.varied = order.varied;
  report_.by_name = order.by_name;
  report_.protocol = protocol_of(order);
  report_.complete = false;
  report_.repeats = order.repeats;
  if (order.repeats == 0) {
    report_.precision_percent = std::round(1e6 * order.until.sure) / 1e4;  // because: 100 * (7 / 100) is not 7
    report_.max_time_ms = order.until.most_ms;
  }
  report_.left = order.cases;
}

namespace {

void require_same(const char* what, const std::string& then, const std::string& now) {
  if (then != now)
    throw std::runtime_error(fmt::format(
        "the results were measured with {} '{}', here it is '{}'; measure again into another file", what, then, now));
}

/// Whether a CUDA file is another one than that of this hash. A file that is no longer there contradicts nothing.
bool has_changed(const std::string& path, const std::string& then) {
  if (then.empty()) return false;
  const std::string now = sha256_of_file(path);
  return !now.empty() && now != then;
}

}  // namespace

void require_same_build(const BenchReport& earlier) {
  const BenchFacts now = bench_facts();
  require_same("satscope", earlier.facts.satscope, now.satscope);
  // because: results of two builds in one file would be compared as those of one
  require_same("the commit", earlier.facts.commit, now.commit);
  require_same("the compiler", earlier.facts.compiler, now.compiler);
  require_same("the flags", earlier.facts.flags, now.flags);
  for (const BenchResult& result : earlier.results)
    if (!result.stopped && has_changed(result.asked.algorithm, result.file_sha256))
      throw std::runtime_error(
          fmt::format("'{}' has changed since it was measured; measure again into another file", result.asked.algorithm));
}

void retry_changed_files(BenchReport& earlier) {
  std::erase_if(earlier.skipped, [&](const BenchSkipped& one) {
    const bool changed = has_changed(one.asked.algorithm, one.file_sha256);
    if (changed) earlier.left.push_back(one.asked);
    return changed;
  });
}

void Bench::adopt(BenchReport earlier) {
  require_same_build(earlier);
  require_same("the device", earlier.device, report_.device);
  require_same("the driver for CUDA", earlier.driver, report_.driver);
  report_.facts.date = earlier.facts.date;  // of the begin, as the next
  report_.facts.command = earlier.facts.command;
  report_.floors = std::move(earlier.floors);
  report_.results = std::move(earlier.results);
  std::erase_if(report_.results, [](const BenchResult& result) { return result.stopped; });
  std::erase_if(report_.floors, [&](const BenchFloor& floor) {  // it was being timed, too
    return std::ranges::none_of(report_.results, [&](const BenchResult& result) { return floor.is_of(result.asked); });
  });
  report_.skipped = std::move(earlier.skipped);
  for (const BenchResult& result : report_.results) std::erase(report_.left, result.asked);
  for (const BenchSkipped& skipped : report_.skipped) std::erase(report_.left, skipped.asked);
}

std::string Bench::how_far() const {
  return fmt::format("{} of {}", report_.results.size() - cut_short() + report_.skipped.size(), order_.cases.size());
}

std::size_t Bench::cut_short() const {
  return static_cast<std::size_t>(std::ranges::count(report_.results, true, &BenchResult::stopped));
}

void Bench::run() {
  keep_at_ = Clock::now() + k_keep_every;
  while (!report_.left.empty() && !stop_.stop_requested()) {
    const BenchCase first = report_.left.front();
    if (const std::string why = refusal(first); !why.empty())
      skip(first, why);
    else if (!answer_or_skip())
      break;
    else if (keep_ && !report_.left.empty())
      keep_(report_);
  }
  report_.complete = report_.left.empty();
  sort_results(report_);
}

bool Bench::answer_or_skip() {
  const std::vector<BenchCase> cases = next();
  try {
    return answer(cases);
  } catch (const std::runtime_error& why) {
    if (!is_own_file(cases.front())) throw;
    failures_.emplace_back(why.what());
    skip(cases.front(), why.what());
    return true;
  }
}

void Bench::sort_results(BenchReport& report) const {  // because: what takes turns is answered together
  std::ranges::stable_sort(report.results, {},
                           [&](const BenchResult& result) { return std::ranges::find(order_.cases, result.asked); });
}

std::vector<BenchCase> Bench::next() const {
  std::vector<BenchCase> cases{report_.left.front()};
  if (!takes_turns(cases.front())) return cases;
  const std::size_t most = std::min(k_most_bytes_of_turns, available_host_memory() / 4);
  std::size_t bytes = bytes_of_sets(cases.front());
  for (std::size_t i = 1; i < report_.left.size(); ++i) {
    const BenchCase& other = report_.left[i];
    if (!share_turns(cases.front(), other) || !takes_turns(other)) continue;
    const std::size_t more = bytes_of_sets(other);
    if (bytes + more > most) continue;
    bytes += more;
    cases.push_back(other);
  }
  return cases;
}

void Bench::answered(const BenchCase& one) { report_.left.erase(std::ranges::find(report_.left, one)); }

void Bench::skip(const BenchCase& one, const std::string& why) {
  report_.skipped.push_back({one, why, hash_of(one)});
  answered(one);
}

void Bench::say(const BenchCase& one) const {
  say_(fmt::format("{} done; now {} {} {}x{}", how_far(), name_of(one), one.type, one.extent.width, one.extent.height));
}

/// A case that is measured.
struct Bench::Turn {
  BenchCase asked;
  double clock_before_mhz;
  std::string file_sha256;
  std::unique_ptr<Measurement> measurement;

  BenchResult result(double floor_ms) const {
    const Measured& measured = measurement->measured();
    BenchResult result{.asked = asked,
                       .correct = measured.comparison.correct,
                       .max_error = measured.comparison.max_error,
                       .sets = measured.sets,
                       .threads = measured.threads,
                       .emulated = emulated(asked),
                       .clock_before_mhz = clock_before_mhz,
                       .clock_mhz = clock_megahertz(asked.machine),
                       .load = machine_load(),
                       .times = {},
                       .file_sha256 = file_sha256};
    const LastTimes& times = measured.times;
    if (times.empty()) return result;
    if (!measured.with_copies.empty()) result.with_copies_ms = measured.with_copies.median();
    result.one_by_one = measured.one_by_one;
    result.stop_reason = measured.stop_reason;
    const double median = times.median();
    const MedianInterval interval = times.count() < k_fewest_of_median ? MedianInterval{} : median_interval(measured.samples);
    result.times = BenchTimes{.samples = times.count(),
                              .median_ms = median,
                              .p10_ms = times.p10(),
                              .p90_ms = times.p90(),
                              .gigabytes_per_second = least_bytes(request_of(asked)) / median / 1e6,
                              .percent_of_floor = 100 * floor_ms / median,
                              .noise_percent = times.count() < 2 ? -1 : 100 * relative_noise(measured.samples),
                              .low_ms = interval.low,
                              .high_ms = interval.high,
                              .levels = two_levels(measured.samples)};
    return result;
  }
};

bool Bench::answer(const std::vector<BenchCase>& cases) {
  const BenchCase& first = cases.front();
  const auto skip_all = [&](const std::exception& why) {
    for (const BenchCase& one : cases) skip(one, why.what());
    return true;
  };
  std::span<const std::byte> picture;
  std::unique_ptr<HostFloor> floor;
  try {
    say(first);
    picture = picture_of(first);
    floor = begun_floor(first);
  } catch (const NotSupported& why) {
    return skip_all(why);
  } catch (const InputError& why) {  // it does not fit into memory
    return skip_all(why);
  }
  const BusyThreads beside(first.busy_threads);
  const std::vector<Turn> turns = prepared(cases, picture);
  const auto keep = [&] { keep_now_and_then(turns, floor.get()); };
  if (!takes_turns(first))
    for (const Turn& turn : turns) turn.measurement->take(keep);
  else
    for (int left = k_turns; left > 0 && !stop_.stop_requested(); --left) {
      if (floor) floor->take_turn(left);
      for (const Turn& turn : turns) {
        turn.measurement->take_turn(left);
        keep();
      }
    }
  const auto unsure = [](const Turn& turn) { return turn.measurement->wants_more(); };
  while (!stop_.stop_requested() && std::ranges::any_of(turns, unsure))
    for (const Turn& turn : turns)
      if (unsure(turn)) {
        turn.measurement->take_more();
        keep();
      }
  const bool stopped = stop_.stop_requested();
  add_results(report_, turns, floor.get(), stopped);
  if (!stopped)
    for (const Turn& turn : turns) answered(turn.asked);
  return !stopped;
}

void Bench::add_results(BenchReport& report, const std::vector<Turn>& turns, const HostFloor* floor, bool stopped) const {
  const auto has_enough = [&](const Turn& turn) {
    return !stopped || turn.measurement->measured().times.count() >= k_fewest_when_stopped;
  };
  if (std::ranges::none_of(turns, has_enough)) return;
  if (floor) add_floor(report, turns.front().asked, floor->floor());
  for (const Turn& turn : turns) {
    if (!has_enough(turn)) continue;
    BenchResult& result = report.results.emplace_back(turn.result(known_floor(report, turn.asked)->milliseconds));
    result.stopped = stopped;
    if (stopped) result.stop_reason = StopReason::stopped;
    if (order_.keep_samples && result.times) result.times->samples_ms = turn.measurement->measured().samples;
  }
}

void Bench::keep_now_and_then(const std::vector<Turn>& turns, const HostFloor* floor) {
  const auto began = Clock::now();
  if (!keep_ || began < keep_at_) return;
  BenchReport so_far = report_;
  add_results(so_far, turns, floor, true);
  sort_results(so_far);
  if (!so_far.results.empty()) keep_(so_far);
  constexpr int k_least_rest = 20;  // because: what is kept takes no more than a small part of the time
  const auto ended = Clock::now();
  keep_at_ = ended + std::max<Clock::duration>(k_keep_every, k_least_rest * (ended - began));
}

/// Those that are not skipped.
std::vector<Bench::Turn> Bench::prepared(const std::vector<BenchCase>& cases, std::span<const std::byte> picture) {
  std::vector<Turn> turns;
  for (const BenchCase& one : cases) {
    if (stop_.stop_requested()) break;
    say(one);
    try {
      turns.push_back(
          {one, clock_megahertz(one.machine), hash_of(one),
           measurement_of(one, picture,
                          {.samples = order_.repeats,
                           .threads = one.threads,
                           .sets = one.hot         ? 1
                                   : emulated(one) ? 2  // because: it hardly waits for memory, and a run may take seconds
                                                   : 0,
                           .by_turns = takes_turns(one),
                           .until = order_.until,
                           .stop = stop_})});
    } catch (const NotSupported& why) {
      skip(one, why.what());
    }
  }
  return turns;
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

/// The floor to take turns with; null: it is known.
std::unique_ptr<HostFloor> Bench::begun_floor(const BenchCase& one) {
  if (known_floor(report_, one)) return nullptr;
  if (takes_turns(one) && one.busy_threads == 0) return std::make_unique<HostFloor>(floor_request_of(one), one.threads);
  add_floor(report_, one, measure_floor(floor_request_of(one), one.machine, one.threads));
  return nullptr;
}

}  // namespace satscope::app
