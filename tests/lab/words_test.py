#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A CUDA file in words: blocks of its steps are counted as blockIdx counts them, no sum is claimed that the line does not make, and
what it prints is that of a picture with something in it.

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
# Each thread of the first row prints.
PRINTS = """
#include <cstdio>
__global__ void copy(const unsigned char* in, unsigned* out, int width) {
  int x = threadIdx.x, y = blockIdx.x;
  if (y == 0) printf("column %d of %d\\n", x, width);
  out[y * width + x] = in[y * width + x];
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


def narrated(program, folder, kernel, size):
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
        text = narrated(program, folder, COMPUTED, "8x3")
        blocks = sorted({int(number) for number in re.findall(r"block (\d+) of 3", text)})
        if blocks != [0, 1, 2]:
            sys.exit(f"blocks are called {blocks}:\n{text}")
        helped = subprocess.run([program, "trace", "--help"], capture_output=True, text=True, timeout=60).stdout
        if "Blocks are counted from 1, those of a CUDA file from 0 as blockIdx is" not in " ".join(helped.split()):
            sys.exit(f"the help does not say from where blocks are counted:\n{helped}")
        if " comes " in text:
            sys.exit(f"a number is said to come from what its line does not read:\n{text}")
        text = narrated(program, folder, ONE_WRITES, "4x2")
        if "no thread writes anything" in text:
            sys.exit(f"a thread writes, and the words deny it:\n{text}")
        for words, name, width in (([], "8x8", 8), (["--size", "5x4"], "5x4", 5)):
            (folder / "my.cu").write_text(PRINTS + HOST)
            text = subprocess.run([program, "check", folder / "my.cu", *words], capture_output=True, text=True, timeout=120).stdout
            wanted = [f"The program prints at {name} with the threads in forward order:", *(f"  column {x} of {width}" for x in range(width))]
            if "\n".join(wanted) not in text:
                sys.exit(f"what it prints is not said as {wanted}:\n{text}")
        (folder / "my.cu").write_text(COMPUTED + HOST.replace("cudaFree(d_in); ", ""))
        text = subprocess.run([program, "check", folder / "my.cu", "--size", "5x4"], capture_output=True, text=True, timeout=120).stdout
        if not re.search(r"first found at 5x4 with the threads in forward order; (once|\d+ times) in all runs together", text):
            sys.exit(f"where it was found first is not said:\n{text}")
        unclosed = (ONE_WRITES + HOST).rstrip()[:-1]
        (folder / "my.cu").write_text(unclosed)
        done = subprocess.run([program, "check", folder / "my.cu"], capture_output=True, text=True, timeout=120)
        wanted = f"my.cu:{len(unclosed.splitlines())}:1: error: The file ends before all of its braces and parentheses are closed."
        if done.returncode != 4 or wanted not in done.stdout + done.stderr or "static" in done.stdout + done.stderr:
            sys.exit(f"{done.returncode}, not 4 and {wanted}\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
