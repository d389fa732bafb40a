// SPDX-License-Identifier: Apache-2.0
// Looks at windows of all levels: a block owns a tile of windows, a warp beside each other.
//
//      1  the entries of the table below the tile are copied to shared memory
//      2  a thread owns a window, for the first stages:   w0 w1 w2 w3 ...      all lanes read the same node
//      3  the windows that are left are listed:           w2 w9
//      4  a warp owns a window, for a stage: its lanes own trees, and add their leaves up; 3 again, until none is left
//
// Most windows leave in 2, where neighbours do the same. The few that go on would keep a warp busy for one lane: in 4 the chain
// of a window is shorter by the lanes of a warp. There leaves are added in another order than the cascade's; that is allowed
// only where their sums are exact (CascadeNumbers::exact), else all stages belong to 2.
#pragma once
#include "kernels/faces/atlas.h"
#include "kernels/filters/planes.h"

namespace satscope::faces {

/// Bytes of a window: k_flat, or 1 and the stages that it passed, or k_skipped.
inline constexpr std::uint8_t k_flat = 0, k_rejected_first = 1, k_skipped = 255;
inline constexpr std::size_t k_most_stages = 253;

/// A cascade as 32-bit words, floats by their bits.
struct CascadeNumbers {
  static constexpr int planes = 3;
  /// A four of each node in each of three planes, one after the other: its rectangles (x, y, width, height, a byte each, x in
  /// the lowest) and threshold; their weights and the nodes it leads to (left, right, 16 bits each, 0: to a leaf); its leaves
  /// (left, right, 0, 0). Node i is the root of tree i.
  std::vector<std::uint32_t> nodes;
  std::vector<std::uint32_t> stages;  ///< a four of each: first tree, number of trees, threshold, 0
  std::vector<int> trees;             ///< of each stage
  bool exact = true;                  ///< whether sums of leaves are exact in doubles, in any order

  /// Throws std::invalid_argument for more stages than a byte can tell, or more nodes than 16 bits.
  explicit CascadeNumbers(const Cascade& cascade);
  int count() const { return static_cast<int>(nodes.size()) / (4 * planes); }
};

namespace windows {

/// What a block knows of the search.
struct LookPlan {
  Extent window;
  int nodes, stages;
  int alone;  ///< so many stages are a thread's
  int pitch;  ///< of the copy of the table
};

/// Windows of a tile whose lanes have two pixels between them, in entries of the table.
SIMT constexpr int tile_entries(int windows, int window) { return (windows - 1) * 2 + window + 1; }

/// out: k_flat, or 1 and the stages that the window passed. copied: whether step 1 is done, because its memory suffices.
template <Sizes sizes, bool copied>
struct Look {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;
  static constexpr int warps = threads / warp;
  static constexpr int entries = copied ? 128 * warp : 1;

  template <class M>
  struct Shared {
    shared<M, std::uint32_t, entries> table{"part of the table"};
    shared<M, float, threads> unit{"unit"};  // 1 / (n s)
    shared<M, std::uint32_t, threads> reached{"reached"};
    shared<M, std::uint32_t, threads> list{"list"};
    shared<M, std::uint32_t, warps> listed{"listed"};  // by each warp
  };

  /// Whether the entries of a tile fit into shared memory.
  static constexpr bool fits(Extent window) {
    return tile_entries(warp, window.width) * tile_entries(warps, window.height) <= 128 * warp;
  }

  /// A table, or the copy of a part of it, from a window's entry above left on.
  template <class M, class T, class Entries, class Index>
  struct Corner {
    Entries& entries;
    Index first;
    int pitch;
    /// Columns x to x + width, rows y to y + height of the window.
    SIMT num<M, T> sum(int x, int y, int width, int height) const {
      using U = num<M, T>;
      const Index a = first + static_cast<Index>(y) * static_cast<Index>(pitch) + static_cast<Index>(x);
      const Index c = a + static_cast<Index>(height) * static_cast<Index>(pitch), wide = static_cast<Index>(width);
      return U(entries[c + wide]) - U(entries[a + wide]) - U(entries[c]) + U(entries[a]);
    }
  };

