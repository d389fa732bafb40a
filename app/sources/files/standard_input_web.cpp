// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/sources/files/standard_input.h"
#include "app/sources/samples.h"

namespace satscope::app {

std::string path_of(const std::string& name) {
  if (name == k_standard_input) throw InputError("cannot read the standard input: a browser has none");
  return name;
}

}  // namespace satscope::app
