// SPDX-License-Identifier: Apache-2.0
#include "app/window/loader.h"

#include <new>
#include <stdexcept>
#include <utility>

#include "app/core/text/wanted_letters.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/sources/live/live_open.h"
#include "app/sources/loaders.h"
#include "app/ui/open_session.h"

namespace satscope::app {
namespace {

/// A table of 32 bits, another one's worth of buffers beside it, and the texels of both.
double bytes_to_show(Extent extent) { return 10.0 * extent.width * extent.height; }

LoadedInput shown_as(std::shared_ptr<const Samples> source, const SourceTransform& transform) {
  auto samples = transform.none() ? source : std::make_shared<const Samples>(transformed(*source, transform));
  return {std::move(samples), std::move(source), transform, {}, {}};
}

}  // namespace

void Loader::request(const std::string& input, const SourceTransform& transform, const std::string& below) {
  submit([input, transform, below](JobProgress&) -> LoadedInput {
    try {
      if (names_a_document(input)) {
        SessionFile file = session_behind(input);
        // because: a figure names no files, and a session of a lesson is the lesson's
        if (!below.empty() && !input.starts_with(k_figure_prefix)) file.session = kept_below(std::move(file.session), below);
        return {.samples = nullptr, .source = nullptr, .transform = {}, .live_input = {}, .session = std::move(file)};
      }
      if (is_live(input)) return {.samples = nullptr, .source = nullptr, .transform = {}, .live_input = input, .session = {}};
      return shown_as(std::make_shared<const Samples>(load_input(input, bytes_to_show)), transform);
    } catch (const std::bad_alloc&) {
      throw std::runtime_error("there is not enough memory for '" + input + "'");
    }
  });
}

void offer_cuda_file(const std::string& path) {
  constexpr std::uintmax_t k_most = std::uintmax_t{1} << 20;
  try {
    const std::vector<std::byte> bytes = whole_file(path, k_most);
    want_letters(FileBytes{path, bytes}.text());
  } catch (const std::runtime_error&) {  // Steps says why it cannot be read
  }
  lab::offer_file(path);
}

void Loader::request(std::shared_ptr<const Samples> source, const SourceTransform& transform) {
  submit([source = std::move(source), transform](JobProgress&) {
    try {
      return shown_as(source, transform);
    } catch (const std::bad_alloc&) {
      throw std::runtime_error("there is not enough memory to crop or rotate '" + source->name + "'");
    }
  });
}

}  // namespace satscope::app
