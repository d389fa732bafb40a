// SPDX-License-Identifier: Apache-2.0
// Tables of arrays that speak DLPack (NumPy, PyTorch and others), made by our kernels. The pixels are read where they lie, and
// the kernels write into the memory of the result. python/satscope/__init__.py is what a user sees.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>

#include "kernels/device.h"
#include "kernels/engine.h"
#include "kernels/not_supported.h"
#include "kernels/registry.h"
#include "kernels/table.h"

namespace nb = nanobind;

namespace satscope {
namespace {

using Array = nb::ndarray<nb::ro, nb::c_contig>;
using AnyArray = nb::ndarray<nb::ro>;
constexpr std::size_t k_alignment = 128;

nb::dlpack::dtype dtype_of(Scalar type) {
  using Code = nb::dlpack::dtype_code;
  const Code code = is_float(type) ? Code::Float : type == Scalar::s32 ? Code::Int : Code::UInt;
  return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(8 * size_of(type)), 1};
}

template <class Made>
Scalar scalar_of_array(const Made& array, const char* what, const char* allowed) {
  for (const Scalar type : {Scalar::u8, Scalar::s32, Scalar::u32, Scalar::u64, Scalar::f32, Scalar::f64})
    if (array.dtype() == dtype_of(type)) return type;
  throw std::invalid_argument(fmt::format("the {} has numbers of another type; allowed are {}", what, allowed));
}

/// Width and height; throws for another number of dimensions, and none or too many places.
template <class Made>
Extent extent_of(const Made& array, const char* what) {
  if (array.ndim() != 2)
    throw std::invalid_argument(fmt::format("the {} has {} dimensions; it must have 2: rows and columns", what, array.ndim()));
  constexpr std::size_t most = std::numeric_limits<int>::max() - 1;
  if (array.shape(0) < 1 || array.shape(1) < 1 || array.shape(0) > most || array.shape(1) > most)
    throw std::invalid_argument(fmt::format("the {} has {} rows and {} columns; it must have 1 to {} of each", what,
                                            array.shape(0), array.shape(1), most));
  return {static_cast<int>(array.shape(1)), static_cast<int>(array.shape(0))};
}

void require_cpu(const Array& array, const char* what) {
  if (array.device_type() != nb::device::cpu::value)
    throw NotSupported(
        fmt::format("the {} is not in the memory of the CPU: not supported; with PyTorch, pass {}.cpu()", what, what));
}

TypePair types_for(Scalar in, const std::string& asked) {
  std::vector<std::string_view> fitting;
  for (const TypePair& pair : k_type_pairs)
    if (pair.in == in) fitting.push_back(pair.id);
  if (fitting.empty()) throw std::invalid_argument("pixels must be uint8, int32, uint32, float32 or float64");
  if (asked.empty()) return *find_type_pair(fitting.front());
  const TypePair* const found = find_type_pair(asked);
  if (!found || found->in != in)
    throw std::invalid_argument(
        fmt::format("type '{}' does not fit these pixels; allowed are {}", asked, fmt::join(fitting, ", ")));
  return *found;
}

Form form_named(const std::string& id) {
  for (const auto& [form, name] : k_forms)
    if (name == id) return form;
  throw std::invalid_argument(fmt::format("there is no form '{}'; allowed are inclusive, exclusive, padded", id));
}

template <class Made>
Plan plan_for(const Made& pixels, const std::string& algorithm, const std::string& form, const std::string& type,
              Machine machine) {
  const Extent extent = extent_of(pixels, "picture");
  const Scalar in = scalar_of_array(pixels, "picture", "uint8, int32, uint32, float32, float64");
  const Request request{.extent = extent, .types = types_for(in, type), .form = form_named(form)};
  const Algorithm& chosen = algorithm.empty() ? default_algorithm(machine) : known_algorithm(algorithm);
  if (const std::string why = refusal(chosen, request, machine); !why.empty()) throw NotSupported(why);
  return chosen.plan(request);
}

/// What is in `block`, which `owner` keeps, as an array of packed rows.
template <class... Traits>
nb::ndarray<Traits...> array_of(const Buffer& made, void* block, const nb::capsule& owner, int device = nb::device::cpu::value,
                                int index = 0) {
  const std::size_t shape[]{static_cast<std::size_t>(made.shape.height), static_cast<std::size_t>(made.shape.width)};
  return nb::ndarray<Traits...>(block, 2, shape, owner, nullptr, dtype_of(made.type), device, index);
}

nb::ndarray<nb::numpy> table(const Array& pixels, const std::string& algorithm, const std::string& form,
                             const std::string& type, int threads) {
  if (threads < 0) throw std::invalid_argument(fmt::format("threads must be at least 1, or 0 for all, not {}", threads));
  require_cpu(pixels, "picture");
  Plan plan = plan_for(pixels, algorithm, form, type, Machine::cpu);
  const int from = plan.picture(), to = plan.table();
  const auto packed = [&](int buffer) { return plan.buffers[static_cast<std::size_t>(buffer)].rows.packed(); };
  const bool reads_here = packed(from), writes_here = packed(to);
  const Buffer made = plan.buffers.back();
  std::vector<int> borrowed;
  if (reads_here) borrowed.push_back(from);
  if (writes_here) borrowed.push_back(to);
  auto* const block = static_cast<std::byte*>(::operator new (made.packed_bytes(), std::align_val_t{k_alignment}));
  nb::capsule owner(block, [](void* at) noexcept { ::operator delete (at, std::align_val_t{k_alignment}); });
  {
    const nb::gil_scoped_release others_run;
    Engine engine(std::move(plan), Machine::cpu, threads, std::move(borrowed));
    const auto* const first = static_cast<const std::byte*>(pixels.data());
    if (reads_here)
      engine.attach(from, const_cast<std::byte*>(first));  // because: a plan only reads its picture
    else
      engine.write(from, std::span(first, pixels.nbytes()));
    if (writes_here) engine.attach(to, block);
    engine.run();
    if (!writes_here) engine.read(to, std::span(block, made.packed_bytes()));
  }
  return array_of<nb::numpy>(made, block, owner);
}

/// Of an array in the memory of a GPU, which stays there, as does the table. The library of the array makes our stream wait for
/// what it has queued (DLPack, `__dlpack__(stream=...)`); the table is complete on return.
nb::ndarray<> table_on_gpu(const nb::object& picture, const std::string& algorithm, const std::string& form,
                           const std::string& type) {
  const GpuStatus& gpu = gpu_status();
  if (!gpu.usable)
    throw NotSupported(fmt::format("the picture is on a GPU, and {}; with PyTorch, pass picture.cpu()", gpu.reason));
  const auto pixels = nb::cast<AnyArray>(picture);
  if (pixels.device_type() != nb::device::cuda::value || pixels.device_id() != gpu.index)
    throw NotSupported(fmt::format("the picture is not on GPU {}, the one in use: not supported", gpu.index));
  Plan plan = plan_for(pixels, algorithm, form, type, Machine::gpu);
  const bool packed_rows = (pixels.shape(1) == 1 || pixels.stride(1) == 1) &&
                           (pixels.shape(0) == 1 || pixels.stride(0) == static_cast<std::int64_t>(pixels.shape(1)));
  if (!packed_rows)
    throw std::invalid_argument(
        "the rows of a picture on a GPU must follow each other; with PyTorch, pass picture.contiguous()");
  const int from = plan.picture(), to = plan.table();
  const auto packed = [&](int buffer) { return plan.buffers[static_cast<std::size_t>(buffer)].rows.packed(); };
  constexpr std::uintptr_t k_access = 16;                // as Engine::attach wants it
  auto* const first = const_cast<void*>(pixels.data());  // because: a plan only reads its picture
  const bool reads_here = packed(from) && reinterpret_cast<std::uintptr_t>(first) % k_access == 0, writes_here = packed(to);
  const Buffer made = plan.buffers.back();
  std::vector<int> borrowed;
  if (reads_here) borrowed.push_back(from);
  if (writes_here) borrowed.push_back(to);
  auto memory = std::make_unique<DeviceMemory>(made.packed_bytes());
  void* const block = memory->get();
  Engine engine(std::move(plan), Machine::gpu, 0, std::move(borrowed));
  using namespace nb::literals;
  picture.attr("__dlpack__")("stream"_a = reinterpret_cast<std::uintptr_t>(engine.stream().handle()));
  {
    const nb::gil_scoped_release others_run;
    if (reads_here)
      engine.attach(from, first);
    else
      engine.enqueue_write(from, first);
    if (writes_here) engine.attach(to, block);
    engine.run();
    if (!writes_here) engine.enqueue_copy(to, block);
    engine.wait();
  }
  const nb::capsule owner(memory.release(), [](void* at) noexcept { delete static_cast<DeviceMemory*>(at); });
  return array_of<>(made, block, owner, nb::device::cuda::value, gpu.index);
}

Value box(const Array& entries, int x, int y, int width, int height, const std::string& form) {
  constexpr const char* k_allowed = "int32, uint32, uint64, float32, float64";
  const Scalar type = scalar_of_array(entries, "table", k_allowed);
  if (type == Scalar::u8)  // a picture was given instead of its table
    throw std::invalid_argument(fmt::format("the table has numbers of another type; allowed are {}", k_allowed));
  require_cpu(entries, "table");
  Extent picture = extent_of(entries, "table");
  const Form kept = form_named(form);
  if (kept == Form::padded) picture = {picture.width - 1, picture.height - 1};
  const TableView view{.bytes = std::span(static_cast<const std::byte*>(entries.data()), entries.nbytes()),
                       .picture = picture,
                       .form = kept,
                       .type = type};
  return box_sum(view, {.x = x, .y = y, .width = width, .height = height}).sum;
}

std::vector<std::string> ids() {
  std::vector<std::string> list;
  for (const Algorithm& algorithm : algorithms()) list.push_back(algorithm.id);
  return list;
}

}  // namespace
}  // namespace satscope

NB_MODULE(_kernels, module) {
  using namespace nb::literals;
  module.def("table", &satscope::table, "picture"_a, "algorithm"_a = "", "form"_a = "inclusive", "type"_a = "",
             "threads"_a = 0);
  module.def("table_on_gpu", &satscope::table_on_gpu, "picture"_a, "algorithm"_a = "", "form"_a = "inclusive", "type"_a = "");
  module.def("box", &satscope::box, "table"_a, "x"_a, "y"_a, "width"_a, "height"_a, "form"_a = "inclusive");
  module.def("algorithms", &satscope::ids);
}
