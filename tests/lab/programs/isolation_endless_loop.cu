// SPDX-License-Identifier: Apache-2.0
// kind: endless
__global__ void k() { volatile long n = 0; while (n >= 0) n = 1; }
int main() { k<<<1, 2>>>(); }
// table: none
