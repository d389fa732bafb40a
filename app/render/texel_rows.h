// SPDX-License-Identifier: Apache-2.0
// The colours of texels, a row at a time, on the host: the arithmetic of shaders/values.glsl in loops that become vector code.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/render/look.h"

namespace satscope::app {

/// Red, green, blue and alpha, 16 bits each, in sixteenths of a level: sums of sixteen of them stay apart.
using DeepColour = std::uint64_t;
inline constexpr int k_deep_per_level = 16;
DeepColour deep(Rgb colour);

/// The colours of a map in steps that are finer than the eye and the screen.
class DeepMap {
 public:
  static constexpr int k_steps = 8;  ///< per colour of the map's 256
  static constexpr int k_shades = 255 * k_steps + 1;

  explicit DeepMap(ColourMap map);
  const DeepColour* shades() const { return shades_.data(); }

 private:
  std::vector<DeepColour> shades_;
};

/// Which columns of texels a view needs, in order. All between the first and the last, or where it skips many, each of them.
struct TexelColumns {
  int first = 0;
  std::size_t count = 0;
  std::vector<int> each;  ///< empty: all from `first` on

  int at(std::size_t i) const { return each.empty() ? first + static_cast<int>(i) : each[i]; }
};

/// One thread's room for rows.
class TexelRows {
 public:
  /// From here on it is this view; all are borrowed.
  void begin(const TexelLook& look, const HostTexels& texels, const DeepMap& map, const TexelColumns& columns);
  /// The colours of the needed texels of row y, one after the other.
  void colour(int y, DeepColour* to);

 private:
  void colour_picture(const std::byte* words, int y, DeepColour* to);
  void colour_difference(int y, DeepColour* to);
  void colour_numbers(int y, DeepColour* to);
  template <class T>
  const T* row_of(const std::byte* from, int y, std::vector<T>& room) const;
  void above_whole(const std::uint32_t* entries, int y);
  void above_long(const std::uint64_t* entries, int y);
  template <class T>
  void above_floats(const T* entries, int y);

  const TexelLook* look_ = nullptr;
  HostTexels texels_;
  const DeepMap* map_ = nullptr;
  const TexelColumns* columns_ = nullptr;
  std::vector<std::uint32_t> x_in_picture_;  ///< of each column: how many pixels it sums in x, where the ramp is taken off
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint32_t> whole_, words_, more_words_, shade_;
  std::vector<std::uint64_t> long_;
  std::vector<float> floats_, above_;
  std::vector<double> doubles_;
};

}  // namespace satscope::app
