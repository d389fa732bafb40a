// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/times.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "app/pipeline/content.h"
#include "app/pipeline/status.h"
#include "kernels/filters/chain.h"

namespace satscope::app {

double Budget::sum_ms() const {
  double sum = 0;
  for (const auto& one : median_ms) sum += one.value_or(0);
  return sum;
}

void BudgetTimes::clear() { times_ = {}; }

void BudgetTimes::clear_computing() {
  for (const Station station : {Station::split, Station::table, Station::filters})
    times_[static_cast<std::size_t>(station)].clear();
}

void BudgetTimes::note(const Content& arrived) {
  const Job& job = *arrived.job;
  note(Station::upload, arrived.upload_ms);
  if (!job.chain) {
    note(Station::split, arrived.split_ms);
    note(Station::table, arrived.milliseconds);
    return;
  }
  const std::vector<PassRole>& roles = job.words.roles;
  if (job.passes_on() || arrived.pass_milliseconds.size() != roles.size()) return;
  const auto all_of = [&](PassRole role) {
    double sum = 0;
    for (std::size_t i = 0; i < roles.size(); ++i)
      if (roles[i] == role) sum += arrived.pass_milliseconds[i];
    return sum;
  };
  note(Station::split, all_of(PassRole::split));
  note(Station::table, all_of(PassRole::table));
  note(Station::filters, all_of(PassRole::filter));
}

void BudgetTimes::report(Budget& budget) const {
  for (std::size_t i = 0; i < times_.size(); ++i)
    budget.median_ms[i] = times_[i].empty() ? std::nullopt : std::optional(times_[i].median());
}

void TableTimes::start(const Plan& plan) {
  tables_.clear();
  passes_.assign(plan.passes.size(), {});
  reported_.clear();
  for (const Pass& pass : plan.passes) reported_.push_back({.name = pass.name, .cost = pass.cost});
}

void TableTimes::note(const Content& fresh, FrameStatus& status) {
  tables_.add(fresh.milliseconds);
  status.median_ms = tables_.median();
  status.measured = tables_.count();
  status.last_measured = std::time(nullptr);
  const std::size_t timed = std::min(fresh.pass_milliseconds.size(), passes_.size());
  for (std::size_t i = 0; i < timed; ++i) {
    passes_[i].add(fresh.pass_milliseconds[i]);
    PassTimes& reported = reported_[i];
    reported.median_ms = passes_[i].median();
    reported.p10_ms = passes_[i].p10();
    reported.p90_ms = passes_[i].p90();
    reported.measured = passes_[i].count();
  }
  status.passes = reported_;
}

bool ChainTimes::note(const Content& fresh, Filtered& filtered) {
  const Job& job = *fresh.job;
  const std::vector<FilterPart>& parts = job.words.parts;
  // with its parameters, because: a time of radius 1 says nothing of radius 30
  const std::string chain = fmt::format("{} {} {} {}x{}", job.colour ? "colour" : "luma", to_text(job.chain->chain),
                                        id_of(job.machine), job.extent.width, job.extent.height);
  const bool other = chain != of_ || filters_.size() != parts.size();
  if (other) {
    of_ = chain;
    filters_.assign(parts.size(), {});
    tables_.assign(parts.size(), {});
  }
  filtered.filters.clear();
  filtered.total_ms = 0;
  filtered.tables = 0;
  filtered.table_bytes = job.words.table_bytes();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [filter, first_pass, passes, picture, result, tables] = parts[i];
    double all = 0, of_tables = 0;
    for (std::size_t pass = first_pass; pass < std::min(first_pass + passes, fresh.pass_milliseconds.size()); ++pass) {
      all += fresh.pass_milliseconds[pass];
      if (job.words.roles[pass] == PassRole::table) of_tables += fresh.pass_milliseconds[pass];
    }
    filters_[i].add(all);
    tables_[i].add(of_tables);
    const double median = filters_[i].median();
    filtered.filters.push_back({.filter = filter, .median_ms = median, .table_ms = tables_[i].median(), .tables = tables});
    filtered.total_ms += median;
    filtered.tables += tables;
  }
  return other;
}

void FrameGapTimes::note() {
  const auto now = std::chrono::steady_clock::now();
  if (!times_.empty() && now - times_.back() > std::chrono::duration<double>(longest_gap_)) times_.clear();
  times_.push_back(now);
  while (now - times_.front() > std::chrono::seconds(10)) times_.pop_front();
}

FrameGaps FrameGapTimes::reported() const {
  if (times_.size() < 2) return {};
  const auto between = [](auto from, auto to) { return std::chrono::duration<double, std::milli>(to - from).count(); };
  LastTimes gaps(times_.size());
  for (std::size_t i = 1; i < times_.size(); ++i) gaps.add(between(times_[i - 1], times_[i]));
  return {.frames = gaps.count(),
          .seconds = between(times_.front(), times_.back()) / 1000,
          .median_ms = gaps.median(),
          .p90_ms = gaps.p90()};
}

double FrameGapTimes::per_second() const {
  if (times_.size() < 2) return 0;
  const auto recent = std::ranges::lower_bound(times_, times_.back() - std::chrono::seconds(1));
  const std::chrono::duration<double> span = times_.back() - *recent;
  return span.count() > 0 ? static_cast<double>(times_.end() - recent - 1) / span.count() : 0;
}

}  // namespace satscope::app
