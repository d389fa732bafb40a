// SPDX-License-Identifier: Apache-2.0
#include "kernels/slices.h"

#include <utility>

namespace satscope {
namespace {

using Clock = std::chrono::steady_clock;

/// Because: what runs on it needs no less than on the program's own, and a page has one of this size.
constexpr std::size_t k_stack_bytes = std::size_t{1} << 20;

thread_local int open_slices = 0;
thread_local Clock::time_point slice_end;

}  // namespace

namespace detail {

void give_way_if_due() {
  const Clock::time_point left = Clock::now();
  if (left < slice_end) return;
  SlicedWork& work = *running_slice;
  work.stack_->leave();
  work.away_ += Clock::now() - left;
}

}  // namespace detail

WorkClock::time_point WorkClock::now() {
  return Clock::now() - (detail::running_slice ? detail::running_slice->away_ : Clock::duration{});
}

SlicedWork::Slices::Slices(std::chrono::milliseconds length) {
  ++open_slices;
  slice_end = Clock::now() + length;
}
SlicedWork::Slices::~Slices() { --open_slices; }

SlicedWork::~SlicedWork() {
  while (going()) go_on();
}

template <class Run>
void SlicedWork::run(const Run& run) {
  SlicedWork* const before = std::exchange(detail::running_slice, this);
  run();
  detail::running_slice = before;
  if (ended_) stack_.reset();
}

void SlicedWork::begin(std::function<void()> work) {
  if (open_slices == 0 || !OwnStack::why_not().empty()) return work();
  stack_ = std::make_unique<OwnStack>(k_stack_bytes);
  ended_ = false;
  away_ = {};
  run([&] {
    stack_->enter([this, work = std::move(work)] {
      work();
      ended_ = true;
    });
  });
}

void SlicedWork::go_on() {
  run([this] { stack_->resume(); });
}

}  // namespace satscope
