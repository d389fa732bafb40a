// SPDX-License-Identifier: Apache-2.0
// The C++ compiler of this machine, as the Lab uses it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/lab/rewrite.h"

namespace satscope::app::lab {

struct Compiler {
  std::string command;  ///< "g++"
  std::string version;  ///< its first line
  bool clang = false;
};

/// wanted: a command, or empty for g++, else clang++. None if it does not run.
std::optional<Compiler> find_compiler(const std::string& wanted = "");

/// Where there is none: what to do, or why there can be none.
std::string no_compiler();

/// An error of the compiler.
struct CompileError {
  Place place;  ///< in the student's file where it can be found there
  std::string sentence;
};

/// What is an error in a compiler's output. file: the student's; an error in the Lab's own headers is reported at the line that
/// caused it.
std::vector<CompileError> errors_in(const std::string& output, const std::string& file, const std::vector<Shift>& shifts);

/// A local variable that is read before it is written.
struct CompilerWarning {
  Place place;
  std::string sentence;
  bool certain = false;  ///< not only on some way through the code
};

std::vector<CompilerWarning> warnings_in(const std::string& output, const std::string& file, const std::vector<Shift>& shifts);
/// Options that make the compiler look for them, and write no program.
std::vector<std::string> warning_options(const Compiler& compiler);

/// What is missing or doubled where files are linked.
std::vector<CompileError> link_errors_in(const std::string& output, const std::string& file);

/// Options that make the compiler call the hooks of the runtime, and leave the rest as it is written. level: "-O0" or "-O1".
std::vector<std::string> watching_options(const Compiler& compiler, const std::string& level);

}  // namespace satscope::app::lab
