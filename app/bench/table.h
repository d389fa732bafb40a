// SPDX-License-Identifier: Apache-2.0
// The results of a bench as Markdown tables for a README.
#pragma once
#include <string>

namespace satscope::app {

/// A table for each machine, type and number of channels, from the text of a file that `satscope bench --output` wrote. Throws
/// std::runtime_error with a sentence for any other file; name: of the file, for the sentence.
std::string bench_table(const std::string& name, const std::string& text);

}  // namespace satscope::app
