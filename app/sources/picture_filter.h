// SPDX-License-Identifier: Apache-2.0
// A chain of filters for colour pictures.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/sources/chosen.h"
#include "kernels/engine.h"
#include "kernels/faces/cascade.h"
#include "kernels/filter.h"

namespace satscope::app {

class PictureFilter {
 public:
  /// threads: of the host, 0 for all. luma: it alone is filtered.
  PictureFilter(std::vector<ChainLink> chain, Chosen choice, int threads, bool luma = false);

  /// Filters extent.area() RGBA8 words in place; alpha stays. If all filters keep colour, a colour picture is filtered channel
  /// by channel, or all at once where the luma may lead; else its luma is filtered, and the result is grey. Returns false if it
  /// was cancelled: then the words are invalid. A machine chosen for the user falls back to the CPU. Throws std::exception with
  /// a sentence if the filters refuse the size.
  bool apply(Extent extent, std::span<std::uint32_t> rgba, Progress& progress);

  /// Bytes of host memory that `apply` needs for a picture of this size.
  double bytes_for(Extent extent) const;

  const Chosen& choice() const { return choice_; }

 private:
  bool apply_at_once(std::span<std::uint32_t> rgba, Progress& progress);
  void prepare(Extent extent);
  FilterPlan plan_for(Extent extent) const;
  Engine make_engine(Extent extent);
  void find_faces(Extent extent, std::span<const std::uint32_t> rgba);

  std::vector<ChainLink> chain_;
  Chosen choice_;
  int threads_;
  bool by_channel_, at_once_;
  std::optional<faces::Cascade> cascade_;  ///< of a filter that hides faces
  std::vector<std::int32_t> faces_;        ///< x, y, width and height of each
  Extent extent_;                          ///< that the engine is made for
  std::size_t engine_faces_ = 0;           ///< likewise
  std::optional<Engine> engine_;
  std::vector<FilterPlan::Input> inputs_;  ///< of its plan: where faces are
  std::vector<std::uint8_t> bytes_;        ///< one plane
  std::vector<std::uint32_t> words_;       ///< of a result
};

/// Changes one byte per pixel in place; false if cancelled.
using PlaneFilter = std::function<bool(std::span<std::uint8_t>)>;

/// Changes RGBA8 words in place; alpha stays. by_channel: red, green and blue one after the other, or once if the picture is
/// grey; else luma, and the result is grey. scratch: one byte per pixel. False if the filter was cancelled: then the words are
/// invalid.
bool filter_planes(std::span<std::uint32_t> rgba, std::vector<std::uint8_t>& scratch, bool by_channel,
                   const PlaneFilter& filter);

}  // namespace satscope::app
