// SPDX-License-Identifier: Apache-2.0
// What a view shows of which texels, as plain numbers: shaders/view.frag gets them as uniforms, and the colouring on the host
// (app/render/colouring.h) reads them here. So both draw the same picture.
#pragma once
#include <cstddef>
#include <cstdint>

#include "app/render/colour_map.h"
#include "kernels/types.h"

namespace satscope::app {

/// What the words of a buffer mean; the numbers are those of shaders/values.glsl.
enum class TexelKind : std::uint8_t { picture, u32, u64, f32, u8, filtered, s32, f64 };

struct TexelLook {
  TexelKind kind = TexelKind::picture;
  Extent texels = {};  ///< extent of the buffer
  int pitch = 0;       ///< its elements from row to row
  int reduction = 1;   ///< texel (i, j) stands for pixel (i, j) * reduction

  // where they go
  Extent view = {};                        ///< its pixels
  int centre_x = 0, centre_y = 0;          ///< the texel in the middle of the view,
  float inside_x = 0, inside_y = 0;        ///< and the place in it: a float alone is too coarse far to the right
  float per_pixel_x = 1, per_pixel_y = 1;  ///< texels per pixel
  bool grid = false;                       ///< lines between texels, where they are large
  Rgb background{0, 0, 0};                 ///< outside of the texels

  // how a number of a table or a stage looks
  ColourMap colours = ColourMap::cividis;
  std::int64_t low_whole = 0;  ///< what is subtracted from whole numbers,
  float low = 0;               ///< and from floats
  float span = 1;              ///< the high end of the range minus the low one
  bool logarithmic = false;
  float inverse_gamma = 1;
  bool deramp = false;                              ///< table minus mean * (x + 1) * (y + 1)
  std::uint32_t mean_whole = 0, mean_fraction = 0;  ///< the mean: whole part, and fraction in 1/65536
  float mean = 0;                                   ///< the same for tables of floats

  // what is shown of a filtered frame
  int compared = 0;         ///< 0 the result, 1 the original, 2 the difference
  int wipe = 0;             ///< so many columns of texels at the left show the original all the same
  float gain = 1;           ///< of the difference
  bool luma_alone = false;  ///< the filters saw the brightness alone
};

inline constexpr float k_smallest_grid = 6;  ///< pixels per texel from which lines between them are drawn
inline constexpr int k_most_samples = 4;     ///< of texels along each side of a pixel

/// Texels on the host, as the shader reads them from its buffers.
struct HostTexels {
  const std::byte* words = nullptr;
  const std::byte* results = nullptr;  ///< of a filtered frame: after the filters

  explicit operator bool() const { return words && results; }
};

}  // namespace satscope::app
