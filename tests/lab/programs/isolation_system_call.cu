// SPDX-License-Identifier: Apache-2.0
// kind: crash
// says: starts another program
#include <cstdlib>
int main() { return system("touch left_behind"); }
// table: none
