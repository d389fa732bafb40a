// SPDX-License-Identifier: Apache-2.0
__global__ void k(int* p) { p[0] = missing; }  // expect error
int main() { k<<<1, 1>>>(nullptr); }
