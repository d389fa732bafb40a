// SPDX-License-Identifier: Apache-2.0
#include "app/window/loader.h"

#include <new>
#include <stdexcept>

#include "app/sources/live/live_open.h"
#include "app/ui/open_session.h"

namespace satscope::app {
namespace {

/// A table of 32 bits, another one's worth of buffers beside it, and the texels of both.
double bytes_to_show(Extent extent) { return 10.0 * extent.width * extent.height; }

}  // namespace

void Loader::request(const std::string& input, const std::string& below) {
  submit([input, below](JobProgress&) -> LoadedInput {
    try {
      if (names_a_document(input)) {
        SessionFile file = session_behind(input);
        // because: a figure names no files, and a session of a lesson is the lesson's
        if (!below.empty() && !input.starts_with(k_figure_prefix)) file.session = kept_below(std::move(file.session), below);
        return {nullptr, {}, std::move(file)};
      }
      if (is_live(input)) return {nullptr, input, {}};
      return {std::make_shared<const Samples>(load_input(input, bytes_to_show)), {}, {}};
    } catch (const std::bad_alloc&) {
      throw std::runtime_error("there is not enough memory for '" + input + "'");
    }
  });
}

}  // namespace satscope::app
