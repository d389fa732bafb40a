// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "app/lab/line_table.h"

namespace satscope::app::lab {

LineTable::LineTable(std::string_view /*elf*/) { throw std::runtime_error("programs of the Lab are not supported on Windows"); }

Place LineTable::of_return(std::uint32_t /*address*/) const { return {}; }

}  // namespace satscope::app::lab
