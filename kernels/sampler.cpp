// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampler.h"

#include <atomic>
#include <utility>

#include "kernels/simt/thread_pool.h"

namespace satscope {

namespace {

/// Numbers of the buffers between the picture and the table.
std::vector<int> scratch_of(const Plan& plan) {
  std::vector<int> numbers;
  for (int buffer = plan.picture() + 1; buffer < plan.table(); ++buffer) numbers.push_back(buffer);
  return numbers;
}

std::size_t bytes_of_set(const Plan& plan) { return plan.buffers.front().bytes() + plan.buffers.back().bytes(); }

}  // namespace

std::size_t timed_passes(const Plan& plan) {
  std::size_t count = plan.passes.size();
  while (count > 1 && plan.passes[count - 1].cost.bytes == 0) --count;
  return count;
}

Sampler::Sampler(Plan plan, Machine machine, int threads, int sets)
    : wanted_(static_cast<std::size_t>(sets > 0 ? sets : sets_beyond_cache(bytes_of_set(plan), machine))), threads_(threads) {
  Engine& first = engines_.emplace_back(std::move(plan), machine, threads);
  serials_.push_back(0);
  stopwatch_.emplace(machine == Machine::gpu ? &first.stream() : nullptr, [this](std::size_t set) { run_set(set); });
}

void Sampler::run_set(std::size_t set) {
  const std::size_t count = timed_passes(plan());
  if (engines_[set].machine() == Machine::cpu) return engines_[set].run(count, progress_);
  for (std::size_t i = 0; i < count; ++i)
    engines_[set].plan().passes[i].gpu(engines_[set].memory(), engines_.front().stream().handle());
}

bool Sampler::adopt(Plan plan) {
  stopwatch_->clear();
  return engines_.front().adopt(std::move(plan));
}

void Sampler::write(std::size_t set, const NumberedPicture& picture) {
  if (serials_[set] == picture.serial) return;
  engines_[set].write(plan().picture(), picture.bytes);
  serials_[set] = picture.serial;
}

std::vector<std::byte> Sampler::result(const NumberedPicture& picture, Progress& progress) {
  Engine& engine = engines_[oldest_];
  write(oldest_, picture);
  engine.poison();
  engine.run_timed(Engine::k_all_passes, &progress);
  engine.wait();
  if (progress.cancelled) return {};
  if (stopwatch_->sets() == 0) stopwatch_->add_set(engine.milliseconds());
  std::vector<std::byte> table(plan().buffers.back().packed_bytes());
  engine.read(plan().table(), table);
  return table;
}

void Sampler::add_set(const NumberedPicture& picture, Progress& progress) {
  const Engine& first = engines_.front();
  const std::vector<int> scratch = scratch_of(plan());
  Engine& engine = engines_.emplace_back(plan(), first.machine(), threads_, scratch);
  for (const int buffer : scratch) engine.attach(buffer, first);
  serials_.push_back(0);
  write(engines_.size() - 1, picture);
  engine.poison();
  engine.run(Engine::k_all_passes, &progress);
  engine.wait();
  if (!progress.cancelled) return stopwatch_->add_set(engine.milliseconds());
  engines_.pop_back();
  serials_.pop_back();
}

void Sampler::settle(bool whole_rounds) {
  settled_ = true;
  stopwatch_->complete(whole_rounds);
}

double Sampler::sample(Progress& progress) {
  progress_ = &progress;
  return stopwatch_->sample();
}

void Sampler::pass_cache(Progress& progress) {
  progress_ = &progress;
  stopwatch_->pass_cache();
}

void Sampler::take(int count, LastTimes& times, Progress& progress) {
  for (; count > 0; --count) {
    const double milliseconds = sample(progress);
    if (progress.cancelled) return;
    times.add(milliseconds);
  }
}

void Sampler::run_passes(Progress& progress) {
  Engine& engine = engines_[oldest_];
  engine.run_timed(Engine::k_all_passes, &progress);
  engine.wait();
}

void Sampler::refresh(const NumberedPicture& picture) {
  write(oldest_, picture);
  oldest_ = (oldest_ + 1) % engines_.size();
}

void Sampler::wake() const {
  if (engines_.front().machine() == Machine::gpu) return;
  std::atomic<int> awake{0};
  together(threads_used(), [&](int) { awake.fetch_add(1, std::memory_order_relaxed); });
}

}  // namespace satscope
