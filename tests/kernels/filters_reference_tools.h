// SPDX-License-Identifier: Apache-2.0
// What the references of filters share. All in double, from the definition.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "tests/kernels/filters_reference.h"

namespace satscope::testing {

std::vector<Allowed> each_pixel(const Extent& extent, const std::function<Allowed(int x, int y)>& of);
Allowed exactly(double value);
double halves_up(double value);
/// All bytes that come from rounding a number this near to `value`.
Allowed rounded(double value, double near = 1e-7);

/// A picture of real numbers.
struct Field {
  Extent extent;
  std::vector<double> values;
  double& at(int x, int y);
  double at(int x, int y) const;
};
/// The mean of the window around a place, which the border rule holds for as for pixels.
double window_mean(const Field& field, Border border, int x, int y, int r);

/// Where a line goes on beyond its ends: one place after the other is folded or stopped; nothing where there is no pixel.
inline std::optional<int> continued(Border border, int i, int length) {
  while (i < 0 || i >= length) {
    if (border == Border::clip || border == Border::zero) return {};
    if (border == Border::clamp) i = i < 0 ? 0 : length - 1;
    if (border == Border::mirror) i = i < 0 ? -1 - i : 2 * length - 1 - i;
  }
  return i;
}
/// The pixel there; 0 under zero, nothing under clip.
std::optional<double> pixel_beyond(const Grey& picture, Border border, int x, int y);

/// How often each grey is in the window around a pixel, and how many pixels a mean would divide by.
struct GreyCounts {
  std::vector<double> of;
  double n;
};
GreyCounts grey_counts(const Grey& picture, Border border, int x, int y, int r);

/// The luma of a colour as ITU-R BT.601 has it, a whole number.
double luma_of_channels(double r, double g, double b);

// References, each by the definition of its filter.
std::vector<Allowed> reference_of_guided(const Asked& asked);
std::vector<Allowed> reference_of_unsharp(const Asked& asked);
std::vector<Allowed> reference_of_contrast(const Asked& asked);
std::vector<Allowed> reference_of_mosaic(const Asked& asked);
std::vector<Allowed> reference_of_median(const Asked& asked);
std::vector<Allowed> reference_of_histogram(const Asked& asked);
std::vector<Allowed> reference_of_depth(const Asked& asked);
std::vector<Allowed> reference_of_motion_blur(const Asked& asked);
std::vector<Allowed> reference_of_correlation(const Asked& asked);
std::vector<Allowed> reference_of_haar(const Asked& asked);
std::vector<Allowed> reference_of_faces(const Asked& asked);
std::vector<Allowed> reference_of_stored(const Asked& asked);

}  // namespace satscope::testing
