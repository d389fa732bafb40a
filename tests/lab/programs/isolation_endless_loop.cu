// SPDX-License-Identifier: Apache-2.0
// It may be slow: nothing says that it does not end.
// words: --seconds 1
// only a note: endless
// says: Not finished in 1 s (--seconds): the run was stopped in k (launched in line 8), thread
// verdict: not finished
__global__ void k() { volatile long n = 0; while (n >= 0) n = 1; }
int main() { k<<<1, 2>>>(); }
// table: none
