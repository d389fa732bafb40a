// SPDX-License-Identifier: Apache-2.0
#include "kernels/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <thread>

#include "kernels/host_block.h"
#include "kernels/host_memory.h"
#include "kernels/not_supported.h"
#include "kernels/slices.h"

namespace satscope {
namespace {

using Clock = WorkClock;

constexpr unsigned char k_poison = 0xA5;
/// Below that, free memory is not asked for. Because: asking reads a dozen files, which takes longer than a small table.
constexpr std::size_t k_always_there = std::size_t{4} << 20;

double milliseconds_since(Clock::time_point before) {
  return std::chrono::duration<double, std::milli>(Clock::now() - before).count();
}

}  // namespace

struct Engine::State {
  Plan plan;
  Machine machine;
  int threads;  // asked for, or all
  bool asked;   // whether they were asked for
  std::vector<int> threads_of_passes;
  std::vector<void*> blocks;  // where buffers begin
  Memory memory;              // where their places begin
  std::vector<HostBlock> on_host;
  std::vector<DeviceMemory> on_device;
  std::optional<Stream> stream;
  std::optional<Event> started, ended;
  double host_milliseconds = 0;

  // of a run whose passes are timed
  struct Span {
    Event from, to;
  };
  std::vector<Span> pass_spans;  // as many as a run ever needed
  std::size_t timed_passes = 0;  // of the last run; 0: it was not timed
  std::vector<double> host_pass_milliseconds;

  void run_pass(std::size_t i, Progress* progress) {
    if (machine == Machine::gpu)
      plan.passes[i].gpu(memory, stream->handle());
    else
      plan.passes[i].cpu(memory, {.threads = threads_of_passes[i], .progress = progress});
  }
  /// First of all, because it may measure, which is no time of a pass.
  void choose_threads() {
    threads_of_passes.clear();
    if (machine == Machine::gpu) return;
    for (const Pass& pass : plan.passes)
      threads_of_passes.push_back(asked || !pass.worth ? threads : std::clamp(pass.worth(threads), 1, threads));
  }

  void fill(std::size_t buffer, unsigned char byte) {
    if (machine == Machine::gpu)
      stream->fill(blocks[buffer], byte, plan.buffers[buffer].bytes());
    else
      std::memset(blocks[buffer], byte, plan.buffers[buffer].bytes());
  }
  void set_block(std::size_t buffer, void* block) {
    const Buffer& shape = plan.buffers.at(buffer);
    blocks[buffer] = block;
    memory.at[buffer] = block ? static_cast<std::byte*>(block) + shape.first_byte() : nullptr;
  }
  /// Words must begin as zeros; kernels read beyond the ends of rows.
  void clear_what_is_read() {
    bool any = false;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i)
      if ((plan.buffers[i].words || !plan.buffers[i].rows.packed()) && blocks[i]) {
        fill(i, 0);
        any = true;
      }
    if (any && stream) stream->wait();  // because: passes may run on another stream
  }

  std::size_t check(int buffer, std::size_t bytes) const {
    const auto index = static_cast<std::size_t>(buffer);
    if (bytes != plan.buffers.at(index).packed_bytes())
      throw std::invalid_argument(
          fmt::format("buffer '{}' has {} bytes, not {}", plan.buffers[index].name, plan.buffers[index].packed_bytes(), bytes));
    return index;
  }
  /// The rows of a buffer in memory; packed: those of its copy.
  PlacedRows rows_of(int buffer) const {
    const auto index = static_cast<std::size_t>(buffer);
    if (!memory.at.at(index)) throw std::logic_error("a borrowed buffer was never attached");
    return {memory.at[index], plan.buffers[index].pitch_bytes()};
  }
  void copy(PlacedRows to, PlacedRows from, int shaped_as) const {
    const Buffer& about = plan.buffers.at(static_cast<std::size_t>(shaped_as));
    std::size_t bytes = about.row_bytes(), count = static_cast<std::size_t>(about.shape.height);
    if (about.words || (to.pitch == bytes && from.pitch == bytes)) {
      bytes = about.packed_bytes();
      count = 1;
    }
    if (machine == Machine::gpu) return stream->copy_rows(to, from, bytes, count);
    for (std::size_t row = 0; row < count; ++row)
      std::memcpy(static_cast<std::byte*>(to.at) + row * to.pitch, static_cast<const std::byte*>(from.at) + row * from.pitch,
                  bytes);
  }
  /// `block` holds packed rows of the buffer.
  PlacedRows packed(int buffer, const void* block) const {
    return {const_cast<void*>(block), plan.buffers.at(static_cast<std::size_t>(buffer)).row_bytes()};
  }
};

