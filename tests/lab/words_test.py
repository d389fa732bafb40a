#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The steps of a CUDA file in words: blocks are counted as blockIdx counts them, and no sum is claimed that the line does not make.

usage: words_test.py SATSCOPE
Exit 77: there is no g++.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# The line that writes s reads no array: nothing says which numbers its value came from.
COMPUTED = """
__global__ void copy(const unsigned char* in, unsigned* out, int width) {
  __shared__ unsigned s[8];
  int x = threadIdx.x, y = blockIdx.x;
  unsigned sum = 0;
  for (int k = 0; k < 4; ++k) sum += in[y * width + k];
  s[x] = 2 * sum + x;
  __syncthreads();
  out[y * width + x] = s[x];
}
"""
# Thread 0 alone writes; the others read only.
ONE_WRITES = """
__global__ void copy(const unsigned char* in, unsigned* out, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  unsigned mine = in[y * width + x];
  if (mine > 255 || x == 0)
    for (int k = 0; k < width; ++k) out[y * width + k] = 7;
}
"""
HOST = """
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned char* d_in; unsigned* d_out;
  cudaMalloc(&d_in, w * h); cudaMalloc(&d_out, w * h * 4);
  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);
  copy<<<h, w>>>(d_in, d_out, w);
  cudaMemcpy(out, d_out, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_out);
}
"""


def told(program, folder, kernel, size):
    file = folder / "my.cu"
    file.write_text(kernel + HOST)
    done = subprocess.run([program, "trace", "--algorithm", file, "--size", size, "--narrate"], capture_output=True, text=True,
                          timeout=120)
    if not done.stdout:
        sys.exit(done.stderr)
    return done.stdout


def main():
    program = sys.argv[1]
    if not shutil.which("g++"):
        print("skipped: g++ is not here")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        text = told(program, folder, COMPUTED, "8x3")
        blocks = sorted({int(number) for number in re.findall(r"block (\d+) of 3", text)})
        if blocks != [0, 1, 2]:
            sys.exit(f"blocks are called {blocks}:\n{text}")
        if " comes " in text:
            sys.exit(f"a number is said to come from what its line does not read:\n{text}")
        text = told(program, folder, ONE_WRITES, "4x2")
        if "no thread writes anything" in text:
            sys.exit(f"a thread writes, and the words deny it:\n{text}")


if __name__ == "__main__":
    main()
