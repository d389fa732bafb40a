// SPDX-License-Identifier: Apache-2.0
// Work in slices, for a system without threads: its loops give way, and it goes on with a later frame.
//
//     begin(work) --> work ... give_way(), and the time is up --> begin returns      a frame is drawn
//     go_on()     --> work goes on ... give_way() ... it ends --> go_on returns
#pragma once
#include <chrono>
#include <functional>
#include <memory>

#include "kernels/trace/own_stack.h"

namespace satscope {

class SlicedWork;

namespace detail {
inline constinit thread_local SlicedWork* running_slice = nullptr;
void give_way_if_due();
}  // namespace detail

class SlicedWork {
 public:
  /// While there is one, work on this thread may give way. It goes on until `length` after the start of the Slices.
  class Slices {
   public:
    explicit Slices(std::chrono::milliseconds length);
    ~Slices();
    Slices(const Slices&) = delete;
    Slices& operator=(const Slices&) = delete;
  };

  SlicedWork() = default;
  /// What still goes on ends first, which needs Slices.
  ~SlicedWork();
  SlicedWork(const SlicedWork&) = delete;
  SlicedWork& operator=(const SlicedWork&) = delete;

  /// Nothing may go on. Runs `work`, which throws nothing, until it gives way or ends; without Slices, and where no stack can
  /// be left, until it ends.
  void begin(std::function<void()> work);
  bool going() const { return stack_ != nullptr; }
  /// Only while something goes on.
  void go_on();

 private:
  friend void detail::give_way_if_due();
  friend struct WorkClock;
  template <class Run>
  void run(const Run& run);

  std::unique_ptr<OwnStack> stack_;
  bool ended_ = false;
  std::chrono::steady_clock::duration away_{};  ///< how long it has given way
};

/// The time of this thread without the times in which its work had given way.
struct WorkClock : std::chrono::steady_clock {
  static time_point now();
};

/// For loops of long work: if it runs in slices and the time is up, the caller of the slice goes on first. Cheap elsewhere.
inline void give_way() {
  if (detail::running_slice) detail::give_way_if_due();
}

}  // namespace satscope