Engine::Engine(Plan plan, Machine machine, int threads, std::vector<int> borrowed)
    : state_(std::make_unique<State>(State{.plan = std::move(plan),
                                           .machine = machine,
                                           .threads = threads > 0 ? threads : host_threads(),
                                           .asked = threads > 0,
                                           .threads_of_passes = {},
                                           .blocks = {},
                                           .memory = {},
                                           .on_host = {},
                                           .on_device = {},
                                           .stream = {},
                                           .started = {},
                                           .ended = {},
                                           .pass_spans = {},
                                           .host_pass_milliseconds = {}})) {
  State& s = *state_;
  const auto is_borrowed = [&](std::size_t i) { return std::ranges::count(borrowed, static_cast<int>(i)) > 0; };
  std::size_t needed = 0;
  for (std::size_t i = 0; i < s.plan.buffers.size(); ++i)
    if (!is_borrowed(i)) needed += s.plan.buffers[i].bytes();
  if (machine == Machine::gpu && !gpu_status().usable) throw NotSupported(gpu_status().reason);
  const std::size_t available = machine == Machine::gpu    ? gpu_free_bytes()
                                : needed <= k_always_there ? k_always_there
                                                           : available_host_memory();
  if (needed > available)
    throw NotSupported(fmt::format("this table needs {:.2f} GB on the {}, and {:.2f} GB are free",
                                   static_cast<double>(needed) / 1e9, machine == Machine::gpu ? "GPU" : "host",
                                   static_cast<double>(available) / 1e9));
  if (machine == Machine::gpu) {
    s.stream.emplace();
    s.started.emplace();
    s.ended.emplace();
  }
  for (std::size_t i = 0; i < s.plan.buffers.size(); ++i) {
    const std::size_t bytes = s.plan.buffers[i].bytes();
    void* place = nullptr;
    if (is_borrowed(i)) {
      // its place comes later
    } else if (machine == Machine::gpu) {
      place = s.on_device.emplace_back(bytes).get();
    } else {
      place = s.on_host.emplace_back(make_host_block(bytes)).get();
    }
    s.blocks.push_back(nullptr);
    s.memory.at.push_back(nullptr);
    s.memory.pitches.push_back(s.plan.buffers[i].pitch());
    s.set_block(i, place);
  }
  s.clear_what_is_read();
  s.choose_threads();
}

Engine::~Engine() {
  // because: memory that enqueued kernels still use must not be freed under them
  if (state_ && state_->stream) try {
      state_->stream->wait();
    } catch (const std::exception&) {
      // a broken GPU has been reported where it was found; the memory goes with the process
    }
}
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&& other) noexcept {
  Engine old(std::move(*this));
  state_ = std::move(other.state_);
  return *this;
}

bool Engine::adopt(Plan plan) {
  const auto same = [](const Buffer& a, const Buffer& b) {
    return a.type == b.type && a.shape == b.shape && a.channels == b.channels && a.words == b.words && a.rows == b.rows;
  };
  if (!std::ranges::equal(plan.buffers, state_->plan.buffers, same)) return false;
  state_->plan = std::move(plan);
  state_->choose_threads();
  state_->timed_passes = 0;
  return true;
}

const Plan& Engine::plan() const { return state_->plan; }
Machine Engine::machine() const { return state_->machine; }
int Engine::threads() const { return state_->threads; }
int Engine::threads_used() const {
  const State& s = *state_;
  int most = 0;
  for (std::size_t i = 0; i < s.threads_of_passes.size(); ++i) {
    // because: what is worth a number is cut into as many parts as there are threads, and all else into its blocks
    const bool cut = s.asked && s.plan.passes[i].worth;
    const std::int64_t work = cut ? s.threads : std::max<std::int64_t>(s.plan.passes[i].blocks, 1);
    most = std::max(most, static_cast<int>(std::min<std::int64_t>(s.threads_of_passes[i], work)));
  }
  return most;
}
const Stream& Engine::stream() const { return state_->stream.value(); }

