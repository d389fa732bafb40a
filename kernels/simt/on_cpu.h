// SPDX-License-Identifier: Apache-2.0
// Backend OnCpu: runs a kernel's blocks on threads of the host, in ticket order.
#pragma once
#include <algorithm>
#include <memory>

#include "kernels/simt/cpu.h"
#include "kernels/simt/pass.h"
#include "kernels/simt/thread_pool.h"
#include "kernels/slices.h"

namespace satscope {

template <HostOrder order>
struct OnCpuInOrder {
  static constexpr bool host = true;
  template <class Kernel, class... Args>
  static void set_runner(Pass& pass, Grid grid, Args... args) {
    pass.cpu = [=](const Memory& memory, const HostRun& how) {
      using M = Cpu<Kernel::threads, Kernel::warp, order>;
      const std::int64_t blocks = static_cast<std::int64_t>(grid.x) * grid.y;
      const std::uint32_t launch = detail::next_launch();
      std::atomic<std::int64_t> ticket{0};
      const int workers = static_cast<int>(std::min<std::int64_t>(std::max(how.threads, 1), blocks));
      together(workers, [&](int) {
        const auto shared_memory = std::make_unique<typename SharedOf<Kernel, M>::type>();
        // because: a block that was handed out must run, even when cancelled, since later blocks may await it
        while (!(how.progress && how.progress->cancelled.load(std::memory_order_relaxed))) {
          const std::int64_t block = ticket.fetch_add(1, std::memory_order_relaxed);
          if (block >= blocks) break;
          M machine{static_cast<int>(block % grid.x), static_cast<int>(block / grid.x), static_cast<int>(block), {launch}};
          run_block<Kernel>(machine, *shared_memory, bind<M>(memory, args)...);
          if (how.progress) how.progress->blocks_done.fetch_add(1, std::memory_order_relaxed);
          give_way();
        }
      });
    };
  }
};

using OnCpu = OnCpuInOrder<HostOrder::forwards>;

/// For tests of whether the order of threads matters; types do not.
struct OnCpuBackwards : OnCpuInOrder<HostOrder::backwards> {
  static constexpr bool few_types = true;
};

}  // namespace satscope
