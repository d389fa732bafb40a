// SPDX-License-Identifier: Apache-2.0
// The types of elements, as they are in a recording.
#pragma once
#include <cstdint>

namespace satlab {
enum class Type : std::uint8_t { unknown, u8, s8, u16, s16, u32, s32, u64, s64, f32, f64 };
}
