// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the workspace Playground: the chain of filters and what its filters are given besides the picture,
// which undo steps through, and how the result is looked at.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/pipeline/painted_map.h"
#include "app/pipeline/template_cut.h"
#include "kernels/filter.h"
#include "kernels/table.h"

namespace satscope::app {

class Fields;

/// One filter of the chain, on or off.
struct ChainEntry {
  std::string filter;  ///< id of the list of filters
  Params params = {};
  bool on = true;
  bool operator==(const ChainEntry&) const = default;
};

/// The part that undo and redo step through.
struct PlaygroundEdit {
  static constexpr const char* k_member = "filters";

  std::vector<ChainEntry> chain{{.filter = "box"}};
  int solo = -1;                                 ///< the only entry in force, or -1
  bool colour = true;                            ///< all channels, where the whole chain filters by channel; else luma
  std::vector<Box> regions;                      ///< rectangles of filters that measure regions, in pixels
  std::shared_ptr<const PaintedMap> painted;     ///< null: nothing was painted
  std::shared_ptr<const TemplateCut> cut;        ///< null: no template was kept
  std::optional<std::array<int, 2>> feature_at;  ///< upper left corner of a Haar feature laid by hand, else in the middle
  /// Painted maps and templates are equal if their bytes are.
  bool operator==(const PlaygroundEdit& other) const;
};

/// How the result is looked at.
struct PlaygroundView {
  static constexpr const char* k_member = "playground";

  int chosen = 0;            ///< entry of the chain whose parameters the wheel and the keys change
  bool wipe = false;         ///< left of the handle the original
  double wipe_at = 0.5;      ///< of the picture's width
  bool difference = false;   ///< |result - original|
  bool wheel_zooms = false;  ///< else the wheel is the radius, and Ctrl+wheel zooms
  bool race = false;         ///< the race over the radius is open
  double brush = 12;         ///< width of the brush for radius maps, in percent of the picture's longer side
  bool far = false;          ///< the map of how far windows of the finder of faces got is shown
  int stage = 0;             ///< of it only windows that passed so many stages
  std::string cascade = {};  ///< file of the finder of faces; empty: the installed one
  std::optional<std::array<int, 2>> walk_at = {};  ///< pixel whose window is gone through step by step, if one is
  int walk_step = 0;                               ///< that is shown
  double rings_at = 12;  ///< a region rings when more than this moves in it: mean |frame - previous|, 0 ... 255
  bool operator==(const PlaygroundView&) const = default;
};

/// Entries that are in force, in order, as a chain of kernels/filter.h. Entries whose filter is unknown are left out.
std::vector<ChainLink> chain_in_force(const PlaygroundEdit& edit);
/// Their places in edit.chain, in the same order.
std::vector<int> places_in_force(const PlaygroundEdit& edit);
/// The entries of a parsed chain, all on.
std::vector<ChainEntry> entries_of(std::vector<ChainLink> chain);

void fields(Fields& io, PlaygroundEdit& edit);
void fields(Fields& io, PlaygroundView& view);

}  // namespace satscope::app
