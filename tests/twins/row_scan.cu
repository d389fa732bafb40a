// SPDX-License-Identifier: Apache-2.0
#include "kernels/algorithms/scan_transpose_scan.h"
#include "kernels/simt/on_gpu.h"
#include "tests/twins/row_scan_by_hand.cuh"
#include "tests/twins/side_by_side.h"

namespace satscope {
namespace {

using Kernel = scan_transpose_scan::ScanSegments<std::uint8_t, std::uint32_t, scan_transpose_scan::real_sizes(k_twin_segment)>;

}  // namespace

TwinTimes time_row_scan_twins(Extent extent) {
  const int segments = ceil_div(extent.width, k_twin_segment);
  const std::size_t sums_count = static_cast<std::size_t>(segments) * static_cast<std::size_t>(extent.height);
  const int sets = sets_beyond_cache(extent.area() * 5, Machine::gpu);
  const Stream stream;
  const std::vector<std::uint8_t> picture = noise_of_twins(extent);
  std::vector<DeviceMemory> pictures, rows, sums;
  for (int i = 0; i < sets; ++i) {
    pictures.emplace_back(picture.size());
    rows.emplace_back(extent.area() * sizeof(std::uint32_t));
    sums.emplace_back(sums_count * sizeof(std::uint32_t));
    stream.copy_to_device(pictures.back().get(), picture.data(), picture.size());
  }
  const dim3 blocks(static_cast<unsigned>(extent.height), static_cast<unsigned>(segments));
  const auto cuda_stream = static_cast<cudaStream_t>(stream.handle());
  const auto buffers = [&](std::size_t set) { return Memory{{pictures[set].get(), rows[set].get(), sums[set].get()}}; };
  const auto by_machine = [&](std::size_t set) {
    const Memory m = buffers(set);
    launch<Kernel><<<blocks, Kernel::threads, 0, cuda_stream>>>(
        bind<Gpu>(m, in<std::uint8_t>{0}), bind<Gpu>(m, out<std::uint32_t>{1}), bind<Gpu>(m, out<std::uint32_t>{2}),
        extent.width, extent.width, segments, k_twin_hole, scan_transpose_scan::Pairs::apart);
    check_launch(cuda_stream);
  };
  const auto by_hand = [&](std::size_t set) {
    const Memory m = buffers(set);
    scan_segments_by_hand<<<blocks, k_twin_threads, 0, cuda_stream>>>(
        static_cast<const std::uint8_t*>(m.at[0]), static_cast<std::uint32_t*>(m.at[1]), static_cast<std::uint32_t*>(m.at[2]),
        extent.width, extent.width, segments, k_twin_hole);
    check_launch(cuda_stream);
  };

  TwinTimes times{.kernel = "padded row scan", .extent = extent};
  stream.fill(rows[0].get(), 0xA5, extent.area() * sizeof(std::uint32_t));
  by_machine(0);
  const auto entries_of = [&](const DeviceMemory& memory, std::size_t count) {
    return download<std::uint32_t>(stream, memory, count);
  };
  const auto machine_rows = entries_of(rows[0], extent.area()), machine_sums = entries_of(sums[0], sums_count);
  stream.fill(rows[0].get(), 0x5A, extent.area() * sizeof(std::uint32_t));
  by_hand(0);
  times.equal = machine_rows == entries_of(rows[0], extent.area()) && machine_sums == entries_of(sums[0], sums_count);
  time_side_by_side(times, stream, sets, by_machine, by_hand);
  return times;
}

}  // namespace satscope
