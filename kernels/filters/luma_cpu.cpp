// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>

#include "kernels/filters/luma.h"
#include "kernels/simt/on_cpu.h"
#include "kernels/simt/thread_pool.h"
#include "kernels/units.h"
#include "kernels/wide.h"

namespace satscope {
namespace {

/// luma::of_word without its division, which vectors lack: x / 1000 = (x / 8) * 33555 / 2^22 for every sum of a word.
SATSCOPE_WIDE void take_luma(const std::uint32_t* __restrict words, std::uint8_t* __restrict to, std::size_t count) {
  constexpr LumaWeights w;
  static_assert(w.sum == 1000);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t sum =
        w.r * (words[i] & 0xff) + w.g * (words[i] >> 8 & 0xff) + w.b * (words[i] >> 16 & 0xff) + w.sum / 2;
    to[i] = static_cast<std::uint8_t>((sum >> 3) * 33555 >> 22);
  }
}

/// Every live frame goes through it, so on the host bytes have a loop of their own in place of the kernel.
void take_luma_of_rows(Extent extent, const Memory& memory, const HostRun& how) {
  constexpr int k_rows_at_once = 32;
  const int parts = (extent.height + k_rows_at_once - 1) / k_rows_at_once;
  std::atomic<int> next_part = 0;
  together(std::clamp(how.threads, 1, parts), [&](int) {
    for (int part = next_part++; part < parts; part = next_part++)
      for (int y = part * k_rows_at_once; y < std::min(extent.height, (part + 1) * k_rows_at_once); ++y)
        take_luma(static_cast<const std::uint32_t*>(memory.at[0]) + std::ptrdiff_t{y} * memory.pitches[0],
                  static_cast<std::uint8_t*>(memory.at[1]) + std::ptrdiff_t{y} * memory.pitches[1],
                  static_cast<std::size_t>(extent.width));
  });
}

}  // namespace

Pass luma_pass(Extent extent, Scalar to) {
  Pass pass = luma::pass_to<OnCpu>(extent, to);
  pass.gpu = luma_on_gpu(extent, to);
  if (to != Scalar::u8) return pass;
  pass.cpu = [extent, blocks = pass.blocks](const Memory& memory, const HostRun& how) {
    if (how.progress && how.progress->cancelled) return;
    take_luma_of_rows(extent, memory, how);
    if (how.progress) how.progress->blocks_done += blocks;
  };
  return pass;
}

Pass grey_pass(Extent extent) {
  Pass pass = luma::grey_pass<OnCpu>(extent);
  pass.gpu = grey_on_gpu(extent);
  return pass;
}

std::uint32_t luma_of(std::uint32_t rgba) { return luma::of_word(rgba); }

}  // namespace satscope
