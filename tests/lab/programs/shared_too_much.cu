// SPDX-License-Identifier: Apache-2.0
// More static shared memory than a kernel may have.
__global__ void big(float* p) {
  __shared__ float s[20000];  // expect launch
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[7 - threadIdx.x];
}
int main() {
  float* p;
  cudaMalloc(&p, 32);
  cudaMemset(p, 0, 32);
  big<<<1, 8>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}
// says: take 80000 bytes, at most 49152 are allowed
// table: none
