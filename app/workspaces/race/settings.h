// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the workspace Race: who races, which undo steps through, and how the times are looked at.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/plan.h"

namespace satscope::app {

class Fields;

inline constexpr std::size_t k_fewest_entrants = 2, k_most_entrants = 6;

/// An algorithm with its parameters; the same one may enter twice.
struct RaceEntrant {
  std::string algorithm;  ///< id of the list
  Params params = {};
  std::optional<Machine> machine = {};  ///< on which it runs; none: the one that the window uses
  bool operator==(const RaceEntrant&) const = default;
};

/// What races when nothing was chosen: what the machine uses by itself, and others that are written for it, those that can run
/// here.
std::vector<RaceEntrant> usual_entrants(Machine machine);
/// The machine that is used when none is asked for.
Machine usual_machine();

/// The part that undo and redo step through.
struct RaceEdit {
  static constexpr const char* k_member = "entrants";

  std::vector<RaceEntrant> entrants = usual_entrants(usual_machine());
  int baseline = 0;  ///< entrant that the others are compared with
  bool operator==(const RaceEdit&) const = default;
};

/// A column of the times, by which they can be sorted.
enum class RaceColumn : std::uint8_t { entered, name, median, spread, rate, floor, speedup, runs, result };
struct RaceColumnText {
  RaceColumn value;
  std::string_view id, title, help;
};
inline constexpr std::array k_race_columns{
    RaceColumnText{RaceColumn::entered, "entered", "#", "In the order of the entrants"},
    RaceColumnText{RaceColumn::name, "name", "Algorithm", "The algorithm, with what of its parameters is not as usual"},
    RaceColumnText{RaceColumn::median, "median", "Median", "Half of the last runs, 60 at most, took less"},
    RaceColumnText{RaceColumn::spread, "spread", "p10 - p90", "Eight in ten of the last runs took a time between these"},
    RaceColumnText{RaceColumn::rate, "rate", "GB/s", "Picture once in and table once out, per median: what cannot be avoided"},
    RaceColumnText{RaceColumn::floor, "floor", "% floor",
                   "100: as fast as this machine, measured now, can read the picture and write a table"},
    RaceColumnText{RaceColumn::speedup, "speedup", "Speed-up",
                   "How many times as fast as the entrant that all are compared with"},
    RaceColumnText{RaceColumn::runs, "runs", "n", "Runs that the median is of"},
    RaceColumnText{RaceColumn::result, "result", "Result", "The whole table, compared with the definition in 64 bits"},
};
constexpr const RaceColumnText& text_of(RaceColumn column) { return k_race_columns[static_cast<std::size_t>(column)]; }

/// How the times are looked at.
struct RaceView {
  static constexpr const char* k_member = "race";

  bool running = false;
  double budget_ms = 4;  ///< of each frame of the window, for all entrants together
  RaceColumn sort = RaceColumn::median;
  bool descending = false;
  bool logarithmic = false;              ///< bars
  bool plot = false;                     ///< the second view: times over the size
  std::string curves = "time";           ///< what it shows, an id of k_curve_views
  std::string sizes = {};                ///< those of a preset of `satscope bench`, by its id; empty: squares
  std::vector<std::string> others = {};  ///< results files of others, whose curves are beside ours
  bool operator==(const RaceView&) const = default;
};
/// Files of others in one plot.
inline constexpr std::size_t k_most_others = 8;
inline constexpr double k_least_budget_ms = 0.5, k_most_budget_ms = 16;

/// Takes all entrants of this algorithm out, or lets it enter with its usual parameters. False, and nothing happens, where no
/// more fit in.
bool toggle_entrant(RaceEdit& edit, const std::string& algorithm);
/// The same algorithm once more, behind itself; false where no more fit in.
bool enter_again(RaceEdit& edit, std::size_t entrant);
void remove_entrant(RaceEdit& edit, std::size_t entrant);
bool has_entrant(const RaceEdit& edit, std::string_view algorithm);

/// "Title (id)": with the word by which the commands know it, unless the title or a file is that word.
std::string with_id(const std::string& name, const std::string& id);
/// "Title", "Title, padding off": the algorithm with the parameters that are not as usual.
std::string name_of(const RaceEntrant& entrant);

void fields(Fields& io, RaceEdit& edit);
void fields(Fields& io, RaceView& view);

}  // namespace satscope::app
