// SPDX-License-Identifier: Apache-2.0
// Any bytes as a picture, as netpbm, as numbers, as a stored table: a Samples or a table that fits together, a refusal in one
// sentence, nothing else.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "app/sources/files/stored_table.h"
#include "app/sources/loaders.h"
#include "app/sources/still_input.h"

namespace {

using namespace satscope;
using namespace satscope::app;

void require(bool is_so) {
  if (!is_so) std::abort();
}

void check(const Samples& samples) {
  require(samples.extent.width > 0 && samples.extent.height > 0);
  std::visit([&](const auto& values) { require(values.size() == samples.extent.area()); }, samples.values);
  require(samples.colours.empty() || samples.colours.size() == samples.extent.area());
  require(std::isfinite(samples.value(samples.extent.width - 1, samples.extent.height - 1)));
  const SourceFrame frame = frame_of(samples, heap_block);
  require(frame.words().size() == samples.extent.area());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string tga_or_not = size % 2 ? "fuzz.tga" : "fuzz";
  const FileBytes file{tga_or_not, std::as_bytes(std::span(data, size))};
  for (const auto& load : {load_picture, load_netpbm, load_numbers}) {
    try {
      if (const Loaded samples = load(file)) check(*samples);
    } catch (const InputError& problem) {
      require(std::string(problem.what()).size() > 10);
    }
  }
  try {
    if (const auto table = read_stored_table(file))
      require(restore_all(table->stored).size() == table->stored.coding.picture.area());
  } catch (const InputError& problem) {
    require(std::string(problem.what()).size() > 10);
  }
  return 0;
}