  /// The leaf that the window reaches in that tree.
  template <class M, class Thread, class Corner>
  static SIMT float leaf(Thread t, int& round, const Corner& corner, float unit, int tree,
                         const global<M, const std::uint32_t>& nodes, int count) {
    for (int node = tree;;) {
      [[maybe_unused]] const auto named = t.round(round++);
      const std::size_t at = 4 * static_cast<std::size_t>(node), plane = 4 * static_cast<std::size_t>(count);
      const vec<std::uint32_t, 4> rects = detail::four_words<M>(nodes, at), weights = detail::four_words<M>(nodes, at + plane),
                                  leaves = detail::four_words<M>(nodes, at + 2 * plane);
      const auto term = [&](int k) {
        const std::uint32_t r = rects[k];
        const auto sum = corner.sum(static_cast<int>(r & 255), static_cast<int>(r >> 8 & 255), static_cast<int>(r >> 16 & 255),
                                    static_cast<int>(r >> 24));
        return detail::float_of(weights[k]) * static_cast<float>(static_cast<std::int32_t>(bare(sum)));
      };
      float value = term(0) + term(1);
      if (detail::float_of(weights[2]) != 0) value = value + term(2);
      const bool left = value * unit < detail::float_of(rects[3]);
      const std::uint32_t next = left ? weights[3] & 0xFFFF : weights[3] >> 16;
      if (next == 0) return detail::float_of(leaves[left ? 0 : 1]);
      node = static_cast<int>(next);
    }
  }

  /// Lists the windows of the tile that passed so many stages; returns how many.
  template <class M>
  static SIMT int list(M& m, Shared<M>& s, int passed) {
    using U = num<M, std::uint32_t>;
    const std::uint32_t wanted = static_cast<std::uint32_t>(1 + passed);
    reg<M, std::uint32_t> place{"place"};
    m.each("left?", [&](auto t) { place[t] = U(bare(U(s.reached[t.x])) == wanted ? 1U : 0U); });
    SIMT_UNROLL_STEPS for (int d = 1; d < warp; d *= 2) m.template exchange<1>(
        {"count left d=", d}, [=](auto t) { return t.lane() >= d ? t.lane() - d : -1; },
        [&](auto t, int) { return U(place[t]); }, [&](auto t, int, const U& heard) { place[t] += heard; });
    m.each("share counts", [&](auto t) {
      if (t.lane() == warp - 1) s.listed[t.warp()] = place[t];
    });
    m.sync();  // because: places follow those of the warps before
    m.each("list", [&](auto t) {
      if (bare(U(s.reached[t.x])) != wanted) return;
      std::uint32_t before = bare(U(place[t])) - 1;
      for (int w = 0; w < t.warp(); ++w) {
        [[maybe_unused]] const auto round = t.round(w);
        before += bare(U(s.listed[w]));
      }
      s.list[static_cast<int>(before)] = U(static_cast<std::uint32_t>(t.x));
    });
    m.sync();  // because: every warp reads the list
    return m.uniform("how many", [&](auto t) {
      std::uint32_t all = 0;
      for (int w = 0; w < warps; ++w) {
        [[maybe_unused]] const auto round = t.round(w);
        all += bare(U(s.listed[w]));
      }
      return static_cast<int>(all);
    });
  }

