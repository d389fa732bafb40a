// SPDX-License-Identifier: Apache-2.0
// A local that is reached through a pointer; without a table nothing shows that it does no harm.
struct Pair {
  float low, high;
};
__device__ void widen(Pair* pair, float x) {
  pair->low = min(pair->low, x);  // expect uninitialised
  pair->high = max(pair->high, x);
}
__device__ void set(Pair* pair) { pair->low = pair->high = 0; }
__global__ void range(float* p) {
  Pair right, wrong;
  set(&right);
  for (int k = 0; k < 8; ++k) widen(&right, p[k]);
  for (int k = 0; k < 8; ++k) widen(&wrong, p[k]);
  p[0] = right.high + wrong.low;
}
int main() {
  float* p;
  cudaMalloc(&p, 32);
  cudaMemset(p, 0, 32);
  range<<<1, 1>>>(p);
  cudaFree(p);
}
// table: none
