// SPDX-License-Identifier: Apache-2.0
// The types of elements and the functions of a warp, as they are in a recording.
#pragma once
#include <cstdint>

namespace satlab {
enum class Type : std::uint8_t { unknown, u8, s8, u16, s16, u32, s32, u64, s64, f32, f64 };
/// In which lanes of a warp exchange values. cub_shfl: in a function of cub.
enum WarpFunction : int {
  no_function,
  shfl,
  shfl_up,
  shfl_down,
  shfl_xor,
  cub_shfl,
  ballot,
  syncwarp,
  reduce_add,
  match_any,
  reduce_max,
  reduce_min
};
constexpr bool is_shuffle(int function) { return function >= shfl && function <= cub_shfl; }
}  // namespace satlab
