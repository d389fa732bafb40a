// SPDX-License-Identifier: Apache-2.0
// What the interface asks of a frame. The frame takes it, and a job is made of it.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/pipeline/frame_source.h"
#include "app/pipeline/painted_map.h"
#include "app/pipeline/template_cut.h"
#include "app/sources/samples.h"
#include "kernels/filter.h"
#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

/// Asks for a chain of filters over the frame instead of its table.
struct ChainRequest {
  std::vector<ChainLink> chain;  ///< in order; empty: the picture as it is
  bool colour = true;            ///< as PlaygroundEdit
  std::vector<Box> regions = {};
  GreyRange greys = {};  ///< of a still in deep greys
  /// Of a chain that hides faces: the frame that was searched last, which alone is shown, and what is hidden of it. Without one
  /// all of the picture is covered.
  std::optional<SourceFrame> searched = {};
  std::vector<Box> faces = {};
  bool black = false;  ///< nothing of the picture may be seen: a chain that would hide faces cannot run
  std::shared_ptr<const PaintedMap> painted = {};
  std::shared_ptr<const TemplateCut> cut = {};  ///< null: none was kept
  bool hides_faces() const;
  bool operator==(const ChainRequest& other) const;
};

/// What the interface asks for. A change of any member starts new work; the newest wins.
struct Wanted {
  std::shared_ptr<const Samples> still;  ///< the picture; ignored when live
  LiveRequest live;                      ///< the live source; no words: the picture
  std::string algorithm;                 ///< id; empty: the machine's default
  int changes = 0;                       ///< of an algorithm that is a file of the user's, by changes_of
  std::string type;                      ///< id; empty: 8u32u, or 8u64u where a box of this picture can reach 2^32
  Params params;
  std::optional<Machine> machine;  ///< empty: the GPU where it is usable
  /// How many passes have run when a buffer is looked at; more than there are: all. Then the passes are timed one by one.
  /// Empty: only the table is wanted.
  std::optional<std::size_t> stage;
  /// A chain of filters instead of the table.
  std::optional<ChainRequest> filters;

  bool is_live() const { return !live.words.empty(); }
};

}  // namespace satscope::app
