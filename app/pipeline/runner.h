// SPDX-License-Identifier: Apache-2.0
// Runs jobs over one set of buffers, one frame after the other: owns the engine, and what a chain remembers from frame to
// frame.
//
//   frame, or numbers of a still -> picture of the plan -> passes, with a stage kept between two of them -> result
//
// On the paths copy and cpu all of it is done on return, in a worker's thread. On the path interop everything is enqueued on
// the engine's stream in OpenGL's thread, and nothing is waited for.
#pragma once
#include <memory>
#include <optional>
#include <utility>

#include "app/core/newest_worker.h"
#include "app/pipeline/content.h"
#include "app/render/shared_buffer.h"
#include "kernels/engine.h"

namespace satscope::app {

/// Used by one thread at a time.
class Runner {
 public:
  Runner(std::shared_ptr<const Job> job, HostPool pool);

  /// Goes on with another job over the same buffers; false if it needs others. Nothing may be running.
  bool adopt(const std::shared_ptr<const Job>& job);

  /// Paths copy and cpu. Cancelled early if progress says so; then the content is worth nothing. Throws what the user must
  /// read.
  void make(Content& content, JobProgress& progress);

  /// Path interop. whole: brings all of a table to the host, else what is watched. Throws if CUDA refuses.
  void enqueue(Content& content, ScreenBuffers& to, const Watch& watch, bool whole);
  /// Brings down the whole table, or one pixel, of a content that is shown.
  void fetch_table(Content& content, ScreenBuffers& from);
  void fetch_pixel(Content& content, ScreenBuffers& from, std::pair<int, int> pixel);  ///< waits; one word is soon there
  bool reached() const { return end_->reached(); }                                     ///< the end of what was enqueued last
  void wait() const { end_->wait(); }

  /// Fills in times and numbers, once the run is finished.
  void finish(Content& content) const;

 private:
  const Stream& stream() const { return engine_ ? engine_->stream() : *own_stream_; }
  const Buffer& buffer(int number) const { return engine_->plan().buffers[static_cast<std::size_t>(number)]; }
  void enter(Content& content, void* words);
  /// Where CUDA puts a stage on the screen; null: not at all.
  struct OnScreen {
    void *stage = nullptr, *before = nullptr;
  };
  void run(Content& content, Progress* progress, OnScreen screen);
  void fill_inputs(Content& content);
  void keep_picture();
  void copy_pixel(Content& content, const void* result, std::pair<int, int> pixel);
  void to_machine(int buffer, const HostBlock& from, Content& content);
  void record_end();

  std::shared_ptr<const Job> job_;
  HostPool pool_;
  std::optional<Engine> engine_;      ///< empty for a chain that is empty
  std::optional<Stream> own_stream_;  ///< where there is no engine
  std::optional<Event> end_;
  std::optional<std::pair<Event, Event>> split_;  ///< around the channel split of a table
  DeviceMemory words_;                            ///< a frame on the GPU, on the path copy
  bool has_previous_ = false;
  // what the engine has; empty: none yet
  std::optional<std::shared_ptr<const PaintedMap>> painted_;
  std::optional<std::shared_ptr<const TemplateCut>> cut_;
};

/// A painted map over a picture of this size, between its cells linearly: a byte per pixel.
void spread_map(const PaintedMap& map, Extent extent, std::uint8_t* to);

}  // namespace satscope::app
