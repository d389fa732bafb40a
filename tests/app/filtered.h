// SPDX-License-Identifier: Apache-2.0
// What filters make of a picture in colour, by their definitions: windows are walked pixel by pixel.
#pragma once
#include <string>

#include "tests/sources/media.h"

namespace satscope::test {

/// A picture whose every pixel is given by a formula; grey or not.
Picture reported_picture(Extent extent, bool grey);

/// An uncompressed PNG of it: grey or RGB.
std::string png_of(const Picture& picture, bool grey);

/// A PNG as satscope reads it.
Picture read_png(const std::string& file);
/// What its header says: 0 grey, 2 RGB.
int colour_type_of(const std::string& png);

/// Means of 2r+1 pixels each way of what lies within the picture, each channel by itself, rounded half up.
Picture box_mean(const Picture& picture, int r);
/// Black where 100 n I < (100 - t) S, of the luma I, its window's sum S and pixels n; else white.
Picture bradley(const Picture& picture, int r, int t);

/// The part of width x height pixels from (x, y) on.
Picture cropped(const Picture& picture, int x, int y, int width, int height);
/// Left and right change places.
Picture flipped(const Picture& picture);
/// By a quarter turn clockwise, so many times.
Picture rotated(Picture picture, int quarters);

}  // namespace satscope::test
