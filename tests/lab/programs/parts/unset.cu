// SPDX-License-Identifier: Apache-2.0
__global__ void k(const int* in, int* out) {
  int sum;
  out[0] = sum + in[0];
}
