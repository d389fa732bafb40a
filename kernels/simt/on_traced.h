// SPDX-License-Identifier: Apache-2.0
// Backend OnTraced: runs a kernel's blocks as fibers and records them.
#pragma once
#include "kernels/simt/pass.h"
#include "kernels/simt/traced.h"

namespace satscope {

struct OnTraced {
  static constexpr bool traced = true;

  // buffers of a plan are the first that the recorder knows, under their numbers or those they were mapped to
  template <class M, class T, bool reads, bool writes>
  static auto bind_traced(BufferOf<T, reads, writes> a) {
    return global<M, T>{Recorder::now().plan_buffer(a.buffer)};
  }
  template <class M, class T, bool reads, bool writes>
  static auto bind_traced(PitchedBufferOf<T, reads, writes> a) {
    Recorder& recorder = Recorder::now();
    const int buffer = recorder.plan_buffer(a.buffer);
    return pitched<M, T>{{{buffer}}, recorder.shape(buffer).width};  // because: buffers of a trace are packed
  }
  template <class M, class T>
  static auto bind_traced(words_of<T> a) {
    return tile_status<M, T>{Recorder::now().plan_buffer(a.buffer)};
  }
  template <class M, class T>
  static T bind_traced(const T& value) {
    return value;
  }

  template <class Kernel, class... Args>
  static void set_runner(Pass& pass, Grid grid, Args... args) {
    pass.traced = [=, name = pass.name](Recorder& recorder) {
      using M = Traced<Kernel::threads, Kernel::warp>;
      recorder.run_pass(name, grid.x, grid.y, Kernel::threads, Kernel::warp, [&](int bx, int by) {
        M machine{bx, by};
        typename SharedOf<Kernel, M>::type shared_memory;
        run_block<Kernel>(machine, shared_memory, bind_traced<M>(args)...);
      });
    };
  }
};

}  // namespace satscope
