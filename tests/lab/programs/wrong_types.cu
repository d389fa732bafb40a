// SPDX-License-Identifier: Apache-2.0
// width and height are no int
void table(const unsigned char*, unsigned*, size_t w, size_t h) { }  // expect error
// says: width and height must be int. Here it is table(const unsigned char*, unsigned*, size_t w, size_t h).
// verdict: not supported here
