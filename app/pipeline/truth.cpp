// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/truth.h"

#include <limits>

#include "app/core/number_text.h"

namespace satscope::app {
namespace {

/// A live table is compared so rarely that it costs this share of one core at most.
constexpr double k_rest = 40;

}  // namespace

void FrameTruth::forget(FrameStatus& status) {
  checker_.cancel();
  largest_.reset();
  status.agreement = FrameStatus::Agreement::unknown;
  status.agreement_text.clear();
  status.table_check.reset();
}

/// The largest absolute value of a pixel: of its type, or, once the pixels were read, theirs.
double FrameTruth::largest_of(const Content& content) const {
  const TypePair& types = content.job.request.types;
  // because: for bytes it is told of every picture, and live frames are bytes, whatever they are summed as
  if (types.in == Scalar::u8) return largest_addend(types);
  if (!content.job.still) return largest_addend({.id = {}, .in = Scalar::u8, .out = types.out});
  return largest_ ? *largest_ : largest_addend(types);
}

bool FrameTruth::needs_sum(const TruthSubject& subject, const Box& box) const {
  const auto& [content, serial, live] = subject;
  // because: each frame would be another sum, and be gone before it is known
  if (!content || live || !refusal(box, content->job.request.extent).empty()) return false;
  if (surely_exact(content->job.request.types, largest_of(*content), box)) return false;
  return !summed_ || summed_->place != Place{serial, box};
}

bool FrameTruth::advance(const TruthSubject& subject, const Box& selected, FrameStatus& status) {
  const auto& [content, serial, live] = subject;
  bool news = false;
  if (auto outcome = checker_.take()) {
    Agreement failed;
    failed.text = outcome->error;
    const Agreement answer = outcome->result.value_or(failed);
    status.agreement = answer.state;
    status.agreement_text = answer.text;
    status.table_check.reset();
    if (answer.state != FrameStatus::Agreement::unknown) {
      status.table_check = answer.check;
      largest_ = answer.check.largest;
    }
    const auto rest = std::chrono::duration<double, std::milli>(k_rest * answer.milliseconds);
    rests_until_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
    news = true;
  }
  // one after the other: frames that follow quickly must not keep every comparison from ending
  if (due_ && content && content->table && !checker_.busy() && (!live || rested())) {
    due_ = false;
    checker_.submit(
        [kept = content](JobProgress& progress) { return compare_with_definition(*kept, progress.progress.cancelled); });
  }
  if (auto outcome = summer_.take()) {
    // because: who could not be summed must not be asked for without end
    const TrueSum none{.value = {}, .wide = std::numeric_limits<long double>::quiet_NaN()};
    summed_ = outcome->result.value_or(Summed{asked_, none});
    news = true;
  }
  const Place place{serial, selected};
  if (needs_sum(subject, selected) && !(asked_ == place && summer_.busy())) {
    asked_ = place;
    summer_.submit([kept = content, place](JobProgress& progress) {
      const TypePair& types = kept->job.request.types;
      return Summed{place, true_sum(types, pixel_rows(*kept), place.box, &progress.progress.cancelled)};
    });
  }
  return news;
}

bool FrameTruth::busy(const TruthSubject& subject, const Box& selected) const {
  const bool check_to_come = due_ && subject.content && subject.content->table;
  return check_to_come || checker_.busy() || summer_.busy() || needs_sum(subject, selected);
}

SumTruth FrameTruth::of(const TruthSubject& subject, const Box& box, const Value& told) const {
  const auto& [content, serial, live] = subject;
  const TypePair& types = content->job.request.types;
  const double largest = largest_of(*content);
  SumTruth truth;
  if (surely_exact(types, largest, box)) {
    truth.state = SumTruth::State::exact;
    return truth;
  }
  const bool known = !live && summed_ && summed_->place == Place{serial, box};
  if (known) {
    truth.error = summed_->sum.error_of(told);
    truth.state = truth.error == 0 ? SumTruth::State::exact : SumTruth::State::wrong;
    truth.sum = summed_->sum.value;
    truth.mean = summed_->sum.mean(box);
  } else if (live) {
    truth.state = SumTruth::State::unknown;
  }
  if (truth.state == SumTruth::State::exact) return truth;
  const double pixels = exact_pixels(types, largest);
  truth.why = why_inexact(types, pixels, grouped(pixels, 16));
  return truth;
}

}  // namespace satscope::app
