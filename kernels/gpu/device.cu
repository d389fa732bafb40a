// SPDX-License-Identifier: Apache-2.0
// Strings are concatenated by hand here, because nvcc cannot compile fmt.
#include "kernels/device.h"

#include <cstdlib>
#include <new>
#include <string>

#include "kernels/gpu/check.h"
#include "kernels/not_supported.h"

namespace satscope {
namespace {

std::string version_text(int version) { return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10); }
std::string megabytes(std::size_t bytes) { return std::to_string(bytes / 1'000'000) + " MB"; }

/// Queried to learn whether this binary has code for the device.
__global__ void probe() {}

GpuStatus look() {
  GpuStatus status;
  status.toolkit = version_text(CUDART_VERSION);
  int driver = 0;
  if (cudaDriverGetVersion(&driver) == cudaSuccess && driver > 0) status.driver = version_text(driver);
  const auto unusable = [&](std::string reason, std::string cure) {
    status.reason = std::move(reason) + ", so the GPU is not supported here";
    status.cure = std::move(cure);
    return status;
  };
  int count = 0;
  if (const cudaError_t found = cudaGetDeviceCount(&count); found != cudaSuccess || count < 1) {
    cudaGetLastError();  // the error stays with this thread else
    if (status.driver.empty()) return unusable("no NVIDIA driver was found", "install the NVIDIA driver");
    if (found == cudaErrorInsufficientDriver)
      return unusable("the NVIDIA driver supports CUDA " + status.driver + ", the program was built with " + status.toolkit,
                      "update the NVIDIA driver");
    return unusable(found == cudaSuccess || found == cudaErrorNoDevice ? std::string("no NVIDIA GPU was found")
                                                                       : std::string("CUDA says: ") + cudaGetErrorString(found),
                    "check that nvidia-smi lists a GPU and that CUDA_VISIBLE_DEVICES does not hide it");
  }
  cudaDeviceProp properties{};
  if (cudaError_t asked = cudaGetDevice(&status.index);
      asked != cudaSuccess || (asked = cudaGetDeviceProperties(&properties, status.index)) != cudaSuccess)
    return unusable(std::string("the GPU does not answer (") + cudaGetErrorString(asked) + ")",
                    "restart the machine or the driver");
  status.device = properties.name;
  status.major = properties.major;
  status.minor = properties.minor;
  status.multiprocessors = properties.multiProcessorCount;
  status.memory_bytes = properties.totalGlobalMem;
  status.l2_bytes = static_cast<std::size_t>(properties.l2CacheSize);
  cudaFuncAttributes attributes{};
  if (cudaFuncGetAttributes(&attributes, probe) != cudaSuccess) {
    cudaGetLastError();
    return unusable("this satscope has no code for a " + status.device + " (compute capability " +
                        std::to_string(status.major) + "." + std::to_string(status.minor) + ")",
                    "rebuild satscope on this machine, or with the preset `portable-cuda`");
  }
  status.usable = true;
  return status;
}

cudaStream_t stream_of(void* handle) { return static_cast<cudaStream_t>(handle); }
cudaEvent_t event_of(void* handle) { return static_cast<cudaEvent_t>(handle); }

void require_gpu() {
  if (!gpu_status().usable) throw NotSupported(gpu_status().reason);
}

}  // namespace

void check_grid(int across, int down) {
  constexpr int k_most_down = 65535;  // because: CUDA counts a grid's second dimension in 16 bits
  if (down > k_most_down)
    throw NotSupported("a launch of " + std::to_string(across) + "x" + std::to_string(down) +
                       " blocks exceeds the limit of a GPU, " + std::to_string(k_most_down) +
                       " in the second direction: a picture of this size is not supported");
}

const GpuStatus& gpu_status() {
  static const GpuStatus status = look();
  return status;
}

std::size_t gpu_free_bytes() {
  if (!gpu_status().usable) return 0;
  std::size_t free_bytes = 0, all = 0;
  check(cudaMemGetInfo(&free_bytes, &all), "asking for free memory");
  return free_bytes;
}

