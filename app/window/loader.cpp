// SPDX-License-Identifier: Apache-2.0
#include "app/window/loader.h"

#include <new>
#include <stdexcept>

#include "app/sources/live_open.h"
#include "app/window/open_session.h"

namespace satscope::app {
namespace {

/// A table of 32 bits, another one's worth of buffers beside it, and the texels of both.
double bytes_to_show(Extent extent) { return 10.0 * extent.width * extent.height; }

}  // namespace

void Loader::request(const std::string& input) {
  submit([input](JobProgress&) -> LoadedInput {
    try {
      if (names_a_document(input)) return {nullptr, {}, session_behind(input)};
      if (is_live(input)) return {nullptr, input, {}};
      return {std::make_shared<const Samples>(load_input(input, bytes_to_show)), {}, {}};
    } catch (const std::bad_alloc&) {
      throw std::runtime_error("there is not enough memory for '" + input + "'");
    }
  });
}

}  // namespace satscope::app
