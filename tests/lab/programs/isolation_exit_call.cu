// SPDX-License-Identifier: Apache-2.0
// kind: crash
// says: before its end
#include <unistd.h>
int main() { _exit(0); }
// table: none
