// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernels/faces/detect.h"

namespace satscope::faces {
namespace {

bool alike(const Box& a, const Box& b, double eps) {
  const double most = eps * (std::min(a.width, b.width) + std::min(a.height, b.height)) * 0.5;
  const auto near = [&](int p, int q) { return std::abs(p - q) <= most; };
  return near(a.x, b.x) && near(a.y, b.y) && near(a.x + a.width, b.x + b.width) && near(a.y + a.height, b.y + b.height);
}

/// Within the other, widened by eps of its size.
bool within(const Box& a, const Box& b, double eps) {
  const auto dx = static_cast<int>(std::nearbyint(b.width * eps)), dy = static_cast<int>(std::nearbyint(b.height * eps));
  return a.x >= b.x - dx && a.y >= b.y - dy && a.x + a.width <= b.x + b.width + dx && a.y + a.height <= b.y + b.height + dy;
}

}  // namespace

Box cut_to(Extent picture, const Box& box) {
  const int x = std::clamp(box.x, 0, picture.width), y = std::clamp(box.y, 0, picture.height);
  return {x, y, std::min(box.x + box.width, picture.width) - x, std::min(box.y + box.height, picture.height) - y};
}

std::vector<Face> grouped(std::span<const Box> windows, int least, double eps) {
  std::vector<Face> groups;
  if (least <= 0) {
    for (const Box& window : windows) groups.push_back({window, 1});
    return groups;
  }
  std::vector<std::size_t> parent(windows.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto root = [&](std::size_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for (std::size_t i = 0; i < windows.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (alike(windows[i], windows[j], eps)) {
        const auto [first, second] = std::minmax({root(i), root(j)});
        parent[second] = first;
      }
  std::vector<std::size_t> number(windows.size());
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const std::size_t head = root(i);
    if (head == i) {
      number[i] = groups.size();
      groups.emplace_back();
    }
    Face& face = groups[number[head]];
    face.box.x += windows[i].x;
    face.box.y += windows[i].y;
    face.box.width += windows[i].width;
    face.box.height += windows[i].height;
    ++face.neighbours;
  }
  for (Face& face : groups) {
    const float share = 1.f / static_cast<float>(face.neighbours);
    for (int* side : {&face.box.x, &face.box.y, &face.box.width, &face.box.height})
      *side = static_cast<int>(std::nearbyint(static_cast<float>(*side) * share));
  }
  std::vector<Face> kept;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Face& face = groups[i];
    if (face.neighbours <= least) continue;
    const bool inner = std::ranges::any_of(groups, [&](const Face& other) {
      return &other != &face && other.neighbours > least && within(face.box, other.box, eps) &&
             (other.neighbours > std::max(3, face.neighbours) || face.neighbours < 3);
    });
    if (!inner) kept.push_back(face);
  }
  return kept;
}

}  // namespace satscope::faces
