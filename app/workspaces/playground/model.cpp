// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/pipeline/content.h"
#include "app/sources/synthetic.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "kernels/faces/search.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr double k_race_seconds = 0.1;  // between two pictures of the race
constexpr double k_poll_seconds = 0.004;
constexpr int k_thumbnail_pixels = 128;
constexpr const char* k_raced = "box";

/// The filter that has rivals and that this one is or is a rival of; empty: none.
std::string family_of(const ChainEntry& entry) {
  const Filter* filter = find_filter(entry.filter);
  if (!filter) return {};
  if (!filter->rival_of.empty()) return filter->rival_of;
  return std::ranges::find(filters(), filter->id, &Filter::rival_of) == filters().end() ? std::string() : filter->id;
}

/// The racer in the chain that the user is at; null: none is.
const ChainEntry* racing_entry(const Session& session) {
  const std::vector<ChainEntry>& chain = session.edit.part<PlaygroundEdit>().chain;
  const auto races = [](const ChainEntry& entry) { return !family_of(entry).empty(); };
  const auto chosen = static_cast<std::size_t>(std::max(0, session.part<PlaygroundView>().chosen));
  if (chosen < chain.size() && races(chain[chosen])) return &chain[chosen];
  const auto found = std::ranges::find_if(chain, races);
  return found == chain.end() ? nullptr : &*found;
}

RadiusRaceRequest race_request(const Session& session, Machine machine) {
  RadiusRaceRequest request{.machine = machine, .algorithm = session.edit.algorithm};
  if (!request.algorithm.empty()) request.table_params = session.edit.params;
  if (const ChainEntry* entry = racing_entry(session)) {
    request.params = entry->params;
    request.params.erase("r");
  }
  return request;
}

Extent extent_of(const Frame& frame, const Session& session) {
  if (session.edit.live) return frame.status().live_extent;
  return frame.filtered().ready ? frame.filtered().picture : frame.shown().picture;
}

/// Of a still picture whose faces are known: the rest of it may be seen in small. Null: they are not, or it moves on.
const FacesFound* known_faces(const FaceFinder& finder, const Frame& frame, const Session& session) {
  const FacesFound* found = finder.found();
  const auto whole = frame.whole_frame();
  const auto wanted = face_request(session.edit.part<PlaygroundEdit>(), session.part<PlaygroundView>(), frame.status().machine);
  const bool same = found && whole && wanted && found->frame.rgba == whole->rgba && found->request.searches_as(*wanted);
  return same && !session.edit.live && !finder.busy() ? found : nullptr;
}

/// A thumbnail is without the filters of the chain, so one that hides faces would be undone in small. found: where they are;
/// null: the program's own scene is shown instead. scene: is kept.
PictureWords without_faces(const PictureWords& small, const PlaygroundEdit& edit, const FacesFound* found,
                           PictureWords& scene) {
  if (!found) {
    if (scene.extent != small.extent) {
      scene = {small.extent, std::vector<std::uint32_t>(small.extent.area())};
      draw_synthetic(scene.words, scene.extent, 0);
    }
    return scene;
  }
  constexpr int k_no_face = 16;  // pixels of the longest side: a face is one or two
  const std::vector<Box> hidden =
      scaled_boxes(faces::boxes_to_hide(face_filter(edit)->params, found->faces, found->picture), found->picture, small.extent);
  return coarsened(small, k_no_face, hidden);
}

bool step_shelf(ShelfModel& shelf, const std::vector<ThumbnailPreset>& presets, const FaceFinder& finder, const Frame& frame,
                const Session& session, double now) {
  bool changed = false;
  if (shelf.thumbnails.advance()) {
    const PictureWords& picture = shelf.thumbnails.atlas().picture;
    shelf.texture.upload(picture.extent, picture.words);
    changed = true;
  }
  if (!shelf.seen.now) return changed;
  shelf.seen.served = true;
  shelf.live = session.edit.live;
  shelf.owed = shelf.thumbnails.busy() || now - shelf.looked_at < shelf.thumbnails.pause();
  if (shelf.owed || !shelf.thumbnails.ready(now)) return changed;
  // because: else a still picture would be looked at for ever, and the window never come to rest
  const std::uint64_t serial = frame.filtered().serial;
  const auto& edit = session.edit.part<PlaygroundEdit>();
  const FacesFound* const faces = known_faces(finder, frame, session);
  if (!shelf.live && shelf.texture.texture() != 0 && serial == shelf.looked_serial && session.edit == shelf.looked_edit &&
      presets == shelf.looked_presets && faces == shelf.looked_faces)
    return changed;
  const int longest = k_thumbnail_pixels * (session.ui_scale > 1.3 ? 2 : 1);
  auto small = frame.small_frame(k_longest_working_side);
  if (!small) return changed;
  const bool hidden = std::ranges::any_of(chain_in_force(edit), satscope::faces::hides_faces);
  if (hidden) small = without_faces(*small, edit, faces, shelf.scene);
  shelf.stands_in = hidden && !faces;
  shelf.looked_at = now;
  shelf.looked_edit = session.edit;
  shelf.looked_serial = serial;
  shelf.looked_presets = presets;
  shelf.looked_faces = faces;
  shelf.thumbnails.give({.frame = std::move(*small),
                         .whole = extent_of(frame, session),
                         .longest_side = longest,
                         .colour = edit.colour,
                         .moves = session.edit.live,
                         .painted = edit.painted,
                         .cut = edit.cut,
                         .presets = presets},
                        now);
  return changed;
}

