// SPDX-License-Identifier: Apache-2.0
// The search of detect.h as kernels, for all sizes of the window at once: the scaled pictures lie in an atlas (atlas.h), of
// which any algorithm makes two tables, and a block owns a tile of windows (look.h).
//
//      picture -> atlas -> table, table of squares -> reached: how many stages each window passed
//                                                        |
//      rows of windows, one byte each:   2 1 1 1 3 ...   v   settled: those that the search does not look at are marked
//
// Where the first stage rejects a window, its right neighbour is not looked at. Threads cannot wait for their left neighbour,
// so all windows are looked at, and then each is skipped that follows an odd number of rejected ones.
#pragma once
#include <algorithm>

#include "kernels/faces/look.h"
#include "kernels/units.h"

namespace satscope::faces {

/// What a draft needs to know of a search.
struct WindowSearch {
  Extent window;  ///< of the cascade
  CascadeNumbers cascade;
  std::vector<Level> levels;  ///< at least one
  Atlases atlases;

  /// Throws as KernelSearch does.
  WindowSearch(const Cascade& cascade, Extent picture, const Search& search);
  /// Contents of the buffers that the caller of a draft fills, in their order: nodes, stages, levels, rows of windows (number
  /// of the first window, and windows), and for each atlas the tiles of pixels and of windows.
  std::vector<std::vector<std::uint32_t>> inputs(Extent picture) const;
};

namespace windows {

/// A block owns a tile of pixels of one level, a thread a column of it; as scale_linear.
template <Sizes sizes>
struct Scale {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, global<M, const std::uint32_t> tiles, global<M, const std::uint32_t> levels,
                       pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Extent picture) {
    const int block = m.block_x();
    const LevelTile tile = m.uniform("tile", [&](auto) {
      return tile_of_block<M>(tiles, block, k_pixel_tile, {threads, k_pixel_tile.height});
    });
    const LevelNumbers level = m.uniform("level", [&](auto) { return LevelNumbers::read<M>(levels, tile.level); });
    if (tile.x >= level.width) return;  // only where blocks share a tile
    m.each("scale", filter_kernels::in_row(tile.x, threads, level.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const int x = tile.x + t.x;
      const Between column = place_between(x, picture.width, level.across);
      for (int k = 0; k < k_pixel_tile.height && tile.y + k < level.height; ++k) {
        [[maybe_unused]] const auto named = t.round(k);
        const int y = tile.y + k;
        const Between row = place_between(y, picture.height, level.down);
        const U a = U(pixels[pixels.at(column.first, row.first)]), b = U(pixels[pixels.at(column.second, row.first)]);
        const U c = U(pixels[pixels.at(column.first, row.second)]), d = U(pixels[pixels.at(column.second, row.second)]);
        const std::uint32_t above = bare(a) * (256 - column.weight) + bare(b) * column.weight;
        const std::uint32_t below = bare(c) * (256 - column.weight) + bare(d) * column.weight;
        const std::uint32_t value = (above * (256 - row.weight) + below * row.weight + 32768) >> 16;
        out[out.at(level.x + x, level.y + y)] = made_of(static_cast<std::uint8_t>(value), a);
      }
    });
  }
};

/// What windows side by side do to "is the next one skipped?": bit 0 is the answer after no, bit 1 the answer after yes.
SIMT constexpr std::uint32_t one_after(std::uint32_t first, std::uint32_t second) {
  return (second >> (first & 1) & 1) | (second >> (first >> 1 & 1) & 1) << 1;
}
inline constexpr std::uint32_t k_unchanged = 0b10;

/// A block owns a row of windows, a thread adjacent ones of it. out: what was reached, or k_skipped after an odd number of
/// windows that the first stage rejects.
template <Sizes sizes>
struct Settle {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  struct Shared {
    shared<M, std::uint32_t, threads / warp> of_warp{"of warps"};
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const std::uint32_t> rows, global<M, const std::uint8_t> reached,
                       global<M, std::uint8_t> out) {
    using U = num<M, std::uint32_t>;
    struct Row {
      std::size_t from;
      int width;
    };
    const auto number = static_cast<std::size_t>(2 * m.block_x());
    const Row row = m.uniform("row", [&](auto) {
      return Row{bare(U(rows[number])), static_cast<int>(bare(U(rows[number + 1])))};
    });
    const int each = (row.width + threads - 1) / threads;
    const auto windows_of = [&](auto t, auto&& f) {
      for (int i = t.x * each; i < row.width && i < (t.x + 1) * each; ++i) {
        [[maybe_unused]] const auto named = t.round(i - t.x * each);
        f(row.from + static_cast<std::size_t>(i));
      }
    };
    reg<M, std::uint32_t> after{"after"}, before{"before"};
    m.each("own windows", [&](auto t) {
      std::uint32_t own = k_unchanged;
      windows_of(t, [&](std::size_t i) { own = one_after(own, bare(U(reached[i])) == k_rejected_first ? 0b01U : 0U); });
      after[t] = U(own);
      before[t] = U(k_unchanged);
    });
    SIMT_UNROLL_STEPS for (int d = 1; d < warp; d *= 2) m.template exchange<1>(
        {"one after the other d=", d}, [=](auto t) { return t.lane() >= d ? t.lane() - d : -1; },
        [&](auto t, int) { return U(after[t]); },
        [&](auto t, int, const U& heard) { after[t] = U(one_after(bare(heard), bare(U(after[t])))); });
    m.template exchange<1>(
        {"the lane before"}, [=](auto t) { return t.lane() - 1; }, [&](auto t, int) { return U(after[t]); },
        [&](auto t, int, const U& heard) { before[t] = heard; });
    m.each("share", [&](auto t) {
      if (t.lane() == warp - 1) s.of_warp[t.warp()] = after[t];
    });
    m.sync();  // because: a row goes on from warp to warp
    m.each("settle", [&](auto t) {
      std::uint32_t so_far = k_unchanged;
      for (int w = 0; w < t.warp(); ++w) {
        [[maybe_unused]] const auto named = t.round(w);
        so_far = one_after(so_far, bare(U(s.of_warp[w])));
      }
      std::uint32_t skipped = one_after(so_far, bare(U(before[t]))) & 1;
      windows_of(t, [&](std::size_t i) {
        const U value = U(reached[i]);
        out[i] = made_of(skipped != 0 ? k_skipped : static_cast<std::uint8_t>(bare(value)), value);
        skipped = skipped == 0 && bare(value) == k_rejected_first ? 1 : 0;
      });
    });
  }
};

/// Buffer 0 is the picture; the result has a byte for each window of each level.
template <class Backend>
FilterDraft draft(const WindowSearch& search, const FilterRequest& request) {
  using filter_kernels::add_buffer;
  return for_machine<Backend, filter_kernels::k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
    FilterDraft d;
    const int picture = add_buffer(d, "picture", Scalar::u8, request.extent);
    const auto inputs = search.inputs(request.extent);
    const auto length = [&](std::size_t i) { return static_cast<int>(inputs[i].size()); };
    const auto input = [&](const char* name) {
      d.inputs.push_back(add_buffer(d, name, Scalar::u32, {length(d.inputs.size()), 1}));
      return d.inputs.back();
    };
    // of the input that was added last
    const auto grid_of = [&](Extent tile, Extent block) {
      return Grid{length(d.inputs.size() - 1) / LevelTile::words * blocks_of_tile(tile, block)};
    };
    const int nodes = input("nodes"), stages = input("stages"), levels = input("levels"), rows = input("rows of windows");
    std::size_t windows = 0, pixels = 0;
    for (const Level& level : search.levels) {
      windows += level.windows().area();
      pixels += level.size.area();
    }
    const Extent all{static_cast<int>(windows), 1};
    const int atlas = add_buffer(d, "atlas", Scalar::u8, search.atlases.size),
              table = add_buffer(d, "table", Scalar::u32, search.atlases.size),
              squares = add_buffer(d, "table of squares", Scalar::u64, search.atlases.size);
    const int reached = add_buffer(d, "reached", Scalar::u8, all), settled = add_buffer(d, "settled", Scalar::u8, all);
    d.result = settled;

    using Near = Look<sizes, true>;
    const std::vector<int>& trees = search.cascade.trees;
    // because: with fewer trees lanes would have nothing to do
    const auto shared_from = std::find_if(trees.begin(), trees.end(), [](int count) { return count >= Near::warp; });
    const LookPlan plan{search.window, search.cascade.count(), static_cast<int>(trees.size()),
                        static_cast<int>((search.cascade.exact ? shared_from : trees.end()) - trees.begin()),
                        tile_entries(Near::warp, search.window.width)};
    const double looks = static_cast<double>(windows) / search.atlases.count,
                 scaled = static_cast<double>(pixels) / search.atlases.count;
    for (int i = 0; i < search.atlases.count; ++i) {
      const int pixel_tiles = input("tiles of pixels");
      d.steps.emplace_back(make_pass<Backend, Scale<sizes>>("scale", grid_of(k_pixel_tile, {sizes.block, k_pixel_tile.height}),
                                                            {.bytes = 5 * scaled}, in<std::uint32_t>{pixel_tiles},
                                                            in<std::uint32_t>{levels}, pitched_in<std::uint8_t>{picture},
                                                            pitched_out<std::uint8_t>{atlas}, request.extent));
      d.steps.emplace_back(TableStep{atlas, table, *find_type_pair("8u32u")});
      d.steps.emplace_back(TableStep{atlas, squares, *find_type_pair("8u64u-sq")});
      const int window_tiles = input("tiles of windows");
      const auto look = [&]<bool copied>() {
        // as if each window left after a stage of one node with two rectangles
        d.steps.emplace_back(make_pass<Backend, Look<sizes, copied>>(
            "look", grid_of(k_window_tile, {Near::warp, Near::warps}),
            {.bytes = looks * (4 * 12 + 4 * 8 + 1), .additions = looks * 12}, in<std::uint32_t>{window_tiles},
            in<std::uint32_t>{levels}, pitched_in<std::uint32_t>{table}, pitched_in<std::uint64_t>{squares},
            in<std::uint32_t>{nodes}, in<std::uint32_t>{stages}, out<std::uint8_t>{reached}, plan));
      };
      if (Near::fits(search.window))
        look.template operator()<true>();
      else
        look.template operator()<false>();
    }
    d.steps.emplace_back(make_pass<Backend, Settle<sizes>>("settle", Grid{length(3) / 2},
                                                           {.bytes = 3 * static_cast<double>(windows)}, in<std::uint32_t>{rows},
                                                           in<std::uint8_t>{reached}, out<std::uint8_t>{settled}));
    return d;
  });
}

}  // namespace windows

// Defined for each machine where it is compiled.
FilterDraft windows_on_cpu(const WindowSearch& search, const FilterRequest& request);
FilterDraft windows_traced(const WindowSearch& search, const FilterRequest& request);
FilterDraft windows_on_gpu(const WindowSearch& search, const FilterRequest& request);  ///< no steps in a build without CUDA

/// The search as a filter that makes no picture, with the runners of all machines; it is in no list.
Filter window_filter(const WindowSearch& search);

}  // namespace satscope::faces
