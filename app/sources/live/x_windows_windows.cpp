// SPDX-License-Identifier: Apache-2.0
#include "app/sources/live/x_windows.h"

namespace satscope::app {

std::optional<std::vector<XWindow>> x_windows(const std::string& /*display*/) { return {}; }
std::optional<XWindow> x_window(const std::string& /*display*/, std::uint32_t /*id*/) { return {}; }
std::optional<XWindow> named_x_window(const std::vector<XWindow>& /*windows*/, std::string_view /*words*/) { return {}; }
std::string words_of(const std::vector<XWindow>& /*windows*/, const XWindow& window) { return window.title; }

}  // namespace satscope::app
