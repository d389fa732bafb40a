// SPDX-License-Identifier: Apache-2.0
// One frame on its way to the screen, with what was made of it: what is shown is always exactly one of these.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/pipeline/job.h"
#include "app/pipeline/memory.h"
#include "app/pipeline/numbers.h"
#include "app/pipeline/shown.h"
#include "app/render/shared_buffer.h"

namespace satscope::app {

class Runner;

struct Content {
  std::shared_ptr<const Job> job;
  std::shared_ptr<const Samples> still;  ///< whose numbers enter a table, or
  SourceFrame frame;                     ///< RGBA8 words: a live frame, or a picture for a chain

  // while it is on its way
  HostBlock pixels = nullptr;                                     ///< of a still: one raw element a pixel
  std::optional<DeepGreys> greys = {};                            ///< of a still that has them
  std::array<HostBlock, ScreenBuffers::k_count> for_screen = {};  ///< in their order: texels that the host uploads
  std::shared_ptr<Upload> upload = nullptr;                       ///< the frame on the GPU, where it goes there by itself
  std::shared_ptr<Runner> runner = nullptr;                       ///< of what CUDA writes into OpenGL's buffers
  std::vector<HostBlock> kept = {};                               ///< what the GPU still reads
  HostBlock coming = nullptr;                                     ///< the result, on its way down

  // what came of it
  HostBlock result = nullptr;         ///< the inclusive table or RGBA8 words, all of it; null while only the GPU has it
  HostBlock stage_values = nullptr;   ///< the stage's buffer, all of it
  HostBlock before_values = nullptr;  ///< what its pass found, all of it; null where that is the picture
  HostBlock measured = nullptr;       ///< what a measuring filter found, its raw numbers; null: nothing yet
  TableNumbers numbers = {};          ///< of a table
  std::optional<std::pair<int, int>> watched_pixel = {};  ///< of a result that only the GPU has
  HostBlock watched_word = nullptr;                       ///< that pixel
  int table_pitch =
      0;  ///< of a table that CUDA writes into OpenGL's buffer: entries from row to row; 0: as on the host, packed
  double total = 0, mean = 0;
  std::shared_ptr<const Spreads> spreads = {};
  ValueSpread stage_spread = {}, before_spread = {};
  double milliseconds = 0;                     ///< of the passes alone
  double upload_ms = 0, split_ms = 0;          ///< of a frame; the split of a table's alone
  std::vector<double> pass_milliseconds = {};  ///< of each; empty if they were not timed
  int threads = 0;                             ///< of the host, that the passes used; 0: none

  Extent texels() const;  ///< of the picture divided by the reduction, rounded up
  Extent stage_texels() const;
  Extent before_texels() const;
  /// Words on the screen, in the order of the buffers, rounded up; 0 for what has no buffer of its own.
  std::array<std::size_t, ScreenBuffers::k_count> screen_words() const;
  void reduce_for_screen(HostPool& pool);  ///< fills for_screen; a still's picture is there already
  void find_numbers();                     ///< once all is on the host that is to come

  TableView view() const;            ///< of a table, where `result` is
  TableView stage_view() const;      ///< where `stage_values` is
  TableView before_view() const;     ///< where `before_values` is
  double pixel(int x, int y) const;  ///< the number of a pixel inside the picture that entered the table
  /// Empty outside of the picture, and where only the GPU knows it.
  std::optional<FilteredPixel> filtered_pixel(std::pair<int, int> pixel) const;
  /// The result of a chain as a whole, unmirrored; front: the buffers that it is drawn from.
  PictureWords snapshot(const ScreenBuffers& front) const;
  std::size_t stage_bytes() const { return job->stage->shape.area() * size_of(job->stage->type); }
  std::size_t before_bytes() const { return job->stage->before.shape.area() * size_of(job->stage->before.type); }
};

/// Bytes of elements, rounded up to whole words.
constexpr std::size_t bytes_in_words(std::size_t bytes) {
  return (bytes + sizeof(std::uint32_t) - 1) / sizeof(std::uint32_t) * sizeof(std::uint32_t);
}

/// Whether the picture has this pixel (x, y), and which one it is, row by row.
constexpr bool holds(Extent picture, std::pair<int, int> pixel) {
  return pixel.first >= 0 && pixel.second >= 0 && pixel.first < picture.width && pixel.second < picture.height;
}
constexpr std::size_t index_of(Extent picture, std::pair<int, int> pixel) {
  return static_cast<std::size_t>(pixel.second) * static_cast<std::size_t>(picture.width) +
         static_cast<std::size_t>(pixel.first);
}

/// The least whole number by which both sides are divided so that a buffer of this shape, and at least a word an element,
/// fits into `most_words` words.
int reduction_for(Extent picture, Scalar table, std::size_t most_words);
Extent reduced(Extent picture, int reduction);

/// Nothing of a still in colour, of greys from 0 to 255, and of numbers that are such greys.
std::optional<DeepGreys> deep_greys(const Samples& still);
/// Every reduction-th pixel of a still: RGBA8 words, or floats where its greys are deep.
HostBlock picture_words(const Samples& still, const std::optional<DeepGreys>& greys, int reduction, HostPool& pool);
/// Every reduction-th element of `size` bytes.
HostBlock every_nth(const HostBlock& from, Extent extent, std::size_t size, int reduction, HostPool& pool);
/// Every n-th pixel of a frame, so that no side is longer than this.
PictureWords small_picture(const SourceFrame& frame, int longest_side);
/// The brightness of each pixel, as it enters a table.
std::vector<std::uint8_t> brightness_of(const SourceFrame& frame);

}  // namespace satscope::app
