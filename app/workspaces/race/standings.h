// SPDX-License-Identifier: Apache-2.0
// What a race of algorithms found, in numbers and in words: times, correctness beside each, who is ahead. Nothing here
// measures.
#pragma once
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/published/published.h"
#include "app/workspaces/race/settings.h"
#include "kernels/floor.h"
#include "kernels/types.h"

namespace satscope::app {

struct BenchReport;

/// One entrant. What is wrong or cannot run has no times.
struct Standing {
  enum class State : std::uint8_t {
    waiting,  ///< not timed yet
    timed,
    wrong,    ///< its table is not that of the definition: `sentence` says where
    refused,  ///< it cannot run: `sentence` says why
  };
  RaceEntrant entrant;
  std::string name;  ///< title, and the parameters that are not as usual
  Form form = Form::inclusive;
  State state = State::waiting;
  std::string sentence = {};
  int runs = 0;  ///< that the percentiles are of
  double median_ms = 0, p10_ms = 0, p90_ms = 0;
  double bytes = 0;            ///< picture once in, table once out
  int checks = 0;              ///< tables that were compared as a whole
  double max_error = 0;        ///< largest absolute difference from the definition, of all checks
  bool emulated = false;       ///< a GPU kernel on the CPU: its times are apart, and are never ranked among those of CPU code
  bool wraps = false;          ///< entries are beyond the table's type: true modulo 2^bits
  int copies = 0;              ///< sets of buffers that the runs go round
  bool past_cache = false;     ///< all of them together are larger than the cache twice over, as a bench has it
  double with_copies_ms = 0;   ///< median of the whole function of a user's file on the GPU; 0: no such
  double seconds_between = 0;  ///< two turns, where one alone takes more than the budget; else 0

  bool timed() const { return state == State::timed; }
  double gigabytes_per_second() const { return bytes / median_ms / 1e6; }
};

struct Standings {
  Extent extent = {};
  Machine machine = Machine::cpu;  ///< of entrants that name none, and of the floor
  TypePair types = k_type_pairs[0];
  std::string device = {};
  std::vector<Standing> entrants = {};
  std::optional<Floor> floor = {};  ///< of this machine, extent and type, inclusive
  std::string floor_problem = {};   ///< why there is none; empty while it is not known
  double budget_ms = 0, frame_ms = 0;
  std::string problem = {};  ///< a sentence why there is no race; else empty
};

/// On which an entrant runs.
Machine machine_of(const Standings& standings, const Standing& one);
/// 100: as fast as the floor. Empty while one of both is not known, and on another machine than that of the floor.
std::optional<double> percent_of_floor(const Standings& standings, const Standing& one);
/// How many times as fast as the entrant `baseline`. Empty where one of both has no time, or one alone is emulated.
std::optional<double> speedup(const Standings& standings, const Standing& one, int baseline);

/// Numbers of the entrants in the order of a column; whatever the direction, what is emulated comes after all code that is
/// written for the machine, and last, in the order entered, what is wrong, cannot run or is not timed yet.
std::vector<std::size_t> order_of(const Standings& standings, RaceColumn column, bool descending, int baseline);

/// What is in a column, from the longest to the shortest; empty where there is nothing to say.
std::vector<std::string> cell_texts(const Standings& standings, std::size_t entrant, RaceColumn column, int baseline);

/// Who is ahead, and by how much, in a sentence.
std::string headline_of(const Standings& standings);
/// A sentence where an entrant is faster than the floor, which then is wrong; else empty.
std::string floor_fault(const Standings& standings);
/// How it was measured, in sentences; empty before the first time.
std::string method_of(const Standings& standings);
/// All there is to say about an entrant, in sentences.
std::string details_of(const Standings& standings, std::size_t entrant, int baseline);

/// Times of papers for the entrants' algorithms: of each source and device the one of the nearest size.
std::vector<PublishedTime> published_for(const RaceEdit& edit, Extent extent, std::span<const PublishedTime> times);
/// "published, not ours: 1.20 ms, 512x512 ..."
std::string text_of(const PublishedTime& time);

/// Aligned, for people: a line for each entrant and published time, in the order shown.
std::string as_text(const Standings& standings, const RaceView& view, int baseline,
                    const std::vector<PublishedTime>& published);
/// The times as results of a bench, for every command that reads its files.
BenchReport report_of(const Standings& standings);
/// For programs: its entries have the members of `satscope bench --json`, where both know them.
nlohmann::json as_json(const Standings& standings, int baseline, const std::vector<PublishedTime>& published);

}  // namespace satscope::app