void Engine::attach(int buffer, void* block) {
  constexpr std::uintptr_t k_access = 16;  // the widest of a kernel
  if (state_->machine == Machine::gpu && reinterpret_cast<std::uintptr_t>(block) % k_access != 0)
    throw std::invalid_argument(fmt::format("a GPU buffer must begin at a multiple of {} bytes", k_access));
  state_->set_block(static_cast<std::size_t>(buffer), block);
}
void Engine::attach(int buffer, const Engine& owner) {
  attach(buffer, owner.state_->blocks.at(static_cast<std::size_t>(buffer)));
}
const Memory& Engine::memory() const { return state_->memory; }

void Engine::write(int buffer, std::span<const std::byte> from) {
  state_->check(buffer, from.size());
  enqueue_write(buffer, from.data());
  wait();  // because: `from` may go away
}

void Engine::read(int buffer, std::span<std::byte> to) const {
  state_->check(buffer, to.size());
  enqueue_read(buffer, to.data());
  wait();
}

void Engine::enqueue_write(int buffer, const void* from) {
  state_->copy(state_->rows_of(buffer), state_->packed(buffer, from), buffer);
}
void Engine::enqueue_read(int buffer, void* to) const { enqueue_copy(buffer, to); }
void Engine::enqueue_copy(int buffer, void* to) const {
  state_->copy(state_->packed(buffer, to), state_->rows_of(buffer), buffer);
}
void Engine::enqueue_copy(int from, int to) { state_->copy(state_->rows_of(to), state_->rows_of(from), from); }

void Engine::poison() {
  State& s = *state_;
  for (std::size_t i = 0; i < s.plan.buffers.size(); ++i) {
    if (static_cast<int>(i) == s.plan.picture() || s.plan.buffers[i].words) continue;
    s.fill(i, k_poison);
  }
}

void Engine::run(std::size_t passes, Progress* progress) {
  State& s = *state_;
  s.timed_passes = 0;
  const std::size_t count = std::min(passes, s.plan.passes.size());
  if (s.machine == Machine::gpu) {
    s.started->record(*s.stream);
    for (std::size_t i = 0; i < count; ++i) s.run_pass(i, progress);
    s.ended->record(*s.stream);
    return;
  }
  const Clock::time_point before = Clock::now();
  for (std::size_t i = 0; i < count; ++i) {
    give_way();
    if (progress && progress->cancelled) break;
    s.run_pass(i, progress);
  }
  s.host_milliseconds = milliseconds_since(before);
}

void Engine::run_timed(std::size_t passes, Progress* progress, const PassLook& look) {
  State& s = *state_;
  const std::size_t count = std::min(passes, s.plan.passes.size());
  const bool on_gpu = s.machine == Machine::gpu;
  s.timed_passes = 0;
  s.host_milliseconds = 0;
  s.host_pass_milliseconds.clear();
  if (on_gpu) s.started->record(*s.stream);
  while (on_gpu && s.pass_spans.size() < count) s.pass_spans.emplace_back();
  for (std::size_t i = 0; i <= count; ++i) {
    give_way();
    if (look) look(i);
    if (i == count || (progress && progress->cancelled)) break;
    if (on_gpu) {
      s.pass_spans[i].from.record(*s.stream);
      s.run_pass(i, progress);
      s.pass_spans[i].to.record(*s.stream);
    } else {
      const Clock::time_point before = Clock::now();
      s.run_pass(i, progress);
      s.host_pass_milliseconds.push_back(milliseconds_since(before));
    }
    ++s.timed_passes;
  }
  if (on_gpu) s.ended->record(*s.stream);
}

void Engine::enqueue_on(const Stream& stream) {
  for (const Pass& pass : state_->plan.passes) pass.gpu(state_->memory, stream.handle());
}

bool Engine::finished() const { return state_->machine == Machine::cpu || state_->ended->reached(); }
void Engine::wait() const {
  if (state_->stream) state_->stream->wait();
}
double Engine::milliseconds() const {
  const State& s = *state_;
  if (s.timed_passes > 0) {
    const std::vector<double> passes = pass_milliseconds();
    return std::accumulate(passes.begin(), passes.end(), 0.0);
  }
  return s.machine == Machine::cpu ? s.host_milliseconds : Event::milliseconds(*s.started, *s.ended);
}
std::vector<double> Engine::pass_milliseconds() const {
  const State& s = *state_;
  if (s.machine == Machine::cpu) return s.timed_passes > 0 ? s.host_pass_milliseconds : std::vector<double>{};
  std::vector<double> passes;
  for (std::size_t i = 0; i < s.timed_passes; ++i)
    passes.push_back(Event::milliseconds(s.pass_spans[i].from, s.pass_spans[i].to));
  return passes;
}

}  // namespace satscope
