// SPDX-License-Identifier: Apache-2.0
// Runs a plan: owns its buffers on one machine, and a stream where that machine is the GPU.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "kernels/device.h"
#include "kernels/plan.h"
#include "kernels/simt/thread_pool.h"

namespace satscope {

/// Reads the buffers between the passes: called before the first and after each with the number that are done. GPU: only
/// enqueues on the engine's stream. Its time is no pass's.
using PassLook = std::function<void(std::size_t done)>;

class Engine {
 public:
  static constexpr std::size_t k_all_passes = static_cast<std::size_t>(-1);

  /// Allocates the plan's buffers on the machine. threads: of the host; 0: all, or as many as a pass says. Throws NotSupported
  /// before it allocates anything if there is not enough memory for the plan. borrowed: buffers that `attach` will supply
  /// before the first run; none is allocated for them.
  Engine(Plan plan, Machine machine, int threads = 0, std::vector<int> borrowed = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  /// Switches to another plan over the same buffers: same number, types, shapes and rows. Their content stays. Returns false,
  /// and does nothing, if they differ. The last run must be finished.
  bool adopt(Plan plan);

  const Plan& plan() const;
  Machine machine() const;
  int threads() const;           ///< of the host, that were asked for, or all
  int threads_used() const;      ///< the most of any pass; 0 on the GPU
  const Stream& stream() const;  ///< of the GPU; throws on the CPU

  /// Uses other memory on the same machine for a buffer (a mapped OpenGL buffer, a frame), until the next call: as many bytes
  /// as the buffer occupies. On the GPU its address must be a multiple of 16; throws std::invalid_argument if not.
  void attach(int buffer, void* block);
  /// The same with the memory that an engine of the same plan and machine uses for it, as long as that engine lives.
  void attach(int buffer, const Engine& owner);
  /// What passes run on.
  const Memory& memory() const;

  // The host sees packed rows, however those of a buffer lie.
  /// Copies from or to the host. On the GPU a read waits for everything enqueued before. Sizes must match.
  void write(int buffer, std::span<const std::byte> from);
  void read(int buffer, std::span<std::byte> to) const;
  /// The same, which the GPU only enqueues: the host's memory must stay, and is best pinned.
  void enqueue_write(int buffer, const void* from);
  void enqueue_read(int buffer, void* to) const;
  /// Copies a buffer to packed rows in memory of the same machine, or to another buffer of its shape and type.
  void enqueue_copy(int buffer, void* to) const;
  void enqueue_copy(int from, int to);
  /// Fills every buffer but the picture and words with a pattern that no result has.
  void poison();

  /// Runs the first `passes` passes. CPU: done on return, cancelled early if progress says so. GPU: enqueued on return.
  void run(std::size_t passes = k_all_passes, Progress* progress = nullptr);
  /// The same with the time of each pass, which on the GPU costs two events a pass.
  void run_timed(std::size_t passes = k_all_passes, Progress* progress = nullptr, const PassLook& look = {});
  /// GPU: enqueues all passes on another stream, untimed.
  void enqueue_on(const Stream& stream);
  bool finished() const;        ///< of the last run; does not wait
  void wait() const;            ///< for everything enqueued
  double milliseconds() const;  ///< of the last run, which is finished; transfers are not in it
  /// Of each pass of the last run, which is finished and was timed; else empty.
  std::vector<double> pass_milliseconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Reads a buffer into a vector; T must be the type of its places, with all channels.
template <class T>
std::vector<T> read_buffer(const Engine& engine, int buffer) {
  std::vector<T> values(engine.plan().buffers[static_cast<std::size_t>(buffer)].shape.area());
  engine.read(buffer, std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace satscope
