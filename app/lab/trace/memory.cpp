// SPDX-License-Identifier: Apache-2.0
#include "app/lab/trace/memory.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <fmt/format.h>

#include "kernels/table.h"

namespace satscope::app::lab {
namespace {

using satlab::Type;

constexpr std::size_t k_most_elements = std::size_t{1} << 20;

bool is_signed_type(Type type) { return type == Type::s8 || type == Type::s16; }

std::uint64_t bits_in(const std::vector<std::uint8_t>& bytes, std::size_t at, unsigned size) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + at, size);
  return bits;
}

}  // namespace

Scalar drawn_type(satlab::Type type, unsigned bytes) {
  switch (type) {
    case Type::u8: return Scalar::u8;
    case Type::s8:
    case Type::s16:
    case Type::s32: return Scalar::s32;
    case Type::u16:
    case Type::u32: return Scalar::u32;
    case Type::u64:
    case Type::s64: return Scalar::u64;
    case Type::f32: return Scalar::f32;
    case Type::f64: return Scalar::f64;
    case Type::unknown: break;
  }
  return bytes == 1 ? Scalar::u8 : bytes == 8 ? Scalar::u64 : Scalar::u32;
}

double number_of(Scalar type, std::uint64_t bits) { return to_double(value_of_bits(bits, type)); }

std::uint64_t TracedArray::drawn(std::uint64_t raw) const {
  if (!is_signed_type(about.type)) return raw;
  const unsigned unused = 64 - 8 * about.step();
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(raw << unused) >> unused);
}

std::uint64_t TracedArray::raw(std::size_t element) const {
  return bits_in(bytes, element * about.step(), std::min(8u, about.step()));
}

void TracedArray::set_raw(std::size_t element, std::uint64_t raw) {
  std::memcpy(bytes.data() + element * about.step(), &raw, std::min(8u, about.step()));
}

Extent TracedMemory::shape_of(const TracedArray& array) const {
  const int count = static_cast<int>(array.count());
  if (array.about.columns > 0 && count % array.about.columns == 0) return {array.about.columns, count / array.about.columns};
  const auto [width, height] = picture_;
  if (array.about.shared || count <= width) return {count, 1};
  if (array.count() == picture_.area()) return picture_;
  if (height > 1 && count % height == 0) return {count / height, height};
  if (count % width == 0) return {width, count / width};
  return count == (width + 1) * (height + 1) ? Extent{width + 1, height + 1} : Extent{count, 1};
}

int TracedMemory::add_buffer(const TracedArray& array, int pass, int block) {
  TraceBuffer buffer{.name = array.about.name.empty() ? "memory" : array.about.name,
                     .space = array.registers      ? Space::registers
                              : array.about.shared ? Space::shared
                                                   : Space::global,
                     .type = array.type,
                     .shape = array.registers ? Extent{static_cast<int>(array.count()), 1} : shape_of(array),
                     .pass = pass,
                     .block = block};
  if (array.about.step() != size_of(array.type)) buffer.bytes = array.about.step();
  buffer.start.resize(array.count());
  if (array.buffer >= 0)
    trace_.buffers[static_cast<std::size_t>(array.buffer)] = std::move(buffer);
  else
    trace_.buffers.push_back(std::move(buffer));
  return array.buffer >= 0 ? array.buffer : static_cast<int>(trace_.buffers.size()) - 1;
}

void TracedMemory::allocate(const Array& array) {
  if (array.bytes == 0) return;
  if (array.bytes > k_most_elements * 8)
    throw std::invalid_argument(fmt::format("{} has {} bytes; a trace of arrays above {} MB is not supported", array.name,
                                            array.bytes, k_most_elements * 8 >> 20));
  TracedArray& made = globals_.emplace_back();
  made.about = array;
  const auto same = std::ranges::count_if(globals_, [&](const TracedArray& other) {
    const std::string& name = other.about.name;
    return other.about.line != array.line && (name == array.name || name.starts_with(array.name + " (line "));
  });
  if (same > 0) made.about.name += fmt::format(" (line {})", array.line);
  made.bytes.resize(static_cast<std::size_t>(array.bytes));
  for (auto& bytes : made.in_run) bytes.resize(static_cast<std::size_t>(array.bytes));
  if (next_is_picture_) made.buffer = 0;
  next_is_picture_ = false;
  if (made.buffer < 0) {
    made.buffer = static_cast<int>(trace_.buffers.size());
    trace_.buffers.emplace_back();
  }
}

void TracedMemory::settle(TracedArray& array) {
  if (array.settled) return;
  array.settled = true;
  array.type = drawn_type(array.about.type, array.about.step());
  array.known.resize(array.count());
  array.cells.resize(array.count());
  TraceBuffer& buffer = trace_.buffers[static_cast<std::size_t>(add_buffer(array, -1, -1))];
  const unsigned size = std::min(8u, array.about.step());
  for (std::size_t k = 0; k < array.count(); ++k) {
    Sample sample;
    sample[0] = number_of(array.type, array.drawn(array.raw(k)));
    for (std::size_t run = 0; run < k_random_runs; ++run)
      sample[run + 1] = number_of(array.type, array.drawn(bits_in(array.in_run[run], k * array.about.step(), size)));
    array.cells[k] = {array.drawn(array.raw(k)), finder_.pixels_of(sample)};
    array.known[k] = array.raw(k) != 0;
    buffer.start[k] = array.cells[k];
  }
  for (auto& bytes : array.in_run) bytes = {};
}

void TracedMemory::settle_all() {
  for (TracedArray& array : globals_) settle(array);
}

void TracedMemory::begin_launch() {
  shared_.clear();
  shared_of_.clear();
  registers_of_.clear();
}

TracedArray* TracedMemory::global_at(std::uint64_t address) {
  for (std::size_t k = globals_.size(); k-- > 0;)
    if (globals_[k].about.holds(address)) return &globals_[k];
  return nullptr;
}

TracedArray* TracedMemory::at(std::uint64_t address, std::uint32_t block, int pass) {
  if (address - satlab::k_device < satlab::k_device_bytes) return global_at(address);
  std::deque<TracedArray>& own = shared_of_[block];
  for (TracedArray& array : own)
    if (array.about.holds(address)) return &array;
  for (const Array& array : shared_)
    if (array.holds(address) && array.bytes <= satlab::k_shared_bytes) {
      TracedArray& made = own.emplace_back();
      made.about = array;
      made.settled = true;
      made.type = drawn_type(array.type, array.step());
      made.bytes.resize(static_cast<std::size_t>(array.bytes));
      made.known.resize(made.count());
      made.cells.resize(made.count());
      made.buffer = add_buffer(made, pass, static_cast<int>(block));
      return &made;
    }
  return global_at(address);
}

TracedArray& TracedMemory::registers(const char* name, std::uint32_t block, int pass, Scalar type) {
  TracedArray& made = registers_of_[{block, name}];
  if (made.buffer >= 0) return made;
  made.about.name = name;
  made.about.element = static_cast<unsigned>(size_of(type));
  made.about.bytes = size_of(type) * static_cast<std::size_t>(trace_.passes[static_cast<std::size_t>(pass)].threads);
  made.registers = made.settled = true;
  made.type = type;
  made.cells.resize(made.count());
  made.buffer = add_buffer(made, pass, static_cast<int>(block));
  return made;
}

}  // namespace satscope::app::lab
