// SPDX-License-Identifier: Apache-2.0
// kind: error
// says: scan(int*, int) is called but not defined here
void scan(int* d, int n);
int main() { scan(nullptr, 0); }
