// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/race/room.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "app/pipeline/content.h"
#include "kernels/adopted.h"
#include "kernels/device.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr double k_drawn_seconds = 0.1;  // between two pictures of the standings
constexpr double k_usual_frame_ms = 1000. / 60;

/// Empty while it is not known what the window shows, or nothing can race.
std::optional<AlgorithmRaceRequest> request_of(const Frame& frame, const Session& session) {
  const FrameStatus& status = frame.status();
  const TypePair* types = find_type_pair(status.type);
  // because: two that measure at once measure each other
  if (!types || session.part<RaceView>().plot || !session.part<RaceView>().running || !race_hint(session).empty())
    return std::nullopt;
  const double promised = session.edit.live ? status.budget.frame_ms : 0;
  return AlgorithmRaceRequest{.machine = status.machine,
                              .types = *types,
                              .entrants = session.edit.part<RaceEdit>().entrants,
                              .budget_ms = session.part<RaceView>().budget_ms,
                              .frame_ms = promised > 0 ? promised : k_usual_frame_ms};
}

void give_picture(RaceWorkspaceRoom& room, const Frame& frame, const Session& session, Scalar type,
                  const std::shared_ptr<const Samples>& samples) {
  if (!session.edit.live) {
    const std::string known(id_of(type));
    if (!samples || (room.given == samples && room.given_type == known)) return;
    room.given = samples;
    room.given_type = known;
    room.race->give([samples, type] { return RacePixels{samples->extent, type, pixels_as(*samples, type)}; });
    return;
  }
  room.given.reset();
  if (!room.race->wants_picture()) return;
  if (auto whole = frame.whole_frame())
    room.race->give([picture = std::move(*whole), type] {
      const Samples brightness{{}, picture.extent, brightness_of(picture), {}};
      return RacePixels{picture.extent, type, pixels_as(brightness, type)};
    });
}

}  // namespace

Standings shown_standings(const Session& session, const RaceWorkspaceRoom& room) {
  Standings shown = room.standings ? *room.standings : Standings{};
  std::vector<Standing> known = std::exchange(shown.entrants, {});
  const std::vector<RaceEntrant>& entrants = session.edit.part<RaceEdit>().entrants;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const auto found = std::ranges::find(known, entrants[i], &Standing::entrant);
    Standing one{.entrant = entrants[i], .name = name_of(entrants[i])};
    if (found != known.end()) {
      one = std::move(*found);
      known.erase(found);
    }
    if (one.state == Standing::State::waiting && i < room.refusals.size() && !room.refusals[i].empty()) {
      one.state = Standing::State::refused;
      one.sentence = room.refusals[i];
    }
    shown.entrants.push_back(std::move(one));
  }
  return shown;
}

std::vector<PublishedTime> published_shown(const Session& session, const RaceWorkspaceRoom& room) {
  return published_for(session.edit.part<RaceEdit>(), room.picture, published_times());
}

std::string race_hint(const Session& session) {
  const std::size_t count = session.edit.part<RaceEdit>().entrants.size();
  if (count >= k_fewest_entrants) return {};
  return fmt::format("A race needs {} to {} algorithms: press 1 ... {}, or tick {} in the list of entrants.", k_fewest_entrants,
                     k_most_entrants, std::min<std::size_t>(9, algorithms().size()), count == 0 ? "some" : "one more");
}

double RaceWorkspaceRoom::due_at(double now) const {
  if (!race) return 0;
  if (!seen) return race->resting() ? 0 : now + k_drawn_seconds / 2;
  if (!served) return now;
  return race->running() || race->serial() != serial ? now + k_drawn_seconds / 2 : 0;
}

bool RaceWorkspaceRoom::settled() const {
  if (reader.busy() || opener.busy()) return false;
  if (!race) return true;
  if (!seen) return race->resting();
  if (!race->running()) return true;
  const bool all = standings && std::ranges::all_of(standings->entrants,
                                                    [](const Standing& one) { return one.state != Standing::State::waiting; });
  return served && all && !standings->entrants.empty();
}

std::string why_not(const RaceEntrant& entrant, const Frame& frame, const Session& session) {
  const FrameStatus& status = frame.status();
  const TypePair* types = find_type_pair(status.type);
  const Algorithm* algorithm = find_algorithm(entrant.algorithm);
  const Extent extent = session.edit.live ? status.live_extent : frame.shown().picture;
  if (!algorithm) return no_such(algorithms(), "algorithm", entrant.algorithm);
  if (!types || extent.area() == 0) return {};
  const Machine machine = entrant.machine.value_or(status.machine);
  try {
    return why_not_timed(
        *algorithm, {.extent = extent, .types = *types, .form = algorithm->natural_form, .params = entrant.params}, machine);
  } catch (const std::invalid_argument& why) {
    return why.what();
  }
}

bool step_race_workspace(RaceWorkspaceRoom& room, const Frame& frame, const Session& session,
                         const std::shared_ptr<const Samples>& samples, double now) {
  const auto request = room.seen ? request_of(frame, session) : std::nullopt;
  room.served = room.seen;
  if (request) {
    if (!room.race) room.race = std::make_unique<AlgorithmRace>(algorithms());
    if (!room.race->running()) room.given.reset();
    room.race->run(*request);
    give_picture(room, frame, session, request->types.in, samples);
  } else if (room.race) {
    room.race->stop();
    room.given.reset();
  }
  if (room.seen) {
    room.picture = session.edit.live ? frame.status().live_extent : frame.shown().picture;
    room.refusals.clear();
    for (const RaceEntrant& entrant : session.edit.part<RaceEdit>().entrants)
      room.refusals.push_back(why_not(entrant, frame, session));
  }
  if (!room.race) return false;
  const std::uint64_t serial = room.race->serial();
  if (serial == room.serial || now - room.drawn_at < k_drawn_seconds) return false;
  room.serial = serial;
  room.standings = room.race->results();
  room.drawn_at = now;
  return true;
}

}  // namespace satscope::app
