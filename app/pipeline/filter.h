// SPDX-License-Identifier: Apache-2.0
// What a chain of filters made of the frame shown. Part of app/pipeline/frame.h.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/pipeline/painted_map.h"
#include "kernels/filter.h"
#include "kernels/table.h"

namespace satscope::app {

/// Asks for a chain of filters over the frame instead of its table.
struct FilterWish {
  std::vector<ChainLink> chain;  ///< in order; empty: the picture as it is
  bool colour = true;            ///< as PlaygroundEdit
  std::vector<Box> regions = {};
  std::shared_ptr<const PaintedMap> painted = {};
};
bool operator==(const FilterWish& a, const FilterWish& b);

/// What one filter of the chain costs.
struct FilterTimes {
  std::string filter;    ///< id
  double median_ms = 0;  ///< of all its passes, tables included; of the last runs, at most 60
  double table_ms = 0;   ///< of that, its tables
  int tables = 0;
};

/// A frame with what the chain made of it. Texel (i, j) of both buffers stands for pixel (i * reduction, j * reduction).
struct Filtered {
  bool ready = false;
  Extent picture;
  Extent texels;
  int reduction = 1;
  unsigned picture_texture = 0;      ///< GL_TEXTURE_BUFFER of R32UI: RGBA8 words
  unsigned result_texture = 0;       ///< the same, of the filtered picture
  bool colour = false;               ///< filtered in four channels; else its luma was
  std::vector<FilterTimes> filters;  ///< of the chain that made it, in order
  double total_ms = 0;               ///< median, all passes
  int tables = 0;                    ///< that the chain makes
  std::size_t table_bytes = 0;       ///< of these at one time
  std::vector<double> regions;       ///< how much moves in each region: mean |frame - previous|, 0 ... 255
  std::string remark;                ///< what the request came down to ("sigma reached: 4.97"); may be empty
  std::string message;               ///< a sentence why the chain cannot run; then the picture is shown as it is
  std::uint64_t serial = 0;          ///< grows with every new content
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
