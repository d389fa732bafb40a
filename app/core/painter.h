// SPDX-License-Identifier: Apache-2.0
// Who colours the views: pictures, tables, stages and filtered frames.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/types.h"

namespace satscope::app {

enum class Painter : std::uint8_t {
  opengl,  ///< a fragment shader
  cpu,     ///< the host, with vectors; OpenGL only shows the picture
};
inline constexpr std::array k_painters{
    Named<Painter>{Painter::opengl, "opengl"},
    Named<Painter>{Painter::cpu, "cpu"},
};
constexpr std::string_view id_of(Painter painter) { return k_painters[static_cast<std::size_t>(painter)].id; }

}  // namespace satscope::app
