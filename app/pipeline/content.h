// SPDX-License-Identifier: Apache-2.0
// One computed table with the picture it came from, on its way to the screen: what is shown is always exactly one of these.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/pipeline/frame.h"
#include "app/pipeline/pool.h"
#include "app/pipeline/upload.h"

namespace satscope {
class Engine;
}

namespace satscope::app {

/// Where a table comes from and how it is made, with nothing left open.
struct TableJob {
  std::shared_ptr<const Samples> still;  ///< a picture, or
  SourceFrame live;                      ///< a live frame, and where it has gone ahead of the job
  std::shared_ptr<Upload> upload;        ///< its place on the device; else null
  const Algorithm* algorithm = nullptr;
  Request request;
  Machine machine = Machine::cpu;
  DisplayPath path = DisplayPath::cpu;
  int reduction = 1;
  std::optional<PlanStage> stage;  ///< the buffer that is looked at; then the passes are timed one by one
  int stage_reduction = 1;
  std::uint64_t generation = 0;  ///< results of an older one are no longer wanted
};

struct Content {
  TableJob job;
  Extent texels;            ///< of the picture divided by the reduction, rounded up
  HostBlock table;          ///< the whole inclusive table on the host; null while only the GPU has it
  HostBlock picture_words;  ///< texels.area() RGBA8 words for the screen
  HostBlock table_words;    ///< the table's texels for the screen, where the host uploads them
  double total = 0;
  double mean = 0;
  std::shared_ptr<const Spreads> spreads;
  double milliseconds = 0;                ///< of the passes alone
  double upload_ms = 0, split_ms = 0;     ///< of a live frame
  std::vector<double> pass_milliseconds;  ///< of each; empty if they were not timed

  HostBlock stage_values;  ///< the stage's buffer, all of it
  HostBlock stage_words;   ///< its texels for the screen, where the host uploads them
  ValueSpread stage_spread;

  // for a table that CUDA writes into OpenGL's buffer
  std::shared_ptr<Engine> engine;
  HostBlock pixels;  ///< of a still, as the engine's picture buffer

  /// The table on the host; only where `table` is.
  TableView view() const;
  /// The number of pixel (x, y) that entered the table; inside the picture.
  double pixel(int x, int y) const;
  std::size_t table_word_count() const { return texels.area() * size_of(job.request.types.out) / sizeof(std::uint32_t); }
  /// Words of a stage that has a buffer of its own on the screen, rounded up; 0 without a stage, or where it is the table.
  std::size_t stage_word_count() const;
  Extent stage_texels() const;
  /// The stage's buffer on the host; only where `stage_values` is.
  TableView stage_view() const;
  std::size_t stage_bytes() const { return job.stage->shape.area() * size_of(job.stage->type); }
};

/// Bytes of elements, rounded up to whole words.
constexpr std::size_t bytes_in_words(std::size_t bytes) {
  return (bytes + sizeof(std::uint32_t) - 1) / sizeof(std::uint32_t) * sizeof(std::uint32_t);
}

/// The least whole number by which both sides are divided so that a buffer of this shape, and at least a word an element,
/// fits into `most_words` words.
int reduction_for(Extent picture, Scalar table, std::size_t most_words);
Extent reduced(Extent picture, int reduction);

/// Every reduction-th pixel of a still as RGBA8 words: its colours, or its numbers as grey, brought to 0 ... 255.
HostBlock picture_words(const Samples& still, int reduction, HostPool& pool);
/// Every reduction-th element of `size` bytes.
HostBlock every_nth(const HostBlock& from, Extent extent, std::size_t size, int reduction, HostPool& pool);

/// The brightness of each pixel, as it enters a table.
std::vector<std::uint8_t> brightness_of(const SourceFrame& frame);

/// Every n-th pixel of a frame, so that no side is longer than this.
PictureWords small_picture(const SourceFrame& frame, int longest_side);

/// The mean of the pixels, from a whole table of 8-bit pixels also where its last entry has wrapped.
double mean_of(const TableView& table);
Spreads spreads_of(const TableView& table, double mean);
/// Of all of a buffer, told from a sample as those of a table.
ValueSpread spread_of(const TableView& buffer);
/// The same of a table of which every row_step-th row is known: rows of picture.width elements, packed.
Spreads spreads_of_rows(const std::byte* rows, Extent picture, int row_step, Scalar type, double mean);

}  // namespace satscope::app
