// SPDX-License-Identifier: Apache-2.0
#include "app/window/loader.h"

#include <new>
#include <utility>

#include "app/sources/live_open.h"

namespace satscope::app {
namespace {

/// A table of 32 bits, another one's worth of buffers beside it, and the texels of both.
double bytes_to_show(Extent extent) { return 10.0 * extent.width * extent.height; }

}  // namespace

Loader::Loader() : thread_([this] { work(); }) {}

Loader::~Loader() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Loader::request(const std::string& input) {
  {
    const std::lock_guard lock(mutex_);
    next_ = input;
    done_.reset();
  }
  wake_.notify_one();
}

void Loader::forget() {
  const std::lock_guard lock(mutex_);
  next_.reset();
  done_.reset();
  unwanted_ = working_;
}

bool Loader::busy() const {
  const std::lock_guard lock(mutex_);
  return next_ || (working_ && !unwanted_) || done_;
}

std::optional<Loader::Loaded> Loader::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, std::nullopt);
}

void Loader::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return next_ || ending_; });
    if (ending_) return;
    Loaded loaded{.input = *std::exchange(next_, std::nullopt), .samples = nullptr, .error = {}};
    working_ = true;
    lock.unlock();
    try {
      loaded.live = is_live(loaded.input);
      if (!loaded.live) loaded.samples = std::make_shared<const Samples>(load_input(loaded.input, bytes_to_show));
    } catch (const std::bad_alloc&) {
      loaded.error = "there is not enough memory for '" + loaded.input + "'";
    } catch (const std::exception& problem) {
      loaded.error = problem.what();
    }
    lock.lock();
    working_ = false;
    if (!std::exchange(unwanted_, false) && !next_) done_ = std::move(loaded);
  }
}

}  // namespace satscope::app
