// SPDX-License-Identifier: Apache-2.0
// What the interface reads of a table as numbers: single entries, sums of boxes, how its values are spread. Of a table that
// only the GPU has, what is watched comes down behind the passes, so it belongs to what is shown.
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "app/pipeline/memory.h"
#include "app/pipeline/shown.h"
#include "kernels/device.h"
#include "kernels/table.h"

namespace satscope::app {

/// What the interface will read of the next content.
struct Watch {
  Box visible;                               ///< P(x ... x + width, y ... y + height)
  std::vector<Box> boxes;                    ///< the four corners of each
  std::optional<std::pair<int, int>> pixel;  ///< of the result of a chain
};

/// What is known of one inclusive table: all of it, or the entries that were asked for before it was computed.
class TableNumbers {
 public:
  TableNumbers() = default;
  /// All of a table that lies packed on the host.
  TableNumbers(HostBlock whole, Extent picture, Scalar type) : picture_(picture), type_(type), whole_(std::move(whole)) {}
  /// Enqueues the downloads of one whose rows lie on the device.
  TableNumbers(const Watch& watch, Extent picture, Scalar type, PlacedRows table, const Stream& stream, HostPool& pool);

  std::optional<Value> padded(int X, int Y) const;      ///< empty where it is not known
  std::optional<BoxSum> box_sum(const Box& box) const;  ///< likewise, and outside of the picture
  double total() const;
  double mean() const;
  Spreads spreads() const;

 private:
  TableView whole() const;
  Value value(std::size_t byte) const;
  Extent picture_;
  Scalar type_ = Scalar::u32;
  HostBlock whole_;  // or what was watched:
  HostBlock block_;
  Box rectangle_;                            // of inclusive entries
  std::vector<std::pair<int, int>> single_;  // inclusive entries: corners of boxes, and the last one
  int row_step_ = 1;
  std::size_t rectangle_at_ = 0, rows_at_ = 0;  // bytes
};

/// Of all of a buffer, from a sample of at most 2^16 elements.
ValueSpread spread_of(const TableView& buffer);

}  // namespace satscope::app
