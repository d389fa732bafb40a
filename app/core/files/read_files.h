// SPDX-License-Identifier: Apache-2.0
// Which files are inputs, so that no output replaces one: every writer asks here.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace satscope::app {

/// This file is an input: AtomicFile refuses to write over it, by any name or link, as long as it is there under this one.
/// Does nothing where there is no regular file.
void mark_as_input(const std::string& name);

/// Whether the file of this name was marked, by whatever name.
bool is_input(const std::string& name);

/// The numbers by which the system knows a regular file, whatever its name; nothing if there is none.
using FileIdentity = std::array<std::uint64_t, 2>;
std::optional<FileIdentity> identity_of(const std::string& name);

}  // namespace satscope::app
