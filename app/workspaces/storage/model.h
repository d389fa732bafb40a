// SPDX-License-Identifier: Apache-2.0
// What the workspace Storage keeps from frame to frame: the picture with its paint, and on a thread of its own the table of it
// as it is stored, with every error.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/newest_worker.h"
#include "app/pipeline/frame.h"
#include "app/session/session.h"
#include "app/workspaces/storage/settings.h"
#include "kernels/storage/loss.h"

namespace satscope::app {

/// A table that is stored, beside the right one.
struct KeptTable {
  Stored stored;
  Judged judged;
  Extent exact_here;  ///< largest_exact_square
};

/// The errors of all boxes of one size in small: a cell has the largest error of step x step positions.
struct ErrorMap {
  Extent box, places, cells;
  int step = 1;
  std::vector<float> worst;  ///< of each cell
  std::size_t wrong = 0;     ///< boxes
  double most = 0;
  float at(int column, int row) const {
    return worst[static_cast<std::size_t>(row) * static_cast<std::size_t>(cells.width) + static_cast<std::size_t>(column)];
  }
};
ErrorMap in_small(const BoxErrors& errors, int longest_side);

struct StorageFacts {
  std::shared_ptr<const KeptTable> kept;
  ErrorMap map;  ///< of no box where none is drawn
};

/// What the stored table says of a box.
struct StoredBoxSum {
  double restored = 0;      ///< may be infinite or no number
  std::uint64_t truth = 0;  ///< of the pixels
  int word_reads = 0, pixel_reads = 0;
};

class StorageModel {
 public:
  /// The picture with its paint; null where there is none, or it is as it was.
  std::shared_ptr<const Samples> painted(const std::shared_ptr<const Samples>& of) const;
  /// Paints, starts what is wanted and takes what is finished. True if there is something new to draw.
  bool step(Session& session, const Frame& frame, const std::shared_ptr<const Samples>& samples);
  /// Whether what it shows first is there; of a live picture there is always a newer one.
  bool settled() const { return !worker_.busy() || (given_.serial > 0 && (facts_ || !problem_.empty())); }

  const StorageFacts* facts() const { return facts_ ? &*facts_ : nullptr; }
  const std::string& problem() const { return problem_; }
  /// Nothing where the box leaves the picture.
  std::optional<StoredBoxSum> box_sum(const Box& box) const;
  std::optional<RestoredEntry> entry(int x, int y) const;

 private:
  /// What the newest job was given.
  struct TableRequest {
    std::shared_ptr<const Samples> still;
    std::uint64_t serial = 0;  ///< of a live frame
    std::string method;
    int bits = 0;
    Extent box;
    Extent picture;  ///< because: of a source that changes its size the newest frame may not be the one that is shown
    bool operator==(const TableRequest&) const = default;
    bool same_table(const TableRequest& other) const {
      return still == other.still && serial == other.serial && method == other.method && bits == other.bits &&
             picture == other.picture;
    }
  };

  void paint(const Session& session, const std::shared_ptr<const Samples>& samples);

  std::shared_ptr<const Samples> original_, painted_;
  std::vector<Box> white_;
  TableRequest given_, known_;
  std::optional<StorageFacts> facts_;
  std::string problem_;
  NewestWorker<StorageFacts> worker_;
};

}  // namespace satscope::app
