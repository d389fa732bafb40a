// SPDX-License-Identifier: Apache-2.0
// The whole window off-screen, in Playground.
#pragma once
#include <string>

#include "tests/window/steps_stage.h"

namespace satscope::app {

/// A chain of filters, as text, over an input.
inline Setting chain_over(const std::string& chain, const std::string& input = "pattern:scene:96x64") {
  Setting setting;
  setting.workspace = "playground";
  setting.chain = chain;
  setting.input = input;
  return setting;
}
/// The same in a window that is high enough for all panels.
inline Setting chain_in_tall_window(const std::string& chain, const std::string& input = "pattern:scene:96x64") {
  Setting setting = chain_over(chain, input);
  setting.size = {1280, 2400};
  return setting;
}

}  // namespace satscope::app
