# SPDX-License-Identifier: Apache-2.0
# The algorithms, in the order in which they are shown. Each is a header of this name beside this file, and a namespace.
set(SATSCOPE_ALGORITHMS
  serial
  scan_transpose_scan
  brlt_scanrow
)
