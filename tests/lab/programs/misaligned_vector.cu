// SPDX-License-Identifier: Apache-2.0
// Vector reads and writes of rows whose width is no multiple of four: a CPU does them, a GPU stops.
__global__ void copy(const float* in, float* out, int w) {
  float4 v = *(const float4*)(in + threadIdx.x * w);  // expect pointer
  *(float4*)(out + threadIdx.x * w) = v;  // expect pointer
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 160);
  cudaMalloc(&out, 160);
  cudaMemset(in, 0, 160);
  cudaMemset(out, 0, 160);
  copy<<<1, 4>>>(in, out, 9);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
// says: is no multiple of 16
// table: none
