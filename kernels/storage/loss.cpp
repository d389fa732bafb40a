// SPDX-License-Identifier: Apache-2.0
#include "kernels/storage/loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/reference.h"
#include "kernels/slices.h"

namespace satscope {
namespace {

constexpr double k_infinite = std::numeric_limits<double>::infinity();

double difference(double restored, std::uint64_t truth) {
  const double error = std::abs(restored - static_cast<double>(truth));
  return std::isfinite(error) ? error : k_infinite;
}

/// Asked between rows.
bool stopped(const std::atomic<bool>* cancelled) {
  give_way();
  return cancelled && cancelled->load(std::memory_order_relaxed);
}

bool all_exact(const Judged& judged, Extent box, const std::atomic<bool>* cancelled) {
  for (int y = 0; y + box.height <= judged.coding.picture.height && !stopped(cancelled); ++y)
    for (int x = 0; x + box.width <= judged.coding.picture.width; ++x)
      if (judged.box_error(x, y, box) != 0) return false;
  return true;
}

}  // namespace

Judged judge(const Stored& stored, std::span<const std::uint8_t> picture) {
  Judged judged{
      .coding = stored.coding, .restored = restore_all(stored), .truth = reference_table(picture, stored.coding.picture)};
  const auto width = static_cast<std::size_t>(stored.coding.picture.width);
  for (std::size_t i = 0; i < judged.restored.size(); ++i) {
    const double error = difference(judged.restored[i], judged.truth[(i / width + 1) * (width + 1) + i % width + 1]);
    judged.wrong += error != 0 ? 1 : 0;
    judged.worst = std::max(judged.worst, error);
  }
  return judged;
}

std::uint64_t Judged::true_sum(int x, int y, Extent size) const {
  const auto at = [&](int X, int Y) {
    return truth[static_cast<std::size_t>(Y) * (static_cast<std::size_t>(coding.picture.width) + 1) +
                 static_cast<std::size_t>(X)];
  };
  const int right = x + size.width, low = y + size.height;
  return at(right, low) - at(right, y) - at(x, low) + at(x, y);
}

double Judged::box_error(int x, int y, Extent size) const {
  const auto width = static_cast<std::size_t>(coding.picture.width);
  const auto restored_at = [&](int X, int Y) {
    return X == 0 || Y == 0 ? 0.0 : restored[static_cast<std::size_t>(Y - 1) * width + static_cast<std::size_t>(X - 1)];
  };
  const int right = x + size.width, low = y + size.height;
  return difference(
      restored_sum(coding, restored_at(right, low), restored_at(right, y), restored_at(x, low), restored_at(x, y)),
      true_sum(x, y, size));
}

BoxErrors errors_of_boxes(const Judged& judged, Extent box, const std::atomic<bool>* cancelled) {
  BoxErrors found{.box = box,
                  .places = {judged.coding.picture.width - box.width + 1, judged.coding.picture.height - box.height + 1},
                  .errors = {}};
  found.errors.reserve(found.places.area());
  for (int y = 0; y < found.places.height && !stopped(cancelled); ++y)
    for (int x = 0; x < found.places.width; ++x) {
      const double error = judged.box_error(x, y, box);
      found.errors.push_back(static_cast<float>(error));
      found.wrong += error != 0 ? 1 : 0;
      found.worst = std::max(found.worst, error);
    }
  return found;
}

Extent largest_exact_square(const Judged& judged, const std::atomic<bool>* cancelled) {
  const Coding& coding = judged.coding;
  const int most = std::max(coding.picture.width, coding.picture.height);
  if (judged.wrong == 0) return coding.picture;
  const auto exact = [&](int k) { return all_exact(judged, square_within(coding.picture, k), cancelled); };
  if (coding.whole_numbers() && coding.dropped == 0) {
    // because: a box holds the smaller ones, so once one has outgrown the words, larger ones have too
    int low = 0, high = most;
    while (low < high) {
      const int k = low + (high - low + 1) / 2;
      if (exact(k))
        low = k;
      else
        high = k - 1;
    }
    return square_within(coding.picture, low);
  }
  int k = 0;
  while (k < most && !stopped(cancelled) && exact(k + 1)) ++k;
  return square_within(coding.picture, k);
}

}  // namespace satscope
