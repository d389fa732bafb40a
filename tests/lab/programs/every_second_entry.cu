// SPDX-License-Identifier: Apache-2.0
// a kernel leaves out every second entry, and all are copied back
__global__ void sums(const unsigned char* in, float* out, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w * h || i % 2 == 1) return;
  float sum = 0;
  for (int y = 0; y <= i / w; ++y)
    for (int x = 0; x <= i % w; ++x) sum += in[y * w + x];
  out[i] = sum;
}
void table(const unsigned char* in, float* out, int w, int h) {
  int n = w * h;
  unsigned char* d_in; float* d_out;
  cudaMalloc(&d_in, n); cudaMalloc(&d_out, n * 4);
  cudaMemcpy(d_in, in, n, cudaMemcpyHostToDevice);
  sums<<<(n + 31) / 32, 32>>>(d_in, d_out, w, h);
  cudaMemcpy(out, d_out, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_out);
}
// kind: uninitialised
// words: --size 3x6
// says: It was never written.
// says: 1 in row 0, 2 in row 1, 1 in row 2, 2 in row 3, and 3 in further rows.
// table: wrong
