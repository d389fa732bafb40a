// SPDX-License-Identifier: Apache-2.0
// Every filter at work on the present frame in small: one picture with a cell for each. Made on a thread of its own by the
// filters' own kernels on one thread of the CPU; the newest frame is taken when the one before is done.
#pragma once
#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/core/newest_worker.h"
#include "app/pipeline/shown.h"
#include "app/workspaces/playground/settings.h"
#include "kernels/engine.h"

namespace satscope::app {

/// A chain with a cell of its own.
struct ThumbnailPreset {
  std::string id;
  PlaygroundEdit edit;
  bool operator==(const ThumbnailPreset&) const = default;
};

struct ThumbnailRequest {
  PictureWords frame;  ///< of any size; it is reduced to `longest_side` by means of blocks
  Extent whole;        ///< of the frame that it is taken from: radii shrink with the picture
  int longest_side = 128;
  bool colour = true;  ///< as PlaygroundEdit
  bool moves = true;   ///< false: nothing has moved since the frame before, which was another picture
  std::shared_ptr<const PaintedMap> painted = {};
  std::shared_ptr<const TemplateCut> cut = {};
  std::vector<ThumbnailPreset> presets = {};  ///< beside the filters
};
bool operator==(const ThumbnailRequest& a, const ThumbnailRequest& b);

struct AtlasCell {
  std::string filter;   ///< id, or that of a preset
  Box area;             ///< within the atlas
  std::string problem;  ///< a sentence why there is nothing in it; else empty
};

/// One picture that holds all thumbnails, each as large as the others.
struct Atlas {
  PictureWords picture;  ///< RGBA8; nothing where no cell is
  std::vector<AtlasCell> cells;
  double seconds = 0;  ///< that making it took
  const AtlasCell* find(std::string_view filter) const;
};

/// Parameters for a picture that is smaller by this factor: radii shrink with it, but not below what can be seen in small, and
/// never grow.
Params scaled_params(const Filter& filter, const Params& params, double scale);

/// Means of blocks of whole pixels, so that no side is longer than this.
PictureWords shrunk(const PictureWords& picture, int longest_side);
/// As small as this, which is no larger: each pixel the mean of those that lie in it.
PictureWords reduced(const PictureWords& picture, Extent to);

/// The longest side of the picture that a filter works on for a small one: larger where the result of a small picture is not
/// the result in small, as of a threshold, which finds no strokes in it.
int working_side(const Filter& filter, int longest_side);
/// Of a frame that thumbnails of each filter can be made from.
inline constexpr int k_longest_working_side = 1280;

/// As many pixels as before, but in the boxes no more details than `shrunk` leaves.
PictureWords coarsened(const PictureWords& picture, int longest_side, std::span<const Box> boxes);
/// The pixels that boxes of a picture touch where it is drawn in this size.
std::vector<Box> scaled_boxes(const std::vector<Box>& boxes, Extent from, Extent to);

/// A thumbnail shows what a filter alone makes of the frame, with the parameters that it is added with: behind other filters it
/// would show those, too. Keeps engines and the frame before from one atlas to the next; for one thread at a time.
class ThumbnailMaker {
 public:
  ThumbnailMaker();
  ~ThumbnailMaker();
  /// What a cancelled call returns is worth nothing. A filter that cannot run says so in its cell.
  Atlas make(const ThumbnailRequest& request, Progress& progress);
  /// What a chain makes of one frame in small. before: the frame before it; whole: of the frame that both are taken from.
  PictureWords picture_of_one(const ThumbnailPreset& preset, PictureWords before, PictureWords now, Extent whole,
                              Progress& progress);

 private:
  struct Kept;
  /// What a filter works on.
  struct Frames {
    PictureWords now, before;
  };
  Kept& engine_for(const std::string& key, const Filter& filter, Extent extent, const Params& params, int channels);
  static void fill_inputs(Kept& kept, const Frames& frames, const ThumbnailRequest& request);
  /// The filter's picture of `frames.now`. key: of the engine that is kept for it.
  std::vector<std::uint32_t> picture_of(const std::string& key, const ChainEntry& entry, const Frames& frames,
                                        const ThumbnailRequest& request, Progress& progress);
  std::vector<std::uint32_t> picture_of(const ThumbnailPreset& preset, const ThumbnailRequest& request, Progress& progress);
  /// Of the request's frame and the one before, no side longer than this.
  const Frames& frames_of(int longest_side, const ThumbnailRequest& request);

  /// Of a preset and the frame that there is: it does not depend on the chain.
  struct Drawn {
    PlaygroundEdit edit;
    Extent whole;
    std::vector<std::uint32_t> words;
  };

  std::map<std::string, std::unique_ptr<Kept>> kept_;
  std::map<std::string, Drawn> drawn_;
  Frames small_;
  std::map<int, Frames> larger_;  ///< of the frame that there is, by their longest side
};

class Thumbnails {
 public:
  static constexpr double k_seconds = 0.125;  ///< between two beginnings, at least
  static constexpr double k_rest = 4;         ///< times what one took: the picture itself comes first

  /// Between two beginnings, here and now.
  double pause() const { return std::max(k_seconds, k_rest * atlas_.seconds); }
  /// Whether `give` would start at once. now: seconds.
  bool ready(double now) const { return !worker_.busy() && now - given_at_ >= pause(); }
  /// Starts a new atlas; true unless this is what the last one was made from.
  bool give(ThumbnailRequest request, double now);
  /// Takes what is finished; true if `atlas` changed.
  bool advance();
  bool busy() const { return worker_.busy(); }
  const Atlas& atlas() const { return atlas_; }

 private:
  Atlas atlas_;
  ThumbnailRequest given_;
  double given_at_ = -1e9;
  std::shared_ptr<ThumbnailMaker> maker_ = std::make_shared<ThumbnailMaker>();
  NewestWorker<Atlas> worker_;
};

}  // namespace satscope::app
