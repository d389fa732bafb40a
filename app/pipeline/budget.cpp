// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/budget.h"

#include "app/pipeline/times.h"

namespace satscope::app {

void BudgetTimes::clear() {
  for (std::deque<double>& times : times_) times.clear();
}

void BudgetTimes::clear_computing() {
  for (const Station station : {Station::split, Station::table, Station::filters})
    times_[static_cast<std::size_t>(station)].clear();
}

void BudgetTimes::note(Station station, double milliseconds) {
  keep_time(times_[static_cast<std::size_t>(station)], milliseconds);
}

void BudgetTimes::tell(Budget& budget) const {
  for (std::size_t i = 0; i < times_.size(); ++i)
    budget.median_ms[i] = times_[i].empty() ? std::nullopt : std::optional(quantile(times_[i], 0.5));
}

}  // namespace satscope::app
