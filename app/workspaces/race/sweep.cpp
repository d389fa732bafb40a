// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/race/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/bench/benched.h"
#include "app/bench/curves.h"
#include "app/bench/presets.h"
#include "app/core/newest_worker.h"
#include "kernels/device.h"
#include "kernels/registry.h"

namespace satscope::app {

namespace {

Extent extent_of(const std::string& size) { return {std::stoi(size), std::stoi(size.substr(size.find('x') + 1))}; }

std::vector<Extent> sizes_of(const std::string& preset) {
  std::vector<Extent> sizes;
  for (const BenchPreset& one : bench_presets())
    if (one.id == preset)
      for (const std::string& size : one.sizes) sizes.push_back(extent_of(size));
  if (preset.empty())
    for (int side = 256; side <= 4096; side *= 2) sizes.push_back({side, side});
  return sizes;
}

/// What a preset has along x, for the machines that there are: each of its filters with each value.
BenchOrder sweep_of(const BenchPreset& preset) {
  const std::string vary(preset.vary), name = vary.substr(0, vary.find('='));
  BenchOrder order{.cases = {}, .preset = std::string(preset.id), .varied = name};
  for (const Named<Machine>& machine : k_machines) {
    if (machine.value == Machine::gpu && !gpu_status().usable) continue;
    for (const std::string& size : preset.sizes)
      for (std::size_t begin = name.size() + 1, end = 0; end != vary.npos; begin = end + 1) {
        end = vary.find(',', begin);
        for (const std::string& id : preset.algorithms)
          order.cases.push_back({.algorithm = id,
                                 .type = k_filtered.id,
                                 .extent = extent_of(size),
                                 .machine = machine.value,
                                 .params = {{name, find_benched(id)->param(name).parse(vary.substr(begin, end - begin))}}});
      }
  }
  return order;
}

}  // namespace

BenchOrder sweep_of(const RaceEdit& edit, const TypePair& types, const std::string& preset) {
  if (const BenchPreset* const own = find_in(bench_presets(), preset); own && !own->vary.empty()) return sweep_of(*own);
  BenchOrder order{.cases = {}, .preset = {}, .varied = k_by_size};
  for (const Named<Machine>& machine : k_machines) {
    if (machine.value == Machine::gpu && !gpu_status().usable) continue;
    for (const Extent extent : sizes_of(preset))
      for (const RaceEntrant& entrant : edit.entrants) {
        const Algorithm* const algorithm = find_algorithm(entrant.algorithm);
        if (!algorithm || entrant.machine.value_or(machine.value) != machine.value) continue;
        const BenchCase one{.algorithm = entrant.algorithm,
                            .type = types.id,
                            .extent = extent,
                            .machine = machine.value,
                            .form = algorithm->natural_form,
                            .params = entrant.params};
        if (std::ranges::find(order.cases, one) == order.cases.end()) order.cases.push_back(one);
      }
  }
  return order;
}

BenchReport with_waiting(const std::shared_ptr<const BenchReport>& known, const BenchOrder& order) {
  const bool same = known && known->varied == order.varied;  // else it has another x
  BenchReport all = same ? *known : Bench(order, {}, {}).report();
  if (!same) all.complete = true;  // nothing was stopped
  for (const BenchCase& one : order.cases)
    if (std::ranges::find(all.results, one, &BenchResult::asked) == all.results.end())
      all.results.push_back({.asked = one, .correct = true, .max_error = 0, .emulated = emulated(one)});
  return all;
}

void RaceSweep::start(const BenchOrder& order) {
  if (running_.exchange(true)) return;
  std::optional<BenchReport> earlier;
  if (order_ && order_->cases == order.cases && known_.report && !known_.report->complete) earlier = *known_.report;
  order_ = order;
  auto measure = [this, order, earlier = std::move(earlier)](const std::stop_token& stop) mutable {
    try {
      Bench* at_work = nullptr;
      Bench bench(order, stop, [&](const std::string& doing) { publish(at_work->report(), doing); });
      at_work = &bench;
      if (earlier) bench.adopt(std::move(*earlier));
      bench.run();
      publish(bench.report(), bench.how_far() + (bench.report().complete ? " done" : " done, then stopped"));
    } catch (const std::exception& error) {  // such as too little memory: what was found stays
      const std::lock_guard lock(mutex_);
      known_.doing = error.what();
      ++known_.serial;
    }
    running_ = false;
  };
  try {
    thread_ = std::jthread(std::move(measure));
  } catch (const std::system_error&) {
    const std::lock_guard lock(mutex_);
    known_.doing = k_no_thread;
    ++known_.serial;
    running_ = false;
  }
}

void RaceSweep::publish(const BenchReport& report, std::string doing) {
  auto copy = std::make_shared<const BenchReport>(report);
  const std::lock_guard lock(mutex_);
  known_.report = std::move(copy);
  known_.doing = std::move(doing);
  ++known_.serial;
}

RaceSweep::Known RaceSweep::known() const {
  const std::lock_guard lock(mutex_);
  return known_;
}

}  // namespace satscope::app