  struct Stage {
    int first, trees;
    double threshold;
  };
  template <class M>
  static SIMT Stage stage_at(const global<M, const std::uint32_t>& stages, int number) {
    const auto four = detail::four_words<M>(stages, 4 * static_cast<std::size_t>(number));
    return {static_cast<int>(four[0]), static_cast<int>(four[1]), static_cast<double>(detail::float_of(four[2]))};
  }

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const std::uint32_t> tiles, global<M, const std::uint32_t> levels,
                       pitched<M, const std::uint32_t> table, pitched<M, const std::uint64_t> squares,
                       global<M, const std::uint32_t> nodes, global<M, const std::uint32_t> stages, global<M, std::uint8_t> out,
                       LookPlan plan) {
    using U = num<M, std::uint32_t>;
    using D = num<M, double>;
    const int block = m.block_x();
    const LevelTile tile = m.uniform("tile", [&](auto) {
      return tile_of_block<M>(tiles, block, k_window_tile, {warp, warps});
    });
    const LevelNumbers level = m.uniform("level", [&](auto) { return LevelNumbers::read<M>(levels, tile.level); });
    if (tile.x >= level.columns || tile.y >= level.rows) return;  // only where blocks share a tile
    const int step = level.step, columns = level.columns - tile.x < warp ? level.columns - tile.x : warp,
              rows = level.rows - tile.y < warps ? level.rows - tile.y : warps;
    // the entry left of the tile's first pixel and above it
    const int left = level.x + tile.x * step - 1, above = level.y + tile.y * step - 1;
    if constexpr (copied) {
      const int width = (columns - 1) * step + plan.window.width + 1, height = (rows - 1) * step + plan.window.height + 1;
      m.each("copy table", [&](auto t) {
        int round = 0;
        for (int y = t.warp(); y < height; y += warps)
          for (int x = t.lane(); x < width; x += warp) {
            [[maybe_unused]] const auto named = t.round(round++);
            s.table[y * plan.pitch + x] = U(table[table.at(left + x, above + y)]);
          }
      });
      m.sync();  // because: windows overlap
    }
    const auto with_corner = [&](int window, auto&& use) {
      const int x = window % warp * step, y = window / warp * step;
      if constexpr (copied) {
        using Copy = Corner<M, std::uint32_t, decltype(s.table), int>;
        use(Copy{s.table, y * plan.pitch + x, plan.pitch});
      } else {
        using Whole = Corner<M, std::uint32_t, pitched<M, const std::uint32_t>, std::size_t>;
        use(Whole{table, table.at(left + x, above + y), table.pitch});
      }
    };

    m.each("first stages", [&](auto t) {
      std::uint32_t reached = k_flat;
      if (t.lane() < columns && t.warp() < rows)
        with_corner(t.x, [&](const auto& corner) {
          const int inner_width = plan.window.width - 2, inner_height = plan.window.height - 2;
          using OfSquares = Corner<M, std::uint64_t, pitched<M, const std::uint64_t>, std::size_t>;
          const OfSquares of_squares{squares, squares.at(left + t.lane() * step, above + t.warp() * step), squares.pitch};
          const double n = inner_width * inner_height, sum = bare(corner.sum(1, 1, inner_width, inner_height));
          const auto sum_of_squares = static_cast<double>(bare(of_squares.sum(1, 1, inner_width, inner_height)));
          const double scaled_variance = n * sum_of_squares - sum * sum;
          if (!(scaled_variance > 0)) return;
          const auto unit = static_cast<float>(1 / ::sqrt(scaled_variance));
          if (static_cast<double>(static_cast<float>(n) * unit) >= 1e-1) return;
          s.unit[t.x] = num<M, float>(unit);
          int round = 0, passed = 0;
          for (; passed < plan.alone; ++passed) {
            const Stage stage = stage_at<M>(stages, passed);
            double of_stage = 0;
            for (int tree = stage.first; tree < stage.first + stage.trees; ++tree)
              of_stage += static_cast<double>(leaf<M>(t, round, corner, unit, tree, nodes, plan.nodes));
            if (of_stage < stage.threshold) break;
          }
          reached = static_cast<std::uint32_t>(1 + passed);
        });
      s.reached[t.x] = U(reached);
    });

    if (plan.alone < plan.stages) {
      reg<M, double> of_stage{"sum of leaves"};
      int count = list(m, s, plan.alone);
      for (int number = plan.alone; number < plan.stages && count > 0; ++number) {
        const Stage stage = m.uniform("stage", [&](auto) { return stage_at<M>(stages, number); });
        for (int first = 0; first < count; first += warps) {
          m.each("trees of a stage", [&](auto t) {
            double sum = 0;
            if (const int i = first + t.warp(); i < count) {
              const int window = static_cast<int>(bare(U(s.list[i])));
              const float unit = bare(num<M, float>(s.unit[window]));
              with_corner(window, [&](const auto& corner) {
                int round = 0;
                for (int tree = t.lane(); tree < stage.trees; tree += warp)
                  sum += static_cast<double>(leaf<M>(t, round, corner, unit, stage.first + tree, nodes, plan.nodes));
              });
            }
            of_stage[t] = D(sum);
          });
          SIMT_UNROLL_STEPS for (int d = warp / 2; d > 0; d /= 2) m.template exchange<1>(
              {"add leaves d=", d}, [=](auto t) { return t.lane() < d ? t.lane() + d : -1; },
              [&](auto t, int) { return D(of_stage[t]); }, [&](auto t, int, const D& heard) { of_stage[t] += heard; });
          m.each("pass?", [&](auto t) {
            const int i = first + t.warp();
            if (t.lane() > 0 || i >= count || bare(D(of_stage[t])) < stage.threshold) return;
            s.reached[static_cast<int>(bare(U(s.list[i])))] = U(static_cast<std::uint32_t>(2 + number));
          });
        }
        m.sync();  // because: other warps list what this one has decided
        count = list(m, s, 1 + number);
      }
    }
    m.each("write", [&](auto t) {
      if (t.lane() >= columns || t.warp() >= rows) return;
      const U reached = U(s.reached[t.x]);
      out[level.from + at(tile.x + t.lane(), tile.y + t.warp(), level.columns)] =
          made_of(static_cast<std::uint8_t>(bare(reached)), reached);
    });
  }
};

}  // namespace windows
}  // namespace satscope::faces
