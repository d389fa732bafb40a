// SPDX-License-Identifier: Apache-2.0
#include "app/sources/typed_numbers.h"

#include <fmt/format.h>

#include "app/sources/loaders.h"

namespace satscope::app {

Samples numbers_from_text(const std::string& text, const std::string& name) {
  if (text.find_first_not_of(" \t\r\n") == text.npos)
    throw InputError(fmt::format("{} are missing; give one row of numbers per line", name));
  Loaded samples = load_numbers({name, std::as_bytes(std::span(text))});
  if (!samples) throw InputError(fmt::format("{} are not numbers; give one row of numbers per line", name));
  return std::move(*samples);
}

}  // namespace satscope::app
