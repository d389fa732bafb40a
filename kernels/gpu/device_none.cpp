// SPDX-License-Identifier: Apache-2.0
// The GPU of a build without CUDA.
#include <cstdlib>
#include <new>
#include <stdexcept>

#include "kernels/chip.h"
#include "kernels/device.h"
#include "kernels/faces/windows.h"
#include "kernels/gpu/widen.h"
#include "kernels/launched.h"
#include "kernels/not_supported.h"
#include "kernels/units.h"

namespace satscope {
namespace {

[[noreturn]] void missing() { throw NotSupported(gpu_status().reason); }

}  // namespace

const GpuStatus& gpu_status() {
  static const GpuStatus status{
#ifdef SATSCOPE_CPU_LIBRARY
      .reason = "this library is for the CPU alone; link satscope::kernels for the GPU",
      .cure = {},
#else
      .reason = "this satscope was built without CUDA, so the GPU is not supported",
      .cure =
          "take the file of the release that has -cuda in its name; or install a CUDA toolkit, 12.4 or newer, and "
          "build satscope on this machine",
#endif
      .device = {},
      .driver = {},
      .toolkit = {},
  };
  return status;
}
std::size_t gpu_free_bytes() { return 0; }
const std::vector<PlanOnOneMachine>& plans_on_gpu() {
  static const std::vector<PlanOnOneMachine> none;
  return none;
}
const std::vector<DraftOnOneMachine>& drafts_on_gpu() {
  static const std::vector<DraftOnOneMachine> none;
  return none;
}
namespace faces {
FilterDraft windows_on_gpu(const WindowSearch&, const FilterRequest&) { return {}; }
}  // namespace faces
decltype(Pass::gpu) luma_on_gpu(Extent, Scalar) { return {}; }
decltype(Pass::gpu) grey_on_gpu(Extent) { return {}; }

Stream::Stream() { missing(); }
Stream::~Stream() = default;
void Stream::wait() const {}
void Stream::wait_for(const Event&) const {}
void Stream::copy_to_device(void*, const void*, std::size_t) const {}
void Stream::copy_to_host(void*, const void*, std::size_t) const {}
void Stream::copy_rows(PlacedRows, PlacedRows, std::size_t, std::size_t) const {}
void Stream::copy_on_device(void*, const void*, std::size_t) const {}
void Stream::fill(void*, unsigned char, std::size_t) const {}

Event::Event() { missing(); }
Event::~Event() = default;
void Event::record(const Stream&) {}
bool Event::reached() const { return true; }
void Event::wait() const {}
double Event::milliseconds(const Event&, const Event&) { return 0; }

void widen(const void*, void*, std::size_t, const TypePair&, void*) { missing(); }

ChipClocks measure_chip() { missing(); }
Multiprocessor multiprocessor() { missing(); }
std::vector<Launched> launched_by(const std::function<void(void*)>&) { missing(); }

Graph::Graph(const Stream&, const std::function<void()>&) { missing(); }
Graph::~Graph() = default;
void Graph::launch(const Stream&) const {}

DeviceMemory::DeviceMemory(std::size_t) { missing(); }
DeviceMemory::~DeviceMemory() = default;

PinnedMemory::PinnedMemory(std::size_t bytes) : at_(std::malloc(bytes ? bytes : 1)) {
  if (!at_) throw std::bad_alloc();
}
PinnedMemory::~PinnedMemory() { std::free(at_); }

}  // namespace satscope
