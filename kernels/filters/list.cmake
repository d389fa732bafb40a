# SPDX-License-Identifier: Apache-2.0
# The filters, in the order in which they are shown. Each is a header of this name beside this file, and a namespace in filters.
set(SATSCOPE_FILTERS
  box
  bradley
  sauvola
  variable
  motion
  lens
  gauss
  guided
  unsharp
  contrast
  mosaic
  median
  histogram
  depth
  motion_blur
  correlation
  box_naive
  box_separable
  box_running
)
# Headers beside this file that are no filter of their own.
set(SATSCOPE_FILTERS_PARTS
  bins
  chain
  filter_trace
  luma
  luma_pass
  moments
  planes
  signed_sums
  window
  words_plan
)
