// SPDX-License-Identifier: Apache-2.0
// Two stories of the same numbers on one clock. Their common course is a list of places; each says how many steps of either
// story are done there.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/workspaces/steps/compare/pair_settings.h"
#include "app/workspaces/steps/export/page.h"
#include "app/workspaces/steps/trace/run_cost.h"

namespace satscope::app {

struct PairPlace {
  std::size_t first = 0, second = 0;  ///< steps done
  bool operator==(const PairPlace&) const = default;
};

/// From before the first step to the end of both. By work: the next step is the one that
/// leaves fewer additions done. No step is left out.
std::vector<PairPlace> course_of(const std::vector<RunCost>& first, const std::vector<RunCost>& second, PairLink link);

class PairClock;

/// The second story and what is drawn of it, and the clock of both.
class StepsPairModel {
 public:
  StepsPairModel();
  ~StepsPairModel();

  StepsState second;
  StepViews views;
  std::optional<std::size_t> start_at;  ///< of the course, once both stories are there

  /// Asks for the second story, and takes it and the clock along. True if there is something new to draw.
  bool advance(StepsState& first, const StepsSettings& settings, const StepsPair& pair,
               const std::shared_ptr<const Samples>& picture, double now);
  /// Two are no longer wanted.
  void stop();
  /// Null until both stories are there.
  Clock* clock();
  const Clock* clock() const;
  const std::vector<PairPlace>& course() const { return course_; }
  /// Whether both make the same table, a sentence; empty until both stories are there.
  const std::string& verdict() const { return verdict_; }
  /// Of the first and of the second, after each of their steps.
  const std::vector<RunCost>& costs(bool of_second) const { return of_second ? second_costs_ : first_costs_; }

 private:
  void follow(StepsState& first, PairLink link);

  std::vector<PairPlace> course_;
  std::vector<RunCost> first_costs_, second_costs_;
  std::string verdict_;
  std::unique_ptr<PairClock> clock_;
  std::uint64_t first_story_ = 0, second_story_ = 0;  ///< numbers of those that the costs are of
  PairLink link_ = PairLink::step;
};

/// Two at once as pages: one beside the other.
class PairPages final : public Pages {
 public:
  /// course: as of the clock of both; positions are its places.
  PairPages(std::shared_ptr<const Story> first, std::shared_ptr<const Story> second, std::vector<PairPlace> course,
            const PageLook& look);
  void paint(Drawing& drawing, const Area& page, std::size_t position, double arrived) override;
  void paint_strip(Drawing& drawing, const Area& page, std::size_t first, std::size_t last) override;
  std::string title(std::size_t position) override;
  std::string caption(std::size_t position) override;

 private:
  StepsPage first_, second_;
  std::vector<PairPlace> course_;
};

}  // namespace satscope::app
