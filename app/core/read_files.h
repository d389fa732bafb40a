// SPDX-License-Identifier: Apache-2.0
// Which files are inputs, so that no output replaces one: every writer asks here.
#pragma once
#include <string>

struct stat;

namespace satscope::app {

/// This file is an input: AtomicFile refuses to write over it, by any name or link, as long as it is there under this one.
/// Does nothing where there is no regular file.
void mark_as_input(const std::string& name);

/// Whether this file, of stat(), was marked.
bool is_input(const struct stat& file);

}  // namespace satscope::app
