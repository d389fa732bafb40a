// SPDX-License-Identifier: Apache-2.0
#include "app/lab/compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <regex>
#include <set>
#include <sstream>

#include "app/lab/process/process.h"

namespace satscope::app::lab {

std::string no_compiler() {
  const std::string why = why_no_process();
  return why.empty() ? "there is no C++ compiler here, which the Lab needs: install g++ (Debian: apt install g++) or clang++"
                     : why;
}

std::optional<Compiler> find_compiler(const std::string& wanted) {
  if (!why_no_process().empty()) return std::nullopt;
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

int original_column(const std::vector<Shift>& shifts, const Place& rewritten) {
  int moved = 0;  // of the columns so far
  for (const Shift& shift : shifts) {
    if (shift.place.file != rewritten.file || shift.place.line != rewritten.line) continue;
    const int begin = shift.place.column + moved;
    if (rewritten.column < begin) break;
    if (rewritten.column < begin + shift.inserted) return shift.place.column;
    moved += shift.inserted - shift.removed;
  }
  return rewritten.column - moved;
}

/// Whether it is part of CUDA. Of what the Lab has it does not matter: the compiler knows that.
static bool is_of_cuda(const std::string& name) {
  // families of the runtime API, of intrinsics and of libraries, as CUDA 13 has them
  static const std::regex families(
      R"(cuda(Graph|External|ImportExternal|Ipc|Library|Logs|UserObject|Async|Bind|Unbind)\w*|)"
      R"(cuda(?=[A-Z])\w*(Array|3D|Peer|P2P|MemPool|Batch|Semaphore|AccessPolicy|Texture|Surface|Capture|Cluster|NvSci)\w*|)"
      R"(curand([A-Z_]\w*)?|nvcuda|wmma|surf[123]D\w*|__nv_\w+|__(cvta_\w+|cluster\w*|pipeline_\w+|[a-z0-9]+_r[nduz])|)"
      R"(__v(abs|add|avg|cmp|hadd|iadd|ib|imax|imin|max|min|neg|sad|set|sub)\w*)");
  static const std::set<std::string> names{"cudaChannelFormatDesc",
                                           "cudaCreateChannelDesc",
                                           "cudaGetChannelDesc",
                                           "cudaExtent",
                                           "cudaPitchedPtr",
                                           "cudaPos",
                                           "cudaLaunchConfig_t",
                                           "cudaLaunchAttribute",
                                           "cudaLaunchAttributeID",
                                           "cudaLaunchKernelEx",
                                           "cudaLaunchKernelExC",
                                           "cudaKernel_t",
                                           "cudaGetKernel",
                                           "cudaFunction_t",
                                           "cudaGetFuncBySymbol",
                                           "cudaFuncGetName",
                                           "cudaGetDriverEntryPoint",
                                           "cudaGetDeviceFlags",
                                           "cudaHostGetFlags",
                                           "cudaInitDevice",
                                           "cudaSetValidDevices",
                                           "cudaChooseDevice",
                                           "cudaDeviceGetCacheConfig",
                                           "cudaDeviceGetByPCIBusId",
                                           "cudaDeviceGetPCIBusId",
                                           "cudaDeviceGetSharedMemConfig",
                                           "cudaMemRangeGetAttribute",
                                           "cudaMemRangeGetAttributes",
                                           "cudaMemAccessDesc",
                                           "cudaOccupancyAvailableDynamicSMemPerBlock",
                                           "cudaStreamGetId",
                                           "cudaStreamGetAttribute",
                                           "cudaStreamSetAttribute",
                                           "cudaStreamCopyAttributes",
                                           "cudaStreamGetDevice",
                                           "cudaThreadExit",
                                           "cudaCtxResetPersistingL2Cache",
                                           "__all",
                                           "__barrier_sync",
                                           "__barrier_sync_count",
                                           "__dp2a_hi",
                                           "__dp2a_lo",
                                           "__fns",
                                           "__match_all_sync",
                                           "__reduce_and_sync",
                                           "__reduce_or_sync",
                                           "__reduce_xor_sync",
                                           "__uni_sync",
                                           "__isShared",
                                           "__isConstant",
                                           "__isLocal",
                                           "__float2half",
                                           "__half2float"};
  return names.contains(name) || std::regex_match(name, families);
}

/// "'cudaExtent' was not declared in this scope", and what g++ and clang say else of a name that is not known.
static std::string about_name(const std::string& sentence) {
  static const std::regex unknown(
      R"('(?:struct |enum )?([A-Za-z_]\w*)(?:::\w*)?' (?:was not declared|does not name a type|has not been declared|is not a namespace).*)"
      R"(|(?:use of undeclared identifier|unknown type name) '([A-Za-z_]\w*)'.*)");
  std::smatch m;
  if (!std::regex_match(sentence, m, unknown)) return sentence;
  const std::string name = m[1].matched ? m[1] : m[2];
  return is_of_cuda(name) ? fmt::format("{} is part of CUDA, but {}.", name, k_not_here) : sentence;
}

/// "'BlockLoad' is not a member of 'cub'", and what g++ and clang say else of a name that our cub lacks.
static std::string about_cub(const std::string& sentence) {
  static const std::regex unknown(
      R"('(?:cub::)?(\w+)' (?:is not a member of|in namespace) 'cub'.*|no (?:member|template|type) named '(\w+)' in namespace 'cub'.*)");
  static const std::regex function(R"(.*no member named '((?:Head|Tail)Segmented\w+|Scan)'.*)");
  std::smatch m;
  if (sentence.find("cub::") != sentence.npos && std::regex_match(sentence, m, function))
    return fmt::format("{}() of cub {}.", m[1].str(), k_not_here);
  constexpr std::string_view k_assertion = "static assertion failed: ";
  if (sentence.starts_with(k_assertion) && sentence.ends_with(k_not_here)) return sentence.substr(k_assertion.size()) + ".";
  if (!std::regex_match(sentence, m, unknown)) return sentence;
  return fmt::format("cub::{} {}: {}.", (m[1].matched ? m[1] : m[2]).str(), k_not_here, k_of_cub);
}

/// "thrust/scan.h: No such file or directory" with what that means.
static std::string about_header(const std::string& sentence) {
  const std::size_t end = sentence.find(": No such file");
  const std::size_t quoted = sentence.find("' file not found");  // of clang
  if (end == sentence.npos && quoted == sentence.npos) return sentence;
  const std::string header = end != sentence.npos ? sentence.substr(0, end) : sentence.substr(1, quoted - 1);
  const std::string library = header.substr(0, header.find('/'));
  if (library == "thrust")
    return fmt::format("The library thrust {}: its kernels are not in your file ({}).", k_not_here, header);
  if (library == "cub") return fmt::format("{} {}: {}.", header, k_not_here, k_of_cub);
  if (library == "cuda")
    return fmt::format("The library libcu++ cannot run on the CPU here ({}): use __syncthreads() and plain memory instead.",
                       header);
  return sentence + ". If it is in another folder, name that: -I FOLDER";
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
        errors.push_back({place, about_name(about_cub(about_header(m[6].str())))});
      } else if (!errors.empty() && errors.back().place.file != file && place.file == file) {
        errors.back().place = place;  // clang's note names the line afterwards
      }
    }
  }
  const auto not_here = [](const CompileError& error) { return error.sentence.find(k_not_here) != std::string::npos; };
  if (std::ranges::any_of(errors, not_here)) std::erase_if(errors, std::not_fn(not_here));  // others may follow from it
  for (CompileError& error : errors) error.place.column = original_column(shifts, error.place);
  if (errors.empty()) errors.push_back({{file, 0, 0}, output.substr(0, output.find('\n'))});
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

