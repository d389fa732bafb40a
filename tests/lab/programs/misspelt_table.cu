// SPDX-License-Identifier: Apache-2.0
// the name of table() is misspelt
__global__ void copy(const unsigned char* in, unsigned* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];
}
void tabel(const unsigned char* in, unsigned* out, int w, int h) {  // expect error
  copy<<<1, 32>>>(in, out, w * h);
}
// says: There is neither table(in, out, width, height) nor main(): nothing can be run. Did you mean table() instead of tabel()?
// says: There is no table: the program did not run.
// does not say: its own main()
