// SPDX-License-Identifier: Apache-2.0
// The CUDA runtime as the host sees it. One device: whatever is asynchronous is done at once, and what orders streams is
// recorded.
#pragma once
#include "satlab_numbers.h"
#include "satlab_program.h"

typedef cudaError cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
struct CUstream_st;
typedef CUstream_st* cudaStream_t;
struct CUevent_st;
typedef CUevent_st* cudaEvent_t;
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
enum cudaComputeMode {
  cudaComputeModeDefault,
  cudaComputeModeExclusive,
  cudaComputeModeProhibited,
  cudaComputeModeExclusiveProcess
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion;
};
template <class F>
cudaError cudaFuncGetAttributes(cudaFuncAttributes* a, F) {
  *a = {0, 0, 0, 1024, 32, 70, 70};
  return cudaError(0);
}
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode,
      concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, asyncEngineCount, unifiedAddressing, memoryClockRate,
      memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor, managedMemory, cooperativeLaunch, concurrentManagedAccess;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, maxBlocksPerMultiProcessor;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccess, streamPrioritiesSupported, memoryPoolsSupported, hostRegisterSupported, computePreemptionSupported,
      isMultiGpuBoard, hostNativeAtomicSupported, canUseHostPointerForRegisteredMem, pciDomainID, tccDriver,
      singleToDoublePrecisionPerfRatio, globalL1CacheSupported, localL1CacheSupported, directManagedMemAccessFromHost,
      pageableMemoryAccessUsesHostPageTables, persistingL2CacheMaxSize, accessPolicyMaxWindowSize;
};
#define cudaEventDefault 0
#define cudaEventBlockingSync 1
#define cudaEventDisableTiming 2
#define cudaStreamDefault 0
#define cudaStreamNonBlocking 1
#define cudaHostAllocDefault 0
#define cudaHostAllocMapped 2
#define cudaHostAllocPortable 1
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterDefault 0
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaHostRegisterIoMemory 4
#define cudaHostRegisterReadOnly 8
#define cudaMemAttachGlobal 1
#define cudaMemAttachHost 2
#define cudaMemAttachSingle 4
#define cudaDeviceScheduleAuto 0
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceBlockingSync 4
#define cudaDeviceMapHost 8
#define cudaDeviceLmemResizeToMax 16
extern "C" {
cudaError_t cudaFree(void*);
cudaError_t cudaFreeAsync(void*, cudaStream_t);
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind);
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind, cudaStream_t = nullptr);
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t = nullptr);
cudaError_t cudaMemset(void*, int, size_t);
cudaError_t cudaMemset2D(void*, size_t pitch, int, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void*, size_t pitch, int, size_t width, size_t height, cudaStream_t = nullptr);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorString(cudaError_t);
const char* cudaGetErrorName(cudaError_t);
cudaError_t satlab_device_properties(cudaDeviceProp*);
cudaError_t satlab_allow_dynamic(const void* function, const char* words, int bytes);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind, cudaStream_t = nullptr);
cudaError_t cudaMemsetAsync(void*, int, size_t, cudaStream_t = nullptr);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaEventDestroy(cudaEvent_t);
void* satlab_new_stream(unsigned flags, void* site);
void* satlab_new_event(void* site);
cudaError_t satlab_symbol_copy(void* to, const void* from, size_t bytes, int to_symbol);
cudaError_t cudaFreeHost(void*);
cudaError_t cudaHostUnregister(void*);
cudaError_t satlab_host_malloc(void** p, size_t bytes, const char* name, int line, satlab::Type type, unsigned element,
                               void* site);
