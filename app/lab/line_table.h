// SPDX-License-Identifier: Apache-2.0
// From an address in a program to the line of its source, as -gdwarf-4 wrote it into .debug_line.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/lab/rewrite.h"

namespace satscope::app::lab {

class LineTable {
 public:
  LineTable() = default;
  /// elf: a whole 64-bit program. Throws std::runtime_error if it is none.
  explicit LineTable(std::string_view elf);

  /// The place of the call that returns to this address; line 0 if it is not in a source that was compiled with -g.
  Place of_return(std::uint32_t address) const;

 private:
  struct Row {
    std::uint64_t address;
    int file, line, column;  ///< file -1: the end of a sequence
  };
  void read_unit(std::string_view unit);

  std::vector<std::string> files_;
  std::vector<Row> rows_;  ///< sorted by address
};

}  // namespace satscope::app::lab
