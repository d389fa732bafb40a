// SPDX-License-Identifier: Apache-2.0
// A launch: whether a GPU would take it, what it is recorded as, and its run.
#include "machine.h"

namespace satlab {
namespace {

struct PointerArgument {
  int number;
  std::uint64_t at;
  Type type;
  unsigned element;
};
std::uint32_t launch_site = 0;
const void* launched_function = nullptr;                      // of the launch that begins; null: not known
auto& pointer_arguments = *new std::vector<PointerArgument>;  // of the launch that begins

/// Of kernels whose dynamic shared memory may be another one than usual, bytes.
std::map<const void*, std::uint64_t>& dynamic_limits() {
  static auto& limits = *new std::map<const void*, std::uint64_t>;
  return limits;
}

std::map<std::string, std::string>& parameter_names() {
  static auto& names = *new std::map<std::string, std::string>;
  return names;
}

std::string plain(const dim3& d) { return words("%u,%u,%u", d.x, d.y, d.z); }

/// Why a GPU would not launch it; empty if it would.
std::string refusal(const dim3& grid, const dim3& block, size_t bytes, std::uint64_t most_bytes) {
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads == 0) return "the block has no threads";
  if (std::uint64_t{grid.x} * grid.y * grid.z == 0) return "the grid has no blocks";
  if (threads > 1024)
    return words("a block of %llu threads is too large, at most 1024 are allowed", static_cast<unsigned long long>(threads));
  if (block.z > 64) return "a block is at most 64 threads deep";
  if (grid.x > 2147483647u || grid.y > 65535 || grid.z > 65535) return "the grid is too large";
  if (bytes > most_bytes)
    return words(
        "%zu bytes of shared memory are too many, at most %llu are allowed%s", bytes,
        static_cast<unsigned long long>(most_bytes),
        bytes > k_most_shared
            ? ""
            : ", unless cudaFuncSetAttribute() sets cudaFuncAttributeMaxDynamicSharedMemorySize of this kernel to more");
  return "";
}

/// "my::fill<int, 8>" is declared as fill.
std::string declared_name(const std::string& kernel) {
  const std::string base = kernel.substr(0, kernel.find('<'));
  const std::size_t colon = base.rfind(':');
  return colon == std::string::npos ? base : base.substr(colon + 1);
}

/// What the host did to managed memory passes no call of ours.
void record_managed() {
  for (const Buffer& b : buffers)
    if (b.managed && !b.freed()) {
      std::string bytes;
      if (b.bytes <= 1 << 20) {
        bytes.assign(reinterpret_cast<const char*>(b.at), b.bytes);
        for (const bool wrote : b.host_wrote) bytes += static_cast<char>(wrote);
      }
      record_always(Kind::copy_host_touched, static_cast<std::uint32_t>(b.bytes), b.at,
                    bytes.empty() ? k_unknown : keep(bytes.data(), bytes.size()));
    }
}

/// As one writes it: "8", "dim3(8, 4)".
std::string written(dim3 size) {
  if (size.z != 1) return words("dim3(%u, %u, %u)", size.x, size.y, size.z);
  return size.y != 1 ? words("dim3(%u, %u)", size.x, size.y) : words("%u", size.x);
}

}  // namespace
}  // namespace satlab

extern "C" {
int satlab_kernel_names(const char* name, const char* parameters) {
  parameter_names()[name] = parameters;
  return 0;
}

void satlab_launch_at(void* site) { launch_site = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site)); }

void satlab_launch_of(const void* function) { launched_function = function; }

cudaError_t satlab_dynamic_limit(const void* function, int bytes) {
  if (bytes < 0 || static_cast<std::uint64_t>(bytes) > k_most_shared) {
    last_error = cudaErrorInvalidValue;
    return cudaErrorInvalidValue;
  }
  dynamic_limits()[function] = std::max(k_usual_shared, static_cast<std::uint64_t>(bytes));
  return cudaSuccess;
}

void satlab_argument(int number, const void* p, Type type, unsigned element) {
  pointer_arguments.push_back({number, reinterpret_cast<std::uint64_t>(p), type, element});
}

void satlab_launch(const char* name, const char* arguments, int line, dim3 grid, dim3 block, size_t bytes, void (*run)(void*),
                   void* with, size_t with_bytes, const void* stream) {
  std::vector<PointerArgument> pointers;
  pointers.swap(pointer_arguments);
  // because: cudaMalloc((void**)&a, n) does not say what is in a
  for (const PointerArgument& a : pointers)
    if (Buffer* buffer = on_device(a.at) ? buffer_at(a.at) : nullptr; buffer && buffer->element == 1)
      buffer->element = a.element;
  if (device_failed) return;
  if (running) {
    say(Report::refused, last_site, 0, {name}, "A kernel launches a kernel: dynamic parallelism cannot run on the CPU here.");
    return;
  }
  const auto limit = dynamic_limits().find(std::exchange(launched_function, nullptr));
  const std::uint64_t most_bytes = limit == dynamic_limits().end() ? k_usual_shared : limit->second;
  if (const std::string why = refusal(grid, block, bytes, most_bytes); !why.empty()) {
    say(Report::bad_launch, launch_site, 0, {name, line},
        words("%s<<<%s, %s%s>>> is not launched: %s.", name, written(grid).c_str(), written(block).c_str(),
              bytes > 0 ? words(", %zu", bytes).c_str() : "", why.c_str()));
    last_error = cudaErrorInvalidConfiguration;
    return;
  }
  forget_shared_arrays(static_cast<unsigned>(bytes));
  name_symbols();
  std::string text = words("%s|%d|", name, line) + plain(grid) + "|" + plain(block) + words("|%zu|", bytes) + arguments + "|" +
                     parameter_names()[declared_name(name)] + "|";
  for (const PointerArgument& a : pointers)
    text += words("%d:%llu:%d:%u ", a.number, static_cast<unsigned long long>(a.at), static_cast<int>(a.type), a.element);
  begin_work(stream, launch_site);
  record_always(Kind::launch, 0, 0, keep(text));
  if (bytes && dynamic_at_file_scope.name)
    satlab_dynamic_array(dynamic_at_file_scope.name, dynamic_at_file_scope.type, dynamic_at_file_scope.element);
  record_managed();
  launched_kernel = words("%s (launched in line %d)", name, line);
  kernel_call = {run, with, with_bytes};
  grid_size = {grid.x, grid.y, grid.z};
  block_size = {block.x, block.y, block.z};
  gridDim_ = grid_size;
  blockDim_ = block_size;
  run_grid();
  use_host_memory_of_kernel(stream, launch_site);
  record_always(Kind::launched, 0, 0, device_failed ? 1 : 0);
}
}
