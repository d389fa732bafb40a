// SPDX-License-Identifier: Apache-2.0
int main() {
  float* h;
  cudaMallocHost(&h, 2000000000);  // expect memory
  cudaFreeHost(h);
}
// table: none
