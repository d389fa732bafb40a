// SPDX-License-Identifier: Apache-2.0
// What there is to show of a frame: its picture with the table and a stage, or with what a chain of filters made of it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/pipeline/stage.h"
#include "kernels/types.h"

namespace satscope::app {

/// Memory of the host that is not written any more; null where only OpenGL's buffers hold it.
using HostMemory = std::shared_ptr<const std::byte>;

/// The values of a grey picture whose white is not 255. Its texels are floats: the least value is 0, the largest 1.
struct DeepGreys {
  double least = 0, largest = 0;

  /// Where a value lies among the texels.
  double texel(double value) const;
};

/// How the entries of a table are spread, from a sample of at most 2^16 of them that has all four corners.
struct ValueSpread {
  double min = 0, max = 0;
  std::array<std::uint32_t, 256> histogram{};  ///< equal bins from min to max
};

/// The spread of what a view of the table can show.
struct Spreads {
  ValueSpread table;
  ValueSpread deramped;  ///< table minus mean * (x + 1) * (y + 1); integers as a signed difference modulo 2^bits
};

/// A buffer of the plan between two passes.
struct ShownBuffer {
  Extent texels;
  int reduction = 1;       ///< as Shown::reduction, of this buffer
  unsigned texture = 0;    ///< GL_TEXTURE_BUFFER of R32UI: the elements, low byte and word first; empty where the host paints
  int pitch = 0;           ///< elements from row to row
  HostMemory memory = {};  ///< the same elements on the host
  ValueSpread spread;
};

/// What the pass of a stage left, and what it found; both of the run that made the table shown.
struct ShownStage : ShownBuffer {
  bool ready = false;
  PlanStage stage;
  ShownBuffer before;  ///< empty where that is the picture
};

/// Picture, table and stage that belong together. Texel (i, j) of both buffers stands for pixel (i * reduction, j * reduction);
/// reduction is 1 unless the picture is beyond OpenGL's limits. The table is in the inclusive form, row-major,
/// table_pitch texels from row to row.
struct Shown {
  bool ready = false;
  Extent picture;
  Extent texels;
  int reduction = 1;
  unsigned picture_texture = 0;  ///< GL_TEXTURE_BUFFER of R32UI: RGBA8 words
  unsigned table_texture = 0;    ///< GL_TEXTURE_BUFFER of R32UI: words of the table, low word first for 64 bits
  int table_pitch = 0;
  HostMemory picture_memory = {}, table_memory = {};  ///< the same words on the host
  std::optional<DeepGreys> greys = {};                ///< then the words of the picture are floats, no colours
  Scalar table_type = Scalar::u32;
  double total = 0;                        ///< the last entry: the sum of all pixels (modulo 2^bits)
  double mean = 0;                         ///< of the pixels, also where the total wraps
  std::shared_ptr<const Spreads> spreads;  ///< null until known
  std::uint64_t serial = 0;                ///< grows with every new content
  ShownStage stage;                        ///< not ready where none was asked for
};

/// What one filter of the chain costs.
struct FilterTimes {
  std::string filter;    ///< id
  double median_ms = 0;  ///< of all its passes, tables included; of the last runs, at most 60
  double table_ms = 0;   ///< of that, its tables
  int tables = 0;
};

/// A frame with what the chain made of it. Texels as in Shown.
struct Filtered {
  bool ready = false;
  Extent picture;
  Extent texels;
  int reduction = 1;
  unsigned picture_texture = 0;                        ///< GL_TEXTURE_BUFFER of R32UI: RGBA8 words
  unsigned result_texture = 0;                         ///< the same, of the filtered picture
  HostMemory picture_memory = {}, result_memory = {};  ///< the same words on the host
  std::optional<DeepGreys> greys = {};                 ///< of a still that has them
  bool colour = false;                                 ///< filtered in four channels; else its luma was
  std::vector<FilterTimes> filters;                    ///< of the chain that made it, in order
  double total_ms = 0;                                 ///< median, all passes
  int tables = 0;                                      ///< that the chain makes
  std::size_t table_bytes = 0;                         ///< of these at one time
  std::vector<double> regions;                         ///< how much moves in each region: mean |frame - previous|, 0 ... 255
  std::string remark;                                  ///< what the request came down to ("sigma reached: 4.97"); may be empty
  std::string message;       ///< a sentence why the chain cannot run; then the picture is shown as it is
  double seconds = 0;        ///< when its frame is shown, in the time of a live source
  std::uint64_t serial = 0;  ///< grows with every new content
};

/// An RGBA8 word of one pixel before and after the chain.
struct FilteredPixel {
  std::uint32_t before = 0, after = 0;
};

/// A picture on the host.
struct PictureWords {
  Extent extent;
  std::vector<std::uint32_t> words;  ///< RGBA8
};

}  // namespace satscope::app
