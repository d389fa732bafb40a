// SPDX-License-Identifier: Apache-2.0
#include "app/frame_live.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "app/sources/synthetic.h"

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::nanoseconds k_pace{1'000'000'000 / 60};

}  // namespace

struct LiveSource::State {
  explicit State(HostPool its_pool) : pool(std::move(its_pool)) {}

  HostPool pool;
  std::mutex mutex;
  std::condition_variable changed;
  bool ending = false;
  bool running = false;
  Extent extent;
  std::optional<LiveFrame> newest;
  std::thread thread;

  void work() {
    std::unique_lock lock(mutex);
    std::chrono::nanoseconds scene_time{0};
    while (!ending) {
      if (!running) {
        changed.wait(lock, [this] { return ending || running; });
        continue;
      }
      const Clock::time_point started = Clock::now();
      const Extent size = extent;
      lock.unlock();
      LiveFrame frame{size, pool.take(size.area() * sizeof(std::uint32_t))};
      draw_synthetic({reinterpret_cast<std::uint32_t*>(frame.rgba.get()), size.area()}, size,
                     std::chrono::duration<double>(scene_time).count());
      lock.lock();
      if (running && extent == size) newest = std::move(frame);
      changed.wait_until(lock, started + k_pace, [this] { return ending || !running; });
      scene_time += Clock::now() - started;
    }
  }
};

LiveSource::LiveSource(HostPool pool) : state_(std::make_unique<State>(std::move(pool))) {
  state_->thread = std::thread([this] { state_->work(); });
}

LiveSource::~LiveSource() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->ending = true;
  }
  state_->changed.notify_all();
  state_->thread.join();
}

void LiveSource::run(Extent extent) {
  {
    const std::lock_guard lock(state_->mutex);
    if (!(state_->extent == extent)) state_->newest.reset();
    state_->extent = extent;
    state_->running = true;
  }
  state_->changed.notify_all();
}

void LiveSource::stop() {
  const std::lock_guard lock(state_->mutex);
  state_->running = false;
  state_->newest.reset();
}

std::optional<LiveFrame> LiveSource::take() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->newest, std::nullopt);
}

}  // namespace satscope::app
