// SPDX-License-Identifier: Apache-2.0
#include "app/window/desktop/show_folder.h"

#include <fmt/format.h>
#include <windows.h>
// after windows.h
#include <shellapi.h>

#include <cstdint>

namespace satscope::app {

std::string show_folder(const std::filesystem::path& folder) {
  const HINSTANCE opened = ::ShellExecuteW(nullptr, L"open", folder.c_str(), nullptr, nullptr, SW_SHOWNORMAL);
  constexpr std::intptr_t k_most_error = 32;
  if (reinterpret_cast<std::intptr_t>(opened) > k_most_error) return {};
  return fmt::format("Windows cannot show the folder {}; open it yourself", folder.string());
}

}  // namespace satscope::app
