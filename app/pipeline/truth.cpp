// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/truth.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>

#include "app/core/text/number_text.h"

namespace satscope::app {
namespace {

/// A live table is compared so rarely that it costs this share of one core at most.
constexpr double k_rest = 40;

std::string count_text(std::size_t count) { return grouped(std::uint64_t{count}); }

std::string entry_text(const EntryAt& entry) {
  const auto [computed, truth] = grouped_apart(entry.computed, entry.truth);
  return computed == truth ? fmt::format("({}, {}) is {}, the 64-bit float nearest to its sum", entry.x, entry.y, computed)
                           : fmt::format("({}, {}) is {}, should be {}", entry.x, entry.y, computed, truth);
}

/// What came of the comparison.
std::string finding_of(const TypePair& types, const TableCheck& check) {
  const std::string all = count_text(check.entries);
  const bool one = check.entries == 1;
  if (!check.correct()) {
    std::string text =
        fmt::format("{} of {} {} from the 64-bit definition: {}", count_text(check.wrong), one ? "1 entry" : all + " entries",
                    check.wrong == 1 ? "differs" : "differ", entry_text(check.first_wrong));
    if (check.not_finite > 0) text += fmt::format("; {} overflowed", count_text(check.not_finite));
    return text;
  }
  const std::string equal =
      one ? "the only entry equals the 64-bit definition" : fmt::format("all {} entries equal the 64-bit definition", all);
  if (check.beyond > 0)
    return fmt::format("{}, but only modulo 2^{}: {} {} beyond what {} holds, the first is at ({}, {})", equal,
                       8 * size_of(types.out), count_text(check.beyond), check.beyond == 1 ? "is" : "are", types.id,
                       check.first_beyond.x, check.first_beyond.y);
  if (check.max_error > 0)
    return fmt::format("{} {} as near to the 64-bit definition as rounding allows; the largest error is {}, where {}",
                       one ? "the only entry" : fmt::format("all {} entries", all), one ? "is" : "are",
                       grouped(check.max_error), entry_text(check.worst));
  return equal;
}

template <class In>
PixelRows rows_as(const Content& content) {
  const Extent extent = content.job->extent;
  if constexpr (std::is_same_v<In, std::uint8_t> || std::is_same_v<In, double>)
    if (const auto* values = content.still ? std::get_if<std::vector<In>>(&content.still->values) : nullptr)
      return rows_of(std::as_bytes(std::span(*values)), extent, scalar_of<In>);
  const auto row = std::make_shared<std::vector<In>>(static_cast<std::size_t>(extent.width));
  return [&content, extent, row](int y) {
    for (int x = 0; x < extent.width; ++x) (*row)[static_cast<std::size_t>(x)] = static_cast<In>(content.pixel(x, y));
    return std::as_bytes(std::span(std::as_const(*row)));
  };
}

/// The pixels as they entered the table of this content, which must outlive it.
PixelRows pixel_rows(const Content& content) {
  switch (content.job->request.types.in) {
    case Scalar::s32: return rows_as<std::int32_t>(content);
    case Scalar::u32: return rows_as<std::uint32_t>(content);
    case Scalar::u64: return rows_as<std::uint64_t>(content);
    case Scalar::f32: return rows_as<float>(content);
    case Scalar::f64: return rows_as<double>(content);
    case Scalar::u8: break;
  }
  return rows_as<std::uint8_t>(content);
}

/// Of a content whose table is on the host, about as long as a serial table takes; what is cancelled says nothing.
Agreement compare_with_definition(const Content& content, bool live, const std::atomic<bool>& cancelled) {
  const auto before = std::chrono::steady_clock::now();
  const Job& job = *content.job;
  const TypePair& types = job.request.types;
  Agreement result;
  const double depth = is_float(types.out) ? job.algorithm->float_depth(job.request) : 0;
  result.check = check_table(types, pixel_rows(content), content.view(), depth, &cancelled);
  if (cancelled) return result;
  result.state = result.check.correct() ? FrameStatus::Agreement::agree : FrameStatus::Agreement::differ;
  result.text =
      fmt::format("{}{} ({}, {}, {}){}", content.still ? "" : fmt::format("frame {}: ", content.frame.number),
                  finding_of(types, result.check), job.algorithm->id, types.id, job.machine == Machine::gpu ? "GPU" : "CPU",
                  live ? "; while the source runs, frames are compared now and then" : "");
  result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
  return result;
}

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
  const TypePair& types = content.job->request.types;
  // because: for bytes it is known of every picture, and live frames are bytes, whatever they are summed as
  if (types.in == Scalar::u8) return largest_addend(types);
  if (!content.still) return largest_addend({.id = {}, .in = Scalar::u8, .out = types.out});
  return largest_ ? *largest_ : largest_addend(types);
}

const TrueSum* FrameTruth::known(const Place& place) const {
  const auto found = std::ranges::find(summed_, place, &Summed::place);
  return found == summed_.end() ? nullptr : &found->sum;
}

std::optional<FrameTruth::Place> FrameTruth::unsummed(const TruthSubject& subject, const std::vector<Box>& chosen) const {
  const auto& [content, serial, live] = subject;
  // because: each frame would be another sum, and be gone before it is known
  if (!content || live) return std::nullopt;
  for (const Box& box : chosen)
    if (refusal(box, content->job->request.extent).empty() &&
        !surely_exact(content->job->request.types, largest_of(*content), box) && !known({serial, box}))
      return Place{serial, box};
  return std::nullopt;
}

bool FrameTruth::advance(const TruthSubject& subject, const std::vector<Box>& chosen, FrameStatus& status) {
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
      if (status.reduced) status.agreement_text += "; its pixels are 8-bit values of a source that has more";
      largest_ = answer.check.largest;
    }
    const auto rest = std::chrono::duration<double, std::milli>(k_rest * answer.milliseconds);
    rests_until_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
    news = true;
  }
  // one after the other: frames that follow quickly must not keep every comparison from ending
  if (due_ && content && content->result && !checker_.busy() && (!live || rested())) {
    due_ = false;
    checker_.submit([kept = content, live](JobProgress& progress) {
      return compare_with_definition(*kept, live, progress.progress.cancelled);
    });
  }
  if (auto outcome = summer_.take()) {
    // because: who could not be summed must not be asked for without end
    const TrueSum none{.value = {}, .wide = std::numeric_limits<long double>::quiet_NaN()};
    summed_.push_back(outcome->result.value_or(Summed{asked_, none}));
    news = true;
  }
  std::erase_if(summed_, [&](const Summed& one) {
    return one.place.serial != serial || std::ranges::find(chosen, one.place.box) == chosen.end();
  });
  if (const auto next = unsummed(subject, chosen); next && !(asked_ == *next && summer_.busy())) {
    asked_ = *next;
    summer_.submit([kept = content, place = *next](JobProgress& progress) {
      const TypePair& types = kept->job->request.types;
      return Summed{place, true_sum(types, pixel_rows(*kept), place.box, &progress.progress.cancelled)};
    });
  }
  return news;
}

bool FrameTruth::busy(const TruthSubject& subject, const std::vector<Box>& chosen) const {
  const bool check_to_come = due_ && subject.content && subject.content->result;
  return check_to_come || checker_.busy() || summer_.busy() || unsummed(subject, chosen);
}

SumTruth FrameTruth::of(const TruthSubject& subject, const Box& box, const Value& computed) const {
  const auto& [content, serial, live] = subject;
  const TypePair& types = content->job->request.types;
  const double largest = largest_of(*content);
  SumTruth truth;
  if (surely_exact(types, largest, box)) {
    truth.state = SumTruth::State::exact;
    return truth;
  }
  if (live) {
    truth.state = SumTruth::State::unknown;
  } else if (const TrueSum* sum = known({serial, box})) {
    truth.error = sum->error_of(computed);
    truth.state = truth.error == 0 ? SumTruth::State::exact : SumTruth::State::wrong;
    truth.sum = sum->value;
    truth.mean = sum->mean(box);
  }
  if (truth.state == SumTruth::State::exact) return truth;
  const double pixels = exact_pixels(types, largest);
  truth.why = why_inexact(types, pixels, grouped(pixels, 16));
  return truth;
}

}  // namespace satscope::app
