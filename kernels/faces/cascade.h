// SPDX-License-Identifier: Apache-2.0
// A cascade of boosted classifiers over sums of rectangles: the detector for which the summed-area table became famous.
//
//      stage 0 --pass--> stage 1 --pass--> ... --> a face        feature   +----+----+
//         |                 |                                              | -1 | +2 |   6, 8 or 9 reads of the table
//         v reject          v reject                                       +----+----+
//
// A stage adds a leaf of each of its trees, and rejects below its threshold. Most windows leave in the first stages, so the
// mean work is small. Papers: P. Viola, M. Jones, Rapid Object Detection using a Boosted Cascade of Simple Features, 2001; R.
// Lienhart, J. Maydt, An Extended Set of Haar-like Features for Rapid Object Detection, 2002.
#pragma once
#include <array>
#include <cstddef>
#include <vector>

#include "kernels/types.h"

namespace satscope::faces {

/// Columns and rows within the window of the cascade; its pixels' sum counts `weight` times.
struct WeightedRect {
  int x = 0, y = 0, width = 0, height = 0;
  float weight = 0;
};

/// Two or three rectangles; the third has weight 0 where there are two.
struct Feature {
  std::array<WeightedRect, 3> rects;
};

/// Goes left if feature / (n s) is below the threshold, with n the pixels and s the standard deviation of the window's inside.
/// A positive way leads to the node of that number in the same tree, which is behind this one; way -k ends in leaf k.
struct Node {
  int feature = 0;
  float threshold = 0;
  int left = 0, right = 0;
};

struct Tree {
  std::size_t first_node = 0, first_leaf = 0;
};

struct Stage {
  std::size_t first_tree = 0, trees = 0;
  float threshold = 0;
};

struct Cascade {
  Extent window;
  std::vector<Feature> features = {};
  std::vector<Node> nodes = {};
  std::vector<float> leaves = {};
  std::vector<Tree> trees = {};
  std::vector<Stage> stages = {};
};

}  // namespace satscope::faces
