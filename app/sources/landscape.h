// SPDX-License-Identifier: Apache-2.0
// The default picture: a valley with sun, clouds, wooded ridges and balloons, and a printed sheet half in the shade. It has
// what teaching tables needs: smooth gradients, hard edges, fine texture, dark bars on light paper, steps of known grey. It
// moves with time.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/types.h"

namespace satscope::app {

/// Red, green, blue, 0 ... 255.
struct Colour {
  float r = 0, g = 0, b = 0;
};

/// One moment of the scene. Lengths are in picture heights, so that every size shows the same.
class Landscape {
 public:
  /// Computes what belongs to whole columns; rows are then cheap.
  Landscape(Extent extent, double seconds, bool with_sheet = true);

  /// Draws row y as RGBA8 words, extent.width of them.
  void draw_row(int y, std::span<std::uint32_t> rgba);

 private:
  /// The sum of two of these per wave makes a slanting wave from a column's part and a row's part.
  struct CloudWave {
    float per_x, per_y, weight, phase;  ///< turns per height, strength, turns
    std::vector<float> sine, cosine;    ///< of the column's part
  };
  /// A range of hills: everything below its ridge.
  struct Hill {
    std::vector<float> ridge;  ///< height of the ridge over each column, downward
    std::vector<float> light;  ///< how much the slope there faces the sun
    float highest, lowest;     ///< of the ridge
    Colour crest, foot;        ///< near the ridge, and where mist gathers below
    float mist_depth;          ///< over which crest turns into foot
    float texture;             ///< strength of the speckle
    std::uint32_t scrolled;    ///< columns by which the range has moved
  };
  struct Balloon {
    float x, y, radius;
    Colour stripe, other;
  };
  /// The printed sheet, in whole pixels so that its edges are sharp.
  struct Sheet {
    int left = 0, top = 0, width = 0, height = 0;
    int unit = 0;  ///< the stroke of its print; 0: no sheet, the picture is too small
  };

  void draw_sky(float y);
  void draw_clouds(float y);
  void draw_hill(const Hill& hill, int row, float y);
  void draw_balloon(const Balloon& balloon, float y);
  void draw_sheet(int row);
  void pack(int row, std::span<std::uint32_t> rgba) const;

  Extent extent_;
  double seconds_;
  float pixel_;  ///< one pixel in heights
  float sun_x_, sun_y_;
  std::vector<CloudWave> clouds_;
  std::vector<Hill> hills_;  ///< far to near
  std::vector<Balloon> balloons_;
  Sheet sheet_;
  std::vector<float> x_;              ///< centre of each column
  std::vector<float> r_, g_, b_;      ///< the row that is being drawn
  std::vector<float> coarse_, fine_;  ///< its clouds
  std::array<std::vector<float>, 8> dither_;
};

}  // namespace satscope::app