cudaError_t satlab_host_register(void* p, size_t bytes, const char* name, satlab::Type type, unsigned element);
int satlab_malloc(void** p, size_t bytes, const char* name, int line, satlab::Type type, unsigned element, int managed,
                  void* site);
}
#define cudaMalloc(p, n) ::satlab::malloc_named(p, n, #p, __LINE__)
#define cudaMallocAsync(p, n, ...) ::satlab::malloc_named(p, n, #p, __LINE__)
#define cudaMallocFromPoolAsync(p, n, ...) ::satlab::malloc_named(p, n, #p, __LINE__)
#define cudaMallocManaged(p, ...) ::satlab::malloc_managed(#p, __LINE__, p, __VA_ARGS__)
#define cudaMallocPitch(p, pitch, w, h) ::satlab::malloc_pitch(p, pitch, w, h, #p, __LINE__)
namespace satlab {
template <class T>
cudaError_t malloc_at(void* site, T** p, size_t n, const char* name, int line, int managed) {
  if constexpr (std::is_void_v<T>)
    return cudaError_t(satlab_malloc((void**)p, n, name, line, Type::unknown, 1, managed, site));
  else
    return cudaError_t(satlab_malloc((void**)p, n, name, line, scalar<T>(), sizeof(T), managed, site));
}
template <class T>
SATLAB_CALL cudaError_t malloc_named(T** p, size_t n, const char* name, int line) {
  return malloc_at(__builtin_return_address(0), p, n, name, line, 0);
}
template <class T>
SATLAB_CALL cudaError_t malloc_managed(const char* name, int line, T** p, size_t n, unsigned = 1) {
  return malloc_at(__builtin_return_address(0), p, n, name, line, 1);
}
template <class T>
SATLAB_CALL cudaError_t host_malloc(const char* name, int line, T** p, size_t n, unsigned = 0) {
  void* const site = __builtin_return_address(0);
  if constexpr (std::is_void_v<T>)
    return satlab_host_malloc((void**)p, n, name, line, Type::unknown, 1, site);
  else
    return satlab_host_malloc((void**)p, n, name, line, scalar<T>(), sizeof(T), site);
}
template <class T>
cudaError_t host_register(const char* name, T* p, size_t n, unsigned = 0) {
  if constexpr (std::is_void_v<T>)
    return satlab_host_register((void*)p, n, name, Type::unknown, 1);
  else
    return satlab_host_register((void*)p, n, name, scalar<T>(), sizeof(T));
}
template <class T>
SATLAB_CALL cudaError_t malloc_pitch(T** p, size_t* pitch, size_t w, size_t h, const char* name, int line) {
  *pitch = (w + 511) / 512 * 512;
  return malloc_at(__builtin_return_address(0), p, *pitch * h, name, line, 0);
}
}  // namespace satlab
template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, size_t n, size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
  return satlab_symbol_copy((char*)&symbol + offset, from, n, 1);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t n, size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost) {
  return satlab_symbol_copy(to, (const char*)&symbol + offset, n, 0);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(T& symbol, const void* from, size_t n, size_t offset, cudaMemcpyKind,
                                    cudaStream_t = nullptr) {
  return satlab_symbol_copy((char*)&symbol + offset, from, n, 1);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t n, size_t offset = 0,
                                      cudaMemcpyKind = cudaMemcpyDeviceToHost, cudaStream_t = nullptr) {
  return satlab_symbol_copy(to, (const char*)&symbol + offset, n, 0);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** p, const T& symbol) {
  *p = (void*)&symbol;
  return cudaSuccess;
}
#define cudaMallocHost(p, ...) ::satlab::host_malloc(#p, __LINE__, p, __VA_ARGS__)
#define cudaHostAlloc(p, ...) ::satlab::host_malloc(#p, __LINE__, p, __VA_ARGS__)
#define cudaHostRegister(p, ...) ::satlab::host_register(#p, p, __VA_ARGS__)
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned) {
  *device = (T*)host;
  return cudaSuccess;
}
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
inline cudaError_t cudaGetDevice(int* d) {
  *d = 0;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceCount(int* n) {
  *n = 1;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int) { return satlab_device_properties(p); }
inline cudaError_t cudaDeviceGetAttribute(int* v, cudaDeviceAttr a, int) {
  cudaDeviceProp p;
  satlab_device_properties(&p);
  *v = a == cudaDevAttrMaxThreadsPerBlock             ? p.maxThreadsPerBlock
       : a == cudaDevAttrMaxSharedMemoryPerBlock      ? (int)p.sharedMemPerBlock
       : a == cudaDevAttrMaxSharedMemoryPerBlockOptin ? (int)p.sharedMemPerBlockOptin
       : a == cudaDevAttrWarpSize                     ? p.warpSize
       : a == cudaDevAttrMultiProcessorCount          ? p.multiProcessorCount
       : a == cudaDevAttrComputeCapabilityMajor       ? p.major
       : a == cudaDevAttrCooperativeLaunch            ? 1
       : a == cudaDevAttrMemoryPoolsSupported         ? 1
       : a == cudaDevAttrCanMapHostMemory             ? 1
       : a == cudaDevAttrHostRegisterSupported        ? 1
                                                      : 0;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceReset() { return cudaSuccess; }
inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
inline cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
inline cudaError_t cudaMemGetInfo(size_t* f, size_t* t) {
  *f = *t = size_t{1} << 30;
  return cudaSuccess;
}
template <class F>
cudaError_t cudaFuncSetCacheConfig(F, cudaFuncCache) {
  return cudaSuccess;
}
template <class F>
cudaError_t satlab_set_attribute(const char* words, F f, cudaFuncAttribute attribute, int value) {
  return attribute == cudaFuncAttributeMaxDynamicSharedMemorySize ? satlab_allow_dynamic((const void*)f, words, value)
                                                                  : cudaSuccess;
}
// because: a launch knows its kernel by name only
#define cudaFuncSetAttribute(...) satlab_set_attribute(#__VA_ARGS__, __VA_ARGS__)
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* n, F, int, size_t) {
  *n = 4;
  return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* n, F, int, size_t, unsigned) {
  *n = 4;
  return cudaSuccess;
}
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* g, int* b, F, size_t = 0, int = 0) {
  *g = 4;
  *b = 256;
  return cudaSuccess;
}
SATLAB_CALL inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* s, unsigned flags) {
  *s = (cudaStream_t)satlab_new_stream(flags, __builtin_return_address(0));
  return cudaSuccess;
}
SATLAB_CALL inline cudaError_t cudaStreamCreate(cudaStream_t* s) {
  *s = (cudaStream_t)satlab_new_stream(cudaStreamDefault, __builtin_return_address(0));
  return cudaSuccess;
}
SATLAB_CALL inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* s, unsigned flags, int) {
  *s = (cudaStream_t)satlab_new_stream(flags, __builtin_return_address(0));
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}
inline cudaError_t cudaStreamGetPriority(cudaStream_t, int* priority) {
  *priority = 0;
  return cudaSuccess;
}
typedef void (*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void*);
inline cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t f, void* with, unsigned) {
  f(s, cudaStreamSynchronize(s), with);
  return cudaSuccess;
}
typedef void (*cudaHostFn_t)(void*);
inline cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t f, void* with) {
  cudaStreamSynchronize(s);
  f(with);
  return cudaSuccess;
}
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t = 0, unsigned = cudaMemAttachSingle) {
  return cudaSuccess;
}
struct CUmemPoolHandle_st;
typedef CUmemPoolHandle_st* cudaMemPool_t;
enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1,
  cudaMemPoolReuseAllowOpportunistic,
  cudaMemPoolReuseAllowInternalDependencies,
  cudaMemPoolAttrReleaseThreshold,
  cudaMemPoolAttrReservedMemCurrent,
  cudaMemPoolAttrReservedMemHigh,
  cudaMemPoolAttrUsedMemCurrent,
  cudaMemPoolAttrUsedMemHigh
};
inline cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int) {
  *pool = nullptr;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int) { return cudaDeviceGetDefaultMemPool(pool, 0); }
