// SPDX-License-Identifier: Apache-2.0
#include "kernels/stopwatch.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace satscope {

std::size_t cache_bytes(Machine machine) {
  constexpr std::size_t k_of_host = 64U << 20;
  return machine == Machine::gpu ? gpu_status().l2_bytes : k_of_host;
}

int sets_beyond_cache(std::size_t bytes_per_set, Machine machine) {
  const std::size_t sets = 2 * cache_bytes(machine) / std::max<std::size_t>(bytes_per_set, 1) + 1;
  return static_cast<int>(std::clamp<std::size_t>(sets, 2, k_most_sets));
}

int samples_within(double milliseconds, double sample_ms, int least, int most) {
  return static_cast<int>(std::clamp(milliseconds / std::max(sample_ms, 1e-6), 1.0 * least, 1.0 * most));
}

double shortest_host_sample_ms() {
  constexpr double k_ticks = 20, k_fine_ms = 1e-3;
  static const double shortest = [] {
    using Clock = std::chrono::steady_clock;
    const auto next_tick = [](Clock::time_point from) {
      for (;;)
        if (const Clock::time_point now = Clock::now(); now != from) return now;
    };
    Clock::time_point now = next_tick(Clock::now());
    double tick_ms = std::numeric_limits<double>::max();
    for (int i = 0; i < 5; ++i) {  // because: another program may have had the core meanwhile
      const Clock::time_point before = std::exchange(now, next_tick(now));
      const double ms = std::chrono::duration<double, std::milli>(now - before).count();
      tick_ms = std::min(tick_ms, ms);
    }
    return tick_ms < k_fine_ms ? 0 : k_ticks * tick_ms;
  }();
  return shortest;
}

Stopwatch::Stopwatch(const Stream* stream, Run run, double shortest_ms)
    : stream_(stream), run_(std::move(run)), shortest_ms_(shortest_ms) {
  if (!stream_) return;
  before_.emplace();
  after_.emplace();
}

double Stopwatch::timed(const std::function<void()>& work) {
  if (stream_) {
    before_->record(*stream_);
    work();
    after_->record(*stream_);
    after_->wait();
    return Event::milliseconds(*before_, *after_);
  }
  const auto before = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
}

void Stopwatch::add_set() {
  add_set(timed([&] { run_(sets_); }));
}
void Stopwatch::add_set(double first_run_ms) {
  run_ms_ = first_run_ms;
  ++sets_;
}

void Stopwatch::clear() {
  graphs_.clear();
  sets_ = next_ = 0;
}

void Stopwatch::complete(bool whole_rounds) {
  if (!stream_) return;
  const auto runs_for_sample = [&] {
    return static_cast<std::size_t>(std::ceil(k_graph_milliseconds / std::max(run_ms_, 1e-3)));
  };
  if (const std::size_t some = runs_for_sample(); some > 1)  // because: by itself a run takes longer than among others
    run_ms_ = timed([&] {
                for (std::size_t i = 0; i < some; ++i) run_(i % sets_);
              }) /
              static_cast<double>(some);
  const std::size_t runs = runs_for_sample();
  const std::size_t parts = whole_rounds && runs > 1 ? 1 : std::max<std::size_t>(1, sets_ / runs);
  const std::size_t rounds = parts > 1 ? 1 : (runs + sets_ - 1) / sets_;
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t from = sets_ * part / parts, to = sets_ * (part + 1) / parts;
    Graph graph(*stream_, [&] {
      for (std::size_t round = 0; round < rounds; ++round)
        for (std::size_t set = from; set < to; ++set) run_(set);
    });
    graphs_.push_back({std::move(graph), static_cast<int>(rounds * (to - from))});
  }
  next_ = 0;
  run_ms_ = timed([&] { graphs_.front().graph.launch(*stream_); }) / graphs_.front().runs;
}

void Stopwatch::run_next() { run_(std::exchange(next_, (next_ + 1) % sets_)); }

double Stopwatch::sample() {
  if (graphs_.empty()) {
    using Clock = std::chrono::steady_clock;
    int runs = 0;
    const double ms = timed([&] {
      const Clock::time_point end =
          Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double, std::milli>(shortest_ms_));
      do {
        run_next();
        ++runs;
      } while (shortest_ms_ > 0 && Clock::now() < end);
    });
    return run_ms_ = ms / runs;
  }
  const Recorded& recorded = graphs_[std::exchange(next_, (next_ + 1) % graphs_.size())];
  return timed([&] { recorded.graph.launch(*stream_); }) / recorded.runs;
}

void Stopwatch::pass_cache() {
  if (!stream_)
    for (std::size_t left = sets_; left > 0; --left) run_next();
}

double Stopwatch::sample_ms() const {
  return graphs_.empty() ? std::max(run_ms_, shortest_ms_) : run_ms_ * graphs_.front().runs;
}

}  // namespace satscope
