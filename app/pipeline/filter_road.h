// SPDX-License-Identifier: Apache-2.0
// The road of a frame through a chain of filters to OpenGL. On the path interop the upload of a frame overlaps the computing
// of the one before, and nothing is waited for; on the others a thread of its own computes, and the host uploads in slices.
//
//   give -> [upload to one of two places] -> engine: words -> chain -> words in OpenGL's back buffers -> front
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/core/display_path.h"
#include "app/pipeline/budget.h"
#include "app/pipeline/filter.h"
#include "app/pipeline/pool.h"
#include "app/sources/live_input.h"

namespace satscope::app {

/// Words that one frame uploads to OpenGL at most: more would be felt.
inline constexpr std::size_t k_slice_words = std::size_t{1} << 22;

class FilterRoad {
 public:
  /// What is wanted, and where it may run.
  struct Want {
    FilterWish wish;
    DisplayPath path = DisplayPath::cpu;  ///< the best one that works here
    std::optional<Machine> machine;       ///< empty: the GPU where it is usable
    std::string algorithm;                ///< id, of the tables; empty: the best for the chain
  };
  /// A frame that has arrived on the screen, and how long its stations took.
  struct Done {
    SourceFrame frame;  ///< without its pixels
    std::vector<std::pair<Station, double>> times;
    bool other_chain = false;  ///< than the last one: older times are of something else
  };

  /// Needs a current OpenGL 3.3 context for its whole life. most_words: what one buffer of the screen can hold.
  FilterRoad(HostPool pool, std::size_t most_words);
  ~FilterRoad();

  void want(const Want& want);
  /// Whether `give` would start something at once.
  bool ready_for_frame() const;
  /// Whether the chain has changed since the last frame was given.
  bool wants_frame() const;
  void give(const SourceFrame& frame);
  /// Takes what is finished, starts what waits. True if `filtered` changed.
  bool advance();
  bool busy() const;

  const Filtered& filtered() const;
  std::optional<Done> take_done();
  std::optional<PictureWords> snapshot();
  void watch(int x, int y);
  std::optional<FilteredPixel> pixel(int x, int y) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satscope::app
