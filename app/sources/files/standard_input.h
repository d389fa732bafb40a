// SPDX-License-Identifier: Apache-2.0
// The standard input as a file, so that every reader can go back in it.
#pragma once
#include <string>
#include <string_view>

namespace satscope::app {

inline constexpr std::string_view k_standard_input = "-";

/// The path to open: of "-" that of the standard input, which is read to its end once, into a file without a name; of any other
/// name the name itself. Throws InputError where it cannot be read or kept.
std::string path_of(const std::string& name);

}  // namespace satscope::app
