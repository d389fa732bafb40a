// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/x_display.h"

namespace satscope::app {

bool x_display_answers(const std::string& /*display*/) { return false; }
void on_lost_x_display(int (* /*handler*/)(void* display)) {}

}  // namespace satscope::app
