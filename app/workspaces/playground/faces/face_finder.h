// SPDX-License-Identifier: Apache-2.0
// Looks for faces in the newest frame, on a thread of its own; the window never waits. Nothing is stored, and no person is
// recognised.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/newest_worker.h"
#include "app/render/picture_texture.h"
#include "app/sources/live/live_input.h"
#include "app/workspaces/playground/settings.h"
#include "kernels/faces/search.h"
#include "kernels/faces/walk.h"

namespace satscope::app {

/// How to look.
struct FaceRequest {
  std::string cascade;  ///< file; empty: the installed one
  Params params;        ///< of the filter; what it does with a face makes no difference
  Machine machine = Machine::cpu;
  std::optional<std::array<int, 2>> walk_at = {};  ///< pixel whose window is gone through
  bool operator==(const FaceRequest&) const = default;
  /// Whether the same is looked for, in whatever window.
  bool searches_as(const FaceRequest& other) const {
    return cascade == other.cascade && params == other.params && machine == other.machine;
  }
};

struct FacesFound {
  Extent picture, cells;  ///< cells of the detection's map
  std::vector<faces::Face> faces;
  faces::Detection detection;
  double ms = 0;  ///< that it took, with the conversion to luma
  std::chrono::steady_clock::time_point begun = {};
  std::shared_ptr<const faces::Cascade> cascade;
  std::string file;  ///< of the cascade
  FaceRequest request;
  std::shared_ptr<faces::KernelSearch> kernels;  ///< on the GPU, for the next frame of this size
  SourceFrame frame = {};                        ///< that was searched
  std::optional<faces::WindowWalk> walk = {};    ///< the one that gets furthest at the pixel that was asked for
};

/// The filter of faces that counts: the first in force that hides them, else the first that shows them; empty: there is none.
std::optional<ChainLink> face_filter(const PlaygroundEdit& edit);
/// What it asks of the finder.
std::optional<FaceRequest> face_request(const PlaygroundEdit& edit, const PlaygroundView& view, Machine machine = Machine::cpu);

/// Reads the cascade, unless `kept` is of the same file. Throws InputError or std::runtime_error with a sentence.
FacesFound find_faces(const SourceFrame& frame, const FaceRequest& request, std::shared_ptr<const FacesFound> kept,
                      const std::atomic<bool>& cancelled);

/// The map as RGBA8 words: what at least one window passed `from` stages of is coloured, all else transparent.
std::vector<std::uint32_t> coloured_map(const FacesFound& found, int from);

/// Windows that passed so many stages; 0: all that were looked at.
std::int64_t windows_left(const faces::Detection& detection, int stages);

class FaceFinder {
 public:
  /// Once per frame of the window; no request: it stops. True if there is something new to draw.
  bool step(const std::optional<FaceRequest>& request, const std::optional<SourceFrame>& frame);
  /// Needs the current OpenGL context; the texture of the map, 0: there is none.
  unsigned map_texture(int from);

  const FacesFound* found() const { return found_.get(); }
  const std::string& problem() const { return problem_; }
  bool on() const { return request_.has_value(); }
  bool busy() const { return worker_.busy(); }
  /// Whether what was asked last was answered; of a live source newer frames may be looked at meanwhile.
  bool settled() const { return !busy() || (found_ && request_ && found_->request == *request_); }
  /// Milliseconds from the moment when the frame was looked at to that when its boxes were there.
  double age_ms() const { return age_ms_; }

 private:
  std::optional<FaceRequest> request_;
  std::optional<SourceFrame> looked_;  ///< held, so that no other frame takes its place in memory
  std::shared_ptr<const FacesFound> found_;
  std::string problem_;
  double age_ms_ = 0;
  PictureTexture texture_;
  const FacesFound* drawn_ = nullptr;  ///< what the texture shows
  int drawn_from_ = 0;
  NewestWorker<std::shared_ptr<const FacesFound>> worker_;
};

}  // namespace satscope::app
