// SPDX-License-Identifier: Apache-2.0
// Vector reads and writes of rows whose width is no multiple of four: a CPU does them, a GPU stops.
__global__ void copy(const unsigned char* in, unsigned char* out, int w, int h) {
  int y = threadIdx.x;
  if (y >= h) return;
  for (int x = 0; x + 4 <= w; x += 4) {
    int v = *(const int*)(in + y * w + x);  // expect pointer
    *(int*)(out + y * w + x) = v;  // expect pointer
  }
}
__global__ void whole(const float* in, float4* out) { out[threadIdx.x] = ((const float4*)in)[threadIdx.x]; }
__global__ void bytes(const char* in, int* out) { out[threadIdx.x] = *(const int*)(in + threadIdx.x); }  // expect pointer
int main() {
  unsigned char *in, *out;
  cudaMalloc(&in, 45);
  cudaMalloc(&out, 45);
  cudaMemset(in, 1, 45);
  cudaMemset(out, 0, 45);
  copy<<<1, 8>>>(in, out, 9, 5);
  float *a, *b;
  cudaMalloc(&a, 64);
  cudaMalloc(&b, 64);
  cudaMemset(a, 0, 64);
  whole<<<1, 4>>>(a, (float4*)b);
  bytes<<<1, 4>>>((const char*)a, (int*)b);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  cudaFree(a);
  cudaFree(b);
}
// says: is no multiple of 4
// table: none
