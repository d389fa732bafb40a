// SPDX-License-Identifier: Apache-2.0
// kind: forbidden
// says: starts a process
#include <unistd.h>
int main() { return fork() >= 0; }
// table: none
