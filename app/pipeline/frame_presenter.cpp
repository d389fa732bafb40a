// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/frame_presenter.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;

/// Words that one frame uploads to OpenGL at most: more causes visible lag.
constexpr std::size_t k_slice_words = std::size_t{1} << 22;

}  // namespace

// ---------------------------------------------------------------- the worker's thread

void WorkerState::work(Content& content, JobProgress& progress) {
  const bool interop = content.job->path == DisplayPath::interop;
  if (interop || !runner || !runner->adopt(content.job)) {
    runner.reset();  // first, so that both need not fit
    if (!content.runner) content.runner = std::make_shared<Runner>(content.job, pool);
    if (!interop) runner = std::exchange(content.runner, nullptr);
  }
  if (content.still) prepare_still(content);
  if (interop) return;
  runner->make(content, progress);
  if (!progress.cancelled()) content.reduce_for_screen(pool);
}

void WorkerState::prepare_still(Content& content) {
  const Job& job = *content.job;
  const bool same = still == content.still;
  HostBlock its_words = same && reduction == job.reduction ? words : nullptr;
  HostBlock its_pixels = same && type == job.request.types.in ? pixels : nullptr;
  if (!its_pixels) {
    const std::vector<std::byte> raw = pixels_as(*content.still, job.request.types.in);
    its_pixels = pool.take(raw.size());
    std::memcpy(its_pixels.get(), raw.data(), raw.size());
  }
  content.greys = same ? greys : deep_greys(*content.still);
  if (!its_words) its_words = picture_words(*content.still, content.greys, job.reduction, pool);
  // all at once, because a still that does not fit its type throws above
  still = content.still;
  type = job.request.types.in;
  reduction = job.reduction;
  greys = content.greys;
  content.for_screen[0] = words = std::move(its_words);
  content.pixels = pixels = std::move(its_pixels);
}

// ---------------------------------------------------------------- onto the presenter

FramePresenter::~FramePresenter() {
  if (!running_) return;
  try {
    running_->runner->wait();  // because: CUDA still works for the buffers that end here
  } catch (const std::exception&) {
    // a GPU that is lost has nothing left to wait for
  }
}

void FramePresenter::send(std::shared_ptr<Content> content) {
  waiting_.reset();
  preparing_ = false;
  if (content->job->path != DisplayPath::interop) {
    runner_.reset();
    work(std::move(content));
    return;
  }
  worker_.cancel();
  if (content->frame.rgba) {
    if (!lane_) lane_.emplace();
    content->upload = lane_->begin(content->frame);
  }
  waiting_ = std::move(content);
}

void FramePresenter::work(std::shared_ptr<Content> content) {
  worker_.submit([content = std::move(content), worker_state = worker_state_](JobProgress& progress) {
    worker_state->work(*content, progress);
    return content;
  });
}

void FramePresenter::drop() {
  worker_.cancel();
  uploading_.reset();
  waiting_.reset();
  preparing_ = false;
  dropped_ = running_ && !fetching_;
}

void FramePresenter::depart(const Watch& watch, bool whole) {
  if (!waiting_ || running_ || uploading_ || worker_.busy()) return;
  if (!waiting_->runner) {
    if (!runner_ || !runner_->adopt(waiting_->job)) runner_.reset();
    waiting_->runner = runner_;
    if (!runner_ || waiting_->still) {
      // new buffers and the numbers of a still take time; what is shown stays meanwhile
      work(std::exchange(waiting_, nullptr));
      preparing_ = true;
      return;
    }
  }
  runner_ = waiting_->runner;
  try {
    runner_->enqueue(*waiting_, back_, watch, whole);
  } catch (const std::exception& problem) {
    waiting_.reset();
    runner_.reset();
    throw SharingFailed(problem.what());
  }
  running_ = std::exchange(waiting_, nullptr);
}

void FramePresenter::fetch_table(std::shared_ptr<Content> content) {
  content->runner->fetch_table(*content, front(*content));
  fetching_ = true;
  running_ = std::move(content);
}

// ---------------------------------------------------------------- to the screen

std::shared_ptr<Content> FramePresenter::arrive() {
  try {
    if (running_) return finish_running();
    if (!uploading_) collect();
    return uploading_ ? upload_slice() : nullptr;
  } catch (const std::exception&) {
    // what failed must not be tried for ever
    running_.reset();
    uploading_.reset();
    fetching_ = dropped_ = false;
    throw;
  }
}

void FramePresenter::collect() {
  auto outcome = worker_.take();
  if (!outcome) return;
  preparing_ = false;
  if (!outcome->result) throw std::runtime_error(outcome->error);
  const bool interop = (*outcome->result)->job->path == DisplayPath::interop;
  (interop ? waiting_ : uploading_) = std::move(*outcome->result);
  uploaded_ = 0;
}

std::shared_ptr<Content> FramePresenter::finish_running() {
  if (!running_->runner->reached()) return nullptr;
  if (fetching_)
    running_->find_numbers();
  else
    running_->runner->finish(*running_);
  std::shared_ptr<Content> arrived = std::exchange(running_, nullptr);
  if (std::exchange(fetching_, false)) return arrived;
  if (std::exchange(dropped_, false)) return nullptr;
  std::swap(back_, front(*arrived));
  return arrived;
}

std::shared_ptr<Content> FramePresenter::upload_slice() {
  if (!uploads_) return std::exchange(uploading_, nullptr);
  const auto all_words = uploading_->screen_words();
  std::size_t room = k_slice_words, before = 0;
  for (std::size_t i = 0; i < all_words.size(); ++i) {
    const std::size_t words = all_words[i];
    const std::size_t from = std::min(uploaded_ - before, words), count = std::min(room, words - from);
    before += words;
    if (words == from) continue;
    SharedBuffer& buffer = *back_.all()[i];
    if (from == 0) {
      // a large part begins with a slice of its own, because making room for it takes time too
      if (room < k_slice_words && room < words) return nullptr;
      buffer.fit(uploading_->job->path, words);
    }
    const Clock::time_point began = Clock::now();
    buffer.upload(from, {reinterpret_cast<const std::uint32_t*>(uploading_->for_screen[i].get()) + from, count});
    uploading_->upload_ms += std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    room -= count;
    uploaded_ += count;
    if (from + count < words) return nullptr;
  }
  std::shared_ptr<Content> arrived = std::exchange(uploading_, nullptr);
  std::swap(back_, front(*arrived));
  return arrived;
}

}  // namespace satscope::app
