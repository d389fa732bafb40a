# SPDX-License-Identifier: Apache-2.0
# What the program writes on every system with the same bytes. To be sourced; `same FILE ARGUMENT...` runs a command on both systems
# and compares FILE.

# write_inputs FOLDER...: what the commands read.
write_inputs() {
  local folder
  for folder in "$@"; do printf '3,1,4\n1,5,9\n2,6,5\n' >"$folder/pi.csv"; done
}

compare_all() {
  local type chain algorithm
  for type in 8u32u 32f32f 64f64f; do
    same table.npy sat pattern:scene:320x200:7 --type "$type" -o table.npy
  done
  same pi.npy sat pi.csv -o pi.npy
  for chain in "box r=3" "gauss sigma=4" "sauvola r=8" "box r=2; sauvola r=12"; do
    same out.png filter pattern:page:200x150:3 --chain "$chain" -o out.png
  done
  for algorithm in serial scan-transpose-scan tiles-2r1w; do
    same steps.svg steps pattern:noise:8x8:2 --algorithm "$algorithm" --step 5 -o steps.svg
  done
  for algorithm in serial scan-transpose-scan single-pass tiles-2r1w; do
    same trace.json trace pattern:noise:8x8:2 --algorithm "$algorithm" -o trace.json
  done
}
