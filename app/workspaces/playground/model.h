// SPDX-License-Identifier: Apache-2.0
// Everything that Playground keeps from frame to frame: the shelf's thumbnails and the race. What is not drawn does not work.
#pragma once
#include <memory>
#include <string>

#include "app/pipeline/frame.h"
#include "app/render/picture_texture.h"
#include "app/session/session.h"
#include "app/workspaces/playground/chain/before_after.h"
#include "app/workspaces/playground/chain/own_presets.h"
#include "app/workspaces/playground/chain/thumbnails.h"
#include "app/workspaces/playground/faces/face_finder.h"
#include "app/workspaces/playground/faces/found_count.h"
#include "app/workspaces/playground/race/radius_race.h"
#include "app/workspaces/playground/record/recorder.h"
#include "app/workspaces/playground/record/result_camera.h"
#include "app/workspaces/playground/record/whole_film.h"

namespace satscope::app {

/// Whether a panel was drawn in the last frame of the window, and has been given something to do since it came up.
struct Seen {
  bool now = false, served = false;
};

/// The gallery of presets.
struct GalleryModel {
  std::map<std::string, std::string> texts;  ///< that `own` was read from
  std::vector<OwnPreset> own;
  std::string name;      ///< that is typed for a new one
  std::string new_name;  ///< for one that is there
  std::vector<ThumbnailPreset> shown;
  float top = 0;                           ///< where it began in its panel, in the last frame
  bool comes = false, takes_name = false;  ///< the gallery is scrolled to; the field for the name gets the keyboard
  bool stays = false;                      ///< although a preset was applied, and the chain above it has another height
};

struct ShelfModel {
  Thumbnails thumbnails;
  PictureTexture texture;  ///< of the atlas
  Seen seen;
  std::vector<ThumbnailPreset> looked_presets;
  Edit looked_edit;                    ///< a still picture is looked at once for each of these
  const void* looked_faces = nullptr;  ///< what was known of its faces; only compared
  std::uint64_t looked_serial = 0;
  double looked_at = -1e9;  ///< when the frame was last looked at, seconds
  bool owed = false;        ///< the frame may be newer than the thumbnails
  bool live = false;
  Chord pressed_with;      ///< modifiers that were held when a tile was pressed
  PictureWords scene;      ///< the program's own
  bool stands_in = false;  ///< the program's own scene, is shown instead of a frame whose faces are hidden
};

struct RadiusRaceModel {
  std::unique_ptr<RadiusRace> race;            ///< null before it is first seen
  std::string raced;                           ///< the filter that it is about, id
  std::shared_ptr<const RaceResults> results;  ///< that are drawn; null before any
  std::vector<std::string> hidden;             ///< curves, by their names
  Seen seen;
  std::uint64_t serial = 0;  ///< of the results
  Extent picture;            ///< that it runs on
  double drawn_at = -1e9;    ///< seconds
};

struct PlaygroundModel {
  ShelfModel shelf;
  GalleryModel gallery;
  BeforeAfter examples;
  RadiusRaceModel race;
  FaceFinder finder;
  FoundCount found;
  Recorder recorder;
  WholeFilm film;
  ResultCamera camera;

  /// Before the panels of a frame are drawn: forgets which were.
  void begin_frame();
  /// When `step_playground` wants to be called although nothing happens, seconds; 0: never.
  double due_at(double now) const;
  /// Whether what the panels show first is there: thumbnails of a picture that stands still, the race's first round.
  bool settled() const;
};

/// Gives the panels that are seen new frames, and takes what they made. True if there is something new to draw. Needs the
/// current OpenGL context. now: seconds. shown: the workspace is.
bool step_playground(PlaygroundModel& model, const Frame& frame, const Session& session, double now, bool shown);

/// The filter that the race is about, with its rivals: of the chosen one if it has any or is one, else of the first in the
/// chain that has, else the box mean.
std::string raced_filter(const Session& session);
/// The radius that the race is about: of the chosen filter if it is one of the racers, else of the first in the chain that is,
/// else the default.
int race_radius(const Session& session);

}  // namespace satscope::app
