// SPDX-License-Identifier: Apache-2.0
// a launch with two > instead of three
__global__ void copy(const unsigned char* in, unsigned* out) { out[0] = in[0]; }
void table(const unsigned char* in, unsigned* out, int w, int h) {
  copy<<<1, 1>>(in, out);  // expect error
}
// says: This launch lacks a '>'
