// SPDX-License-Identifier: Apache-2.0
#include <emscripten/heap.h>
#include <malloc.h>

#include <algorithm>

#include "kernels/host_memory.h"

namespace satscope {

std::size_t installed_host_memory() { return emscripten_get_heap_max(); }

std::size_t available_address_space(const std::string& /*proc*/) {
  const std::size_t all = emscripten_get_heap_max(), used = mallinfo().uordblks;
  return all - std::min(all, used);
}

std::size_t available_host_memory(const std::string& proc, const std::string& /*groups*/) {
  return available_address_space(proc);
}

}  // namespace satscope
