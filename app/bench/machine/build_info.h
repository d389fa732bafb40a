// SPDX-License-Identifier: Apache-2.0
// Of what this program was made: for results, whose times depend on it, and for --version.
#pragma once
#include <string>

namespace satscope::app {

struct BuildInfo {
  std::string commit;    ///< its first letters, "+" behind them if files were changed; empty: not built in a clone
  std::string compiler;  ///< "GNU 12.2.0"
  std::string flags;     ///< "Release, -O2"
  std::string toolkit;   ///< of CUDA; empty: none
};

BuildInfo build_info();

/// "satscope 0.1.0" and a line for each of these.
std::string version_text();

}  // namespace satscope::app
