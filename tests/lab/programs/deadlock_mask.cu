// SPDX-License-Identifier: Apache-2.0
// lanes 20 to 31 are at the barrier, and the others wait for them in a shuffle
__global__ void sum20(const int* in, int* out) {
  int t = threadIdx.x;
  __shared__ int r;
  if (t < 20) {
    int v = in[t];
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);  // expect deadlock
    if (t == 0) r = v;
  }
  __syncthreads();
  if (t == 31) *out = r;
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 80); cudaMalloc(&b, 4);
  cudaMemset(a, 0, 80);
  sum20<<<1, 32>>>(a, b);
  cudaFree(a); cudaFree(b);
}
// says: because its mask 0xffffffff also names lanes 20 to 31, which never call it
// table: none
