// SPDX-License-Identifier: Apache-2.0
#include "app/window_png.h"

#include "app/sources/png_file.h"

namespace satscope::app {

void write_png(AtomicFile& file, Extent extent, std::span<const std::uint32_t> rgba) {
  file.write(encode_png(extent, rgba));
  file.commit();
}

void write_png(const std::filesystem::path& file, Extent extent, std::span<const std::uint32_t> rgba) {
  AtomicFile out(file.string());
  write_png(out, extent, rgba);
}

}  // namespace satscope::app
