// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "app/render/gl/offscreen.h"

namespace satscope::app {

std::shared_ptr<void> Offscreen::make_context(std::string& /*platform*/) {
  throw std::runtime_error("a browser draws no window off-screen: not supported here");
}

}  // namespace satscope::app
