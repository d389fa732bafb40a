// SPDX-License-Identifier: Apache-2.0
// a shuffle in a branch, with the mask of a whole warp
__global__ void rows(const unsigned char* in, unsigned* out, int w) {
  int lane = threadIdx.x;
  if (lane < w) {
    unsigned v = in[blockIdx.x * w + lane];
    for (int d = 1; d < 32; d *= 2) {
      unsigned left = __shfl_up_sync(0xffffffff, v, d);  // expect warp
      if (lane >= d) v += left;
    }
    out[blockIdx.x * w + lane] = v;
  }
}
__global__ void cols(const unsigned* in, unsigned* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  unsigned sum = 0;
  for (int y = 0; y < h; ++y) { sum += in[y * w + x]; out[y * w + x] = sum; }
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  int n = w * h;
  unsigned char* d_in; unsigned *d_tmp, *d_out;
  cudaMalloc(&d_in, n); cudaMalloc(&d_tmp, n * 4);
  cudaMalloc(&d_out, n * 4);
  cudaMemcpy(d_in, in, n, cudaMemcpyHostToDevice);
  rows<<<h, 32>>>(d_in, d_tmp, w);
  cols<<<(w + 7) / 8, 8>>>(d_tmp, d_out, w, h);
  cudaMemcpy(out, d_out, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_tmp); cudaFree(d_out);
}
// says: Lanes 1 to 31 do not take part in this __shfl_up_sync (they have skipped it or left the kernel), but the mask 0xffffffff says that all 32 do.
// the blocks take rows of up to 32 pixels only
// table: wrong
