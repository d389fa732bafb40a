// SPDX-License-Identifier: Apache-2.0
// What a program writes beside itself is kept apart, and it can read that again.
// says: writes the file results/out.txt
// says: makes the folder results
// says: the Lab starts no other programs
#include <sys/stat.h>
#include <cassert>
#include <cstdlib>
#include <fstream>
__global__ void k() {}
int main() {
  k<<<1, 1>>>(); mkdir("results", 0755); assert(system("touch left_behind") == -1);
  std::ofstream("results/out.txt") << 42; int read = 0; std::ifstream("results/out.txt") >> read; assert(read == 42);
}
// table: none
