// SPDX-License-Identifier: Apache-2.0
// Memory is asked for before it is taken: what is absurd, or would take most of the machine, is answered with a sentence.
#include <fmt/format.h>

#include <atomic>

#include "app/sources/loaders.h"
#include "kernels/host_memory.h"

namespace satscope::app {
namespace {

std::atomic<bool> large_is_allowed{false};

constexpr double k_share = 0.5;  ///< of what is free: who wants more insists
constexpr double k_always = 64e6;

}  // namespace

void allow_large(bool allowed) { large_is_allowed = allowed; }

void require_memory(const std::string& what, double bytes) {
  if (bytes < 16e6) return;  // not worth a question
  const std::size_t free = available_host_memory();
  if (free == k_unlimited_memory) return;
  const auto available = static_cast<double>(free);
  if (bytes > available)
    throw InputError(
        fmt::format("{} needs {:.2f} GB of memory, {:.2f} GB are free: not supported", what, bytes / 1e9, available / 1e9));
  if (bytes > k_always && bytes > k_share * available && !large_is_allowed)
    throw InputError(
        fmt::format("{} needs about {:.2f} GB of memory, more than half of the {:.2f} GB that are free; to use "
                    "them all the same, start with --allow-large",
                    what, bytes / 1e9, available / 1e9));
}

void require_memory(const std::string& name, Extent extent, double bytes, const BytesAfter& after) {
  if (after) bytes += after(extent);
  require_memory(fmt::format("'{}' ({}x{} pixels)", name, extent.width, extent.height), bytes);
}

}  // namespace satscope::app
