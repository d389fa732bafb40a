// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "app/render/interop.h"
#include "app/render/shared_buffer.h"
#include "kernels/device.h"

namespace satscope::app {

std::size_t find_most_words() {
  std::size_t most = SharedBuffer::most_words();
  if (const char* limit = std::getenv("SATSCOPE_TEXEL_LIMIT"))
    most = std::clamp<std::size_t>(std::strtoull(limit, nullptr, 10), 2, most);
  return most;
}

PathChoice choose_path(std::optional<DisplayPath> forced) {
  const GpuStatus& gpu = gpu_status();
  if (forced == DisplayPath::cpu) return {DisplayPath::cpu, "the display path cpu was asked for"};
  if (!gpu.usable) {
    if (forced) throw std::runtime_error(fmt::format("the display path {} cannot run: {}", id_of(*forced), gpu.reason));
    return {DisplayPath::cpu, gpu.reason};
  }
  if (forced == DisplayPath::copy) return {DisplayPath::copy, "the display path copy was asked for"};
  const std::string why_not = interop_refusal();
  if (why_not.empty()) return {DisplayPath::interop, "CUDA writes into the buffers that OpenGL draws"};
  if (forced) throw std::runtime_error("the display path interop cannot run: " + why_not);
  return {DisplayPath::copy, "tables are copied to the host and back: " + why_not};
}

}  // namespace satscope::app