std::vector<CompileError> link_errors_in(const std::string& output, const std::string& file) {
  static const std::regex missing(R"(undefined reference to [`'](.*)')"), doubled(R"(multiple definition of [`'](.*?)')");
  std::vector<CompileError> errors;
  std::set<std::string> known;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line) && errors.size() < 20;) {
    std::smatch m;
    const bool absent = std::regex_search(line, m, missing);
    if (!absent && !std::regex_search(line, m, doubled)) continue;
    if (!known.insert(m[1]).second) continue;
    errors.push_back({{file, 0, 0},
                      absent ? fmt::format("{} is called but not defined here (undefined reference). If it is in another file, "
                                           "name that file, too: satscope check a.cu b.cu",
                                           m[1].str())
                             : fmt::format("{} is defined more than once.", m[1].str())});
  }
  if (errors.empty()) errors.push_back({{file, 0, 0}, "The program cannot be linked: " + output.substr(0, 400)});
  return errors;
}

/// Whether it can give locals a value that is never right by luck: g++ since version 12. clang copies structs from a constant
/// of the host for that.
static bool fills_locals(const Compiler& compiler) {
  static const std::regex version(R"(\) (\d+)\.)");  // "g++ (Debian 12.2.0-14) 12.2.0"
  std::smatch m;
  return !compiler.clang && std::regex_search(compiler.version, m, version) && std::stoi(m[1]) >= 12;
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
                   {"-fsanitize=alignment", "--param", "tsan-distinguish-volatile=1", "-fno-builtin-memcpy",
                    "-fno-builtin-memset", "-fno-builtin-memmove", "-fno-tree-vectorize", "-fno-tree-slp-vectorize",
                    "-fno-tree-loop-distribute-patterns", "-fno-store-merging", "-fno-ipa-icf", "-fno-ipa-cp", "-fno-ipa-sra",
                    "-fno-reorder-blocks", "-w", "-fno-diagnostics-show-caret", "-fdiagnostics-column-unit=byte"});
  if (fills_locals(compiler)) options.emplace_back("-ftrivial-auto-var-init=pattern");
  return options;
}

}  // namespace satscope::app::lab
