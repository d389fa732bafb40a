# SPDX-License-Identifier: Apache-2.0
# The algorithms, in the order in which they are shown. Each is a header of this name beside this file, and a namespace.
set(SATSCOPE_ALGORITHMS
  definition
  serial
  recursive_doubling
  scan_transpose_scan
  thread_per_row
  wavefront
  rows_n
  column_difference
  scanrow_brlt
  brlt_scanrow
  scanrow_column
  tiles_2r1w
  single_pass
  cpu_rows
  cpu_simd
  opencv
  npp
  cub
)
# Headers beside this file that are no algorithm of their own.
set(SATSCOPE_ALGORITHMS_PARTS
  register_tile
  waiting_tile
  packets_of_tile
  single_pass_tiles
  tile_order
  tile_rows
  transpose
  warp_scan
  library
  cpu_simd_rows
  cpu_simd_threads
)