inline cudaError_t cudaDeviceSetMemPool(int, cudaMemPool_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
inline cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t, cudaMemPoolAttr, void* value) {
  *(unsigned long long*)value = 0;
  return cudaSuccess;
}
inline cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
inline cudaError_t cudaMemPoolDestroy(cudaMemPool_t) { return cudaSuccess; }
SATLAB_CALL inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* e, unsigned) {
  *e = (cudaEvent_t)satlab_new_event(__builtin_return_address(0));
  return cudaSuccess;
}
SATLAB_CALL inline cudaError_t cudaEventCreate(cudaEvent_t* e) {
  *e = (cudaEvent_t)satlab_new_event(__builtin_return_address(0));
  return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t) {
  *ms = 1;
  return cudaSuccess;
}
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)
enum cudaMemLocationType {
  cudaMemLocationTypeInvalid,
  cudaMemLocationTypeDevice,
  cudaMemLocationTypeHost,
  cudaMemLocationTypeHostNuma,
  cudaMemLocationTypeHostNumaCurrent
};
struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};
enum cudaMemoryAdvise {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly,
  cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation,
  cudaMemAdviseSetAccessedBy,
  cudaMemAdviseUnsetAccessedBy
};
inline cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t = nullptr) { return cudaSuccess; }
inline cudaError_t cudaMemPrefetchAsync(const void*, size_t, cudaMemLocation, unsigned, cudaStream_t = nullptr) {
  return cudaSuccess;
}
inline cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int) { return cudaSuccess; }
inline cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, cudaMemLocation) { return cudaSuccess; }
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void *devicePointer, *hostPointer;
};
extern "C" cudaError_t cudaPointerGetAttributes(cudaPointerAttributes*, const void*);
inline cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  *can = 0;
  return cudaSuccess;
}
inline cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  *value = limit == cudaLimitStackSize ? 1024 : limit == cudaLimitPrintfFifoSize ? 1 << 20 : 8 << 20;
  return cudaSuccess;
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t* size, const T&) {
  *size = sizeof(T);
  return cudaSuccess;
}
inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
inline cudaError_t cudaRuntimeGetVersion(int* v) {
  *v = 12000;
  return cudaSuccess;
}
inline cudaError_t cudaDriverGetVersion(int* v) {
  *v = 12000;
  return cudaSuccess;
}
namespace satlab {
template <class... P, size_t... I>
void launch_pointer(void (*f)(P...), dim3 g, dim3 b, void** args, size_t bytes, cudaStream_t stream,
                    std::index_sequence<I...>) {
  satlab_launch_of(reinterpret_cast<const void*>(f));
  launch(
      "kernel", "", 0, [f](P... p) { f(p...); }, g, b, bytes, stream)(*(std::remove_reference_t<P>*)args[I]...);
}
}  // namespace satlab
template <class... P>
cudaError_t cudaLaunchKernel(void (*f)(P...), dim3 g, dim3 b, void** args, size_t bytes = 0, cudaStream_t stream = nullptr) {
  satlab::launch_pointer(f, g, b, args, bytes, stream, std::index_sequence_for<P...>{});
  return cudaSuccess;
}
template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*f)(P...), dim3 g, dim3 b, void** args, size_t bytes = 0,
                                        cudaStream_t stream = nullptr) {
  return cudaLaunchKernel(f, g, b, args, bytes, stream);
}
