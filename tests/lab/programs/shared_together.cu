// SPDX-License-Identifier: Apache-2.0
// Shared arrays and dynamic shared memory count together: 48 KB, or with the attribute 227 KB.
template <int pixels>
__global__ void turn(float* p) {
  __shared__ float tile[pixels];
  extern __shared__ float s[];
  tile[threadIdx.x] = p[threadIdx.x];
  s[threadIdx.x] = tile[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[7 - threadIdx.x];
}
template <int pixels, class T>
__global__ void deduced(T* p) {
  __shared__ T tile[pixels];
  extern __shared__ float s[];
  s[threadIdx.x] = tile[threadIdx.x] = p[threadIdx.x];
}
template <class Kernel>
void allow(Kernel* kernel, int bytes) {
  if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) != cudaSuccess) exit(1);
}
int main() {
  float* p;
  cudaMalloc(&p, 32);
  cudaMemset(p, 0, 32);
  turn<5120><<<1, 8, 28672>>>(p);
  turn<5120><<<1, 8, 28676>>>(p);  // expect launch
  cudaFuncSetAttribute(turn<5120>, cudaFuncAttributeMaxDynamicSharedMemorySize, 40960);
  turn<5120><<<1, 8, 40960>>>(p);
  cudaFuncSetAttribute((const void*)turn<6144>, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  turn<6144><<<1, 8, 40000>>>(p);  // expect launch
  cudaFuncSetAttribute(turn<6144>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024);
  turn<6144><<<1, 8, 1028>>>(p);  // expect launch
  cudaFuncSetAttribute(deduced<1024, float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000);
  deduced<1024><<<1, 8, 60000>>>(p);
  allow(&turn<1024>, 70000);
  turn<1024><<<1, 8, 70000>>>(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}
// says: its shared arrays take 20480 bytes, and the launch asks for 28676 more. Together at most 49152 are allowed, unless
// says: cudaFuncSetAttribute() fails
// says: 1028 bytes of shared memory are too many, at most 1024 are allowed
// does not say: 40960
// does not say: 60000
// does not say: 70000
