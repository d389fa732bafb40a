// SPDX-License-Identifier: Apache-2.0
// kind: crash
// says: stack is full
static int deep(int n) { volatile int a[1000]; a[0] = n; return deep(n + 1) + a[0]; }
int main() { return deep(0); }
// table: none
