// SPDX-License-Identifier: Apache-2.0
// Buffers that OpenGL owns and CUDA writes. CUDA's headers are behind this face; a build without CUDA has a stub.
#pragma once
#include <string>
#include <utility>

#include "kernels/device.h"

namespace satscope::app {

/// Empty if CUDA can write into buffers of the current OpenGL context, tried with a small one; else a sentence why not.
std::string interop_refusal();

/// A registration of an OpenGL buffer with CUDA, whose storage must not change while it lives.
class CudaBuffer {
 public:
  explicit CudaBuffer(unsigned gl_buffer);  ///< throws std::runtime_error
  ~CudaBuffer();
  CudaBuffer(CudaBuffer&& other) noexcept : resource_(std::exchange(other.resource_, nullptr)) {}
  CudaBuffer& operator=(CudaBuffer&& other) noexcept {
    std::swap(resource_, other.resource_);
    return *this;
  }

  /// From `map` to `unmap` only CUDA may use the buffer: work in this stream comes after all drawing that was asked for
  /// before, drawing after all work in the stream. Neither waits.
  void* map(const Stream& stream);
  void unmap(const Stream& stream);

 private:
  void* resource_ = nullptr;
};

}  // namespace satscope::app
