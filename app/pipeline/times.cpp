// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/times.h"

#include <algorithm>
#include <cmath>

namespace satscope::app {

void keep_time(std::deque<double>& times, double milliseconds) {
  times.push_back(milliseconds);
  if (times.size() > k_most_times) times.pop_front();
}

double quantile(const std::deque<double>& values, double share) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - std::floor(place));
}

void ShownRate::note() {
  const auto now = std::chrono::steady_clock::now();
  shows_.push_back(now);
  while (now - shows_.front() > std::chrono::seconds(1)) shows_.pop_front();
}

double ShownRate::per_second() const {
  if (shows_.size() < 2) return 0;
  const std::chrono::duration<double> span = shows_.back() - shows_.front();
  return static_cast<double>(shows_.size() - 1) / span.count();
}

void TableTimes::start(const Plan& plan) {
  tables_.clear();
  passes_.assign(plan.passes.size(), {});
  told_.clear();
  for (const Pass& pass : plan.passes) told_.push_back({.name = pass.name, .cost = pass.cost});
}

void TableTimes::note(const Content& fresh, FrameStatus& status) {
  keep_time(tables_, fresh.milliseconds);
  status.median_ms = quantile(tables_, 0.5);
  status.measured = static_cast<int>(tables_.size());
  status.last_measured = std::time(nullptr);
  const std::size_t timed = std::min(fresh.pass_milliseconds.size(), passes_.size());
  for (std::size_t i = 0; i < timed; ++i) {
    keep_time(passes_[i], fresh.pass_milliseconds[i]);
    PassTimes& told = told_[i];
    told.median_ms = quantile(passes_[i], 0.5);
    told.p10_ms = quantile(passes_[i], 0.1);
    told.p90_ms = quantile(passes_[i], 0.9);
    told.measured = static_cast<int>(passes_[i].size());
  }
  status.passes = told_;
}

}  // namespace satscope::app
