// SPDX-License-Identifier: Apache-2.0
// CUDA-OpenGL interop of a build without CUDA: it says so.
#include <stdexcept>

#include "app/render/interop.h"

namespace satscope::app {

std::string interop_refusal() { return gpu_status().reason; }

CudaBuffer::CudaBuffer(unsigned) { throw std::runtime_error(gpu_status().reason); }
CudaBuffer::~CudaBuffer() = default;
void* CudaBuffer::map(const Stream&) { return nullptr; }
void CudaBuffer::unmap(const Stream&) {}

}  // namespace satscope::app
