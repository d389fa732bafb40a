// SPDX-License-Identifier: Apache-2.0
// From a student's file to a program that records what it does.
#pragma once
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/lab/compiler.h"
#include "app/lab/line_table.h"

namespace satscope::app::lab {

struct BuildRequest {
  std::string file;                       ///< the student's
  std::vector<std::string> further = {};  ///< files that belong to it
  std::vector<std::string> folders = {};  ///< in which #include looks, too
  std::vector<std::string> macros = {};   ///< "NAME" or "NAME=VALUE"
  std::string level = "-O0";              ///< "-O0": as it is written; "-O1": as a compiler leaves it
  bool cached = true;                     ///< false: compiles even what was compiled before
  std::stop_token stop = {};              ///< ends the compiler
};

/// A program that can be run.
struct LabProgram {
  std::string path;
  std::string source;                 ///< the file, as the compiler names it: absolute
  bool has_table = false;             ///< it runs table(); else its own main()
  bool skips_main = false;            ///< it has both
  std::string table_parameters = {};  ///< as they are written, in parentheses
  Place table_place = {};             ///< of the line where it begins
  LineTable lines;
};

/// Either errors, or refusals, or a program.
struct Built {
  std::vector<CompileError> errors;
  std::vector<Refusal> refusals;
  std::optional<LabProgram> program;
  std::vector<CompilerWarning> warnings;  ///< of the student's own lines
};

/// Compiled programs are kept in $XDG_CACHE_HOME/satscope/lab. Throws std::runtime_error if a file cannot be read or the
/// compiler does not work at all.
Built build(const BuildRequest& request, const Compiler& compiler);

}  // namespace satscope::app::lab
