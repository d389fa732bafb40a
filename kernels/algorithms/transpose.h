// SPDX-License-Identifier: Apache-2.0
// Transposing a buffer: through a tile in shared memory, so that neighbouring lanes read and store neighbours, or directly,
// where they read neighbours but store a row apart.
//
//     a b c d   neighbours read a row of the tile ...        a e i m
//     e f g h   ... and store one of its columns             b f j n
//
// Watch: the extra column of the tile, which avoids bank conflicts; and the sectors of the direct one.
// Paper: B. Bilgic, B. Horn, I. Masaki, Efficient Integral Image Computation on the GPU, IV 2010, section IV-C.
#pragma once
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope {

/// Element (x, y) of the transposed buffer: P(x, y), or the sum up to and including pixel (x, y).
enum class Entries : std::uint8_t { of_padded, inclusive };

template <class M, class T, class Value>
SIMT void store_turned(const global<M, T>& out, const Kept& kept, Entries entries, int x, int y, Value&& value) {
  const int first = entries == Entries::inclusive ? 1 : 0;
  if (kept.has(x + first, y + first)) out[kept.place(x + first, y + first)] = value();
  if (entries == Entries::inclusive) store_border<M, T>(out, kept, x, y);
}

/// A block owns a tile x tile square, a thread an element. in: width x height; out: what `kept` keeps of it, transposed.
template <class T, Sizes sizes>
struct Transpose {
  static constexpr int tile = sizes.tile;
  static constexpr int pitch = tile + 1;  // because: the columns of the tile would share banks
  static constexpr int threads = tile * tile;
  static constexpr int warp = sizes.warp;
  template <class M>
  struct Shared {
    shared<M, T, tile * pitch> temp{"temp"};
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const T> in, global<M, T> out, int width, int height, Kept kept,
                       Entries entries) {
    const int x0 = m.block_x() * tile, y0 = m.block_y() * tile;
    m.each("transpose, read rows", [&](auto t) {
      const int i = t.x % tile, j = t.x / tile;
      if (x0 + i < width && y0 + j < height) s.temp[j * pitch + i] = in[at(x0 + i, y0 + j, width)];
    });
    m.sync();  // because: a thread stores what another loaded
    m.each("transpose, write columns", [&](auto t) {
      const int i = t.x % tile, j = t.x / tile;
      if (x0 + j < width && y0 + i < height)
        store_turned<M, T>(out, kept, entries, y0 + i, x0 + j, [&] { return num<M, T>(s.temp[i * pitch + j]); });
    });
  }
};

/// The same without shared memory. A block owns as many elements of one row as it has threads.
template <class T, Sizes sizes>
struct TransposeStrided {
  static constexpr int threads = sizes.tile * sizes.tile;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, global<M, const T> in, global<M, T> out, int width, Kept kept, Entries entries) {
    const int y = m.block_x(), x0 = m.block_y() * threads;
    m.each("transpose, strided", [&](auto t) {
      const int x = x0 + t.x;
      if (x < width) store_turned<M, T>(out, kept, entries, y, x, [&] { return num<M, T>(in[at(x, y, width)]); });
    });
  }
};

/// Of both kernels, that of the strided one last.
inline std::vector<Phase> transpose_phases() {
  return {
      {"transpose, read rows",
       "Copy a tile into shared memory, row by row: there its columns can be read without touching global memory a row apart.",
       "Neighbouring threads read neighbouring places."},
      {"transpose, write columns",
       "Each thread stores what another one loaded: rows become columns, so one scan of rows serves both; a second transpose "
       "turns them back.",
       "Neighbouring threads write neighbouring places, too."},
      {"transpose, strided",
       "Each element goes straight to its swapped place: rows become columns, so one scan of rows serves both; a second "
       "transpose turns them back.",
       "Neighbouring threads write a whole row apart."}};
}

inline Param transpose_param() {
  return {.id = "transpose",
          .fallback = std::string("coalesced"),
          .choices = {"coalesced", "strided"},
          .help =
              "coalesced: through a tile in shared memory, so that neighbouring lanes read and store neighbours; strided: "
              "directly, so that they store a row apart"};
}

/// A pass that transposes a buffer of this shape. element: bytes.
template <class Backend, class T, Sizes sizes>
Pass transposing(const char* name, bool strided, in<T> from, Extent shape, out<T> to, const Kept& kept, Entries entries,
                 std::size_t element) {
  // because: kernels that differ in sizes that they do not use would be compiled again
  constexpr Sizes used{.warp = sizes.warp, .tile = sizes.tile};
  const Cost cost{static_cast<double>(shape.area()) * 2 * static_cast<double>(element)};
  using Straight = TransposeStrided<T, used>;
  if (strided)
    return make_pass<Backend, Straight>(Launch{name, {shape.height, ceil_div(shape.width, Straight::threads)}, cost}, from, to,
                                        shape.width, kept, entries);
  return make_pass<Backend, Transpose<T, used>>(
      Launch{name, {ceil_div(shape.width, sizes.tile), ceil_div(shape.height, sizes.tile)}, cost}, from, to, shape.width,
      shape.height, kept, entries);
}

}  // namespace satscope
