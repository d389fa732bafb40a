// SPDX-License-Identifier: Apache-2.0
// Hides faces: where a rectangle was found, the picture becomes coarse or blurred, as much as the rectangle is large.
//
//      +------+                +--+--+--+--+      mosaic: cells of a size that is a part of the face's width
//      | o  o |      -->       |  |  |  |  |      blur:   the mean of a window whose radius is such a part
//      |  --  |                +--+--+--+--+
//      +------+                |  |  |  |  |      Either takes four reads, however large the face is.
//
// The rectangles are an input: the window and the command line find them with a cascade (kernels/faces). Of several that hold a
// pixel the first one counts. Nothing is stored and no person is recognised. Watch: a mosaic that is too fine still shows a
// face. Paper: P. Viola, M. Jones, Rapid Object Detection using a Boosted Cascade of Simple Features, 2001.
#pragma once
#include "kernels/filters/planes.h"

namespace satscope::filter_kernels::faces {

enum class Hide : std::uint8_t { mosaic, blur, nothing };
inline constexpr std::array k_hides{Named<Hide>{Hide::mosaic, "mosaic"}, Named<Hide>{Hide::blur, "blur"},
                                    Named<Hide>{Hide::nothing, "nothing"}};

/// Largest side of a cell, so that its sum fits into 32 bits.
inline constexpr int k_most_cell = 4000;

struct Face {
  std::int64_t x, y, width, height;
  SIMT constexpr bool holds(int px, int py) const { return px >= x && py >= y && px < x + width && py < y + height; }
};

/// What the pixel becomes the mean of; the pixel lies in the face and in the picture.
SIMT constexpr Window hiding_window(const Face& face, int x, int y, Hide hide, int parts, Extent picture) {
  if (hide == Hide::blur) {
    const std::int64_t part = face.width / parts;
    const int r = static_cast<int>(part < 1 ? 1 : part > k_most_radius ? k_most_radius : part);
    return window_around(x, y, r, Border::clip, picture);
  }
  const std::int64_t part = (face.width + parts - 1) / parts, side = part > k_most_cell ? k_most_cell : part;
  const auto within = [](std::int64_t v, std::int64_t most) { return static_cast<int>(v < 0 ? 0 : v > most ? most : v); };
  const std::int64_t left = face.x + (x - face.x) / side * side, top = face.y + (y - face.y) / side * side;
  const std::int64_t right = face.x + face.width, bottom = face.y + face.height;
  return {within(left, picture.width), within(top, picture.height),
          within(left + side < right ? left + side : right, picture.width),
          within(top + side < bottom ? top + side : bottom, picture.height)};
}

/// A thread owns a pixel. table: of the pixels; faces: x, y, width and height of each (as 32-bit two's complement). Beside all
/// faces the window is the pixel itself, so every thread reads alike.
template <Sizes sizes>
struct HideFaces {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, global<M, const std::uint32_t> faces,
                       pitched<M, std::uint8_t> out, Extent picture, int count, Hide hide, int parts) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("hide faces", in_row(first, threads, picture.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const int x = first + t.x;
      Window w{x, y, x + 1, y + 1};
      bool held = false;
      for (int i = 0; i < count; ++i) {
        const auto side = [&](int k) {
          [[maybe_unused]] const auto round = t.round(4 * i + k);
          return static_cast<std::int64_t>(static_cast<std::int32_t>(bare(U(faces[static_cast<std::size_t>(4 * i + k)]))));
        };
        const std::int64_t left = side(0), top = side(1), width = side(2), height = side(3);
        const Face face{left, top, width, height};
        if (held || !face.holds(x, y)) continue;
        held = true;
        w = hiding_window(face, x, y, hide, parts, picture);
      }
      const U sum = window_sum<M, std::uint32_t>(t, table, w, Border::clip, picture);
      out[out.at(x, y)] = made_of(rounded_mean(bare(sum), area_of<std::uint32_t>(w)), sum);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "faces",
      .title = "Faces",
      .paper = "Viola and Jones 2001, Rapid Object Detection using a Boosted Cascade of Simple Features",
      .text = "Finds faces and hides them, for pictures that others will see. It can miss a face, and can take "
              "something else for one: look before you publish. It stores nothing and recognises no person.",
      .params = {{.id = "hide",
                  .fallback = std::string("mosaic"),
                  .help = "what becomes of a face: a mosaic, a blur, or nothing, so that only its frame is drawn"},
                 {.id = "parts",
                  .fallback = 8.0,
                  .range = ParamRange{.min = 2, .max = 64, .step = 1, .whole = true},
                  .help = "so many cells go across a face; for a blur, its radius is the width of the face divided by "
                          "this. Fewer hide more",
                  .needs = {"hide", {"mosaic", "blur"}}},
                 {.id = "factor",
                  .fallback = 1.1,
                  .range = ParamRange{.min = 1.02, .max = 2, .step = 0.01},
                  .help = "faces are looked for in many sizes, each so many times as large as the one before. Less "
                          "finds more and takes longer"},
                 {.id = "neighbours",
                  .fallback = 3.0,
                  .range = ParamRange{.min = 0, .max = 50, .step = 1, .whole = true},
                  .help = "a face counts if it is found more often than this at about the same place. More: fewer wrong "
                          "finds, and more missed faces"},
                 {.id = "smallest",
                  .fallback = 5.0,
                  .range = ParamRange{.min = 0, .max = 90, .step = 1, .whole = true},
                  .help = "smaller faces are not looked for; in percent of the picture's shorter side"},
                 {.id = "margin",
                  .fallback = 0.0,
                  .range = ParamRange{.min = 0, .max = 100, .step = 1, .whole = true},
                  .help = "more is hidden on each side of a face, in percent of its width and height",
                  .needs = {"hide", {"mosaic", "blur"}}}},
  }};
  for (const Named<Hide>& one : k_hides) self.params.front().choices.emplace_back(one.id);
  self.phases = {
      {"hide faces", "Four corners of the table give the mean of the cell, or of the window, in the face that holds the pixel.",
       "A larger face takes no more reads."},
  };
  self.definition =
      "inside a rectangle where a face was found, the mean of the pixel's cell or of the window around "
      "it, rounded half up; elsewhere the pixel itself; a search tests windows of all sizes for the "
      "light and dark parts of a face; its first tests, of a few reads each, reject most of them";
  self.tables = {"pixels"};
  self.reads = "4 entries of the table, however large a face is, and 4 numbers of each face";
  self.by_channel = self.alpha_stays = true;
  self.reads_per_pixel = [hide = self.params.front()](const FilterRequest& request) {
    return hide.value_in(request.params) == ParamValue(std::string("nothing")) ? 4.0 : 4.0 + 4 * request.faces;
  };
  self.refusal = [](const FilterRequest& request) -> std::string {
    return request.faces >= 0 ? "" : "fewer than no faces are not supported";
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const Hide hide = known_in(k_hides, "way to hide", choice(self, request.params, "hide")).value;
  const int count = hide == Hide::nothing ? 0 : request.faces;
  return in_colour<Backend>(request, false, [&](bool) {
    OneChannel one;
    FilterDraft& d = one.draft;
    const int picture = add_buffer(d, "picture", Scalar::u8, request.extent);
    const int table = add_buffer(d, "table", Scalar::u32, request.extent);
    const int faces = add_buffer(d, "faces", Scalar::u32, {4, std::max(1, request.faces)});
    d.result = add_buffer(d, "hidden", Scalar::u8, request.extent);
    d.inputs = {faces};
    d.steps.emplace_back(TableStep{picture, table, *find_type_pair("8u32u")});
    d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      using Kernel = HideFaces<sizes>;
      const double pixels = static_cast<double>(request.extent.area());
      // as if no window touched an edge
      const Cost cost{.bytes = (17 + 16.0 * count) * pixels, .additions = 3 * pixels};
      return make_pass<Backend, Kernel>("hide faces", pixel_grid(request.extent, Kernel::threads), cost,
                                        pitched_in<std::uint32_t>{table}, in<std::uint32_t>{faces},
                                        pitched_out<std::uint8_t>{d.result}, request.extent, count, hide,
                                        whole(self, request.params, "parts"));
    }));
    return one;
  });
}

}  // namespace satscope::filter_kernels::faces
