// SPDX-License-Identifier: Apache-2.0
#include "app/lab/line_table.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace satscope::app::lab {
namespace {

/// Reads numbers from bytes, and never beyond them.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  bool empty() const { return bytes_.empty(); }
  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) throw std::runtime_error("the line table of the program is cut off");
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  std::uint64_t leb() {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = number<std::uint8_t>();
      if (shift < 64) value |= static_cast<std::uint64_t>(byte & 127) << shift;
      last_ = byte;
      if (!(byte & 128)) return bits_ = shift + 7, value;
    }
  }
  std::int64_t signed_leb() {
    std::uint64_t value = leb();
    if (bits_ < 64 && (last_ & 64)) value |= ~std::uint64_t{0} << bits_;
    return static_cast<std::int64_t>(value);
  }
  std::string_view text() {
    const std::string_view text = take(std::min(bytes_.find('\0'), bytes_.size()));
    take(1);
    return text;
  }

 private:
  std::string_view bytes_;
  int bits_ = 0;
  std::uint8_t last_ = 0;
};

template <class T>
T at(std::string_view elf, std::uint64_t offset) {
  return Bytes(elf.substr(std::min<std::uint64_t>(offset, elf.size()))).number<T>();
}

std::string_view section(std::string_view elf, std::string_view wanted) {
  const auto header = at<Elf64_Ehdr>(elf, 0);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
    throw std::runtime_error("not a 64-bit program");
  const auto section_at = [&](std::uint64_t i) { return at<Elf64_Shdr>(elf, header.e_shoff + i * header.e_shentsize); };
  const Elf64_Shdr names = section_at(header.e_shstrndx);
  for (std::uint64_t i = 0; i < header.e_shnum; ++i) {
    const Elf64_Shdr s = section_at(i);
    const std::uint64_t name = names.sh_offset + s.sh_name;
    if (name < elf.size() && s.sh_offset + s.sh_size <= elf.size() && Bytes(elf.substr(name)).text() == wanted)
      return elf.substr(s.sh_offset, s.sh_size);
  }
  return {};
}

// Numbers of DWARF 4, section 7.21.
enum Standard {
  copy_row = 1,
  advance_address,
  advance_line,
  set_file,
  set_column,
  negate_statement,
  basic_block,
  constant_address,
  fixed_address
};
enum Extended { end_sequence = 1, set_address };

}  // namespace

LineTable::LineTable(std::string_view elf) {
  Bytes lines(section(elf, ".debug_line"));
  while (!lines.empty()) read_unit(lines.take(lines.number<std::uint32_t>()));
  std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.address < b.address; });
}

void LineTable::read_unit(std::string_view text) {
  Bytes unit(text);
  if (const auto version = unit.number<std::uint16_t>(); version < 2 || version > 4) return;  // a library's, with a newer table
  const auto header_bytes = unit.number<std::uint32_t>();
  Bytes program(text.substr(std::min<std::size_t>(text.size(), 6 + header_bytes)));
  const auto least_instruction = unit.number<std::uint8_t>();
  if (at<std::uint16_t>(text, 0) == 4) unit.number<std::uint8_t>();
  unit.number<std::uint8_t>();
  const auto line_base = unit.number<std::int8_t>();
  const auto line_range = unit.number<std::uint8_t>(), opcode_base = unit.number<std::uint8_t>();
  const std::string_view lengths = unit.take(opcode_base - 1u);
  std::vector<std::string> folders{""};  // 0: that in which it was compiled
  for (std::string_view name = unit.text(); !name.empty(); name = unit.text()) folders.push_back(std::string(name) + "/");
  const auto first_file = static_cast<int>(files_.size());
  for (std::string_view name = unit.text(); !name.empty(); name = unit.text()) {
    const std::uint64_t folder = unit.leb();
    unit.leb();  // when it was changed
    unit.leb();  // its bytes
    files_.push_back((name.front() == '/' || folder >= folders.size() ? "" : folders[folder]) + std::string(name));
  }
  Row row{0, first_file, 1, 0};
  while (!program.empty()) {
    const auto opcode = program.number<std::uint8_t>();
    if (opcode >= opcode_base) {
      row.address += static_cast<std::uint64_t>((opcode - opcode_base) / line_range) * least_instruction;
      row.line += line_base + (opcode - opcode_base) % line_range;
      rows_.push_back(row);
    } else if (opcode == 0) {
      Bytes extended(program.take(program.leb()));
      const auto what = extended.number<std::uint8_t>();
      if (what == set_address) row.address = extended.number<std::uint64_t>();
      if (what == end_sequence) {
        rows_.push_back({row.address, -1, 0, 0});
        row = {0, first_file, 1, 0};
      }
    } else if (opcode == copy_row) {
      rows_.push_back(row);
    } else if (opcode == advance_address) {
      row.address += program.leb() * least_instruction;
    } else if (opcode == advance_line) {
      row.line += static_cast<int>(program.signed_leb());
    } else if (opcode == set_file) {
      row.file = first_file + static_cast<int>(program.leb()) - 1;
    } else if (opcode == set_column) {
      row.column = static_cast<int>(program.leb());
    } else if (opcode == constant_address) {
      row.address += static_cast<std::uint64_t>((255 - opcode_base) / line_range) * least_instruction;
    } else if (opcode == fixed_address) {
      row.address += program.number<std::uint16_t>();
    } else {
      for (int operands = lengths[opcode - 1u]; operands > 0; --operands) program.leb();
    }
  }
}

Place LineTable::of_return(std::uint32_t address) const {
  const std::uint64_t call = address - std::uint64_t{1};
  auto next =
      std::upper_bound(rows_.begin(), rows_.end(), call, [](std::uint64_t a, const Row& row) { return a < row.address; });
  if (address == 0 || next == rows_.begin()) return {};
  const Row& row = *--next;
  if (row.file < 0 || row.file >= static_cast<int>(files_.size())) return {};
  return {files_[static_cast<std::size_t>(row.file)], row.line, row.column};
}

}  // namespace satscope::app::lab
