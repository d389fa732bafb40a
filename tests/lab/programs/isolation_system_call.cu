// SPDX-License-Identifier: Apache-2.0
// kind: launch
// says: the Lab starts no other programs
#include <cstdlib>
int main() { return system("touch left_behind"); }
// table: none
