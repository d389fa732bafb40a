// SPDX-License-Identifier: Apache-2.0
// CUDA-OpenGL interop. The only file outside kernels/ that sees CUDA's headers.
#include <GL/gl.h>

#include <cuda_gl_interop.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "app/render/interop.h"
#include "app/render/shared_buffer.h"
#include "kernels/gpu/check.h"

namespace satscope::app {
namespace {

cudaGraphicsResource_t resource_of(void* handle) { return static_cast<cudaGraphicsResource_t>(handle); }
cudaStream_t stream_of(const Stream& stream) { return static_cast<cudaStream_t>(stream.handle()); }

/// Empty if the current context draws with the GPU that CUDA computes on.
std::string other_gpu() {
  std::array<int, 16> devices{};
  unsigned count = 0;
  const cudaError_t asked =
      cudaGLGetDevices(&count, devices.data(), static_cast<unsigned>(devices.size()), cudaGLDeviceListAll);
  if (asked != cudaSuccess || count == 0) {
    cudaGetLastError();  // because: it would stay with this thread
    return "OpenGL draws with something else than the NVIDIA GPU, so no buffer can be shared with it: not supported";
  }
  const auto end = devices.begin() + std::min<std::size_t>(count, devices.size());
  if (std::find(devices.begin(), end, gpu_status().index) == end)
    return "OpenGL draws with another GPU than the one that computes, so no buffer can be shared: not supported";
  return {};
}

}  // namespace

std::string interop_refusal() {
  if (!gpu_status().usable) return gpu_status().reason;
  if (std::string why = other_gpu(); !why.empty()) return why;
  try {
    const Stream stream;
    SharedBuffer trial(DisplayPath::interop);
    trial.resize(256);
    stream.fill(trial.map(stream), 0, 256 * sizeof(std::uint32_t));
    trial.unmap(stream);
    stream.wait();
    return {};
  } catch (const std::exception& problem) {
    cudaGetLastError();
    return std::string("sharing a buffer between CUDA and OpenGL was tried and failed (") + problem.what() + "): not supported";
  }
}

CudaBuffer::CudaBuffer(unsigned gl_buffer) {
  cudaGraphicsResource_t resource = nullptr;
  check(cudaGraphicsGLRegisterBuffer(&resource, gl_buffer, cudaGraphicsRegisterFlagsNone), "registering an OpenGL buffer");
  resource_ = resource;
}
CudaBuffer::~CudaBuffer() {
  if (resource_) cudaGraphicsUnregisterResource(resource_of(resource_));
}

void* CudaBuffer::map(const Stream& stream) {
  cudaGraphicsResource_t resource = resource_of(resource_);
  check(cudaGraphicsMapResources(1, &resource, stream_of(stream)), "mapping an OpenGL buffer");
  void* place = nullptr;
  std::size_t bytes = 0;
  check(cudaGraphicsResourceGetMappedPointer(&place, &bytes, resource), "finding a mapped OpenGL buffer");
  return place;
}

void CudaBuffer::unmap(const Stream& stream) {
  cudaGraphicsResource_t resource = resource_of(resource_);
  check(cudaGraphicsUnmapResources(1, &resource, stream_of(stream)), "unmapping an OpenGL buffer");
}

}  // namespace satscope::app
