// SPDX-License-Identifier: Apache-2.0
// an endless loop: a flag that is not volatile, and is never set
__global__ void wait(unsigned* flag, unsigned* out) {
  if (threadIdx.x == 0) { while (*flag == 0) { } }  // expect deadlock
  __syncthreads();
  out[threadIdx.x] = 1;
}
__global__ void spin(int n) { volatile int i = 1; while (i) { } }
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned *d_flag, *d_out;
  cudaMalloc(&d_flag, 4); cudaMalloc(&d_out, w * h * 4);
  cudaMemset(d_flag, 0, 4);
  wait<<<1, 32>>>(d_flag, d_out);
  cudaMemcpy(out, d_out, w * h * 4, cudaMemcpyDeviceToHost);
}
// table: unwritten
