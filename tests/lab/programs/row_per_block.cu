// SPDX-License-Identifier: Apache-2.0
// a thread for each pixel of a row: right, but a row of more than 1024 pixels is not launched. That is a note, with the size
__global__ void scan_rows(const unsigned char* in, unsigned* rows, int width) {
  __shared__ unsigned s[1024];
  int x = threadIdx.x, y = blockIdx.x;
  s[x] = in[y * width + x];
  for (int d = 1; d < width; d *= 2) {
    __syncthreads();
    unsigned left = x >= d ? s[x - d] : 0;
    __syncthreads();
    s[x] += left;
  }
  rows[y * width + x] = s[x];
}
__global__ void scan_cols(const unsigned* rows, unsigned* out, int width) {
  __shared__ unsigned s[1024];
  int x = blockIdx.x, y = threadIdx.x;
  s[y] = rows[y * width + x];
  for (int d = 1; d < blockDim.x; d *= 2) {
    __syncthreads();
    unsigned above = y >= d ? s[y - d] : 0;
    __syncthreads();
    s[y] += above;
  }
  out[y * width + x] = s[y];
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned char* d_in; unsigned *d_rows, *d_out;
  cudaMalloc(&d_in, w * h); cudaMalloc(&d_rows, w * h * 4); cudaMalloc(&d_out, w * h * 4);
  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);
  scan_rows<<<h, w>>>(d_in, d_rows, w);  // note launch
  scan_cols<<<w, h>>>(d_rows, d_out, w);
  cudaMemcpy(out, d_out, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_rows); cudaFree(d_out);
}
// table: right
// says: A picture of 1100x4 pixels is too large for it: scan_rows<<<4, 1100>>> is not launched
