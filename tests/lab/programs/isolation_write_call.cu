// SPDX-License-Identifier: Apache-2.0
// kind: forbidden
// says: writes a file
#include <cstdio>
int main() { FILE* f = fopen("/left_behind", "w"); return f != nullptr; }
// table: none