Stream::Stream() {
  require_gpu();
  cudaStream_t stream = nullptr;
  check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
  handle_ = stream;
}
Stream::~Stream() {
  if (handle_) cudaStreamDestroy(stream_of(handle_));
}
void Stream::wait() const { check(cudaStreamSynchronize(stream_of(handle_)), "waiting for a stream"); }
void Stream::wait_for(const Event& event) const {
  check(cudaStreamWaitEvent(stream_of(handle_), event_of(event.handle()), 0), "making a stream wait");
}
void Stream::copy_to_device(void* device, const void* host, std::size_t bytes) const {
  check(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream_of(handle_)), "an upload");
}
void Stream::copy_to_host(void* host, const void* device, std::size_t bytes) const {
  check(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream_of(handle_)), "a download");
}
void Stream::copy_rows(PlacedRows to, PlacedRows from, std::size_t row_bytes, std::size_t count) const {
  // because: a single row may be longer than the pitch, which CUDA refuses
  const auto status = count == 1 ? cudaMemcpyAsync(to.at, from.at, row_bytes, cudaMemcpyDefault, stream_of(handle_))
                                 : cudaMemcpy2DAsync(to.at, to.pitch, from.at, from.pitch, row_bytes, count, cudaMemcpyDefault,
                                                     stream_of(handle_));
  check(status, "a copy of rows");
}
void Stream::copy_on_device(void* to, const void* from, std::size_t bytes) const {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream_of(handle_)), "a copy");
}
void Stream::fill(void* device, unsigned char byte, std::size_t bytes) const {
  check(cudaMemsetAsync(device, byte, bytes, stream_of(handle_)), "filling memory");
}

Event::Event() {
  require_gpu();
  cudaEvent_t event = nullptr;
  check(cudaEventCreate(&event), "making an event");
  handle_ = event;
}
Event::~Event() {
  if (handle_) cudaEventDestroy(event_of(handle_));
}
void Event::record(const Stream& stream) {
  check(cudaEventRecord(event_of(handle_), stream_of(stream.handle())), "recording an event");
}
bool Event::reached() const {
  const cudaError_t state = cudaEventQuery(event_of(handle_));
  if (state == cudaErrorNotReady) return false;
  check(state, "work before an event");
  return true;
}
void Event::wait() const { check(cudaEventSynchronize(event_of(handle_)), "waiting for an event"); }
double Event::milliseconds(const Event& from, const Event& to) {
  float ms = 0;
  check(cudaEventElapsedTime(&ms, event_of(from.handle_), event_of(to.handle_)), "timing");
  return static_cast<double>(ms);
}

Graph::Graph(const Stream& stream, const std::function<void()>& enqueue) {
  cudaGraph_t recorded = nullptr;
  check(cudaStreamBeginCapture(stream_of(stream.handle()), cudaStreamCaptureModeThreadLocal), "recording a graph");
  enqueue();
  check(cudaStreamEndCapture(stream_of(stream.handle()), &recorded), "recording a graph");
  cudaGraphExec_t graph = nullptr;
  const cudaError_t made = cudaGraphInstantiate(&graph, recorded, 0);
  cudaGraphDestroy(recorded);
  check(made, "making a graph");
  handle_ = graph;
}
Graph::~Graph() {
  if (handle_) cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(handle_));
}
void Graph::launch(const Stream& stream) const {
  check(cudaGraphLaunch(static_cast<cudaGraphExec_t>(handle_), stream_of(stream.handle())), "launching a graph");
}

DeviceMemory::DeviceMemory(std::size_t bytes) {
  require_gpu();
  if (cudaMalloc(&at_, bytes ? bytes : 1) != cudaSuccess) {
    cudaGetLastError();
    throw NotSupported(megabytes(bytes) + " of GPU memory are needed, " + megabytes(gpu_free_bytes()) +
                       " are free: not supported");
  }
}
DeviceMemory::~DeviceMemory() {
  if (at_) cudaFree(at_);
}

PinnedMemory::PinnedMemory(std::size_t bytes) {
  pinned_ = gpu_status().usable && cudaMallocHost(&at_, bytes ? bytes : 1) == cudaSuccess;
  if (!pinned_) {
    cudaGetLastError();
    at_ = std::malloc(bytes ? bytes : 1);
  }
  if (!at_) throw std::bad_alloc();
}
PinnedMemory::~PinnedMemory() {
  if (pinned_)
    cudaFreeHost(at_);
  else
    std::free(at_);
}

}  // namespace satscope
