// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/status_text.h"

#include <fmt/format.h>

#include "app/core/text/number_text.h"
#include "kernels/emulated.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

std::string_view machine_name(Machine machine) { return machine == Machine::gpu ? "GPU" : "CPU"; }

std::string_view verdict_word(Verdict verdict) {
  switch (verdict) {
    case Verdict::unknown: return "unchecked";
    case Verdict::exact: return "checked";
    case Verdict::overflows: return "overflows";
    case Verdict::rounded: return "rounded";
    case Verdict::wrong: return "DIFFERS";
  }
  return "";
}

/// Also of which values, where these are not the source's own.
std::string verdict_text(const FrameStatus& status, Verdict verdict) {
  const std::string word(verdict_word(verdict));
  return status.reduced && verdict == Verdict::exact ? word + ", of 8-bit values" : word;
}

std::string time_of_day(std::time_t time) {
  std::tm parts{};
  if (!localtime_r(&time, &parts)) return {};
  return fmt::format("{:02}:{:02}:{:02}", parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string_view path_name(DisplayPath path) {
  switch (path) {
    case DisplayPath::interop: return "shared with OpenGL";
    case DisplayPath::copy: return "copied by the host";
    case DisplayPath::cpu: return "from the host";
  }
  return "";
}

/// The median; of an emulated kernel it says nothing of what the CPU can do.
std::string time_of_table(const FrameStatus& status) {
  if (*status.median_ms <= 0) return "less than the clock shows";  // of a browser
  const Algorithm* algorithm = find_algorithm(status.algorithm);
  const bool emulates = algorithm && emulated(*algorithm, status.machine);
  return milliseconds_text(*status.median_ms) + (emulates ? " emulated" : "");
}

}  // namespace

Verdict verdict_of(const FrameStatus& status, const std::optional<SumTruth>& truth) {
  if (status.agreement == FrameStatus::Agreement::differ) return Verdict::wrong;
  const TypePair* types = find_type_pair(status.type);
  const Verdict inexact = types && is_float(types->out) ? Verdict::rounded : Verdict::overflows;
  // because: the differences of entries that fit can still be beyond a type with a sign
  if (truth && truth->state == SumTruth::State::wrong) return inexact;
  if (status.agreement == FrameStatus::Agreement::unknown || !status.table_check) return Verdict::unknown;
  return status.table_check->exact() ? Verdict::exact : inexact;
}

std::vector<std::string> status_texts(const FrameStatus& status, Verdict verdict) {
  const std::string word = verdict_text(status, verdict), machine(machine_name(status.machine));
  if (!status.median_ms) return {fmt::format("{}  ·  {}", word, machine), machine, ""};
  const std::string median = time_of_table(status);
  return {fmt::format("{}  ·  the {} makes the table in {}", word, machine, median),
          fmt::format("{}  ·  {}  ·  {}", word, machine, median), fmt::format("{}  {}", machine, median), median, ""};
}

std::vector<std::string> chain_texts(const FrameStatus& status, const Filtered& filtered) {
  const std::string machine(machine_name(status.machine));
  if (!filtered.ready) return {machine, ""};
  const std::string median = milliseconds_text(filtered.total_ms);
  return {fmt::format("{}, {}  ·  {} (median of the chain)", machine, path_name(status.path), median),
          fmt::format("{}  ·  {} (chain)", machine, median), fmt::format("{}  {}", machine, median), median, ""};
}

std::string quality_text(const AdaptiveQuality& quality) {
  if (!quality.coarse) return {};
  return quality.fewer_frames ? "half resolution, fewer frames" : "half resolution";
}

std::vector<std::pair<std::string_view, std::string>> status_lines(const FrameStatus& status) {
  std::vector<std::pair<std::string_view, std::string>> lines;
  lines.emplace_back("Machine", fmt::format("{}: {}", machine_name(status.machine), status.device));
  lines.emplace_back("Way to the screen", fmt::format("{}: {}", id_of(status.path), status.path_reason));
  if (status.median_ms)
    lines.emplace_back(
        "Time of a table",
        fmt::format("{}, the median of the last {} ({}, {}); the last one at {}. Without transfers and drawing.",
                    time_of_table(status), status.measured, status.algorithm, status.type, time_of_day(status.last_measured)));
  if (status.quality.coarse)
    lines.emplace_back("Views",
                       fmt::format("painted at half resolution while they move, because all pixels would take {}{}",
                                   milliseconds_text(status.quality.full_ms),
                                   status.quality.fewer_frames
                                       ? "; new frames wait as long as painting took, so that the window answers the hand"
                                       : ""));
  if (status.reduced)
    lines.emplace_back("What is summed", "8-bit values: the source has more bits, and these are reduced to 8");
  else if (status.live_extent.area())
    lines.emplace_back("What is summed", "the luma of each pixel in 8 bits");
  lines.emplace_back("The whole table", status.agreement_text.empty() ? "not compared yet" : status.agreement_text);
  return lines;
}

}  // namespace satscope::app
