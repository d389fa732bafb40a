// SPDX-License-Identifier: Apache-2.0
// The CUDA runtime for host code: copies, fills, errors. What a driver would refuse is reported and refused.
#include <sys/mman.h>

#include "machine.h"

namespace satlab {
namespace {

std::uint64_t number_of(const void* p) { return reinterpret_cast<std::uint64_t>(p); }

/// A variable of the program that only the device has.
bool is_symbol(std::uint64_t address) {
  return std::any_of(symbols.begin(), symbols.end(), [&](const Symbol& s) { return address - s.at < s.bytes; });
}

cudaError_t refuse(std::uint32_t site, const Subject& subject, const std::string& sentence) {
  say(Report::host_misuse, site, 0, subject, sentence);
  last_error = cudaErrorInvalidValue;
  return cudaErrorInvalidValue;
}

/// Whether the bytes lie in one buffer, if they are of the device; reports if not.
bool inside(const void* p, size_t bytes, const char* call, std::uint32_t site) {
  const std::uint64_t at = number_of(p);
  if (!on_device(at)) return true;
  const Buffer* buffer = buffer_at(at);
  if (!buffer) return refuse(site, {}, words("%s of device memory that was never allocated.", call)), false;
  if (buffer->freed())
    return refuse(site, {buffer->name},
                  words("%s of %s after cudaFree(%s) at {@%x}.", call, buffer->name.c_str(), buffer->name.c_str(),
                        buffer->freed_site)),
           false;
  if (at + bytes <= buffer->at + buffer->bytes) return true;
  refuse(
      site, {buffer->name, static_cast<long long>(at - buffer->at + bytes), static_cast<long long>(buffer->bytes)},
      words("%s of %zu bytes goes beyond the end of %s, which has %llu byte%s (allocated in {@%x}).", call, bytes,
            buffer->name.c_str(), static_cast<unsigned long long>(buffer->bytes), buffer->bytes == 1 ? "" : "s", buffer->site));
  return false;
}

constexpr std::size_t k_most_copied = 1 << 20;  ///< longer copies are recorded without their bytes

/// g++ calls no hook for the store of a struct that a function returns. What no longer is the filling was written.
void record_settled(const void* from, size_t bytes) {
  const auto* p = static_cast<const unsigned char*>(from);
  constexpr size_t k_most_parts = 4096;
  std::vector<std::uint32_t> parts{0};
  for (size_t begin = 0, end = 0; begin < bytes; begin = end + 1) {
    for (end = begin; end < bytes && (p[end] != 0xcd || parts[0] >= k_most_parts);) ++end;
    if (end == begin) continue;
    ++parts[0];
    parts.insert(parts.end(), {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  }
  record_always(Kind::settled, 0, number_of(from), keep(parts.data(), parts.size() * sizeof parts[0]));
}

void record_copy(void* to, const void* from, size_t bytes, bool to_device, bool from_device, std::uint32_t site) {
  if (from_device) record_settled(from, bytes);
  if (from_device) record_always(Kind::copy_out, site, number_of(from), bytes);
  if (to_device)
    record_always(Kind::copy_in, static_cast<std::uint32_t>(bytes), number_of(to),
                  bytes <= k_most_copied ? keep(to, bytes) : k_unknown);
}

/// A copy to memory that is not pinned is done when the call returns.
cudaError_t copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, std::uint32_t site, const void* stream,
                 bool waits) {
  last_site = site;
  if (device_failed) return cudaErrorIllegalAddress;
  const bool to_device = on_device(number_of(to)), from_device = on_device(number_of(from));
  const char *wanted_to = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ? "device" : "host",
             *wanted_from = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ? "device" : "host";
  if (kind != cudaMemcpyDefault && (to_device != (*wanted_to == 'd') || from_device != (*wanted_from == 'd')))
    return refuse(
        site, {},
        words(
            "cudaMemcpy says that it copies from %s to %s memory, but its pointers go from %s to %s memory. Nothing is copied.",
            wanted_from, wanted_to, from_device ? "device" : "host", to_device ? "device" : "host"));
  if (!inside(to, bytes, "cudaMemcpy", site) || !inside(from, bytes, "cudaMemcpy", site)) return cudaErrorInvalidValue;
  if (bytes == 0) return cudaSuccess;
  memmove(to, from, bytes);
  if (number_of(to) - table_at < table_bytes) write_to_table(number_of(to), bytes, from_device ? number_of(from) : k_from_host);
  if (from_device && number_of(to) - table_at < table_bytes) {
    ++header->table_copies;
    header->table_copy_site = site;
    header->table_copied += bytes;
  }
  begin_work(stream, site);
  record_copy(to, from, bytes, to_device, from_device, site);
  use_host_memory(stream, number_of(to), bytes, true, site);
  use_host_memory(stream, number_of(from), bytes, false, site);
  if (waits || (!to_device && !is_symbol(number_of(to)))) wait_for_stream(stream);
  return cudaSuccess;
}

cudaError_t fill(void* p, int value, size_t bytes, std::uint32_t site, const void* stream = nullptr) {
  last_site = site;
  if (device_failed) return cudaErrorIllegalAddress;
  if (!on_device(number_of(p)) && !is_symbol(number_of(p)))
    return refuse(site, {}, "cudaMemset of memory that is not on the device.");
  if (!inside(p, bytes, "cudaMemset", site)) return cudaErrorInvalidValue;
  memset(p, value, bytes);
  begin_work(stream, site);
  record_always(Kind::fill, static_cast<std::uint32_t>(bytes), number_of(p), static_cast<std::uint64_t>(value & 255));
  return cudaSuccess;
}

}  // namespace

void write_to_table(std::uint64_t at, std::uint64_t bytes, std::uint64_t from) {
  constexpr std::uint64_t entry = 4;  // bytes
  const std::uint64_t begin = at - table_at, end = std::min(table_bytes, begin + bytes);
  for (std::uint64_t k = begin / entry; k * entry < end; ++k)
    table_from[k] = from == k_from_host ? from : from + k * entry - begin;
}

}  // namespace satlab

extern "C" {
void* __wrap_malloc(size_t bytes);

static cudaError_t free_buffer(void* p, std::uint32_t site) {
  if (!p) return cudaSuccess;
  const std::uint64_t at = number_of(p);
  Buffer* buffer = on_device(at) ? buffer_at(at) : nullptr;
  if (!buffer || buffer->at != at) return refuse(site, {}, "cudaFree of a pointer that cudaMalloc did not return.");
  if (buffer->freed())
    return refuse(site, {buffer->name},
                  words("cudaFree(%s) is called twice, first at {@%x}.", buffer->name.c_str(), buffer->freed_site));
  buffer->freed_site = site;
  if (buffer->bytes > 8192)
    madvise(reinterpret_cast<void*>(buffer->at / 4096 * 4096 + 4096), buffer->bytes - 8192, MADV_REMOVE);
  record_always(Kind::release, 0, at, 0);
  return cudaSuccess;
}
cudaError_t cudaFree(void* p) {
  wait_for_all_streams();
  return free_buffer(p, SITE);
}
cudaError_t cudaFreeAsync(void* p, cudaStream_t) { return free_buffer(p, SITE); }
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy(to, from, bytes, kind, SITE, nullptr, true);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(to, from, bytes, kind, SITE, stream, false);
}
static cudaError_t copy_rows(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                             cudaMemcpyKind kind, std::uint32_t site, const void* stream, bool waits) {
  for (size_t y = 0; y < height; ++y)
    if (const cudaError_t error = copy(static_cast<char*>(to) + y * to_pitch, static_cast<const char*>(from) + y * from_pitch,
                                       width, kind, site, stream, waits))
      return error;
  return cudaSuccess;
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, SITE, nullptr, true);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, SITE, stream, false);
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return copy(to, from, bytes, cudaMemcpyDeviceToDevice, SITE, nullptr, true);
}
cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, size_t bytes, cudaStream_t stream) {
  return copy(to, from, bytes, cudaMemcpyDeviceToDevice, SITE, stream, false);
}
cudaError_t cudaMemset(void* p, int value, size_t bytes) { return fill(p, value, bytes, SITE); }
cudaError_t cudaMemsetAsync(void* p, int value, size_t bytes, cudaStream_t stream) {
  return fill(p, value, bytes, SITE, stream);
}
static cudaError_t fill_rows(void* p, size_t pitch, int value, size_t width, size_t height, std::uint32_t site,
                             const void* stream) {
  for (size_t y = 0; y < height; ++y)
    if (const cudaError_t error = fill(static_cast<char*>(p) + y * pitch, value, width, site, stream)) return error;
  return cudaSuccess;
}
cudaError_t cudaMemset2D(void* p, size_t pitch, int value, size_t width, size_t height) {
  return fill_rows(p, pitch, value, width, height, SITE, nullptr);
}
cudaError_t cudaMemset2DAsync(void* p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return fill_rows(p, pitch, value, width, height, SITE, stream);
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* p) {
  const std::uint64_t at = number_of(p);
  const Buffer* buffer = on_device(at) ? buffer_at(at) : nullptr;
  const bool pinned = std::any_of(symbols.begin(), symbols.end(),
                                  [&](const Symbol& symbol) { return symbol.pinned && at - symbol.at < symbol.bytes; });
  void* const same = const_cast<void*>(p);
  const bool there = buffer && !buffer->freed();
  attributes->type = there    ? buffer->managed ? cudaMemoryTypeManaged : cudaMemoryTypeDevice
                     : pinned ? cudaMemoryTypeHost
                              : cudaMemoryTypeUnregistered;
  attributes->device = there || pinned ? 0 : cudaInvalidDeviceId;
  attributes->devicePointer = there || pinned ? same : nullptr;
  attributes->hostPointer = there && !buffer->managed ? nullptr : same;
  return cudaSuccess;
}
cudaError_t satlab_symbol_copy(void* to, const void* from, size_t bytes, int to_symbol) {
  memcpy(to, from, bytes);
  if (number_of(to) - table_at < table_bytes) write_to_table(number_of(to), bytes, k_from_host);
  begin_work(nullptr, SITE);
  if (to_symbol) record_copy(to, from, bytes, true, false, 0);
  wait_for_stream(nullptr);
  return cudaSuccess;
}
cudaError_t satlab_host_malloc(void** p, size_t bytes, const char* argument, int, Type type, unsigned element, void* site) {
  last_site = static_cast<std::uint32_t>(number_of(site));
  *p = __wrap_malloc(bytes);
  if (!*p) return cudaErrorMemoryAllocation;
  share_host_memory(name_of_argument(argument), *p, bytes, type, element);
  hold(k_pinned, *p, site);
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* p) {
  give_back(k_pinned, p);
  wait_for_all_streams();
  unshare_host_memory(p);
  free(p);
  return cudaSuccess;
}
cudaError_t satlab_host_register(void* p, size_t bytes, const char* argument, Type type, unsigned element) {
  share_host_memory(name_of_argument(argument), p, bytes, type, element);
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* p) {
  wait_for_all_streams();
  unshare_host_memory(p);
  return cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
  wait_for_all_streams();
  return cudaError_t(last_error);
}
cudaError_t cudaPeekAtLastError() { return cudaError_t(last_error); }
cudaError_t cudaGetLastError() {
  const int error = last_error;
  if (!device_failed) last_error = cudaSuccess;
  return cudaError_t(error);
}
const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
    case cudaErrorInvalidConfiguration: return "invalid configuration argument";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorNotReady: return "device not ready";
    default: return "error";
  }
}
const char* cudaGetErrorName(cudaError_t error) { return cudaGetErrorString(error); }
cudaError_t satlab_device_properties(cudaDeviceProp* p) {
  *p = {};
  strcpy(p->name, "satscope Lab (no GPU)");
  p->totalGlobalMem = k_device_bytes;
  p->sharedMemPerBlock = k_usual_shared;
  p->sharedMemPerBlockOptin = k_most_shared;
  p->sharedMemPerMultiprocessor = k_most_shared + 1024;
  p->regsPerBlock = p->regsPerMultiprocessor = 65536;
  p->warpSize = static_cast<int>(k_warp);
  p->maxThreadsPerBlock = p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
  p->maxThreadsDim[2] = 64;
  p->maxGridSize[0] = 2147483647;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->totalConstMem = 65536;
  p->major = 7;
  p->multiProcessorCount = 4;
  p->clockRate = p->memoryClockRate = 1000000;
  p->memoryBusWidth = 256;
  p->maxThreadsPerMultiProcessor = 2048;
  p->canMapHostMemory = p->streamPrioritiesSupported = p->memoryPoolsSupported = 1;
  p->unifiedAddressing = p->cooperativeLaunch = p->managedMemory = p->concurrentManagedAccess = 1;
  return cudaSuccess;
}
}
