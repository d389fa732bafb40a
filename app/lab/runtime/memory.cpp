// SPDX-License-Identifier: Apache-2.0
// Memory of the device: which array an address is in, and whether a kernel may touch it.
#include "machine.h"

extern "C" __attribute__((aligned(4096))) char satlab_dynamic_shared[satlab::k_dynamic_bytes + satlab::k_dynamic_guard];
char satlab_dynamic_shared[satlab::k_dynamic_bytes + satlab::k_dynamic_guard];

namespace satlab {
namespace {

constexpr int k_page_bits = 8;
constexpr unsigned k_red_zone = 256;            ///< behind a shared array, so that an index beyond its end meets no other array
auto& pages = *new std::vector<std::uint32_t>;  // of device memory: number of the buffer + 1
std::uint64_t device_top = k_device;

const char* does(bool write) { return write ? "writes" : "reads"; }

long long index_in(std::uint64_t address, std::uint64_t begin, unsigned element) {
  const auto distance = static_cast<long long>(address - begin), size = static_cast<long long>(element ? element : 1);
  return distance >= 0 ? distance / size : -((-distance + size - 1) / size);
}

std::string type_name(Type type, unsigned element) {
  switch (type) {
    case Type::u8: return "unsigned char";
    case Type::s8: return "signed char";
    case Type::u16: return "unsigned short";
    case Type::s16: return "short";
    case Type::u32: return element == 4 ? "unsigned" : "element";
    case Type::s32: return element == 4 ? "int" : "element";
    case Type::f32: return element == 4 ? "float" : "element";
    case Type::f64: return "double";
    default: return "element";
  }
}

/// The buffer that an address outside of all was probably meant for: the nearest.
const Buffer* nearest(std::uint64_t address) {
  const Buffer* best = nullptr;
  std::uint64_t distance = ~std::uint64_t{0};
  for (const Buffer& buffer : buffers) {
    const std::uint64_t end = buffer.at + buffer.bytes;
    const std::uint64_t d = address < buffer.at ? buffer.at - address : address >= end ? address - end : 0;
    if (d < distance) best = &buffer, distance = d;
  }
  return best;
}

void say_outside(std::uint64_t address, bool write, std::uint32_t site) {
  const Buffer* buffer = nearest(address);
  if (!buffer)
    return say(Report::bounds, site, address, {},
               words("%s %s memory that was never allocated.", running_thread().c_str(), does(write)));
  const long long index = index_in(address, buffer->at, buffer->element),
                  length = static_cast<long long>(buffer->bytes / std::max(1u, buffer->element));
  const std::string name = buffer->name, type = type_name(buffer->type, buffer->element);
  std::string sentence =
      words("%s %s %s[%lld], but %s has only ", running_thread().c_str(), does(write), name.c_str(), index, name.c_str());
  if (length == 0)
    sentence += words("%llu byte%s (allocated in {@%x}), not enough for one %s (%u bytes).",
                      static_cast<unsigned long long>(buffer->bytes), buffer->bytes == 1 ? "" : "s", buffer->site, type.c_str(),
                      buffer->element);
  else if (length == 1)
    sentence += words("1 element (allocated in {@%x}): the index must be 0.", buffer->site);
  else
    sentence +=
        words("%lld elements (allocated in {@%x}): the index must be from 0 to %lld.", length, buffer->site, length - 1);
  if (buffer->element && buffer->bytes % buffer->element != 0) sentence += " Is * sizeof(" + type + ") missing there?";
  say(Report::bounds, site, address, {name, index, length}, sentence);
}

[[noreturn]] void illegal(Report report, std::uint32_t site, std::uint64_t address, const std::string& sentence) {
  if (!sentence.empty()) say(report, site, address, {}, sentence);
  device_failed = true;
  last_error = cudaErrorIllegalAddress;
  end_fiber();
}

bool allowed_in_buffers(std::uint64_t address, int size, bool write, std::uint32_t site) {
  Buffer* buffer = buffer_at(address);
  if (!buffer || address < buffer->at || address + static_cast<unsigned>(size) > buffer->at + buffer->bytes) {
    say_outside(address, write, site);
    return false;
  }
  if (write) buffer->written = true;
  if (!buffer->freed()) return true;
  say(Report::freed, site, address, {buffer->name},
      words("%s %s %s after cudaFree(%s) at {@%x}.", running_thread().c_str(), does(write), buffer->name.c_str(),
            buffer->name.c_str(), buffer->freed_site));
  return false;
}

bool allowed_in_shared(std::uint64_t address, int size, bool write, std::uint32_t site) {
  const SharedArray* near = nullptr;
  for (const SharedArray& array : shared_arrays) {
    const std::uint64_t begin = k_shared + array.offset;
    if (address >= begin && address + static_cast<unsigned>(size) <= begin + array.bytes) return true;
    // an index below 0 meets the red zone of the array before
    if (!near || address >= begin - k_red_zone / 2) near = &array;
  }
  if (!near) return false;
  const long long index = index_in(address, k_shared + near->offset, near->element),
                  length = near->bytes / std::max(1u, near->element);
  say(Report::bounds, site, address, {near->name, index, length},
      words("%s %s %s[%lld], but the shared array %s has %lld element%s: the index must be %s%lld.", running_thread().c_str(),
            does(write), near->name.c_str(), index, near->name.c_str(), length, length == 1 ? "" : "s",
            length == 1 ? "" : "from 0 to ", length - 1));
  return false;
}

bool allowed_in_dynamic(std::uint64_t offset, std::uint64_t address, int size, bool write, std::uint32_t site) {
  if (offset + static_cast<unsigned>(size) <= dynamic_bytes) return true;
  say(Report::bounds, site, address, {dynamic_name, static_cast<long long>(offset), dynamic_bytes},
      words("%s %s byte %llu of the dynamic shared memory%s%s, but the launch asked for %u bytes (its third argument).",
            running_thread().c_str(), does(write), static_cast<unsigned long long>(offset), dynamic_name.empty() ? "" : " ",
            dynamic_name.c_str(), dynamic_bytes));
  return false;
}

}  // namespace

Buffer* buffer_at(std::uint64_t address) {
  const std::uint64_t page = (address - k_device) >> k_page_bits;
  return page < pages.size() && pages[page] ? &buffers[pages[page] - 1] : nullptr;
}

bool allowed(std::uint64_t address, int size, bool write, std::uint32_t site) {
  if (on_device(address)) return allowed_in_buffers(address, size, write, site);
  if (address - k_shared < k_shared_bytes) return allowed_in_shared(address, size, write, site);
  const std::uint64_t dynamic = address - reinterpret_cast<std::uint64_t>(satlab_dynamic_shared);
  if (dynamic < sizeof satlab_dynamic_shared) return allowed_in_dynamic(dynamic, address, size, write, site);
  if (on_own_stack(address)) return false;
  if (on_a_stack(address)) {
    say(Report::foreign_stack, site, address, {},
        words("%s %s a local variable of another thread.", running_thread().c_str(), does(write)));
    return false;
  }
  for (Symbol& symbol : symbols)
    if (address >= symbol.at && address + static_cast<unsigned>(size) <= symbol.at + symbol.bytes) {
      Symbol::Part& used = symbol.used[write];
      used = {std::min(used.begin, address), std::max(used.end, address + static_cast<unsigned>(size))};
      return true;
    }
  if (address - reinterpret_cast<std::uint64_t>(kernel_call.with) < kernel_call.bytes) return false;  // arguments on their way
  if (address < 65536)
    illegal(Report::null_pointer, site, address, words("%s %s through a null pointer.", running_thread().c_str(), does(write)));
  if (address - 0x1f0000000000 < 0x20000000000) {  // far from any buffer, but this is what it began with
    say_outside(address, write, site);
    illegal(Report::bounds, site, address, "");
  }
  illegal(Report::host_memory, site, address,
          words("%s %s memory of the host, which a kernel cannot reach: pass a pointer from cudaMalloc. A GPU stops here with "
                "'an illegal memory "
                "access was encountered'.",
                running_thread().c_str(), does(write)));
}

void forget_shared_arrays(unsigned bytes_of_launch) {
  dynamic_bytes = bytes_of_launch;
  dynamic_name.clear();
  shared_arrays.clear();
  static_top = 0;
}

static std::string described(const std::string& name, int line, Type type, unsigned element, int columns, std::uint64_t bytes) {
  return words("%s|%d|%d|%u|%d|%llu", name.c_str(), line, static_cast<int>(type), element, columns,
               static_cast<unsigned long long>(bytes));
}

void name_symbols() {
  for (Symbol& symbol : symbols)
    if (!symbol.reported) {
      symbol.reported = true;
      record_always(Kind::name_global, 0, symbol.at, keep(symbol.text));
    }
}

void share_host_memory(const std::string& name, const void* p, std::size_t bytes, Type type, unsigned element) {
  symbols.push_back({reinterpret_cast<std::uint64_t>(p), bytes, described(name, 0, type, element, 0, bytes), false, true});
}

void unshare_host_memory(const void* p) {
  std::erase_if(symbols, [&](const Symbol& symbol) { return symbol.at == reinterpret_cast<std::uint64_t>(p); });
}

/// (void**)&a and reinterpret_cast<void**>(&a) are a.
std::string name_of_argument(std::string text) {
  if (text == k_heap_name) return text;
  while (!text.empty() && (text.back() == ')' || text.back() == ' ')) text.pop_back();
  const std::size_t cut = text.find_last_of("&)( *");
  return cut != std::string::npos && cut + 1 < text.size() ? text.substr(cut + 1) : text;
}

}  // namespace satlab

