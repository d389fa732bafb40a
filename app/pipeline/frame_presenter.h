// SPDX-License-Identifier: Apache-2.0
// The way of a frame to the screen, for tables and for chains of filters. Two sets of screen buffers: the front one is drawn,
// the back one is being filled. They change places only when the back one is complete, so a drawn frame never mixes two.
//
//   send -> interop: [upload to the GPU] -> waiting -> running (CUDA writes the back buffers) -> front
//        -> copy, cpu: worker's thread computes -> uploading (the host fills the back buffers in slices) -> front
//
// No thread waits: on the GPU the next frame goes up while this one is computed.
#pragma once
#include <memory>
#include <optional>
#include <stdexcept>

#include "app/core/newest_worker.h"
#include "app/pipeline/runner.h"

namespace satscope::app {

/// Buffers can no longer be shared with CUDA.
struct SharingFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the worker's thread keeps from one content to the next.
struct WorkerState {
  HostPool pool;
  std::shared_ptr<Runner> runner = {};  ///< of the paths copy and cpu
  // of the last still: one raw element a pixel, and words for the screen
  std::shared_ptr<const Samples> still = {};
  Scalar type = Scalar::u8;
  int reduction = 0;
  HostBlock pixels = {}, words = {};
  std::optional<DeepGreys> greys = {};

  /// All that can be had without OpenGL. Throws what the user must read.
  void work(Content& content, JobProgress& progress);

 private:
  void prepare_still(Content& content);
};

/// Needs a current OpenGL 3.3 context for its whole life.
class FramePresenter {
 public:
  /// uploads: what the host computed goes into OpenGL's buffers; else it is shown from where it lies.
  FramePresenter(HostPool pool, bool uploads)
      : uploads_(uploads), worker_state_(std::make_shared<WorkerState>(WorkerState{std::move(pool)})) {}
  ~FramePresenter();

  /// Whether `send` replaces nothing.
  bool has_room() const { return !waiting_ && !worker_.busy(); }
  /// Whether something on the path interop has not begun to run.
  bool waits() const { return waiting_ || preparing_; }
  bool busy() const { return waiting_ || running_ || uploading_ || worker_.busy(); }
  double fraction() const { return worker_.fraction(); }  ///< of what the worker does; negative if not known

  /// The newest wins over what has not begun to run.
  void send(std::shared_ptr<Content> content);
  /// From here on nothing that was sent before arrives.
  void drop();
  void forget_buffers() { back_ = {}; }  ///< after SharingFailed

  /// Takes what is finished; of what the host uploads, a slice. The content that arrived, whose buffers are the front ones now,
  /// or which was there and has its numbers now; else null. Throws the sentence why there is none.
  std::shared_ptr<Content> arrive();
  /// Enqueues what waits, if nothing runs; whole: with all of a table. Throws SharingFailed.
  void depart(const Watch& watch, bool whole);

  /// Of a content that is shown; the table arrives later.
  void fetch_table(std::shared_ptr<Content> content);
  void fetch_pixel(Content& content, std::pair<int, int> pixel) { content.runner->fetch_pixel(content, front(content), pixel); }
  ScreenBuffers& front(const Content& content) { return content.job->chain ? chain_front_ : table_front_; }

 private:
  void work(std::shared_ptr<Content> content);
  void collect();
  std::shared_ptr<Content> finish_running();
  std::shared_ptr<Content> upload_slice();

  const bool uploads_;
  ScreenBuffers table_front_, chain_front_, back_;
  std::optional<UploadLane> lane_;
  std::shared_ptr<Runner> runner_;  // of the path interop
  std::shared_ptr<Content> waiting_, running_, uploading_;
  bool preparing_ = false;                   // the worker prepares what waits
  bool fetching_ = false, dropped_ = false;  // of what runs
  std::size_t uploaded_ = 0;                 // words
  std::shared_ptr<WorkerState> worker_state_;
  NewestWorker<std::shared_ptr<Content>> worker_;  // last, so that its thread ends first
};

}  // namespace satscope::app
