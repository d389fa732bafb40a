// SPDX-License-Identifier: Apache-2.0
#include <thrust/scan.h>  // expect error
int main() {}
// verdict: not supported here
