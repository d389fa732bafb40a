// SPDX-License-Identifier: Apache-2.0
// What the clipboard of an X server, or of Windows, holds besides text: GLFW gives text alone.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace satscope::app {

/// The content of the clipboard as the first of these types ("image/png", "text/uri-list") that its owner has. Empty where it
/// has none, answers too late, or there is no clipboard. Windows may give a BMP file for a picture, and the name alone of a
/// file. Waits at most a second for each type.
std::vector<std::byte> x_clipboard(std::span<const char* const> types);

/// A PNG file in the clipboard, until another program puts something there or this ends.
class ClipboardPicture {
 public:
  explicit ClipboardPicture(std::vector<std::byte> png);
  ~ClipboardPicture();
  ClipboardPicture(const ClipboardPicture&) = delete;
  ClipboardPicture& operator=(const ClipboardPicture&) = delete;
  /// Why it is not there, a sentence; empty: it is.
  const std::string& why_not() const { return why_not_; }

 private:
  struct Owner;
  std::unique_ptr<Owner> owner_;
  std::string why_not_;
};

}  // namespace satscope::app
