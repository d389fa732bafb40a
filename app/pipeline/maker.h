// SPDX-License-Identifier: Apache-2.0
// Makes tables on the worker's thread, and keeps what the next one can use again: the engine with its buffers, and the
// prepared pixels of a still.
#pragma once
#include <memory>
#include <optional>

#include "app/core/newest_worker.h"
#include "app/pipeline/content.h"
#include "kernels/engine.h"

namespace satscope::app {

/// Used by one thread at a time.
class TableMaker {
 public:
  explicit TableMaker(HostPool pool) : pool_(std::move(pool)) {}

  /// The finished content for the paths `copy` and `cpu`. For `interop` everything that can be had without OpenGL: the
  /// engine, whose table buffer is borrowed, and pixels and words in pinned memory. Throws what the user shall read.
  std::shared_ptr<Content> make(const TableJob& job, JobProgress& progress);

 private:
  void prepare_engine(const TableJob& job);
  void prepare_still(const TableJob& job);
  void split_colour(Content& content);
  void run(Content& content, JobProgress& progress);
  /// Takes the stage's buffer to the host, between two passes.
  void keep_stage(Content& content);

  HostPool pool_;
  std::shared_ptr<Engine> engine_;
  TableJob engine_job_;  ///< what the engine was made for
  DeviceMemory rgba_;    ///< a live frame on the GPU
  std::size_t rgba_bytes_ = 0;
  TableJob still_job_;  ///< what the next two were made for
  HostBlock pixels_;    ///< one raw element per pixel
  HostBlock words_;
};

}  // namespace satscope::app
