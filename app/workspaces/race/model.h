// SPDX-License-Identifier: Apache-2.0
// Everything that the workspace Race keeps from frame to frame. What is not drawn does not race.
#pragma once
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "app/core/newest_worker.h"
#include "app/pipeline/frame.h"
#include "app/plot/plot.h"
#include "app/session/session.h"
#include "app/workspaces/race/algorithm_race.h"
#include "app/workspaces/race/sweep.h"

namespace satscope::app {

/// Results of others, from files.
struct OtherResults {
  std::vector<BenchReport> reports;
  std::string problem;  ///< why a file of them is not there, a sentence; else empty
};

struct RaceModel {
  std::unique_ptr<AlgorithmRace> race;         ///< null before it is first wanted
  std::shared_ptr<const Standings> standings;  ///< that are drawn; null before any
  bool seen = false;                           ///< drawn in the last frame of the window
  bool served = false;                         ///< and given its request since
  std::uint64_t serial = 0;                    ///< of the standings
  double drawn_at = -1e9;                      ///< seconds
  /// What the race was given last, of a picture that stands still.
  std::shared_ptr<const Samples> given;
  std::string given_type;
  Extent picture;                     ///< that is shown
  std::vector<std::string> refusals;  ///< of each entrant, as why_not has it
  RaceSweep sweep;                    ///< over sizes
  Plot plot = {};                     ///< of its results
  /// Serial, curves, baseline and waiting cases that the plot is of.
  std::tuple<std::uint64_t, bool, std::string, std::string, std::vector<BenchCase>> plotted;
  std::vector<std::string> others_named;  ///< the files that `others` are, or will be, read from
  OtherResults others;                    ///< beside those of the sweep
  NewestWorker<OtherResults> reader;      ///< because: a disk may be slow
  std::string asked;                      ///< a file that was opened here and may be results
  NewestWorker<bool> opener;              ///< whether it is
  std::vector<std::string> hidden;        ///< curves, by their names
  std::string sweep_says;                 ///< what it does, or why it shows nothing
  std::uint64_t sweep_serial = 0;

  /// Before the panels of a frame are drawn.
  void begin_frame() { seen = false; }
  /// When `step_race_workspace` wants to be called although nothing happens, seconds; 0: never.
  double due_at(double now) const;
  /// Whether what is shown first is there: something about every entrant, or nothing races and nothing large is kept.
  bool settled() const;
};

/// What was found about those who race now; who was not timed yet waits, or says why it cannot run.
Standings shown_standings(const Session& session, const RaceModel& model);
/// Times of papers beside them.
std::vector<PublishedTime> published_shown(const Session& session, const RaceModel& model);

/// Brings the plot up to what the sweep knows. type: id of the type pair that is shown.
void step_race_sweep(RaceModel& model, const Session& session, const std::string& type);

/// Takes the results of others that were read since. True if there are any.
bool take_others(RaceModel& model);

/// A results file of bench or sweep, as the members of a session that shows it; none: the document is no such file. Throws
/// std::runtime_error with a sentence where it is a broken one. name: of the file.
std::optional<nlohmann::json> session_of_results(const nlohmann::json& document, const std::string& name);

/// Why there is no race, as a next step; empty where one can run.
std::string race_hint(const Session& session);

/// Why an entrant cannot run on what is shown, before it is tried; empty if it can, or nothing is shown yet.
std::string why_not(const RaceEntrant& entrant, const Frame& frame, const Session& session);

/// Runs the race while it is seen and wanted, gives it the newest picture, and takes what it found. True if there is something
/// new to draw. samples: of the picture, where no live source runs. now: seconds.
bool step_race_workspace(RaceModel& model, const Frame& frame, const Session& session,
                         const std::shared_ptr<const Samples>& samples, double now);

}  // namespace satscope::app
