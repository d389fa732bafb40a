// SPDX-License-Identifier: Apache-2.0
// table() returns before the copy to its registered memory is done
__global__ void one(const unsigned char* in, unsigned* out, int w, int h) {
  if (threadIdx.x || blockIdx.x) return;
  for (int y = 0; y < h; ++y)
    for (int x = 0, sum = 0; x < w; ++x) {
      sum += in[y * w + x];
      out[y * w + x] = sum + (y ? out[(y - 1) * w + x] : 0);
    }
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned char* d_in; unsigned* d_out;
  cudaMalloc(&d_in, w * h); cudaMalloc(&d_out, w * h * 4);
  cudaHostRegister(out, w * h * 4, cudaHostRegisterDefault);
  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);
  one<<<1, 32>>>(d_in, d_out, w, h);
  cudaFree(d_in);
  cudaMemcpyAsync(out, d_out, w * h * 4, cudaMemcpyDeviceToHost);  // expect host
  cudaFreeAsync(d_out, 0);
}
// says: table() returns while
// table: right
