// SPDX-License-Identifier: Apache-2.0
// The road of a table that CUDA writes into OpenGL's buffers: everything is enqueued on the engine's stream, nothing is
// waited for. What the interface reads as numbers comes down in the same order, so it belongs to what is shown.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "app/pipeline/content.h"
#include "app/render/shared_buffer.h"
#include "kernels/engine.h"

namespace satscope::app {

/// Entries of P that the interface reads.
struct Watch {
  Box visible;
  Box selected;
};

/// The entries of one table that were asked for before it was computed.
class WatchedEntries {
 public:
  WatchedEntries() = default;
  /// Enqueues the downloads of a table that lies packed and inclusive at `table` on the device.
  WatchedEntries(const Watch& watch, Extent picture, Scalar type, const void* table, const Stream& stream, HostPool& pool);

  std::optional<Value> padded(int X, int Y) const;      ///< empty where it was not watched
  std::optional<BoxSum> box_sum(const Box& box) const;  ///< of a box inside the picture
  double total() const;
  Spreads spreads(double mean) const;

 private:
  Value value(std::size_t byte) const;
  Extent picture_;
  Scalar type_ = Scalar::u32;
  Box rectangle_;                              // of inclusive entries
  std::array<std::pair<int, int>, 5> single_;  // inclusive entries: four corners and the last one
  int row_step_ = 1;
  std::size_t rectangle_at_ = 0, rows_at_ = 0;  // bytes
  HostBlock block_;
};

/// Picture, table and stage of one content in OpenGL's hands.
struct ScreenBuffers {
  SharedBuffer picture{DisplayPath::cpu};
  SharedBuffer table{DisplayPath::cpu};
  SharedBuffer stage{DisplayPath::cpu};  ///< nothing where the stage is the table
  /// Makes room for the content, on its display path.
  void fit(const Content& content);
};

/// One table at a time between the first and the last of these calls.
class InteropRoad {
 public:
  explicit InteropRoad(HostPool pool) : pool_(std::move(pool)) {}

  /// Uploads, computes and downloads; whole: all of the table, else what is watched. Throws if CUDA refuses.
  void start(std::shared_ptr<Content> content, ScreenBuffers& buffers, const Watch& watch, bool whole);
  /// Downloads the whole table of a content that is shown.
  void fetch(std::shared_ptr<Content> content, ScreenBuffers& buffers);
  bool travelling() const { return content_ != nullptr; }
  /// Whether what was started is finished, which fills in the content's numbers; does not wait.
  bool arrived();
  /// The content that arrived, and what was watched of it (nothing known where the whole table is there).
  std::pair<std::shared_ptr<Content>, WatchedEntries> take();

 private:
  void run_with_stage(Content& content, ScreenBuffers& buffers);
  void finish();
  HostPool pool_;
  std::optional<Event> end_;
  std::optional<std::pair<Event, Event>> split_;  ///< around the channel split of a live frame
  std::shared_ptr<Content> content_;
  HostBlock table_;
  WatchedEntries watched_;
  bool computed_ = false;
};

}  // namespace satscope::app
