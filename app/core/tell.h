// SPDX-License-Identifier: Apache-2.0
// What is told on stderr. Telling never harms the work: where it cannot be written, it is lost and nothing else.
#pragma once
#include <string_view>

namespace satscope::app {

/// Writes the text to stderr as it is.
void tell(std::string_view text) noexcept;

/// Call it before any file is opened. Fills standard streams that are closed, so that no file takes their numbers, and lets a
/// write beyond the limit of a file's size fail, instead of ending the process.
void guard_streams() noexcept;

}  // namespace satscope::app
