// SPDX-License-Identifier: Apache-2.0
#include "kernels/algorithms/single_pass.h"
#include "kernels/simt/on_gpu.h"
#include "tests/twins/side_by_side.h"
#include "tests/twins/single_pass_by_hand.cuh"

namespace satscope {
namespace {

constexpr single_pass::TileKind k_kind{
    .sizes = single_pass::k_real, .number = 1, .bytes_of_sum = 4, .load_width = LoadWidth::grouped};
/// Launched as the twin is: not while the launch before still runs.
struct Kernel : single_pass::SumTable<single_pass::TileTraits<std::uint8_t, std::uint32_t, k_kind>> {
  static constexpr bool overlaps = false;  // which leaves out what a block fetches meanwhile, too
};
using Tile = Kernel::Tile;
static_assert(Tile::width == k_hand_width && Tile::height == k_hand_height && Tile::threads == k_hand_threads &&
              Kernel::resident == k_hand_resident);

}  // namespace

TwinTimes time_single_pass_twins(Extent extent) {
  extent.width = ceil_div(extent.width, 16) * 16;  // as the twin by hand needs it
  const int across = ceil_div(extent.width, k_hand_width), down = ceil_div(extent.height, k_hand_height);
  const single_pass::Tiles tiles{
      .across = across, .down = down, .lines = down * k_hand_height, .columns = across * k_hand_width, .side = 0};
  const std::size_t row_words =
                        bytes_of_tile_status(static_cast<std::size_t>(tiles.lines) * static_cast<std::size_t>(across), 4),
                    column_words =
                        bytes_of_tile_status(static_cast<std::size_t>(tiles.columns) * static_cast<std::size_t>(down), 4);
  const int sets = sets_beyond_cache(extent.area() * 5, Machine::gpu);
  const Stream stream;
  const auto cuda_stream = static_cast<cudaStream_t>(stream.handle());
  const std::vector<std::uint8_t> picture = noise_of_twins(extent);
  std::vector<DeviceMemory> pictures, tables, rows, columns;
  for (int i = 0; i < 2 * sets; ++i) {  // the words of one are not those of the other: each counts its own launches
    rows.emplace_back(row_words);
    columns.emplace_back(column_words);
    stream.fill(rows.back().get(), 0, row_words);
    stream.fill(columns.back().get(), 0, column_words);
  }
  for (int i = 0; i < sets; ++i) {
    pictures.emplace_back(picture.size());
    tables.emplace_back(extent.area() * sizeof(std::uint32_t));
    stream.copy_to_device(pictures.back().get(), picture.data(), picture.size());
  }
  const auto blocks = static_cast<unsigned>(across * down);
  const auto memory_of = [&](std::size_t set, std::size_t twin) {
    const std::size_t words = 2 * set + twin;
    return Memory{{pictures[set].get(), tables[set].get(), rows[words].get(), columns[words].get()},
                  {extent.width, extent.width, 0, 0}};
  };
  const auto by_machine = [&](std::size_t set) {
    const Memory m = memory_of(set, 0);
    launch<Kernel><<<blocks, Kernel::threads, 0, cuda_stream>>>(
        bind<Gpu>(m, pitched_in<std::uint8_t>{0}), bind<Gpu>(m, pitched_out<std::uint32_t>{1}),
        bind<Gpu>(m, words_of<std::uint32_t>{2}), bind<Gpu>(m, words_of<std::uint32_t>{3}), extent.width, extent.height, tiles,
        kept_part(extent, Form::inclusive));
    check_launch(cuda_stream);
  };
  const auto by_hand = [&](std::size_t set) {
    const Memory m = memory_of(set, 1);
    const auto after_header = [](void* words) {
      return reinterpret_cast<HandWord*>(static_cast<unsigned char*>(words) + sizeof(TileStatusHeader));
    };
    sum_table_by_hand<<<blocks, k_hand_threads, 0, cuda_stream>>>(
        static_cast<const std::uint8_t*>(m.at[0]), static_cast<std::uint32_t*>(m.at[1]),
        static_cast<unsigned long long*>(m.at[2]), after_header(m.at[2]), after_header(m.at[3]), extent.width, extent.height,
        across, down);
    check_launch(cuda_stream);
  };

  TwinTimes times{.kernel = "single pass", .extent = extent};
  by_machine(0);
  const auto machine_table = download<std::uint32_t>(stream, tables[0], extent.area());
  stream.fill(tables[0].get(), 0x5A, extent.area() * sizeof(std::uint32_t));
  by_hand(0);
  times.equal = machine_table == download<std::uint32_t>(stream, tables[0], extent.area());
  time_side_by_side(times, stream, sets, by_machine, by_hand);
  return times;
}

}  // namespace satscope
