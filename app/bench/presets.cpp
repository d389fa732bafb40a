// SPDX-License-Identifier: Apache-2.0
#include "app/bench/presets.h"

namespace satscope::app {

std::span<const BenchPreset> bench_presets() {
  static const std::vector<BenchPreset> list{
      {.id = "sizes",
       .what = "Every algorithm, bytes and floats, from 512x512 to 8192x8192, with two video sizes.",
       .sizes = {"512x512", "1024x1024", "1920x1080", "2048x2048", "3840x2160", "4096x4096", "8192x8192"},
       .types = {"8u32u", "32f32f"},
       .algorithms = {}},
      {.id = "everyday",
       .what = "Sizes that pictures have, beside those that are easy for a machine, as inclusive and padded tables: the fast "
               "algorithms, and the libraries; on the CPU also beside other work.",
       .sizes = {"640x480", "854x480", "1366x768", "1920x1080", "1921x1081", "3840x2160", "3839x2161", "8192x8192",
                 "8191x8193"},
       .types = {"8u32u", "32f32f"},
       .algorithms = {"single-pass", "tiles-2r1w", "brlt-scanrow", "cpu-simd", "opencv", "npp", "cub"},
       .forms = {"inclusive", "padded"},
       .beside_load = true},
      {.id = "bilgic",
       .what =
           "Bilgic et al. 2010: their scan as printed, whose table stays transposed, beside ours; their sequential listing; "
           "exclusive tables, 32-bit and 64-bit floats, up to four megapixels; also recursive doubling, an older GPU "
           "algorithm.",
       .sizes = {"256x256", "512x512", "1024x1024", "1536x1536", "2048x2048"},
       .types = {"32f32f", "64f64f"},
       .algorithms = {"serial listing=bilgic", "recursive-doubling", "scan-transpose-scan pairs=adjacent banks=16 last=scan",
                      "scan-transpose-scan"},
       .forms = {"exclusive"}},
      {.id = "angioloni",
       .what = "Angioloni and Pegoraro: their sequential listing, their loops on CPU threads and a GPU thread per row, bytes "
               "into 64-bit sums, at their heights; 16:10, as their largest picture. Their other axis is threads=1..10000.",
       .sizes = {"160x100", "320x200", "800x500", "1600x1000", "3200x2000", "8000x5000", "16000x10000"},
       .types = {"8u64u"},
       .algorithms = {"serial listing=angioloni", "cpu-rows", "thread-per-row"}},
      {.id = "chen",
       .what = "Chen et al. 2018: their three algorithms with the printed blocks of 1,024 threads, beside ours, and two "
               "libraries, for the six types of their evaluation, from 1k to 8k; few pictures are larger, they say.",
       .sizes = {"1024x1024", "2048x2048", "3072x3072", "4096x4096", "6144x6144", "8192x8192"},
       .types = {"8u32s", "8u32u", "8u32f", "32u32u", "32f32f", "64f64f"},
       .algorithms = {"scanrow-brlt block=printed", "scanrow-brlt", "brlt-scanrow block=printed", "brlt-scanrow",
                      "scanrow-column block=printed", "scanrow-column", "opencv", "npp"}},
      {.id = "ehsan",
       .what = "Ehsan et al. 2015: the algorithms behind their engines, at the sizes of their Tables 2 and 3.",
       .sizes = {"360x240", "720x576", "800x640", "1280x720", "1920x1080", "2048x1536", "2048x2048"},
       .types = {"8u32u"},
       .algorithms = {"serial", "rows-n", "column-difference"}},
      {.id = "radius",
       .what = "The box mean with a table and in three ways without, over the radius: where does the table win?",
       .sizes = {"1024x1024"},
       .types = {"8u32u"},
       .algorithms = {"box", "box-naive", "box-separable", "box-running"},
       .vary = "r=1,2,3,5,8,12,18,28,42,64,96,140,200,300"},
  };
  return list;
}

}  // namespace satscope::app