extern "C" {
using namespace satlab;

void* satlab_shared_array(int* id, const char* name, int line, unsigned bytes, Type type, unsigned element, int columns) {
  for (const SharedArray& array : shared_arrays)
    if (array.id == id) return reinterpret_cast<void*>(k_shared + array.offset);
  const unsigned offset = ((static_top ? static_top : k_red_zone) + 127) / 128 * 128;
  std::uint64_t all = bytes;
  for (const SharedArray& array : shared_arrays) all += array.bytes;
  if (all > k_usual_shared || offset + bytes + 2 * k_red_zone > k_shared_bytes) {
    say(Report::bad_launch, SITE, last_site, {name, line},
        words(
            "The shared arrays of the kernel take %llu bytes, at most %llu are allowed: nvcc does not compile it. An array of "
            "more is declared `extern __shared__`, and its size is given at the launch.",
            static_cast<unsigned long long>(all), static_cast<unsigned long long>(k_usual_shared)));
    leave(End::crashed);
  }
  check_shared_bytes(all);
  shared_arrays.push_back({id, name, offset, bytes, element});
  static_top = offset + bytes + k_red_zone;
  memset(reinterpret_cast<void*>(k_shared + offset), 0xcd, bytes + k_red_zone);
  record_always(Kind::name_shared, 0, k_shared + offset, keep(described(name, line, type, element, columns, bytes)));
  return reinterpret_cast<void*>(k_shared + offset);
}

void satlab_dynamic_array(const char* name, Type type, unsigned element) {
  if (!dynamic_name.empty()) return;
  dynamic_name = name;
  record_always(Kind::name_shared, 0, reinterpret_cast<std::uint64_t>(satlab_dynamic_shared),
                keep(described(name, 0, type, element, 0, dynamic_bytes)));
}

/// Of an `extern __shared__` array at file scope.
static struct {
  const char* name = nullptr;
  Type type;
  unsigned element;
} dynamic_at_file_scope;
int satlab_dynamic_default(const char* name, Type type, unsigned element) {
  dynamic_at_file_scope.name = name;
  dynamic_at_file_scope.type = type;
  dynamic_at_file_scope.element = element;
  return 0;
}

int satlab_global_symbol(const char* name, const void* at, size_t bytes, Type type, unsigned element, int columns) {
  symbols.push_back({reinterpret_cast<std::uint64_t>(at), bytes, described(name, 0, type, element, columns, bytes), false});
  return 0;
}

int satlab_malloc(void** p, size_t bytes, const char* argument, int line, Type type, unsigned element, int managed,
                  void* site) {
  *p = nullptr;
  if (bytes == 0) return cudaSuccess;
  const std::uint64_t gap = std::clamp<std::uint64_t>((bytes + 255) / 256 * 256, running ? 256 : 4096, 1 << 20);
  const std::uint64_t at = device_top + gap;
  if (bytes > k_device_bytes || at + bytes + gap > k_device + k_device_bytes) return last_error = cudaErrorMemoryAllocation;
  const std::string name = name_of_argument(argument);
  buffers.push_back(
      {at, bytes, name, static_cast<std::uint32_t>(reinterpret_cast<std::uint64_t>(site)), element, type, managed != 0});
  if (managed) buffers.back().host_wrote.resize(bytes);
  device_top = (at + bytes + 255) & ~std::uint64_t{255};
  pages.resize((device_top + gap - k_device) >> k_page_bits);
  for (std::uint64_t a = at; a < device_top; a += 1u << k_page_bits)
    pages[(a - k_device) >> k_page_bits] = static_cast<std::uint32_t>(buffers.size());
  memset(reinterpret_cast<void*>(at), 0xcd, bytes);
  record_always(Kind::allocate, 0, at, keep(described(name, line, type, element, 0, bytes)), managed ? k_managed : 0);
  *p = reinterpret_cast<void*>(at);
  return cudaSuccess;
}
}

namespace satlab {

void* heap_allocate(std::size_t bytes, std::uint32_t site) {
  void* p = nullptr;
  if (satlab_malloc(&p, std::max<std::size_t>(bytes, 1), k_heap_name, 0, Type::unknown, 1, 0,
                    reinterpret_cast<void*>(std::uint64_t{site})) != cudaSuccess)
    say(Report::memory, site, 0, {},
        words("%s asks for %zu bytes by malloc or new, but the heap of the device is full.", running_thread().c_str(), bytes));
  return p;
}

void heap_free(void* p, std::uint32_t site) {
  const auto at = reinterpret_cast<std::uint64_t>(p);
  Buffer* buffer = p && on_device(at) ? buffer_at(at) : nullptr;
  if (!p) return;
  if (!buffer || buffer->at != at || buffer->freed() || buffer->name != k_heap_name)
    return say(Report::freed, site, at, {},
               words("%s frees a pointer that neither malloc nor new of a kernel returned, or frees it twice.",
                     running_thread().c_str()));
  buffer->freed_site = site;
  record_always(Kind::release, site, at, 0);
}

}  // namespace satlab
