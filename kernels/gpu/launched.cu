// SPDX-License-Identifier: Apache-2.0
#include "kernels/launched.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>

#include "kernels/device.h"
#include "kernels/gpu/check.h"
#include "kernels/not_supported.h"

namespace satscope {
namespace {

/// What CUDA made and only this frees.
struct Recorded {
  cudaStream_t stream = nullptr;
  cudaGraph_t graph = nullptr;
  ~Recorded() {
    if (graph) cudaGraphDestroy(graph);
    if (stream) cudaStreamDestroy(stream);
  }
};

/// "ScanSegments" of "void satscope::launch<satscope::scan::ScanSegments<...>, ...>(...)": the struct that is launched, or the
/// name of a function of another library.
std::string short_name(const std::string& full) {
  constexpr char k_launch[] = "launch<";
  const std::size_t at = full.find(k_launch);
  std::size_t begin = at == full.npos ? (full.starts_with("void ") ? 5 : 0) : at + sizeof k_launch - 1;
  const std::size_t end = std::min(full.find_first_of("<(,", begin), full.size());
  if (const std::size_t colons = full.rfind("::", end); colons != full.npos && colons >= begin) begin = colons + 2;
  return full.substr(begin, end - begin);
}

std::string name_of(const void* function) {
  const char* mangled = nullptr;
  if (cudaFuncGetName(&mangled, function) != cudaSuccess || !mangled) {
    cudaGetLastError();
    return "?";
  }
  int status = 0;
  char* const text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
  std::string name = status == 0 && text ? short_name(text) : std::string(mangled);
  std::free(text);
  return name;
}

/// Nothing where the function belongs to a library with a runtime of its own.
void add_launch(cudaGraphNode_t node, std::vector<Launched>& into) {
  cudaKernelNodeParams launch{};
  cudaFuncAttributes attributes{};
  Launched found;
  if (cudaGraphKernelNodeGetParams(node, &launch) != cudaSuccess ||
      cudaFuncGetAttributes(&attributes, launch.func) != cudaSuccess) {
    cudaGetLastError();
    return;
  }
  found.kernel = name_of(launch.func);
  found.blocks = static_cast<std::int64_t>(launch.gridDim.x) * launch.gridDim.y * launch.gridDim.z;
  found.threads = static_cast<int>(launch.blockDim.x * launch.blockDim.y * launch.blockDim.z);
  found.registers = attributes.numRegs;
  found.shared_bytes = attributes.sharedSizeBytes + launch.sharedMemBytes;
  found.dynamic_bytes = launch.sharedMemBytes;
  check(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&found.resident_blocks, launch.func, found.threads, launch.sharedMemBytes),
      "asking for the occupancy");
  into.push_back(found);
}

}  // namespace

Multiprocessor multiprocessor() {
  if (!gpu_status().usable) throw NotSupported(gpu_status().reason);
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, gpu_status().index), "asking for the GPU");
  return {properties.maxThreadsPerMultiProcessor / properties.warpSize, properties.maxBlocksPerMultiProcessor,
          properties.regsPerMultiprocessor, properties.sharedMemPerMultiprocessor};
}

std::vector<Launched> launched_by(const std::function<void(void* stream)>& enqueue) {
  if (!gpu_status().usable) throw NotSupported(gpu_status().reason);
  Recorded recorded;
  check(cudaStreamCreateWithFlags(&recorded.stream, cudaStreamNonBlocking), "making a stream");
  check(cudaStreamBeginCapture(recorded.stream, cudaStreamCaptureModeThreadLocal), "recording a graph");
  try {
    enqueue(recorded.stream);
  } catch (...) {
    cudaStreamEndCapture(recorded.stream, &recorded.graph);
    throw;
  }
  check(cudaStreamEndCapture(recorded.stream, &recorded.graph), "recording a graph");
  std::size_t count = 0;
  check(cudaGraphGetNodes(recorded.graph, nullptr, &count), "reading a graph");
  std::vector<cudaGraphNode_t> nodes(count);
  if (count > 0) check(cudaGraphGetNodes(recorded.graph, nodes.data(), &count), "reading a graph");
  std::vector<Launched> launches;
  for (const cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type{};
    check(cudaGraphNodeGetType(node, &type), "reading a graph");
    if (type == cudaGraphNodeTypeKernel) add_launch(node, launches);
  }
  return launches;
}

}  // namespace satscope
