// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/budget.h"

namespace satscope::app {

void BudgetTimes::clear() {
  for (LastTimes& times : times_) times.clear();
}

void BudgetTimes::clear_computing() {
  for (const Station station : {Station::split, Station::table, Station::filters})
    times_[static_cast<std::size_t>(station)].clear();
}

void BudgetTimes::note(Station station, double milliseconds) { times_[static_cast<std::size_t>(station)].add(milliseconds); }

void BudgetTimes::tell(Budget& budget) const {
  for (std::size_t i = 0; i < times_.size(); ++i)
    budget.median_ms[i] = times_[i].empty() ? std::nullopt : std::optional(times_[i].median());
}

}  // namespace satscope::app
