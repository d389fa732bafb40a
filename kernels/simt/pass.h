// SPDX-License-Identifier: Apache-2.0
// One kernel becomes one Pass. An algorithm's file names its kernels and buffers once, in a function template over a
// `Backend`; the build compiles it once for each backend, and the registry merges the runners pass by pass.
#pragma once
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/plan.h"
#include "kernels/simt/four.h"
#include "kernels/simt/simt.h"

namespace satscope {

/// Blocks of a launch.
struct Grid {
  int x = 1;
  int y = 1;
};

/// Handles that say which buffer of the plan a kernel argument is. A wrong type or a lost const does not compile.
template <class T>
struct in {
  int buffer;
};
template <class T>
struct out {
  int buffer;
};
template <class T>
struct in_out {
  int buffer;
};

// What `run` receives for a handle; plain values pass as they are.
template <class M, class T>
auto bind(const Memory& memory, in<T> a) {
  return global<M, const T>{static_cast<const T*>(memory.at[static_cast<std::size_t>(a.buffer)])};
}
template <class M, class T>
auto bind(const Memory& memory, out<T> a) {
  return global<M, T>{static_cast<T*>(memory.at[static_cast<std::size_t>(a.buffer)])};
}
template <class M, class T>
auto bind(const Memory& memory, in_out<T> a) {
  return global<M, T>{static_cast<T*>(memory.at[static_cast<std::size_t>(a.buffer)])};
}
template <class M, class T>
T bind(const Memory&, const T& value) {
  return value;
}

namespace detail {
template <class T>
void note(Pass&, const T&) {}
template <class T>
void note(Pass& pass, in<T> a) {
  pass.reads.push_back(a.buffer);
}
template <class T>
void note(Pass& pass, out<T> a) {
  pass.writes.push_back(a.buffer);
}
template <class T>
void note(Pass& pass, in_out<T> a) {
  pass.reads.push_back(a.buffer);
  pass.writes.push_back(a.buffer);
}
}  // namespace detail

/// A pass that launches `Kernel` over `grid`. `Backend` (OnGpu, OnCpu) fills in the runner it knows.
template <class Backend, class Kernel, class... Args>
Pass make_pass(std::string name, Grid grid, Cost cost, Args... args) {
  Pass pass{.name = std::move(name), .cost = cost, .blocks = static_cast<std::int64_t>(grid.x) * grid.y};
  (detail::note(pass, args), ...);
  Backend::template set_runner<Kernel>(pass, grid, args...);
  return pass;
}

/// The one of `list` that the request asks for, as a constant: f.template operator()<sizes>().
template <const auto& list, std::size_t i = 0, class F>
auto for_sizes(const Sizes& wanted, F&& f) {
  if constexpr (i + 1 < list.size()) {
    if (wanted != list[i]) return for_sizes<list, i + 1>(wanted, f);
  } else {
    if (wanted != list[i]) throw std::invalid_argument("a trace has one of the sizes that `satscope list` names");
  }
  return f.template operator()<list[i]>();
}

/// Calls f.template operator()<In, T>() for the pair's C++ types.
/// A trace of squares costs an algorithm with many sizes much compile time, so each says whether it has them.
template <class Backend = void, bool traced_squares = false, class F>
auto for_types(const TypePair& pair, F&& f) {
  if constexpr (requires { Backend::traced; }) {
    // because: each pair costs compile time for every size, and these two show all there is to see
    if constexpr (traced_squares)
      if (pair.squares) return f.template operator()<SquaredByte, std::uint64_t>();
    if (pair.squares)
      throw std::invalid_argument("traces of 8u64u-sq are not supported by this algorithm; those of 8u32u and 32f32f are");
    if (pair.out == Scalar::u64) throw std::invalid_argument("traces of 8u64u are not supported; 8u32u and 32f32f are");
    if (pair.out == Scalar::f32) return f.template operator()<float, float>();
    return f.template operator()<std::uint8_t, std::uint32_t>();
  } else {
    if (pair.squares) return f.template operator()<SquaredByte, std::uint64_t>();
    if (pair.out == Scalar::u64) return f.template operator()<std::uint8_t, std::uint64_t>();
    if (pair.out == Scalar::f32) return f.template operator()<float, float>();
    return f.template operator()<std::uint8_t, std::uint32_t>();
  }
}

/// The same for as many channels as the request asks for: Four of the pair's types, of all pairs but squares.
template <class Backend, bool traced_squares = false, class F>
auto for_elements(const Request& request, F&& f) {
  if constexpr (!requires { Backend::traced; })
    if (request.channels == 4) {
      const TypePair& pair = request.types;
      if (pair.squares) throw std::invalid_argument("squares of four channels are not supported; those of one are");
      if (pair.out == Scalar::u64) return f.template operator()<Four<std::uint8_t>, Four<std::uint64_t>>();
      if (pair.out == Scalar::f32) return f.template operator()<Four<float>, Four<float>>();
      return f.template operator()<Four<std::uint8_t>, Four<std::uint32_t>>();
    }
  return for_types<Backend, traced_squares>(request.types, f);
}

}  // namespace satscope
