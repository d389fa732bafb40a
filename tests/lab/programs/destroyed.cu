// SPDX-License-Identifier: Apache-2.0
// streams and events that are used after they were destroyed, or destroyed twice
__global__ void k(int* out) { out[threadIdx.x] = 1; }
int main() {
  int *d, *h;
  cudaMalloc(&d, 32);
  cudaMallocHost(&h, 32);
  cudaStream_t s, t;
  cudaEvent_t e;
  cudaStreamCreate(&s);
  cudaStreamCreate(&t);
  cudaEventCreate(&e);
  k<<<1, 8, 0, s>>>(d);
  cudaStreamSynchronize(s);
  cudaStreamDestroy(s);
  k<<<1, 8, 0, s>>>(d);  // expect host
  cudaMemcpyAsync(h, d, 32, cudaMemcpyDeviceToHost, s);  // expect host
  cudaStreamSynchronize(s);  // expect host
  cudaStreamDestroy(s);  // expect host
  cudaEventDestroy(e);
  cudaEventRecord(e, t);  // expect host
  cudaStreamWaitEvent(t, e, 0);  // expect host
  cudaEventSynchronize(e);  // expect host
  cudaEventDestroy(e);  // expect host
  cudaStreamDestroy(t);
  cudaFreeHost(h);
  cudaFree(d);
}
// says: A launch or a copy in a stream after its cudaStreamDestroy() at line 15.
// says: cudaStreamDestroy() of the same handle is called twice, first at line 15.
// says: cudaEventRecord() of an event after its cudaEventDestroy() at line 20.
// not: leak
// table: none
