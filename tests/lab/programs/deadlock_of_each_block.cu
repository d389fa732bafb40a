// SPDX-License-Identifier: Apache-2.0
// A shuffle in a branch: each of many blocks waits for its own lanes, not for blocks that have not begun.
// does not say: have not begun
// table: unwritten
#include <cuda_runtime.h>
#define FULL 0xffffffffu
__device__ int warpScan(int v) {
    int lane = threadIdx.x % 32;
    for (int d = 1; d < 32; d *= 2) {
        if (lane >= d) {
            v += __shfl_up_sync(FULL, v, d);  // expect deadlock
        }
    }
    return v;
}
__global__ void rows(const int* in, int* out, int width) {
    int y = blockIdx.x;
    int carry = 0;
    for (int base = 0; base < width; base += 32) {
        int x = base + threadIdx.x;
        int v = x < width ? in[y * width + x] : 0;
        v = warpScan(v) + carry;
        if (x < width) out[y * width + x] = v;
        carry = __shfl_sync(FULL, v, 31);
    }
}
__global__ void cols(int* out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    int s = 0;
    for (int y = 0; y < height; ++y) out[y * width + x] = s += out[y * width + x];
}
void table(const int* in, int* out, int width, int height) {
    int *a, *b;
    size_t n = (size_t)width * height * sizeof(int);
    cudaMalloc(&a, n);
    cudaMalloc(&b, n);
    cudaMemcpy(a, in, n, cudaMemcpyHostToDevice);
    rows<<<height, 32>>>(a, b, width);
    cols<<<(width + 31) / 32, 32>>>(b, width, height);
    cudaMemcpy(out, b, n, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(b);
}
