// SPDX-License-Identifier: Apache-2.0
// A machine that lacks libraries, for programs that are run while this lives: what lies in their place is a line of text.
#pragma once
#include <cstdlib>
#include <optional>
#include <string>

#include "tests/app/made_files.h"

namespace satscope::test {

class BrokenLibraries {
 public:
  BrokenLibraries() {
    if (const char* before = std::getenv("LD_LIBRARY_PATH")) before_ = before;
    ::setenv("LD_LIBRARY_PATH", (folder_.path().string() + (before_ ? ":" + *before_ : "")).c_str(), 1);
  }
  ~BrokenLibraries() {
    if (before_)
      ::setenv("LD_LIBRARY_PATH", before_->c_str(), 1);
    else
      ::unsetenv("LD_LIBRARY_PATH");
  }
  BrokenLibraries(const BrokenLibraries&) = delete;
  BrokenLibraries& operator=(const BrokenLibraries&) = delete;

  void add(const std::string& library) { folder_.write(library, "not a library"); }

 private:
  Folder folder_;
  std::optional<std::string> before_;
};

}  // namespace satscope::test
