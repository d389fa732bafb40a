// SPDX-License-Identifier: Apache-2.0
// How a table reaches the screen.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/types.h"

namespace satscope::app {

enum class DisplayPath : std::uint8_t {
  interop,  ///< CUDA writes into a buffer that OpenGL owns
  copy,     ///< computed on the GPU, copied to the host, uploaded
  cpu,      ///< computed on the host, uploaded
};
inline constexpr std::array k_display_paths{
    Named<DisplayPath>{DisplayPath::interop, "interop"},
    Named<DisplayPath>{DisplayPath::copy, "copy"},
    Named<DisplayPath>{DisplayPath::cpu, "cpu"},
};
constexpr std::string_view id_of(DisplayPath path) { return k_display_paths[static_cast<std::size_t>(path)].id; }

}  // namespace satscope::app
