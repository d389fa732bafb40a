// SPDX-License-Identifier: Apache-2.0
#include "app/window/desktop/title_bar.h"

namespace satscope::app {

void set_title_bar(GLFWwindow* /*window*/, bool /*dark*/) {}

}  // namespace satscope::app
