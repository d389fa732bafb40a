// SPDX-License-Identifier: Apache-2.0
// Calls NPP. Its libraries are loaded on demand, so the program also starts where they are missing.
#include "kernels/algorithms/npp.h"

#include <nppi_statistics_functions.h>

#include <initializer_list>
#include <stdexcept>

#include "kernels/gpu/check.h"
#include "kernels/not_supported.h"
#include "kernels/shared_library.h"

namespace satscope::npp {
namespace {

using ToWhole = decltype(&nppiIntegral_8u32s_C1R_Ctx);
using ToFloat = decltype(&nppiIntegral_8u32f_C1R_Ctx);

struct Loaded {
  ToWhole to_whole = nullptr;
  ToFloat to_float = nullptr;
  std::string why_not;
};

/// Where the system finds libraries, or beside those of the toolkit.
Loaded load() {
  Loaded loaded;
  std::string why;
  const std::string name = "libnppist.so." + std::to_string(CUDART_VERSION / 1000);
  for (const std::string& place : {name, std::string(SATSCOPE_NPP_LIBRARIES "/") + name}) {
    const SharedLibrary library(place, SharedLibrary::Symbols::at_once);
    loaded.to_whole = library.function<ToWhole>("nppiIntegral_8u32s_C1R_Ctx");
    loaded.to_float = library.function<ToFloat>("nppiIntegral_8u32f_C1R_Ctx");
    if (loaded.to_whole && loaded.to_float) return loaded;
    why = library ? name + " lacks the function" : library.why_not();
  }
  loaded.why_not = "NPP cannot be loaded (" + why + "), so nppiIntegral is not supported";
  return loaded;
}

const Loaded& library() {
  static const Loaded loaded = load();
  return loaded;
}

NppStreamContext context_of(cudaStream_t stream) {
  NppStreamContext context{};
  context.hStream = stream;
  check(cudaGetDevice(&context.nCudaDeviceId), "asking for the device");
  const auto ask = [&](int& value, cudaDeviceAttr what) {
    check(cudaDeviceGetAttribute(&value, what, context.nCudaDeviceId), "asking for the device");
  };
  int shared = 0;
  ask(context.nMultiProcessorCount, cudaDevAttrMultiProcessorCount);
  ask(context.nMaxThreadsPerMultiProcessor, cudaDevAttrMaxThreadsPerMultiProcessor);
  ask(context.nMaxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock);
  ask(shared, cudaDevAttrMaxSharedMemoryPerBlock);
  context.nSharedMemPerBlock = static_cast<std::size_t>(shared);
  ask(context.nCudaDevAttrComputeCapabilityMajor, cudaDevAttrComputeCapabilityMajor);
  ask(context.nCudaDevAttrComputeCapabilityMinor, cudaDevAttrComputeCapabilityMinor);
  context.nStreamFlags = cudaStreamNonBlocking;  // as every Stream is; asking is not allowed while a graph is recorded
  return context;
}

}  // namespace

std::string absence() { return library().why_not; }

void integral(PlacedRows picture, Extent extent, const TypePair& types, PlacedRows table, void* stream) {
  if (!library().why_not.empty()) throw NotSupported(library().why_not);
  const NppStreamContext context = context_of(static_cast<cudaStream_t>(stream));
  const auto* pixels = static_cast<const Npp8u*>(picture.at);
  const NppiSize size{extent.width, extent.height};
  const int step = static_cast<int>(picture.pitch), table_step = static_cast<int>(table.pitch);  // bytes
  const NppStatus status = is_float(types.out)
                               ? library().to_float(pixels, step, static_cast<Npp32f*>(table.at), table_step, size, 0, context)
                               : library().to_whole(pixels, step, static_cast<Npp32s*>(table.at), table_step, size, 0, context);
  if (status != NPP_SUCCESS)
    throw std::runtime_error("nppiIntegral of " + std::to_string(extent.width) + "x" + std::to_string(extent.height) +
                             " pixels failed with NPP's status " + std::to_string(static_cast<int>(status)));
  check_launch(static_cast<cudaStream_t>(stream));
}

}  // namespace satscope::npp
