// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/sources/samples.h"
#include "app/sources/standard_input.h"

namespace satscope::app {

std::string path_of(const std::string& name) {
  if (name == k_standard_input)
    throw InputError(fmt::format("cannot read '{}': a browser has no standard input", k_standard_input));
  return name;
}

}  // namespace satscope::app
