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
/// What cudaFuncSetAttribute() allows a kernel of dynamic shared memory.
struct Allowed {
  const void* function;
  std::string words;  ///< of the call: "turn<8>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536"
  std::uint64_t bytes;
};
std::uint32_t launch_site = 0;
int launch_line = 0;
const void* launched_function = nullptr;                      // of the launch that begins; null: not known
const Allowed* allowed_now = nullptr;                         // of the launch, if cudaFuncSetAttribute() has set it
auto& pointer_arguments = *new std::vector<PointerArgument>;  // of the launch that begins

std::vector<Allowed>& all_allowed() {
  static auto& all = *new std::vector<Allowed>;
  return all;
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

bool names(const std::string& words, const std::string& name) {
  const auto in_word = [&](std::size_t k) { return k < words.size() && (std::isalnum(words[k]) || words[k] == '_'); };
  for (std::size_t at = 0; (at = words.find(name, at)) != words.npos; ++at)
    if (!(at > 0 && in_word(at - 1)) && !in_word(at + name.size())) return true;
  return false;
}

/// What is allowed to a kernel that is launched. Where its address is not known, its name counts, at last without template
/// arguments; a call that names no kernel, but a variable, may be for each. Of several, the one that allows most.
const Allowed* allowed_of(const std::string& kernel, const void* function) {
  const auto most = [](const auto& fits) {
    const Allowed* best = nullptr;
    for (const Allowed& one : all_allowed())
      if (fits(one) && (!best || one.bytes > best->bytes)) best = &one;
    return best;
  };
  if (function) return most([&](const Allowed& one) { return one.function == function; });
  if (const Allowed* same = most([&](const Allowed& one) { return names(one.words, kernel); })) return same;
  const std::string base = declared_name(kernel);
  return most([&](const Allowed& one) {
    return names(one.words, base) ||
           std::ranges::none_of(parameter_names(), [&](const auto& declared) { return names(one.words, declared.first); });
  });
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

void check_shared_bytes(std::uint64_t in_arrays) {
  if (allowed_now && in_arrays + allowed_now->bytes <= k_most_shared) return;
  if (in_arrays + dynamic_bytes <= k_usual_shared) return;
  const auto number = [](std::uint64_t n) { return std::to_string(n); };
  say(Report::bad_launch, launch_site, 0, {launched_kernel, launch_line},
      "A GPU does not launch " + launched_kernel + ": its shared arrays take " + number(in_arrays) +
          " bytes, and the launch asks for " + number(dynamic_bytes) + " more. Together at most " + number(k_usual_shared) +
          " are allowed" +
          (allowed_now ? ", because cudaFuncSetAttribute() fails: the arrays and the " + number(allowed_now->bytes) +
                             " bytes that it is to allow are more than " + number(k_most_shared) + "."
                       : ", unless cudaFuncSetAttribute() sets cudaFuncAttributeMaxDynamicSharedMemorySize of this kernel."));
}

}  // namespace satlab

extern "C" {
int satlab_kernel_names(const char* name, const char* parameters) {
  parameter_names()[name] = parameters;
  return 0;
}

void satlab_launch_at(void* site) { launch_site = static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site)); }

void satlab_launch_of(const void* function) { launched_function = function; }

cudaError_t satlab_allow_dynamic(const void* function, const char* words, int bytes) {
  if (bytes < 0 || static_cast<std::uint64_t>(bytes) > k_most_shared) {
    last_error = cudaErrorInvalidValue;
    return cudaErrorInvalidValue;
  }
  std::erase_if(all_allowed(), [&](const Allowed& one) { return one.function == function; });
  all_allowed().push_back({function, words, static_cast<std::uint64_t>(bytes)});
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
  allowed_now = allowed_of(name, std::exchange(launched_function, nullptr));
  if (const std::string why = refusal(grid, block, bytes, allowed_now ? allowed_now->bytes : k_usual_shared); !why.empty()) {
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
  launch_line = line;
  launched_kernel = words("%s (launched in {@%x:%d})", name, launch_site, line);
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
