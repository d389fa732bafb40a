// SPDX-License-Identifier: Apache-2.0
// One kernel becomes one Pass. An algorithm's file names its kernels and buffers once, in a function template over a
// `Backend`; the build compiles it once for each backend, and the registry merges the runners pass by pass.
#pragma once
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/plan.h"
#include "kernels/simt/any_number.h"
#include "kernels/simt/simt.h"
#include "kernels/simt/tile_status.h"
#include "kernels/simt/vec4.h"

namespace satscope {

/// Whether a backend records what it runs.
template <class Backend>
inline constexpr bool is_traced = requires {
  Backend::traced;
};

/// Blocks of a launch.
struct Grid {
  int x = 1;
  int y = 1;
};

/// A handle that says which buffer of the plan a kernel argument is, and what the kernel does with it. A wrong type or a lost
/// const does not compile.
template <class T, bool reads, bool writes>
struct BufferOf {
  int buffer;
};
template <class T>
using in = BufferOf<const T, true, false>;
template <class T>
using out = BufferOf<T, false, true>;
template <class T>
using in_out = BufferOf<T, true, true>;
/// The same for a kernel that takes the buffer as `pitched`.
template <class T, bool reads, bool writes>
struct PitchedBufferOf {
  int buffer;
};
template <class T>
using pitched_in = PitchedBufferOf<const T, true, false>;
template <class T>
using pitched_out = PitchedBufferOf<T, false, true>;
/// A buffer of words of T. Words matter only within one launch: no pass reads what another wrote.
template <class T>
struct words_of {
  int buffer;
};

// What `run` receives for a handle; plain values pass as they are.
template <class M, class T, bool reads, bool writes>
auto bind(const Memory& memory, BufferOf<T, reads, writes> a) {
  return global<M, T>{static_cast<T*>(memory.at[static_cast<std::size_t>(a.buffer)])};
}
template <class M, class T, bool reads, bool writes>
auto bind(const Memory& memory, PitchedBufferOf<T, reads, writes> a) {
  const auto number = static_cast<std::size_t>(a.buffer);
  return pitched<M, T>{{static_cast<T*>(memory.at[number])}, memory.pitches[number]};
}
template <class M, class T>
auto bind(const Memory& memory, words_of<T> a) {
  auto* header = static_cast<TileStatusHeader*>(memory.at[static_cast<std::size_t>(a.buffer)]);
  return tile_status<M, T>{header, reinterpret_cast<TileStatus<T>*>(header + 1)};
}
template <class M, class T>
T bind(const Memory&, const T& value) {
  return value;
}

/// The description of a pass, independent of its kernel's types.
struct Launch {
  std::string name;
  Grid grid;
  Cost cost;
};

namespace detail {
/// Whether a kernel's argument is a buffer, and how the kernel uses it.
struct Use {
  int buffer = -1;
  bool read = false, written = false;
};
template <class T>
Use use_of(const T&) {
  return {};
}
template <class T, bool reads, bool writes>
Use use_of(BufferOf<T, reads, writes> a) {
  return {a.buffer, reads, writes};
}
template <class T, bool reads, bool writes>
Use use_of(PitchedBufferOf<T, reads, writes> a) {
  return {a.buffer, reads, writes};
}
/// Without a runner.
Pass announced(const Launch& launch, std::initializer_list<Use> uses);
/// A number that no other of the last k_launches launches of this process has.
std::uint32_t next_launch();
}  // namespace detail

/// A pass that is not a kernel: the caller sets the runners. Uses are buffers: `in`, `out`.
template <class... Uses>
Pass make_outside_pass(const Launch& launch, Uses... uses) {
  return detail::announced(launch, {detail::use_of(uses)...});
}

/// What `run` receives of its block's shared memory.
struct NoShared {};
template <class Kernel, class M>
struct SharedOf {
  using type = NoShared;
};
template <class Kernel, class M>
requires requires { typename Kernel::template Shared<M>; }
struct SharedOf<Kernel, M> {
  using type = typename Kernel::template Shared<M>;
};

/// Runs a block of the kernel.
template <class Kernel, class M, class Shared, class... Args>
SIMT void run_block(M& machine, Shared& memory, Args... args) {
  if constexpr (std::is_same_v<Shared, NoShared>)
    Kernel::template run<M>(machine, args...);
  else
    Kernel::template run<M>(machine, memory, args...);
}

/// A pass that launches `Kernel`. `Backend` (OnGpu, OnCpu) fills in the runner it knows.
template <class Backend, class Kernel, class... Args>
Pass make_pass(const Launch& launch, Args... args) {
  const Grid grid = launch.grid;
  Pass pass = detail::announced(launch, {detail::use_of(args)...});
  Backend::template set_runner<Kernel>(pass, grid, args...);
  return pass;
}
template <class Backend, class Kernel, class... Args>
Pass make_pass(std::string name, Grid grid, Cost cost, Args... args) {
  return make_pass<Backend, Kernel>(Launch{std::move(name), grid, std::move(cost)}, args...);
}

/// Calls f.template operator()<sizes>() with the element of `list` that the request asks for, as a constant.
template <const auto& list, std::size_t i = 0, class F>
auto for_sizes(const Sizes& wanted, F&& f) {
  if constexpr (i + 1 < list.size()) {
    if (wanted != list[i]) return for_sizes<list, i + 1>(wanted, f);
  } else {
    if (wanted != list[i]) throw std::invalid_argument("the sizes of a trace must be among those in `satscope list --json`");
  }
  return f.template operator()<list[i]>();
}

/// The size of the request in a trace, else the last of `list`, which is the real one.
template <class Backend, const auto& list, class F>
auto for_machine(const Sizes& wanted, F&& f) {
  if constexpr (requires { Backend::traced; })
    return for_sizes<list>(wanted, f);
  else
    return f.template operator()<list.back()>();
}

/// Calls f.template operator()<In, T>() with the types in which a kernel computes the pair. Signed numbers are added as
/// unsigned ones, so they need no kernels of their own; traces have one number type, which is set at run time.
template <class Backend = void, class F>
auto for_types(const TypePair& pair, F&& f) {
  if constexpr (requires { Backend::traced; }) {
    return f.template operator()<AnyPixel, AnySum>();
  } else {
    const bool bytes = pair.in == Scalar::u8;
    if (pair.out == Scalar::u64 && !pair.squares) return f.template operator()<std::uint8_t, std::uint64_t>();
    if constexpr (requires { Backend::few_types; }) {
      if (!bytes || size_of(pair.out) != 4 || is_float(pair.out))
        throw std::invalid_argument("this test machine has kernels for 8u32u and 8u64u only");
    } else {
      if (pair.squares) return f.template operator()<SquaredByte, std::uint64_t>();
      if (pair.out == Scalar::f64) return f.template operator()<double, double>();
      if (pair.out == Scalar::f32)
        return bytes ? f.template operator()<std::uint8_t, float>() : f.template operator()<float, float>();
      if (!bytes) return f.template operator()<std::uint32_t, std::uint32_t>();
    }
    return f.template operator()<std::uint8_t, std::uint32_t>();
  }
}

/// The same for the number of channels that the request asks for: vec4 of the types, for pairs that support it.
template <class Backend, class F>
auto for_elements(const Request& request, F&& f) {
  if constexpr (
      !requires { Backend::traced; } && !requires { Backend::few_types; })
    if (request.channels == 4) {
      if (!sums_four_channels(request.types)) throw std::invalid_argument("four channels of this type are not supported");
      if (request.types.out == Scalar::u64) return f.template operator()<vec4<std::uint8_t>, vec4<std::uint64_t>>();
      if (request.types.out == Scalar::f32) return f.template operator()<vec4<float>, vec4<float>>();
      return f.template operator()<vec4<std::uint8_t>, vec4<std::uint32_t>>();
    }
  return for_types<Backend>(request.types, f);
}

/// Whether a backend has kernels for four channels of In, summed in T; types.h lists the pairs.
template <class Backend, class In, class T>
inline constexpr bool has_four_channels = []() {
  if constexpr (
      requires { Backend::traced; } || requires { Backend::few_types; })
    return false;
  else
    return sums_four_channels({"", scalar_of<In>, scalar_of<T>, std::is_same_v<In, SquaredByte>});
}();

}  // namespace satscope
