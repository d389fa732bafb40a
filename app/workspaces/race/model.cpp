// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/race/model.h"

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

void give_picture(RaceModel& model, const Frame& frame, const Session& session, Scalar type,
                  const std::shared_ptr<const Samples>& samples) {
  if (!session.edit.live) {
    const std::string known(id_of(type));
    if (!samples || (model.given == samples && model.given_type == known)) return;
    model.given = samples;
    model.given_type = known;
    model.race->give([samples, type] { return RacePixels{samples->extent, type, pixels_as(*samples, type)}; });
    return;
  }
  model.given.reset();
  if (!model.race->wants_picture()) return;
  if (auto whole = frame.whole_frame())
    model.race->give([picture = std::move(*whole), type] {
      const Samples brightness{{}, picture.extent, brightness_of(picture), {}};
      return RacePixels{picture.extent, type, pixels_as(brightness, type)};
    });
}

}  // namespace

Standings shown_standings(const Session& session, const RaceModel& model) {
  Standings shown = model.standings ? *model.standings : Standings{};
  std::vector<Standing> known = std::exchange(shown.entrants, {});
  const std::vector<RaceEntrant>& entrants = session.edit.part<RaceEdit>().entrants;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const auto found = std::ranges::find(known, entrants[i], &Standing::entrant);
    Standing one{.entrant = entrants[i], .name = name_of(entrants[i])};
    if (found != known.end()) {
      one = std::move(*found);
      known.erase(found);
    }
    if (one.state == Standing::State::waiting && i < model.refusals.size() && !model.refusals[i].empty()) {
      one.state = Standing::State::refused;
      one.sentence = model.refusals[i];
    }
    shown.entrants.push_back(std::move(one));
  }
  return shown;
}

std::vector<PublishedTime> published_shown(const Session& session, const RaceModel& model) {
  return published_for(session.edit.part<RaceEdit>(), model.picture, published_times());
}

std::string race_hint(const Session& session) {
  const std::size_t count = session.edit.part<RaceEdit>().entrants.size();
  if (count >= k_fewest_entrants) return {};
  return fmt::format("A race needs {} to {} algorithms: press 1 ... {}, or tick {} in the list of entrants.", k_fewest_entrants,
                     k_most_entrants, std::min<std::size_t>(9, algorithms().size()), count == 0 ? "some" : "one more");
}

double RaceModel::due_at(double now) const {
  if (!race) return 0;
  if (!seen) return race->resting() ? 0 : now + k_drawn_seconds / 2;
  if (!served) return now;
  return race->running() || race->serial() != serial ? now + k_drawn_seconds / 2 : 0;
}

bool RaceModel::settled() const {
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

bool step_race_workspace(RaceModel& model, const Frame& frame, const Session& session,
                         const std::shared_ptr<const Samples>& samples, double now) {
  const auto request = model.seen ? request_of(frame, session) : std::nullopt;
  model.served = model.seen;
  if (request) {
    if (!model.race) model.race = std::make_unique<AlgorithmRace>(algorithms());
    if (!model.race->running()) model.given.reset();
    model.race->run(*request);
    give_picture(model, frame, session, request->types.in, samples);
  } else if (model.race) {
    model.race->stop();
    model.given.reset();
  }
  if (model.seen) {
    model.picture = session.edit.live ? frame.status().live_extent : frame.shown().picture;
    model.refusals.clear();
    for (const RaceEntrant& entrant : session.edit.part<RaceEdit>().entrants)
      model.refusals.push_back(why_not(entrant, frame, session));
  }
  if (!model.race) return false;
  const std::uint64_t serial = model.race->serial();
  if (serial == model.serial || now - model.drawn_at < k_drawn_seconds) return false;
  model.serial = serial;
  model.standings = model.race->results();
  model.drawn_at = now;
  return true;
}

}  // namespace satscope::app
