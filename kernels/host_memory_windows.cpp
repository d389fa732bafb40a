// SPDX-License-Identifier: Apache-2.0
#include "kernels/host_memory.h"

#include <windows.h>

#include <algorithm>

namespace satscope {
namespace {

MEMORYSTATUSEX memory() {
  MEMORYSTATUSEX status{};
  status.dwLength = sizeof status;
  ::GlobalMemoryStatusEx(&status);
  return status;
}

}  // namespace

std::size_t installed_host_memory() { return memory().ullTotalPhys; }

std::size_t available_address_space(const std::string& /*proc*/) { return memory().ullAvailVirtual; }

std::size_t available_host_memory(const std::string& /*proc*/, const std::string& /*groups*/) {
  const MEMORYSTATUSEX now = memory();
  // because: Windows promises no page that neither memory nor its page file can hold
  return static_cast<std::size_t>(std::min({now.ullAvailPhys, now.ullAvailPageFile, now.ullAvailVirtual}));
}

}  // namespace satscope
