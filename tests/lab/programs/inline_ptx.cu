// SPDX-License-Identifier: Apache-2.0
__global__ void k(int* p) { asm("mov.u32 %0, 1;" : "=r"(*p)); }  // expect error
int main() { k<<<1, 1>>>(nullptr); }
// verdict: not supported here
