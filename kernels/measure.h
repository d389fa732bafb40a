// SPDX-License-Identifier: Apache-2.0
// Reliable timing: correct first, warmed up, on data that no cache holds from the run before, many samples, only device work.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/last_times.h"
#include "kernels/plan.h"
#include "kernels/reference.h"
#include "kernels/sampler.h"
#include "kernels/stopwatch.h"
#include "kernels/types.h"

namespace satscope {

/// When sampling stops, where the number of samples is not given.
struct StopRule {
  double sure = 0.01;     ///< half of the median's interval is at most this part of it
  double most_ms = 2000;  ///< for all samples

  /// More where more time than usual is given.
  std::size_t most_samples() const { return most_ms > StopRule{}.most_ms ? 100'000 : 10'000; }
};

/// Why sampling stopped.
enum class StopReason : std::uint8_t {
  none,       ///< it has not, or it is not known
  precision,  ///< the median is as sure as was asked for
  max_time,   ///< before that the time was out
  samples,    ///< as many were taken as were asked for, or as are kept
  stopped     ///< by its user
};
inline constexpr std::array k_stop_reasons{
    Named<StopReason>{StopReason::none, ""}, Named<StopReason>{StopReason::precision, "precision"},
    Named<StopReason>{StopReason::max_time, "max-time"}, Named<StopReason>{StopReason::samples, "samples"},
    Named<StopReason>{StopReason::stopped, "stopped"}};
constexpr std::string_view id_of(StopReason reason) { return k_stop_reasons[static_cast<std::size_t>(reason)].id; }

struct HowToMeasure {
  int samples = 0;        ///< 0: as many as the time allows, at least 5; fewer if a run takes long
  int threads = 0;        ///< of the host, as of Engine
  int sets = 0;           ///< of buffers that runs rotate through; 0: more than caches hold
  bool by_turns = false;  ///< its owner takes turns: see k_turns
  StopRule until = {};
  std::stop_token stop = {};  ///< asked between two passes; then there are fewer samples, or none
};

/// How `measure` works, in sentences, with its numbers.
std::vector<std::string> protocol_of(Machine machine, const StopRule& until = {});

struct Measured {
  Comparison comparison;             ///< of the first table with the reference
  LastTimes times;                   ///< milliseconds of a run; none if the table is wrong
  std::vector<double> samples = {};  ///< the same, in the order in which they were taken
  int sets = 0;                      ///< of buffers that runs rotate through
  int threads = 0;                   ///< of the host, that were used; 0 on the GPU
  StopReason stop_reason = {};       ///< none of what another process has measured
  LastTimes with_copies = {};        ///< of a file of the user's on the GPU: its whole function, by the clock of the host
  bool one_by_one = false;           ///< its kernels were timed between two events each, as no graph of them can be repeated
};

/// Of what is compared on the host.
inline constexpr int k_turns = 10;
/// In all turns: two rounds of the sets in each. Because: one round before them does not count.
constexpr int most_samples_of_turns(int sets) { return 2 * k_turns * sets; }
/// In the next turn.
int samples_of_turn(int left, int turns_left);

/// Why these samples are enough, by the interval of their median; none: they are not. extra_ms: spent on samples beyond the
/// planned ones.
StopReason why_enough(std::span<const double> samples, double extra_ms, const StopRule& until = {});

/// A measurement in parts. Compares a result first; if it is right, its owner takes the samples. Throws as Engine does.
class Measurement {
 public:
  /// compare: of the first result, the plan's last buffer.
  Measurement(Plan plan, std::span<const std::byte> picture, Machine machine, const HowToMeasure& how,
              const std::function<Comparison(std::span<const std::byte>)>& compare);
  /// Compared with the reference.
  Measurement(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture, Machine machine,
              const HowToMeasure& how);
  /// What another process has measured.
  explicit Measurement(Measured measured) : measured_(std::move(measured)) {}

  /// All samples that are planned, and more until the median is sure. between: called after each.
  void take(const std::function<void()>& between = {});
  /// Those of one turn, on caches that hold nothing of the turns of others.
  void take_turn(int turns_left);
  /// Whether the median is not sure yet and there is time: then take_more. Never where the number of samples was given.
  bool wants_more() const { return wants_more_; }
  void take_more();
  const Measured& measured() const { return measured_; }

 private:
  void take(int count, const std::function<void()>& between = {});
  void judge();  ///< whether more samples are wanted
  /// A part of those there are, so that the interval is seldom computed, but no more than fit into the time that is left.
  int more_samples() const;

  Progress progress_;
  std::optional<std::stop_callback<std::function<void()>>> cancel_;
  std::optional<Sampler> sampler_;  ///< none where all is measured
  Measured measured_;
  StopRule until_ = {};
  int left_ = 0;  ///< samples that are planned
  bool fixed_ = false, wants_more_ = false;
  double spent_ms_ = 0, planned_ms_ = 0;  ///< on all samples, and on the planned ones
};

/// Compares a table with the reference; if it is right, times the plan (sampler.h: timed_passes). Throws as Engine does.
Measured measure(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture, Machine machine,
                 const HowToMeasure& how = {});

/// Times other work that rotates through sets of buffers, for about this long. It has no sets yet.
LastTimes measure_runs(Stopwatch& stopwatch, int sets, double milliseconds);

}  // namespace satscope
