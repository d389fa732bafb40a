// SPDX-License-Identifier: Apache-2.0
#include "app/window/desktop/show_folder.h"

namespace satscope::app {

std::string show_folder(const std::filesystem::path& /*folder*/) {
  return "the browser has put the file where it puts downloads";
}

}  // namespace satscope::app
