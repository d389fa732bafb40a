// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machine/system.h"

#include <fmt/format.h>
#include <windows.h>

#include <array>

namespace satscope::app {
namespace {

constexpr const char* k_processor = R"(HARDWARE\DESCRIPTION\System\CentralProcessor\0)";

/// A value below HKEY_LOCAL_MACHINE; empty: none.
std::string registry_text(const char* key, const char* name) {
  std::array<char, 256> text{};
  auto size = static_cast<DWORD>(text.size() - 1);
  if (::RegGetValueA(HKEY_LOCAL_MACHINE, key, name, RRF_RT_REG_SZ, nullptr, text.data(), &size) != ERROR_SUCCESS) return {};
  const std::string whole = text.data();
  const std::size_t first = whole.find_first_not_of(' '), last = whole.find_last_not_of(' ');
  return first == whole.npos ? "" : whole.substr(first, last + 1 - first);
}

}  // namespace

std::string system_text() {
  constexpr const char* k_version = R"(SOFTWARE\Microsoft\Windows NT\CurrentVersion)";
  // because: the name there is "Windows 10" on Windows 11, too; the build distinguishes them
  const std::string build = registry_text(k_version, "CurrentBuildNumber"),
                    release = registry_text(k_version, "DisplayVersion");
  return fmt::format("Windows{}{}{}", release.empty() ? "" : " ", release,
                     build.empty() ? "" : fmt::format(", build {}", build));
}

std::string processor_name() { return registry_text(k_processor, "ProcessorNameString"); }
std::string frequency_governor() { return {}; }

double cpu_megahertz() {
  DWORD megahertz = 0, size = sizeof megahertz;
  const LSTATUS status = ::RegGetValueA(HKEY_LOCAL_MACHINE, k_processor, "~MHz", RRF_RT_REG_DWORD, nullptr, &megahertz, &size);
  return status == ERROR_SUCCESS ? megahertz : 0;
}

double machine_load() { return -1; }
double other_threads_now() { return -1; }

}  // namespace satscope::app
