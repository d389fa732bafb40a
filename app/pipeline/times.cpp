// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/times.h"

#include <algorithm>

namespace satscope::app {

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
  tables_.add(fresh.milliseconds);
  status.median_ms = tables_.median();
  status.measured = tables_.count();
  status.last_measured = std::time(nullptr);
  const std::size_t timed = std::min(fresh.pass_milliseconds.size(), passes_.size());
  for (std::size_t i = 0; i < timed; ++i) {
    passes_[i].add(fresh.pass_milliseconds[i]);
    PassTimes& told = told_[i];
    told.median_ms = passes_[i].median();
    told.p10_ms = passes_[i].p10();
    told.p90_ms = passes_[i].p90();
    told.measured = passes_[i].count();
  }
  status.passes = told_;
}

}  // namespace satscope::app
