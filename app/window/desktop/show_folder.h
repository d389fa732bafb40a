// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

namespace satscope::app {

/// Opens the folder in the desktop's program for that, without waiting for it. Returns why it cannot, a sentence; empty: it
/// did.
std::string show_folder(const std::filesystem::path& folder);

}  // namespace satscope::app