bool step_race(RadiusRaceModel& model, const Frame& frame, const Session& session, double now) {
  if (!model.seen.now) {
    if (model.race) model.race->stop();
    return false;
  }
  model.seen.served = true;
  if (const std::string raced = raced_filter(session); !model.race || model.raced != raced) {
    model.race = std::make_unique<RadiusRace>(racers_of(raced));
    model.raced = raced;
    model.results.reset();
    model.serial = 0;
    model.picture = {};
  }
  if (const Extent picture = extent_of(frame, session); picture != model.picture) {
    model.race->stop();
    model.picture = picture;
  }
  model.race->run(race_request(session, frame.status().machine));
  if (model.race->wants_picture())
    if (auto whole = frame.whole_frame())
      model.race->give([picture = std::move(*whole)] { return RacePicture{picture.extent, brightness_of(picture)}; });
  const std::uint64_t serial = model.race->serial();
  if (serial == model.serial || now - model.drawn_at < k_race_seconds) return false;
  model.serial = serial;
  model.results = model.race->results();
  model.drawn_at = now;
  return true;
}

}  // namespace

void PlaygroundModel::begin_frame() {
  for (Seen* seen : {&shelf.seen, &race.seen}) *seen = {.now = false, .served = seen->now && seen->served};
}

double PlaygroundModel::due_at(double now) const {
  double due = 0;
  const auto add = [&](double at) { due = due == 0 ? at : std::min(due, at); };
  if (shelf.thumbnails.busy()) add(now + k_poll_seconds);
  if (shelf.seen.now && shelf.owed) add(std::max(now + k_poll_seconds, shelf.looked_at + shelf.thumbnails.pause()));
  for (const Seen& seen : {shelf.seen, race.seen})
    if (seen.now && !seen.served) add(now + k_poll_seconds);
  if (race.seen.now) add(now + k_race_seconds / 2);
  if (finder.busy() || examples.busy()) add(now + k_poll_seconds);
  for (const double at : {recorder.due_at(now), film.due_at(now), camera.due_at(now)})
    if (at > 0) add(at);
  return due;
}

bool PlaygroundModel::settled() const {
  const bool thumbnails = shelf.live ? shelf.texture.texture() != 0 : !shelf.thumbnails.busy() && !shelf.owed;
  const bool round = race.results && (race.results->rounds > 0 || !race.results->problem.empty());
  return finder.settled() && camera.settled() && !examples.busy() && (!shelf.seen.now || (shelf.seen.served && thumbnails)) &&
         (!race.seen.now || (race.seen.served && round));
}

bool step_playground(PlaygroundModel& model, const Frame& frame, const Session& session, double now, bool shown) {
  const bool shelf = step_shelf(model.shelf, model.gallery.shown, model.finder, frame, session, now);
  const auto& edit = session.edit.part<PlaygroundEdit>();
  const auto request = shown ? face_request(edit, session.part<PlaygroundView>(), frame.status().machine) : std::nullopt;
  const bool faces = model.finder.step(request, frame.whole_frame());
  const bool example = model.examples.step();
  return step_race(model.race, frame, session, now) || shelf || faces || example;
}

std::string raced_filter(const Session& session) {
  const ChainEntry* entry = racing_entry(session);
  return entry ? family_of(*entry) : k_raced;
}

int race_radius(const Session& session) {
  const ChainEntry* entry = racing_entry(session);
  const Filter* filter = find_filter(entry ? std::string_view(entry->filter) : k_raced);
  const Param* radius = filter ? filter->find_param("r") : nullptr;
  if (!radius) return 1;
  return static_cast<int>(std::lround(std::get<double>(radius->value_in(entry ? entry->params : Params{}))));
}

}  // namespace satscope::app
