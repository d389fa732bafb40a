// SPDX-License-Identifier: Apache-2.0
// neither table() nor main(), and a semicolon is missing: the compiler's error comes first
__global__ void copy(const unsigned char* in, unsigned* out, int n) {
  int i = threadIdx.x
  if (i < n) out[i] = in[i];
}
void tabel(const unsigned char* in, unsigned* out, int w, int h) { copy<<<1, 32>>>(in, out, w * h); }
// kind: error
// says: ';'
// does not say: There is neither
