// SPDX-License-Identifier: Apache-2.0
// kind: memory
// says: more memory than it may have
#include <cstdlib>
#include <cstring>
int main() { for (int i = 0; i < 100; ++i) { char* p = (char*)malloc(64 << 20); if (!p) return 0; memset(p, 1, 64 << 20); } }
// table: none
