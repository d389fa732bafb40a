// SPDX-License-Identifier: Apache-2.0
#include "app/sources/scenes/scenes.h"

#include <array>

namespace satscope::app {
namespace {

constexpr std::array k_scenes{
    Scene{{"scene", "An artificial valley, in colour", true}, draw_valley},
    Scene{{"portrait", "A face in the dusk, with noise", true}, draw_portrait},
    Scene{{"page", "A page half in shadow", true}, draw_half_shadow},
    Scene{{"coins", "Coins in light and shade", true}, draw_coins},
    Scene{{"lamps", "Lamps along a road at night", true}, draw_lamps},
    Scene{{"room", "A dark room with a bright window", true}, draw_room},
    Scene{{"haze", "The valley, soft and in haze", true}, draw_haze},
    Scene{{"old-print", "The valley on an old print, scratched", true}, draw_old_print},
};

}  // namespace

std::span<const Scene> scenes() { return k_scenes; }

}  // namespace satscope::app
