// SPDX-License-Identifier: Apache-2.0
// The windows of an X screen: their titles, and what has become of one of them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/types.h"

namespace satscope::app {

struct XWindow {
  std::uint32_t id = 0;
  std::string title = {};  ///< UTF-8
  Extent extent = {};      ///< without the frame that a window manager draws
  bool viewable = false;   ///< neither minimised nor on another desktop
  bool ours = false;       ///< of this process

  bool operator==(const XWindow&) const = default;
};

/// Those that have a title, the oldest first, as the window manager lists them; without one, the viewable children of the root.
/// Nothing if no X server answers on this display, or the library of its protocol (libxcb) is missing.
std::optional<std::vector<XWindow>> x_windows(const std::string& display);
/// This one; nothing if it was closed.
std::optional<XWindow> x_window(const std::string& display, std::uint32_t id);

/// The window that the words name: the number of one, such as 0x1c00007, else a title, else a part of a title, in any case.
/// Nothing if it is none of them.
std::optional<XWindow> named_x_window(const std::vector<XWindow>& windows, std::string_view words);
/// Words for it, by which named_x_window finds it: its title if no other has it before, else its number.
std::string words_of(const std::vector<XWindow>& windows, const XWindow& window);

}  // namespace satscope::app
