// SPDX-License-Identifier: Apache-2.0
int main() { cudaGraph_t g; }  // expect error
// verdict: not supported here
