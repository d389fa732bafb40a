// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>

#include "app/sources/files.h"
#include "kernels/types.h"

namespace satscope::app {

/// Writes RGBA8 words (R in the lowest byte, top row first) as an opaque PNG, atomically. Throws std::runtime_error with a
/// sentence.
void write_png(const std::filesystem::path& file, Extent extent, std::span<const std::uint32_t> rgba);
/// The same into a file that is open, which then has its name.
void write_png(AtomicFile& file, Extent extent, std::span<const std::uint32_t> rgba);

}  // namespace satscope::app
