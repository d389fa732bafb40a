// SPDX-License-Identifier: Apache-2.0
#include "app/lab/compiler.h"

#include <algorithm>
#include <regex>
#include <sstream>

#include "app/lab/process.h"

namespace satscope::app::lab {

std::optional<Compiler> find_compiler(const std::string& wanted) {
  const std::vector<std::string> candidates = wanted.empty() ? std::vector<std::string>{"g++", "clang++"} : std::vector{wanted};
  for (const std::string& command : candidates) {
    const Ended ended = run_process({.words = {command, "--version"}});
    if (ended.code != 0) continue;
    Compiler compiler{command, ended.output.substr(0, ended.output.find('\n')), false};
    compiler.clang = compiler.version.find("clang") != std::string::npos;
    return compiler;
  }
  return std::nullopt;
}

std::vector<CompileError> errors_in(const std::string& output, const std::string& file, const std::vector<Shift>& shifts) {
  static const std::regex pattern(
      R"(^(.*?):(\d+):(\d+): (fatal error|error|note|required from.*?|  required from.*?)(: )?(.*)$)");
  static const std::regex required(R"(^(.*?):(\d+):(\d+):\s+required (by|from).*$)");
  std::vector<CompileError> errors;
  std::optional<Place> cause;  // of what follows: the student's line that a template was instantiated for
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line) && errors.size() < 20;) {
    std::smatch m;
    if (std::regex_match(line, m, required) && m[1] == file) {
      cause = Place{file, std::stoi(m[2]), std::stoi(m[3])};
    } else if (std::regex_match(line, m, pattern)) {
      Place place{m[1], std::stoi(m[2]), std::stoi(m[3])};
      const std::string what = m[4];
      if (what.find("error") != std::string::npos) {
        if (place.file != file && cause) place = *cause;
        cause.reset();
        errors.emplace_back(place, m[6].str());
      } else if (!errors.empty() && errors.back().place.file != file && place.file == file) {
        errors.back().place = place;  // clang's note names the line afterwards
      }
    }
  }
  for (CompileError& error : errors) error.place.column = original_column(shifts, error.place);
  if (errors.empty()) errors.emplace_back(Place{file, 0, 0}, output.substr(0, output.find('\n')));
  return errors;
}

std::vector<CompilerWarning> warnings_in(const std::string& output, const std::string& file, const std::vector<Shift>& shifts) {
  static const std::regex pattern(R"(^(.*?):(\d+):(\d+): warning: (.*) \[-W(.*uninitialized.*)\]$)");
  std::vector<CompilerWarning> warnings;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line) && warnings.size() < 20;) {
    std::smatch m;
    if (!std::regex_match(line, m, pattern) || m[1] != file) continue;
    Place place{m[1], std::stoi(m[2]), std::stoi(m[3])};
    place.column = original_column(shifts, place);
    warnings.push_back({place, m[4], m[5] == "uninitialized"});
  }
  return warnings;
}

std::vector<std::string> warning_options(const Compiler& compiler) {
  if (compiler.clang)
    return {"-fsyntax-only", "-Wno-everything", "-Wuninitialized", "-Wsometimes-uninitialized", "-fno-caret-diagnostics"};
  return {"-O1", "-Wuninitialized", "-Wmaybe-uninitialized", "-fno-diagnostics-show-caret", "-fdiagnostics-column-unit=byte"};
}

std::vector<std::string> watching_options(const Compiler& compiler, const std::string& level) {
  std::vector<std::string> options{level,
                                   "-gdwarf-4",
                                   "-fsanitize=thread",
                                   "-fsanitize=bounds,signed-integer-overflow,shift,integer-divide-by-zero",
                                   "-fsanitize-coverage=trace-pc",
                                   "-fno-optimize-sibling-calls",
                                   "-fno-omit-frame-pointer",
                                   "-fstack-clash-protection",  // a large frame must not step over the guard of a stack
                                   "-ffp-contract=off",
                                   "-fno-stack-protector",
                                   "-fcf-protection=none"};
  if (compiler.clang)
    options.insert(options.end(),
                   {"-mllvm", "-tsan-distinguish-volatile=1", "-mllvm", "-tsan-instrument-read-before-write=1",
                    "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-Wno-everything", "-fno-caret-diagnostics"});
  else
    options.insert(options.end(),
                   {"--param", "tsan-distinguish-volatile=1", "-fno-builtin-memcpy", "-fno-builtin-memset",
                    "-fno-builtin-memmove", "-fno-tree-vectorize", "-fno-tree-slp-vectorize",
                    "-fno-tree-loop-distribute-patterns", "-fno-store-merging", "-fno-ipa-icf", "-fno-ipa-cp", "-fno-ipa-sra",
                    "-fno-reorder-blocks", "-w", "-fno-diagnostics-show-caret", "-fdiagnostics-column-unit=byte"});
  return options;
}

}  // namespace satscope::app::lab
