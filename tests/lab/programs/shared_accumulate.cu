// SPDX-License-Identifier: Apache-2.0
// all threads add to one shared sum, without atomics
__global__ void table_sum(const unsigned char* in, unsigned* out, int w, int h) {
  __shared__ unsigned sum;
  int x = blockIdx.x, y = blockIdx.y;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < (x + 1) * (y + 1); i += blockDim.x)
    sum += in[i / (x + 1) * w + i % (x + 1)];  // expect race
  __syncthreads();
  if (threadIdx.x == 0) out[y * w + x] = sum;
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned char* d_in; unsigned* d_out;
  cudaMalloc(&d_in, w * h); cudaMalloc(&d_out, w * h * 4);
  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);
  table_sum<<<dim3(w, h), 64>>>(d_in, d_out, w, h);
  cudaMemcpy(out, d_out, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_out);
}
// table: wrong
