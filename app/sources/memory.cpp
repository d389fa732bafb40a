// SPDX-License-Identifier: Apache-2.0
// Memory is checked before it is allocated: a request that is absurd, or takes most of the machine or long, gets a sentence.
#include <fmt/format.h>

#include <atomic>

#include "app/sources/loaders.h"
#include "kernels/host_memory.h"

namespace satscope::app {
namespace {

std::atomic<bool> large_is_allowed{false};

constexpr double k_share = 0.5;  ///< of the free memory; more needs --allow-large
constexpr double k_always = 64e6;
constexpr double k_most_seconds = 20;  ///< more needs --allow-large
/// Throughput of decoding, summing and writing: 0.3 to 0.4 GB per second were measured with 64-bit tables, PNGs and videos.
constexpr double k_bytes_per_second = 350e6;

}  // namespace

void allow_large(bool allowed) { large_is_allowed = allowed; }

void require_memory(const std::string& what, double bytes) {
  if (bytes < 16e6) return;  // not worth a question
  const std::size_t free = available_host_memory();
  if (free == k_unlimited_memory) return;
  const auto available = static_cast<double>(free);
  if (bytes > available)
    throw InputError(fmt::format("{} needs {:.2f} GB of memory, and {:.2f} GB are free", what, bytes / 1e9, available / 1e9));
  if (large_is_allowed || bytes <= k_always) return;
  const double seconds = bytes / k_bytes_per_second;
  if (bytes > k_share * available)
    throw InputError(fmt::format(
        "{} needs about {:.2f} GB of memory, more than half of the {:.2f} GB that are free, and takes about {:.0f} s; to "
        "use it anyway, give --allow-large",
        what, bytes / 1e9, available / 1e9, seconds));
  if (seconds > k_most_seconds)
    throw InputError(fmt::format("{} takes about {:.0f} s and {:.1f} GB of memory; to use it anyway, give --allow-large", what,
                                 seconds, bytes / 1e9));
}

void require_memory(const std::string& name, Extent extent, double bytes, const BytesAfter& after) {
  if (after) bytes += after(extent);
  require_memory(fmt::format("'{}' ({}x{} pixels)", name, extent.width, extent.height), bytes);
}

}  // namespace satscope::app
