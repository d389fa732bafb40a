// SPDX-License-Identifier: Apache-2.0
// Whether what is shown is true: the whole table beside its definition, and the sums of the chosen boxes beside those of their
// pixels. Both are computed on threads of their own; who asks never waits.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/newest_worker.h"
#include "app/pipeline/content.h"
#include "app/pipeline/status.h"
#include "kernels/exact.h"

namespace satscope::app {

/// What is shown, and judged.
struct TruthSubject {
  const std::shared_ptr<Content>& content;  ///< or null
  std::uint64_t serial = 0;                 ///< another one for each content
  bool live = false;                        ///< its source runs
};

/// The whole table beside the sums of its pixels in 64 bits, entry by entry.
struct Agreement {
  FrameStatus::Agreement state = FrameStatus::Agreement::unknown;
  std::string text;  ///< what was compared with what, and what came of it
  TableCheck check;
  double milliseconds = 0;  ///< that it took
};

class FrameTruth {
 public:
  /// Asks for a comparison of the whole table of what is shown.
  void check() { due_ = true; }
  /// What is shown cannot be compared with what was: its findings are forgotten.
  void forget(FrameStatus& status);

  /// Takes what is finished and starts what is due. True if something new is known.
  bool advance(const TruthSubject& subject, const std::vector<Box>& chosen, FrameStatus& status);
  /// Whether more will be known without being asked for.
  bool busy(const TruthSubject& subject, const std::vector<Box>& chosen) const;
  /// Whether the next table of a live source should come to the host as a whole, to be compared.
  bool wants_whole_table() const { return due_ && !checker_.busy() && rested(); }

  /// What is known about the sum of a box inside the picture that is shown, which the table gives as `computed`.
  SumTruth of(const TruthSubject& subject, const Box& box, const Value& computed) const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Place {
    std::uint64_t serial = 0;
    Box box;
    bool operator==(const Place&) const = default;
  };
  struct Summed {
    Place place;
    TrueSum sum;
  };
  const TrueSum* known(const Place& place) const;
  /// The first of the boxes whose pixels are to be summed.
  std::optional<Place> unsummed(const TruthSubject& subject, const std::vector<Box>& chosen) const;
  bool rested() const { return Clock::now() >= rests_until_; }
  double largest_of(const Content& content) const;

  bool due_ = false;
  Clock::time_point rests_until_{};
  std::optional<double> largest_;  ///< pixel of what is shown, once it was compared
  std::vector<Summed> summed_;     ///< of boxes that are chosen
  Place asked_;                    ///< what the newest sum is of
  NewestWorker<Agreement> checker_;
  NewestWorker<Summed> summer_;
};

}  // namespace satscope::app
