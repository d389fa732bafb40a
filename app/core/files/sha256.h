// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), to see whether a file is the same as before: what `sha256sum` prints.
#pragma once
#include <string>
#include <string_view>

namespace satscope::app {

/// 64 hexadecimal digits.
std::string sha256(std::string_view bytes);
/// Empty if the file cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace satscope::app
