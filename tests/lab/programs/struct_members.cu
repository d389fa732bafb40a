// SPDX-License-Identifier: Apache-2.0
// Threads write members of a struct that lie side by side: no race. Local variables are set from constants.
struct Pair {
  short a, b;
};
struct Two {
  int a, b;
};
__global__ void k(Pair* out, Two* more) {
  __shared__ Pair s[32];
  const int t = threadIdx.x;
  const int offsets[6] = {0, 1, 2, 3, 4, 5};
  Two both[3] = {{1, 2}, {3, 4}, {5, 6}};
  if (t % 2)
    s[t / 2].a = t;
  else
    s[t / 2].b = t;
  if (t % 2)
    more[t / 2].a = t;
  else
    more[t / 2].b = t + offsets[t % 6] + both[t % 3].a;
  __syncthreads();
  if (t < 32) out[t] = s[t];
}
int main() {
  Pair* d;
  Two* m;
  cudaMalloc(&d, 32 * sizeof(Pair));
  cudaMalloc(&m, 32 * sizeof(Two));
  k<<<1, 64>>>(d, m);
  cudaDeviceSynchronize();
  cudaFree(d);
  cudaFree(m);
}
// table: none
