// SPDX-License-Identifier: Apache-2.0
// the mask of half a warp in all 32 lanes: a sentence shows the mask that was passed, and no lane waits for the other half
__global__ void sum16(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  for (int d = 8; d > 0; d /= 2) v += __shfl_down_sync(0xffff, v, d);  // expect warp
  __syncthreads();
  out[t] = v;
}
__global__ void left(const int* in, int* out) {
  int t = threadIdx.x;
  if (t == 16) return;
  out[t] = __shfl_xor_sync(0x1ffff, in[t], t < 16);  // expect warp
}
__global__ void part(const int* in, int* out) { out[threadIdx.x] = __shfl_xor_sync(0xfff, in[threadIdx.x], 1); }  // expect warp
int main() {
  int *a, *b;
  cudaMalloc(&a, 128); cudaMalloc(&b, 128);
  cudaMemset(a, 0, 128);
  sum16<<<1, 32>>>(a, b);
  left<<<1, 17>>>(a, b);
  part<<<1, 10>>>(a, b);
  cudaFree(a); cudaFree(b);
}
// says: Thread 16 calls __shfl_down_sync with the mask 0xffff, which does not name its own lane 16.
// says: Lane 16 does not take part in this __shfl_xor_sync (it has skipped it or left the kernel), but the mask 0x1ffff names it. Call it outside
// says: __shfl_xor_sync: the mask 0xfff names lanes 10 to 11, which the block does not have.
// does not say: Deadlock
// table: none
