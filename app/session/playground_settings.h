// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the workspace Playground: the chain of filters and what its filters are given besides the picture,
// which undo steps through, and how the result is looked at.
#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "kernels/filter.h"
#include "kernels/table.h"

namespace satscope::app {

/// One filter of the chain, on or off.
struct ChainEntry {
  std::string filter;  ///< id of the list of filters
  Params params = {};
  bool on = true;
  bool operator==(const ChainEntry&) const = default;
};

/// A radius map that was painted: k_side x k_side bytes over the whole picture, whatever its size. Nobody changes one that is
/// shared: painting makes a new one.
struct PaintedMap {
  static constexpr int k_side = 256;
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(k_side * k_side, 0);
};

/// The part that undo and redo step through.
struct PlaygroundEdit {
  std::vector<ChainEntry> chain{{.filter = "box"}};
  int solo = -1;                              ///< the only entry in force, or -1
  bool colour = true;                         ///< all channels, where the whole chain filters by channel; else luma
  std::vector<Box> regions;                   ///< rectangles of filters that measure regions, in pixels
  std::shared_ptr<const PaintedMap> painted;  ///< null: nothing was painted
  /// Painted maps are equal if their bytes are.
  bool operator==(const PlaygroundEdit& other) const;
};

/// How the result is looked at.
struct PlaygroundView {
  int chosen = 0;            ///< entry of the chain whose parameters the wheel and the keys change
  bool wipe = false;         ///< left of the handle the original
  double wipe_at = 0.5;      ///< of the picture's width
  bool difference = false;   ///< |result - original|
  bool wheel_zooms = false;  ///< else the wheel is the radius, and Ctrl+wheel zooms
  bool race = false;         ///< the race over the radius is open
  double brush = 12;         ///< width of the brush for radius maps, in percent of the picture's longer side
  double rings_at = 12;      ///< a region rings when more than this moves in it: mean |frame - previous|, 0 ... 255
  bool operator==(const PlaygroundView&) const = default;
};

/// Entries that are in force, in order, as a chain of kernels/filter.h. Entries whose filter is unknown are left out.
std::vector<ChainLink> chain_in_force(const PlaygroundEdit& edit);
/// Their places in edit.chain, in the same order.
std::vector<int> places_in_force(const PlaygroundEdit& edit);

nlohmann::json to_json(const PlaygroundEdit& edit);
nlohmann::json to_json(const PlaygroundView& view);
/// What is absent keeps its default; throws std::runtime_error with a sentence.
PlaygroundEdit playground_edit_from_json(const nlohmann::json& json);
PlaygroundView playground_view_from_json(const nlohmann::json& json);

}  // namespace satscope::app
